//! Whether a certificate was signed with a key.

use crypto_bigint::modular::{BoxedMontyForm, BoxedMontyParams};
use crypto_bigint::{BoxedUint, Odd};
use md5::Digest;

use crate::der::{BITS, INTEGER, OCTETS, OID, Reader, SEQUENCE, pem, unsigned};

const NO_CERTIFICATE: &str = "Not a valid x509 certificate: PEM_read_bio_X509: no start line";
const BAD_END: &str = "Not a valid x509 certificate: PEM_read_bio_X509: bad end line";
const BAD_CERTIFICATE: &str = "Not a valid x509 certificate: PEM_read_bio_X509: ASN1 lib";
const NO_KEY: &str = "Not a valid RSA key: Neither PUB key nor PRIV key: unsupported";
const ENCRYPTED: &str = "Not a valid RSA key: Neither PUB key nor PRIV key: bad password read";
const OTHER_KEY: &str = "Not a valid RSA key: incorrect pkey type: id-ecPublicKey";
const NO_MATCH: &str = "Certificate signature does not match supplied key";
const OTHER_SIGNATURE: &str = "wrong public key type";

const RSA: &[u8] = b"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01";
/// `md5WithRSAEncryption` and its like differ in the last byte.
const RSA_SIGNATURE: &[u8] = b"\x2a\x86\x48\x86\xf7\x0d\x01\x01";
const EC: &[u8] = b"\x2a\x86\x48\xce\x3d\x02\x01";
/// Bits of a modulus.
const BITS_MAX: usize = 16_384;

/// Checks the signature of a certificate; both are PEM texts.
///
/// # Errors
/// What is wrong, as OpenSSL says it.
pub(crate) fn check(certificate: &str, key: &str) -> Result<(), String> {
    let certificate = lines_of(certificate, "CERTIFICATE").ok_or(NO_CERTIFICATE)?;
    let certificate = pem(&certificate, "CERTIFICATE").ok_or(BAD_END)?;
    let certificate = Certificate::read(&certificate).ok_or(BAD_CERTIFICATE)?;
    let key = PublicKey::of(key)?;
    let Some(digest) = certificate.digest() else {
        return Err(OTHER_SIGNATURE.to_owned());
    };
    match key.verifies(certificate.signature, &digest) {
        Some(true) => Ok(()),
        _ => Err(NO_MATCH.to_owned()),
    }
}

/// The text from a line that begins a PEM text on.
fn lines_of(text: &str, label: &str) -> Option<String> {
    let begin = format!("-----BEGIN {label}-----");
    let at = match text.starts_with(&begin) {
        true => 0,
        false => text.find(&format!("\n{begin}"))? + 1,
    };
    Some(text[at..].to_owned())
}

struct Certificate<'b> {
    /// What is signed.
    signed: &'b [u8],
    /// The last byte of the algorithm's number, if it is one of RSA.
    algorithm: Option<u8>,
    signature: &'b [u8],
}

