//! Decrypts PKCS #7 enveloped data, as `openssl smime` and eyaml create it, with an RSA key.

use aes::cipher::block_padding::Pkcs7;
use aes::cipher::{BlockCipherDecrypt, BlockModeDecrypt, KeyInit, KeyIvInit};
use cms::cert::IssuerAndSerialNumber;
use cms::enveloped_data::{
    EncryptedContentInfo, EnvelopedData, RecipientIdentifier, RecipientInfo,
};
use x509_cert::Certificate;
use x509_cert::der::asn1::{ContextSpecific, ObjectIdentifier, OctetStringRef};
use x509_cert::der::oid::db::rfc5911;
use x509_cert::der::{Decode, EncodingRules, Header, SliceReader, Tag, TagNumber};
use zeroize::Zeroizing;

use crate::pki::certificate;
use crate::pki::rsa::Key;

// messages of OpenSSL
const NO_PKCS7: &str = "Could not parse the PKCS7: no start line";
const PUBLIC_KEY: &str = "private key is needed";
const NO_ENVELOPE: &str = "wrong content type";
const OTHER_KEY: &str = "private key does not match certificate";
const NO_RECIPIENT: &str = "decrypt error";
const NO_TEXT: &str = "bad decrypt";

/// Our own message: `eyaml` itself encrypts with AES256 only.
const OTHER_CIPHER: &str =
    "the cipher of the text is neither AES nor triple DES with chained blocks";

/// A private key and the certificate for which texts were encrypted.
pub(super) struct Recipient {
    key: Key,
    certificate: Certificate,
}

impl Recipient {
    /// Creates a recipient from two PEM texts.
    ///
    /// # Errors
    /// Fails with Ruby's message if a text is not valid PEM.
    pub fn from_pem(key: &str, certificate: &str) -> Result<Recipient, String> {
        let key = Key::from_pem(key)?;
        let certificate = certificate::from_pem(certificate)?;
        Ok(Recipient { key, certificate })
    }

    /// Decrypts enveloped data in Base64.
    ///
    /// # Errors
    /// Fails with Ruby's message.
    pub fn decrypt(&self, coded: &str) -> Result<String, String> {
        let bytes = runtime::convert::lenient_base64(coded);
        let envelope = envelope(&bytes)?;
        let key = self.key.private().ok_or(PUBLIC_KEY)?;
        let envelope = envelope.ok_or(NO_ENVELOPE)?;
        if !certificate::key(&self.certificate).is_some_and(|key| key.matches(&self.key)) {
            return Err(OTHER_KEY.to_owned());
        }
        let wrapped = self.wrapped_key(&envelope).ok_or(NO_RECIPIENT)?;
        let content_key = key.pkcs1v15_decrypt(wrapped).map_err(|_| NO_TEXT)?;
        let plain = content(&envelope.encrypted_content, &Zeroizing::new(content_key))?;
        Ok(String::from_utf8_lossy(&plain).into_owned())
    }

    /// Returns the content key that was encrypted for this recipient.
    fn wrapped_key<'e>(&self, envelope: &'e EnvelopedData) -> Option<&'e [u8]> {
        let certificate = self.certificate.tbs_certificate();
        let mut recipients = envelope.recip_infos.0.iter().filter_map(named);
        let own = recipients.find(|(recipient, _)| {
            recipient.issuer == *certificate.issuer()
                && recipient.serial_number == *certificate.serial_number()
        });
        own.map(|(_, key)| key)
    }
}

/// Returns the name of a recipient and the key for it, if it is of the only kind that PKCS #7 has.
fn named(info: &RecipientInfo) -> Option<(&IssuerAndSerialNumber, &[u8])> {
    match info {
        RecipientInfo::Ktri(info) => match &info.rid {
            RecipientIdentifier::IssuerAndSerialNumber(name) => {
                Some((name, info.enc_key.as_bytes()))
            }
            RecipientIdentifier::SubjectKeyIdentifier(_) => None,
        },
        _ => None,
    }
}

/// Reads enveloped data; returns `None` for another type of contents. Bytes after it do not count.
///
/// # Errors
/// Fails with OpenSSL's message if it is invalid.
fn envelope(bytes: &[u8]) -> Result<Option<EnvelopedData>, String> {
    let read = || -> x509_cert::der::Result<Option<EnvelopedData>> {
        let mut reader = SliceReader::new_with_encoding_rules(bytes, EncodingRules::Ber)?;
        Header::decode(&mut reader)?
            .tag()
            .assert_eq(Tag::Sequence)?;
        if ObjectIdentifier::decode(&mut reader)? != rfc5911::ID_ENVELOPED_DATA {
            return Ok(None);
        }
        let content = ContextSpecific::decode_explicit(&mut reader, TagNumber(0))?;
        Ok(content.map(|content| content.value))
    };
    let is_readable = |envelope: &EnvelopedData| {
        let mut recipients = envelope.recip_infos.0.iter();
        recipients.all(|info| named(info).is_some())
    };
    match read() {
        Ok(found) if found.iter().all(is_readable) => Ok(found),
        _ => Err(NO_PKCS7.to_owned()),
    }
}

/// Decrypts the content.
fn content(info: &EncryptedContentInfo, key: &[u8]) -> Result<Vec<u8>, String> {
    let unchained = match info.content_enc_alg.oid {
        rfc5911::ID_AES_128_CBC => unchained::<aes::Aes128>,
        rfc5911::ID_AES_192_CBC => unchained::<aes::Aes192>,
        rfc5911::ID_AES_256_CBC => unchained::<aes::Aes256>,
        rfc5911::DES_EDE_3_CBC => unchained::<des::TdesEde3>,
        _ => return Err(OTHER_CIPHER.to_owned()),
    };
    let parameters = info.content_enc_alg.parameters.as_ref();
    let vector = parameters.and_then(|it| it.decode_as::<&OctetStringRef>().ok());
    let content = info.encrypted_content.as_ref();
    let plain = vector
        .zip(content)
        .and_then(|(vector, content)| unchained(key, vector.as_bytes(), content.as_bytes()));
    plain.ok_or_else(|| NO_TEXT.to_owned())
}

/// Decrypts blocks in CBC mode and removes the padding.
fn unchained<C: BlockCipherDecrypt + KeyInit>(
    key: &[u8],
    vector: &[u8],
    content: &[u8],
) -> Option<Vec<u8>> {
    let cipher = cbc::Decryptor::<C>::new_from_slices(key, vector).ok()?;
    cipher.decrypt_padded_vec::<Pkcs7>(content).ok()
}
