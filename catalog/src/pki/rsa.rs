//! Reads RSA keys in PEM texts.

use rsa::pkcs1::{RsaPrivateKeyRef, RsaPublicKeyRef};
use rsa::pkcs8::PrivateKeyInfoRef;
use rsa::traits::PublicKeyParts;
use rsa::{BoxedUint, PrivateKey, PublicKey};
use x509_cert::der::Decode;
use x509_cert::der::oid::ObjectIdentifier;
use x509_cert::der::oid::db::rfc5912::{ID_EC_PUBLIC_KEY, RSA_ENCRYPTION};
use x509_cert::der::oid::db::rfc8410::ID_ED_25519;
use x509_cert::spki::SubjectPublicKeyInfoRef;
use zeroize::Zeroizing;

use super::pem;

const NO_KEY: &str = "Neither PUB key nor PRIV key: unsupported";
const NO_PASSWORD: &str = "Neither PUB key nor PRIV key: bad password read";

/// The identifiers and names of other kinds of keys.
const OTHERS: &[(ObjectIdentifier, &str)] = &[
    (ID_EC_PUBLIC_KEY, "id-ecPublicKey"),
    (ID_ED_25519, "ED25519"),
];
/// The sizes of moduli in bits that OpenSSL takes.
const SIZES: std::ops::RangeInclusive<usize> = 1..=16_384;

/// A public key, or a private key with both parts.
pub(crate) enum Key {
    Public(PublicKey),
    Private(Box<PrivateKey>),
}

impl Key {
    /// Reads the key in a PEM text.
    ///
    /// # Errors
    /// Fails with OpenSSL's message if there is no readable key.
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
        let (label, bytes) = pem::find(text, &labels).map_err(|_| NO_KEY.to_owned())?;
        let bytes = Zeroizing::new(bytes);
        match label {
            "EC PRIVATE KEY" => Err(other_kind("id-ecPublicKey")),
            "PRIVATE KEY" => {
                let info = PrivateKeyInfoRef::from_der(&bytes).map_err(|_| NO_KEY.to_owned())?;
                check_kind(info.algorithm.oid)?;
                private(info.private_key.as_bytes()).ok_or_else(|| NO_KEY.to_owned())
            }
            "PUBLIC KEY" => {
                let info = SubjectPublicKeyInfoRef::from_der(&bytes);
                Key::of(&info.map_err(|_| NO_KEY.to_owned())?)
            }
            "RSA PRIVATE KEY" => private(&bytes).ok_or_else(|| NO_KEY.to_owned()),
            _ => public(&bytes).ok_or_else(|| NO_KEY.to_owned()),
        }
    }

    /// Returns the public key with the identifier of its algorithm.
    ///
    /// # Errors
    /// Fails with OpenSSL's message if it is of another kind.
    pub(super) fn of(info: &SubjectPublicKeyInfoRef<'_>) -> Result<Key, String> {
        check_kind(info.algorithm.oid)?;
        let bytes = info.subject_public_key.as_bytes();
        bytes.and_then(public).ok_or_else(|| NO_KEY.to_owned())
    }

    /// Returns the public part.
    pub(crate) fn public(&self) -> &PublicKey {
        match self {
            Key::Public(key) => key,
            Key::Private(key) => key.as_public_key(),
        }
    }

    /// Returns the private key, if it is one.
    pub(crate) fn private(&self) -> Option<&PrivateKey> {
        match self {
            Key::Public(_) => None,
            Key::Private(key) => Some(key),
        }
    }

    /// Returns true if both keys belong to the same pair.
    pub(crate) fn matches(&self, other: &Key) -> bool {
        let (one, other) = (self.public(), other.public());
        one.n() == other.n() && one.e() == other.e()
    }
}

fn check_kind(algorithm: ObjectIdentifier) -> Result<(), String> {
    if algorithm == RSA_ENCRYPTION {
        return Ok(());
    }
    let other = OTHERS.iter().find(|(other, _)| *other == algorithm);
    Err(other.map_or_else(|| NO_KEY.to_owned(), |(_, name)| other_kind(name)))
}

fn private(bytes: &[u8]) -> Option<Key> {
    let key = PrivateKey::try_from(RsaPrivateKeyRef::from_der(bytes).ok()?);
    Some(Key::Private(Box::new(key.ok()?)))
}

fn public(bytes: &[u8]) -> Option<Key> {
    let key = RsaPublicKeyRef::from_der(bytes).ok()?;
    let number = |bytes: &[u8]| BoxedUint::from_be_slice_vartime(bytes);
    let modulus = number(key.modulus.as_bytes());
    let exponent = number(key.public_exponent.as_bytes());
    let key = PublicKey::new_with_size_limits(modulus, exponent, SIZES);
    Some(Key::Public(key.ok()?))
}

fn other_kind(name: &str) -> String {
    format!("incorrect pkey type: {name}")
}