impl<'b> Certificate<'b> {
    fn read(bytes: &'b [u8]) -> Option<Certificate<'b>> {
        let mut parts = Reader(Reader(bytes).take(SEQUENCE)?);
        let signed = parts.take_whole(SEQUENCE)?;
        let algorithm = Reader(parts.take(SEQUENCE)?).take(OID)?;
        let signature = parts.take(BITS)?.split_first()?.1;
        let algorithm = algorithm.strip_prefix(RSA_SIGNATURE).unwrap_or_default();
        Some(Certificate {
            signed,
            algorithm: algorithm.first().copied(),
            signature,
        })
    }

    /// The digest with the mark of its kind, as it is signed.
    fn digest(&self) -> Option<Vec<u8>> {
        // DigestInfo: a sequence of the kind's number, NULL, and the digest
        let info = |prefix: &[u8], digest: &[u8]| [prefix, digest].concat();
        let sha2 = |last: u8, digest: &[u8]| {
            let size = digest.len() as u8;
            let head = [0x30, 17 + size, 0x30, 13, 6, 9];
            let kind = [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, last, 5, 0, OCTETS, size];
            [&head[..], &kind, digest].concat()
        };
        Some(match self.algorithm? {
            4 => info(
                b"\x30\x20\x30\x0c\x06\x08\x2a\x86\x48\x86\xf7\x0d\x02\x05\x05\x00\x04\x10",
                &md5::Md5::digest(self.signed),
            ),
            11 => sha2(1, &sha2::Sha256::digest(self.signed)),
            12 => sha2(2, &sha2::Sha384::digest(self.signed)),
            13 => sha2(3, &sha2::Sha512::digest(self.signed)),
            14 => sha2(4, &sha2::Sha224::digest(self.signed)),
            _ => return None,
        })
    }
}

struct PublicKey {
    modulus: Vec<u8>,
    exponent: Vec<u8>,
}

impl PublicKey {
    /// The public part of a key in a PEM text.
    fn of(text: &str) -> Result<PublicKey, String> {
        if text.contains("ENCRYPTED") {
            return Err(ENCRYPTED.to_owned());
        }
        let labels = [
            "RSA PRIVATE KEY",
            "PRIVATE KEY",
            "PUBLIC KEY",
            "RSA PUBLIC KEY",
        ];
        for label in labels {
            let bytes = lines_of(text, label).and_then(|text| pem(&text, label));
            if let Some(bytes) = bytes {
                return PublicKey::from_der(&bytes, label);
            }
        }
        match lines_of(text, "EC PRIVATE KEY") {
            Some(_) => Err(OTHER_KEY.to_owned()),
            None => Err(NO_KEY.to_owned()),
        }
    }

    fn from_der(bytes: &[u8], label: &str) -> Result<PublicKey, String> {
        let outer = Reader(bytes).take(SEQUENCE).map(Reader).ok_or(NO_KEY)?;
        let mut key = outer;
        if label == "PRIVATE KEY" {
            key.take(INTEGER);
        }
        if let Some(algorithm) = key.take(SEQUENCE) {
            match Reader(algorithm).take(OID) {
                Some(RSA) => {}
                Some(EC) => return Err(OTHER_KEY.to_owned()),
                _ => return Err(NO_KEY.to_owned()),
            }
            let inner = match label {
                "PRIVATE KEY" => key.take(OCTETS),
                _ => key.take(BITS).and_then(|bits| bits.get(1..)),
            };
            let inner = inner.and_then(|inner| Reader(inner).take(SEQUENCE));
            key = Reader(inner.ok_or(NO_KEY)?);
        }
        if label.ends_with("PRIVATE KEY") {
            key.take(INTEGER);
        }
        let number =
            |key: &mut Reader<'_>| key.take(INTEGER).map(|digits| unsigned(digits).to_vec());
        let modulus = number(&mut key).ok_or(NO_KEY)?;
        let exponent = number(&mut key).ok_or(NO_KEY)?;
        Ok(PublicKey { modulus, exponent })
    }

    /// Whether a signature is that of a digest (PKCS #1 version 1.5).
    fn verifies(&self, signature: &[u8], digest: &[u8]) -> Option<bool> {
        let size = self.modulus.len();
        let bits = u32::try_from(size * 8).ok()?;
        if size * 8 > BITS_MAX || self.exponent.len() > 8 {
            return None;
        }
        let number = |bytes: &[u8]| BoxedUint::from_be_slice(bytes, bits).ok();
        let odd: Option<Odd<BoxedUint>> = Odd::new(number(&self.modulus)?).into();
        let modulus = BoxedMontyParams::new(odd?);
        let exponent = number(&self.exponent)?;
        let plain = BoxedMontyForm::new(number(signature)?, &modulus).pow(&exponent);
        let plain = plain.retrieve().to_be_bytes();
        let plain = &plain[plain.len().checked_sub(size)?..];
        let padding = size.checked_sub(digest.len() + 3)?;
        let wanted = [&[0, 1][..], &vec![0xFF; padding], &[0], digest].concat();
        Some(plain == wanted)
    }
}
