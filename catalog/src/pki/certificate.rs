//! Reads X.509 certificates in PEM texts.

use x509_cert::Certificate;
use x509_cert::der::{Decode, Encode};
use x509_cert::spki::SubjectPublicKeyInfoRef;

use super::pem;
use super::rsa::Key;

/// Reads the certificate in a PEM text.
///
/// # Errors
/// Fails with OpenSSL's message if there is no readable certificate.
pub(crate) fn from_pem(text: &str) -> Result<Certificate, String> {
    let found = pem::find(text, &["CERTIFICATE", "X509 CERTIFICATE"]);
    let (_, bytes) = found.map_err(|problem| format!("PEM_read_bio_X509: {}", problem.text()))?;
    Certificate::from_der(&bytes).map_err(|_| "PEM_read_bio_X509: ASN1 lib".to_owned())
}

/// Returns the public key of a certificate, if it is an RSA key.
pub(crate) fn key(certificate: &Certificate) -> Option<Key> {
    let info = certificate.tbs_certificate().subject_public_key_info();
    let bytes = info.to_der().ok()?;
    Key::of(&SubjectPublicKeyInfoRef::from_der(&bytes).ok()?).ok()
}
