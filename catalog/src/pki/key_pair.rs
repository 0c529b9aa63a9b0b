//! Checks that a certificate was signed with a key.

use md5::Digest;

use super::certificate::{Certificate, Encoded};
use super::der::OCTETS;
use super::rsa::Key;

const NO_MATCH: &str = "Certificate signature does not match supplied key";
const OTHER_SIGNATURE: &str = "wrong public key type";

/// Checks the signature of a certificate; both arguments are PEM texts.
///
/// # Errors
/// OpenSSL's message about the problem.
pub(crate) fn check(certificate: &str, key: &str) -> Result<(), String> {
    let no_certificate = |problem| format!("Not a valid x509 certificate: {problem}");
    let certificate = Encoded::from_pem(certificate).map_err(no_certificate)?;
    let certificate = certificate.read().map_err(no_certificate)?;
    let key = Key::from_pem(key).map_err(|problem| format!("Not a valid RSA key: {problem}"))?;
    let Some(digest) = certificate.digest() else {
        return Err(OTHER_SIGNATURE.to_owned());
    };
    match verifies(&key, certificate.signature, &digest) {
        Some(true) => Ok(()),
        _ => Err(NO_MATCH.to_owned()),
    }
}

impl Certificate<'_> {
    /// Returns the digest in the form in which it is signed, with its algorithm.
    fn digest(&self) -> Option<Vec<u8>> {
        // DigestInfo: a sequence of the algorithm's identifier, NULL, and the digest
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

/// Returns whether a signature matches a digest (PKCS #1 version 1.5).
fn verifies(key: &Key, signature: &[u8], digest: &[u8]) -> Option<bool> {
    let padding = key.size().checked_sub(digest.len() + 3)?;
    let wanted = [&[0, 1][..], &vec![0xFF; padding], &[0], digest].concat();
    Some(key.with_public(signature)? == wanted)
}
