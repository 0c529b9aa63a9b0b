//! PKCS #7 enveloped data, as `openssl smime` and eyaml make it, opened with an RSA key.

use aes::cipher::{Block, BlockCipherDecrypt, KeyInit};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use crypto_bigint::modular::{BoxedMontyForm, BoxedMontyParams};
use crypto_bigint::{BoxedUint, Odd};

use crate::der::{CONTEXT, INTEGER, OCTETS, OID, Reader, SEQUENCE, SET, pem, unsigned};

/// What Ruby says of a text that is none.
const NO_PKCS7: &str = "Could not parse the PKCS7: no start line";
const NO_KEY: &str = "Neither PUB key nor PRIV key: unsupported";

const CONTEXT_OCTETS: u8 = 0x80;

const ENVELOPED: &[u8] = b"\x2a\x86\x48\x86\xf7\x0d\x01\x07\x03";
const AES128: &[u8] = b"\x60\x86\x48\x01\x65\x03\x04\x01\x02";
const AES192: &[u8] = b"\x60\x86\x48\x01\x65\x03\x04\x01\x16";
const AES256: &[u8] = b"\x60\x86\x48\x01\x65\x03\x04\x01\x2a";
const TRIPLE_DES: &[u8] = b"\x2a\x86\x48\x86\xf7\x0d\x03\x07";

/// The part of a private key that decrypting takes.
pub(super) struct PrivateKey {
    modulus: BoxedMontyParams,
    exponent: BoxedUint,
    /// Bytes of the modulus.
    size: usize,
}

impl PrivateKey {
    /// The key of a PEM text, PKCS #8 or PKCS #1, not itself encrypted.
    ///
    /// # Errors
    /// Ruby's text when there is none.
    pub fn from_pem(text: &str) -> Result<PrivateKey, String> {
        let bytes = ["PRIVATE KEY", "RSA PRIVATE KEY"]
            .iter()
            .find_map(|label| pem(text, label))
            .ok_or(NO_KEY)?;
        PrivateKey::from_der(&bytes).ok_or_else(|| NO_KEY.to_owned())
    }

    fn from_der(bytes: &[u8]) -> Option<PrivateKey> {
        let mut outer = Reader(Reader(bytes).take(SEQUENCE)?);
        outer.take(INTEGER)?;
        let inner;
        if outer.0.first() == Some(&SEQUENCE) {
            outer.take(SEQUENCE)?;
            inner = Reader(outer.take(OCTETS)?).take(SEQUENCE)?;
            outer = Reader(inner);
            outer.take(INTEGER)?;
        }
        let modulus = unsigned(outer.take(INTEGER)?);
        outer.take(INTEGER)?;
        let exponent = unsigned(outer.take(INTEGER)?);
        let bits = u32::try_from(modulus.len() * 8)
            .ok()
            .filter(|bits| *bits <= 16_384)?;
        let number = |bytes: &[u8]| BoxedUint::from_be_slice(bytes, bits).ok();
        let odd: Option<Odd<BoxedUint>> = Odd::new(number(modulus)?).into();
        Some(PrivateKey {
            modulus: BoxedMontyParams::new(odd?),
            exponent: number(exponent)?,
            size: modulus.len(),
        })
    }

    /// The text in a Base64 text of enveloped data.
    ///
    /// # Errors
    /// Ruby's text.
    pub fn decrypt(&self, coded: &str) -> Result<String, String> {
        let bytes = BASE64.decode(coded).map_err(|_| NO_PKCS7)?;
        let envelope = Envelope::read(&bytes).ok_or(NO_PKCS7)?;
        let plain = envelope
            .keys
            .iter()
            .filter_map(|key| self.unwrapped(key))
            .find_map(|key| envelope.content(&key))
            .ok_or("no recipient matches certificate")?;
        Ok(String::from_utf8_lossy(&plain).into_owned())
    }

    /// The content's key, of what was encrypted for this one.
    fn unwrapped(&self, wrapped: &[u8]) -> Option<Vec<u8>> {
        let bits = u32::try_from(self.size * 8).ok()?;
        let number = BoxedUint::from_be_slice(wrapped, bits).ok()?;
        let number = BoxedMontyForm::new(number, &self.modulus).pow(&self.exponent);
        let bytes = number.retrieve().to_be_bytes();
        let bytes = &bytes[bytes.len().checked_sub(self.size)?..];
        // PKCS #1 version 1.5: 0, 2, random bytes, 0, the key
        let padded = bytes.strip_prefix(&[0, 2])?;
        let end = padded.iter().position(|byte| *byte == 0)?;
        Some(padded[end + 1..].to_vec())
    }
}

/// Enveloped data.
struct Envelope<'b> {
    /// The content's key, encrypted for each recipient.
    keys: Vec<&'b [u8]>,
    cipher: &'b [u8],
    vector: &'b [u8],
    content: Vec<u8>,
}

impl<'b> Envelope<'b> {
    fn read(bytes: &'b [u8]) -> Option<Envelope<'b>> {
        let mut outer = Reader(Reader(bytes).take(SEQUENCE)?);
        if outer.take(OID)? != ENVELOPED {
            return None;
        }
        let mut data = Reader(Reader(outer.take(CONTEXT)?).take(SEQUENCE)?);
        data.take(INTEGER)?;
        let mut recipients = Reader(data.take(SET)?);
        let mut keys = Vec::new();
        while let Some(recipient) = recipients.take(SEQUENCE) {
            let mut recipient = Reader(recipient);
            recipient.take(INTEGER)?;
            recipient.take(SEQUENCE)?;
            recipient.take(SEQUENCE)?;
            keys.push(recipient.take(OCTETS)?);
        }
        let mut content = Reader(data.take(SEQUENCE)?);
        content.take(OID)?;
        let mut algorithm = Reader(content.take(SEQUENCE)?);
        let cipher = algorithm.take(OID)?;
        let vector = algorithm.take(OCTETS)?;
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

    /// The content, decrypted.
    fn content(&self, key: &[u8]) -> Option<Vec<u8>> {
        let (vector, content) = (self.vector, &self.content);
        match self.cipher {
            AES128 => unchained::<aes::Aes128>(key, vector, content),
            AES192 => unchained::<aes::Aes192>(key, vector, content),
            AES256 => unchained::<aes::Aes256>(key, vector, content),
            TRIPLE_DES => unchained::<des::TdesEde3>(key, vector, content),
            _ => None,
        }
    }
}

/// Decrypts blocks that were chained (CBC), and takes the padding off.
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
