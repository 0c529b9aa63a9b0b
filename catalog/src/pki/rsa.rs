//! RSA keys.

use crypto_bigint::modular::{BoxedMontyForm, BoxedMontyParams};
use crypto_bigint::{BoxedUint, Odd};

use super::der::{BITS, INTEGER, OCTETS, OID, Reader, SEQUENCE, unsigned};
use super::pem;

const NO_KEY: &str = "Neither PUB key nor PRIV key: unsupported";
const NO_PASSWORD: &str = "Neither PUB key nor PRIV key: bad password read";

const RSA: &[u8] = b"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01";
/// The identifiers and names of other kinds of keys.
const OTHERS: &[(&[u8], &str)] = &[
    (b"\x2a\x86\x48\xce\x3d\x02\x01", "id-ecPublicKey"),
    (b"\x2b\x65\x70", "ED25519"),
];
/// The maximum size of a modulus in bits.
const BITS_MAX: usize = 16_384;

/// A public key, or a private key with both parts.
pub(crate) struct Key {
    modulus: Vec<u8>,
    exponent: Vec<u8>,
    private_exponent: Option<Vec<u8>>,
}

impl Key {
    /// Reads the key in a PEM text.
    ///
    /// # Errors
    /// OpenSSL's message if there is no readable key.
    pub(crate) fn from_pem(text: &str) -> Result<Key, String> {
        if text.contains("ENCRYPTED") {
            return Err(NO_PASSWORD.to_owned());
        }
        let labels = [
            "RSA PRIVATE KEY",
            "PRIVATE KEY",
            "PUBLIC KEY",
            "RSA PUBLIC KEY",
            "EC PRIVATE KEY",
        ];
        match pem::find(text, &labels) {
            Ok(("EC PRIVATE KEY", _)) => Err(other_kind("id-ecPublicKey")),
            Ok((label, bytes)) => Key::from_der(&bytes, label),
            Err(_) => Err(NO_KEY.to_owned()),
        }
    }

    fn from_der(bytes: &[u8], label: &str) -> Result<Key, String> {
        let mut key = Reader(Reader(bytes).take(SEQUENCE).ok_or(NO_KEY)?);
        match label {
            "PRIVATE KEY" => {
                key.take(INTEGER);
                return Key::in_algorithm(key, OCTETS);
            }
            "PUBLIC KEY" => return Key::in_algorithm(key, BITS),
            "RSA PRIVATE KEY" => drop(key.take(INTEGER)),
            _ => {}
        }
        let read = match label {
            "RSA PRIVATE KEY" => Key::read(key, true),
            _ => Key::read(key, false),
        };
        read.ok_or_else(|| NO_KEY.to_owned())
    }

    /// Reads the key after the identifier of its algorithm; `tag` is the tag of the key's bytes,
    /// which distinguishes private from public keys.
    pub(super) fn in_algorithm(mut key: Reader<'_>, tag: u8) -> Result<Key, String> {
        let algorithm = key.take(SEQUENCE).ok_or(NO_KEY)?;
        let number = Reader(algorithm).take(OID).ok_or(NO_KEY)?;
        if number != RSA {
            let other = OTHERS.iter().find(|(other, _)| *other == number);
            return Err(other.map_or_else(|| NO_KEY.to_owned(), |(_, name)| other_kind(name)));
        }
        let mut read = || {
            let bytes = key.take(tag)?;
            let is_private = tag == OCTETS;
            let bytes = if is_private { bytes } else { bytes.get(1..)? };
            let mut inner = Reader(Reader(bytes).take(SEQUENCE)?);
            if is_private {
                inner.take(INTEGER)?;
            }
            Key::read(inner, is_private)
        };
        read().ok_or_else(|| NO_KEY.to_owned())
    }

    fn read(mut numbers: Reader<'_>, is_private: bool) -> Option<Key> {
        let mut number = || Some(unsigned(numbers.take(INTEGER)?).to_vec());
        Some(Key {
            modulus: number()?,
            exponent: number()?,
            private_exponent: match is_private {
                true => Some(number()?),
                false => None,
            },
        })
    }

    pub(crate) fn is_private(&self) -> bool {
        self.private_exponent.is_some()
    }

    /// Returns whether both keys belong to the same pair.
    pub(crate) fn matches(&self, other: &Key) -> bool {
        self.modulus == other.modulus && self.exponent == other.exponent
    }

    /// Returns the size of the modulus in bytes.
    pub(crate) fn size(&self) -> usize {
        self.modulus.len()
    }

    /// Applies the public key to a number; the result has as many bytes as the modulus.
    pub(crate) fn with_public(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        // longer exponents only cost time
        let exponent = Some(&self.exponent).filter(|exponent| exponent.len() <= 8)?;
        self.power(bytes, exponent)
    }

    /// Applies the private key to a number; the result has as many bytes as the modulus.
    pub(crate) fn with_private(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        self.power(bytes, self.private_exponent.as_ref()?)
    }

    fn power(&self, bytes: &[u8], exponent: &[u8]) -> Option<Vec<u8>> {
        let size = self.size();
        let bits = Some(size * 8).filter(|bits| *bits <= BITS_MAX)?;
        let bits = u32::try_from(bits).ok()?;
        let number = |bytes: &[u8]| BoxedUint::from_be_slice(bytes, bits).ok();
        let odd: Option<Odd<BoxedUint>> = Odd::new(number(&self.modulus)?).into();
        let modulus = BoxedMontyParams::new(odd?);
        let power = BoxedMontyForm::new(number(bytes)?, &modulus).pow(&number(exponent)?);
        let power = power.retrieve().to_be_bytes();
        Some(power[power.len().checked_sub(size)?..].to_vec())
    }
}

fn other_kind(name: &str) -> String {
    format!("incorrect pkey type: {name}")
}
