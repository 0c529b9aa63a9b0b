//! X.509 certificates.

use super::der::{BITS, CONTEXT, INTEGER, OID, Reader, SEQUENCE};
use super::pem;
use super::rsa::Key;

/// The prefix of `md5WithRSAEncryption` and similar identifiers, which differ only in the last
/// byte.
const RSA_SIGNATURE: &[u8] = b"\x2a\x86\x48\x86\xf7\x0d\x01\x01";

/// The bytes of a certificate.
pub(crate) struct Encoded(Vec<u8>);

/// The parsed parts of a certificate.
pub(crate) struct Certificate<'b> {
    /// The part that is signed.
    pub(super) signed: &'b [u8],
    /// The last byte of the signature's algorithm, if it is an RSA algorithm.
    pub(super) algorithm: Option<u8>,
    pub(super) signature: &'b [u8],
    /// The issuer with tag and length, and the serial number.
    pub(crate) issue: (&'b [u8], &'b [u8]),
    /// The public key, if it is an RSA key.
    pub(crate) key: Option<Key>,
}

impl Encoded {
    /// Reads the certificate in a PEM text.
    ///
    /// # Errors
    /// OpenSSL's message if there is no readable certificate.
    pub(crate) fn from_pem(text: &str) -> Result<Encoded, String> {
        match pem::find(text, &["CERTIFICATE", "X509 CERTIFICATE"]) {
            Ok((_, bytes)) => Ok(Encoded(bytes)),
            Err(problem) => Err(format!("PEM_read_bio_X509: {}", problem.text())),
        }
    }

    /// Parses the certificate.
    ///
    /// # Errors
    /// OpenSSL's message if it is invalid.
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
        // the version is omitted if it is the first one
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
