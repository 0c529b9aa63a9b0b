//! PKCS #7 enveloped data, as `openssl smime` and eyaml create it, decrypted with an RSA key.

use aes::cipher::{Block, BlockCipherDecrypt, KeyInit};

use crate::pki::certificate::Encoded;
use crate::pki::der::{CONTEXT, INTEGER, OCTETS, OID, Reader, SEQUENCE, SET};
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

const CONTEXT_OCTETS: u8 = 0x80;

const ENVELOPED: &[u8] = b"\x2a\x86\x48\x86\xf7\x0d\x01\x07\x03";
const AES128: &[u8] = b"\x60\x86\x48\x01\x65\x03\x04\x01\x02";
const AES192: &[u8] = b"\x60\x86\x48\x01\x65\x03\x04\x01\x16";
const AES256: &[u8] = b"\x60\x86\x48\x01\x65\x03\x04\x01\x2a";
const TRIPLE_DES: &[u8] = b"\x2a\x86\x48\x86\xf7\x0d\x03\x07";

/// A private key and the certificate for which texts were encrypted.
pub(super) struct Recipient {
    key: Key,
    certificate: Encoded,
}

impl Recipient {
    /// Creates a recipient from two PEM texts.
    ///
    /// # Errors
    /// Ruby's message if a text is not valid PEM.
    pub fn from_pem(key: &str, certificate: &str) -> Result<Recipient, String> {
        let key = Key::from_pem(key)?;
        let certificate = Encoded::from_pem(certificate)?;
        certificate.read()?;
        Ok(Recipient { key, certificate })
    }

    /// Decrypts enveloped data in Base64.
    ///
    /// # Errors
    /// Ruby's message.
    pub fn decrypt(&self, coded: &str) -> Result<String, String> {
        let bytes = runtime::convert::lenient_base64(coded);
        let mut info = Reader(Reader(&bytes).take(SEQUENCE).ok_or(NO_PKCS7)?);
        let kind = info.take(OID).ok_or(NO_PKCS7)?;
        if !self.key.is_private() {
            return Err(PUBLIC_KEY.to_owned());
        }
        if kind != ENVELOPED {
            return Err(NO_ENVELOPE.to_owned());
        }
        let certificate = self.certificate.read()?;
        if !certificate.key.is_some_and(|key| key.matches(&self.key)) {
            return Err(OTHER_KEY.to_owned());
        }
        let envelope = Envelope::read(info).ok_or(NO_RECIPIENT)?;
        let wrapped = envelope
            .keys
            .iter()
            .find(|key| key.issue == certificate.issue);
        let wrapped = wrapped.ok_or(NO_RECIPIENT)?;
        let content_key = self.unwrapped(wrapped.encrypted).ok_or(NO_TEXT)?;
        let plain = envelope.content(&content_key)?;
        Ok(String::from_utf8_lossy(&plain).into_owned())
    }

    /// Decrypts the content key that was encrypted for this recipient.
    fn unwrapped(&self, encrypted: &[u8]) -> Option<Vec<u8>> {
        let bytes = self.key.with_private(encrypted)?;
        // PKCS #1 version 1.5: 0, 2, random bytes, 0, the key
        let padded = bytes.strip_prefix(&[0, 2])?;
        let end = padded.iter().position(|byte| *byte == 0)?;
        Some(padded[end + 1..].to_vec())
    }
}

/// The content key, encrypted for one recipient.
struct WrappedKey<'b> {
    /// The issuer of the recipient's certificate with tag and length, and the serial number.
    issue: (&'b [u8], &'b [u8]),
    encrypted: &'b [u8],
}

/// Enveloped data.
struct Envelope<'b> {
    /// The content key for each recipient.
    keys: Vec<WrappedKey<'b>>,
    cipher: &'b [u8],
    vector: &'b [u8],
    content: Vec<u8>,
}

impl<'b> Envelope<'b> {
    /// Reads the data after the object identifier of its content type.
    fn read(mut info: Reader<'b>) -> Option<Envelope<'b>> {
        let mut data = Reader(Reader(info.take(CONTEXT)?).take(SEQUENCE)?);
        data.take(INTEGER)?;
        let mut recipients = Reader(data.take(SET)?);
        let mut keys = Vec::new();
        while let Some(recipient) = recipients.take(SEQUENCE) {
            let mut recipient = Reader(recipient);
            recipient.take(INTEGER)?;
            let mut issue = Reader(recipient.take(SEQUENCE)?);
            let issue = (issue.take_whole(SEQUENCE)?, issue.take(INTEGER)?);
            // the algorithm
            recipient.take(SEQUENCE)?;
            let encrypted = recipient.take(OCTETS)?;
            keys.push(WrappedKey { issue, encrypted });
        }
        let mut content = Reader(data.take(SEQUENCE)?);
        content.take(OID)?;
        let mut algorithm = Reader(content.take(SEQUENCE)?);
        let cipher = algorithm.take(OID)?;
        let vector = algorithm.take(OCTETS).unwrap_or_default();
        let content = match content.take(CONTEXT_OCTETS) {
            Some(whole) => whole.to_vec(),
            None => {
                let mut parts = Reader(content.take(CONTEXT)?);
                std::iter::from_fn(|| parts.take(OCTETS))
                    .flatten()
                    .copied()
                    .collect()
            }
        };
        Some(Envelope {
            keys,
            cipher,
            vector,
            content,
        })
    }

    /// Decrypts the content.
    fn content(&self, key: &[u8]) -> Result<Vec<u8>, String> {
        let unchained = match self.cipher {
            AES128 => unchained::<aes::Aes128>,
            AES192 => unchained::<aes::Aes192>,
            AES256 => unchained::<aes::Aes256>,
            TRIPLE_DES => unchained::<des::TdesEde3>,
            _ => return Err(OTHER_CIPHER.to_owned()),
        };
        unchained(key, self.vector, &self.content).ok_or_else(|| NO_TEXT.to_owned())
    }
}

/// Decrypts blocks in CBC mode and removes the padding.
fn unchained<C: BlockCipherDecrypt + KeyInit>(
    key: &[u8],
    vector: &[u8],
    content: &[u8],
) -> Option<Vec<u8>> {
    let cipher = C::new_from_slice(key).ok()?;
    let size = C::block_size();
    if vector.len() != size || content.is_empty() || !content.len().is_multiple_of(size) {
        return None;
    }
    let mut plain = Vec::with_capacity(content.len());
    let mut before = vector;
    for chunk in content.chunks(size) {
        let mut block = Block::<C>::try_from(chunk).ok()?;
        cipher.decrypt_block(&mut block);
        plain.extend(block.iter().zip(before).map(|(a, b)| a ^ b));
        before = chunk;
    }
    let padding = usize::from(*plain.last()?);
    let end = plain.len().checked_sub(padding)?;
    let is_padded = (1..=size).contains(&padding)
        && plain[end..]
            .iter()
            .all(|byte| usize::from(*byte) == padding);
    plain.truncate(end);
    is_padded.then_some(plain)
}
