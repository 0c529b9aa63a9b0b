//! X.509 certificates.

use super::der::{BITS, CONTEXT, INTEGER, OID, Reader, SEQUENCE};
use super::pem;
use super::rsa::Key;

/// `md5WithRSAEncryption` and its like differ in the last byte.
const RSA_SIGNATURE: &[u8] = b"\x2a\x86\x48\x86\xf7\x0d\x01\x01";

/// The bytes of a certificate.
pub(crate) struct Encoded(Vec<u8>);

/// What a certificate says.
pub(crate) struct Certificate<'b> {
    /// What is signed.
    pub(super) signed: &'b [u8],
    /// The last byte of the signature's algorithm, if it is one of RSA.
    pub(super) algorithm: Option<u8>,
    pub(super) signature: &'b [u8],
    /// The issuer with tag and length, and the number that it gave.
    pub(crate) issue: (&'b [u8], &'b [u8]),
    /// The key, if it is one of RSA.
    pub(crate) key: Option<Key>,
}

impl Encoded {
    /// The certificate in a PEM text.
    ///
    /// # Errors
    /// OpenSSL's text when there is none that can be read.
    pub(crate) fn from_pem(text: &str) -> Result<Encoded, String> {
        match pem::find(text, &["CERTIFICATE", "X509 CERTIFICATE"]) {
            Ok((_, bytes)) => Ok(Encoded(bytes)),
            Err(problem) => Err(format!("PEM_read_bio_X509: {}", problem.text())),
        }
    }

    /// What it says.
    ///
    /// # Errors
    /// OpenSSL's text when it is none.
    pub(crate) fn read(&self) -> Result<Certificate<'_>, String> {
        Certificate::read(&self.0).ok_or_else(|| "PEM_read_bio_X509: ASN1 lib".to_owned())
    }
}

impl<'b> Certificate<'b> {
    fn read(bytes: &'b [u8]) -> Option<Certificate<'b>> {
        let mut parts = Reader(Reader(bytes).take(SEQUENCE)?);
        let signed = parts.take_whole(SEQUENCE)?;
        let algorithm = Reader(parts.take(SEQUENCE)?).take(OID)?;
        let algorithm = algorithm.strip_prefix(RSA_SIGNATURE).unwrap_or_default();
        let signature = parts.take(BITS)?.split_first()?.1;
        let mut fields = Reader(Reader(signed).take(SEQUENCE)?);
        // a version that is the first one is not written
        fields.take(CONTEXT);
        let number = fields.take(INTEGER)?;
        fields.take(SEQUENCE)?;
        let issuer = fields.take_whole(SEQUENCE)?;
        // validity, subject
        fields.take(SEQUENCE)?;
        fields.take(SEQUENCE)?;
        let key = Reader(fields.take(SEQUENCE)?);
        Some(Certificate {
            signed,
            algorithm: algorithm.first().copied(),
            signature,
            issue: (issuer, number),
            key: Key::in_algorithm(key, BITS).ok(),
        })
    }
}
