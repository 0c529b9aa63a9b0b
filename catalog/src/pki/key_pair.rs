//! Checks that a certificate was signed with a key.

use md5::Md5;
use rsa::PublicKey;
use sha1::Sha1;
use sha2::{Sha224, Sha256, Sha384, Sha512};
use x509_cert::der::Encode;
use x509_cert::der::oid::ObjectIdentifier;
use x509_cert::der::oid::db::rfc5912;

use super::certificate;
use super::rsa::Key;

const NO_MATCH: &str = "Certificate signature does not match supplied key";
const OTHER_SIGNATURE: &str = "wrong public key type";

/// A check of a signature of a message.
type Verify = fn(&PublicKey, &[u8], &[u8]) -> rsa::errors::Result<()>;

/// Checks the signature of a certificate; both arguments are PEM texts.
///
/// # Errors
/// Fails with OpenSSL's message about the problem.
pub(crate) fn check(certificate: &str, key: &str) -> Result<(), String> {
    let certificate = certificate::from_pem(certificate)
        .map_err(|problem| format!("Not a valid x509 certificate: {problem}"))?;
    let key = Key::from_pem(key).map_err(|problem| format!("Not a valid RSA key: {problem}"))?;
    let verify = verify_by(certificate.signature_algorithm().oid)
        .ok_or_else(|| OTHER_SIGNATURE.to_owned())?;
    let signed = certificate.tbs_certificate().to_der();
    let is_signed = signed.is_ok_and(|signed| {
        let signature = certificate.signature().raw_bytes();
        verify(key.public(), &signed, signature).is_ok()
    });
    match is_signed {
        true => Ok(()),
        false => Err(NO_MATCH.to_owned()),
    }
}

/// Returns the check of an algorithm of signatures that OpenSSL takes.
fn verify_by(algorithm: ObjectIdentifier) -> Option<Verify> {
    Some(match algorithm {
        rfc5912::MD_5_WITH_RSA_ENCRYPTION => PublicKey::pkcs1v15_verify::<Md5>,
        rfc5912::SHA_1_WITH_RSA_ENCRYPTION => PublicKey::pkcs1v15_verify::<Sha1>,
        rfc5912::SHA_224_WITH_RSA_ENCRYPTION => PublicKey::pkcs1v15_verify::<Sha224>,
        rfc5912::SHA_256_WITH_RSA_ENCRYPTION => PublicKey::pkcs1v15_verify::<Sha256>,
        rfc5912::SHA_384_WITH_RSA_ENCRYPTION => PublicKey::pkcs1v15_verify::<Sha384>,
        rfc5912::SHA_512_WITH_RSA_ENCRYPTION => PublicKey::pkcs1v15_verify::<Sha512>,
        _ => return None,
    })
}
