//! `eyaml_lookup_key`: YAML files with encrypted texts, `ENC[PKCS7,...]`.
//!
//! What was decrypted is kept in memory by the environment, so that nodes share the work. Without
//! keys, secrets can be replaced by [`REDACTED`].

mod pkcs7;

use super::error::LookupError;
use crate::data::{Data, Pairs};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

/// The name of the function.
pub(super) const FUNCTION: &str = "eyaml_lookup_key";

/// Stands for a secret that is not decrypted.
pub const REDACTED: &str = "[redacted]";

/// What is done about secrets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Secrets {
    /// They are decrypted with the keys that the hierarchy names.
    #[default]
    Decrypt,
    /// They are replaced; no key is read.
    Redact,
}

/// Secrets of an environment, and how they are read.
#[derive(Default)]
pub(super) struct Vault {
    secrets: Secrets,
    keys: RwLock<HashMap<String, Arc<Result<pkcs7::PrivateKey, String>>, FixedState>>,
    texts: RwLock<HashMap<(String, String), Arc<Result<String, String>>, FixedState>>,
}

impl Vault {
    /// One that nothing was read from yet.
    pub fn new(secrets: Secrets) -> Vault {
        Vault {
            secrets,
            ..Vault::default()
        }
    }

    /// Replaces every encrypted text in the value of a key.
    ///
    /// # Errors
    /// The text, and why it can't be decrypted.
    pub fn open(
        &self,
        options: &Data,
        value: &Data,
        key: &str,
        path: &str,
    ) -> Result<Data, LookupError> {
        Ok(match value {
            Data::String(text) => self.text(options, text, key, path)?,
            Data::Array(items) => {
                let items = items.iter().map(|item| self.open(options, item, key, path));
                Data::array(items.collect::<Result<_, _>>()?)
            }
            Data::Hash(hash) => {
                let mut pairs = Pairs::default();
                for (name, value) in hash.iter() {
                    pairs.insert(name.clone(), self.open(options, value, key, path)?);
                }
                Data::hash(pairs)
            }
            other => other.clone(),
        })
    }

    fn text(
        &self,
        options: &Data,
        text: &Arc<str>,
        key: &str,
        path: &str,
    ) -> Result<Data, LookupError> {
        if !text.contains("ENC[") {
            return Ok(Data::String(Arc::clone(text)));
        }
        let (mut done, mut rest, mut found) = (String::new(), &**text, false);
        while let Some(start) = rest.find("ENC[") {
            let Some(secret) = Secret::at(&rest[start..]) else {
                done.push_str(&rest[..start + 4]);
                rest = &rest[start + 4..];
                continue;
            };
            found = true;
            done.push_str(&rest[..start]);
            rest = &rest[start + secret.length..];
            let opened = match self.secrets {
                Secrets::Redact => Ok(REDACTED.to_owned()),
                Secrets::Decrypt => self.decrypted(options, &secret),
            };
            done.push_str(&opened.map_err(|problem| {
                LookupError::lookup(format!(
                    "hiera-eyaml backend error decrypting {text} when looking up {key} in {path}. Error was {problem}"
                ))
            })?);
        }
        done.push_str(rest);
        if found && done.ends_with('\n') {
            done.pop();
        }
        Ok(Data::String(Arc::from(done)))
    }

    fn decrypted(&self, options: &Data, secret: &Secret<'_>) -> Result<String, String> {
        if !secret.scheme.eq_ignore_ascii_case("PKCS7") {
            return Err(format!(
                "texts of {} can't be decrypted, only those of PKCS7",
                secret.scheme
            ));
        }
        let file = key_file(options)?;
        let place = (file, secret.text.clone());
        let known = self
            .texts
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&place)
            .cloned();
        let text = known.unwrap_or_else(|| {
            let text = Arc::new(match &*self.key(&place.0) {
                Ok(key) => key.decrypt(&secret.text),
                Err(problem) => Err(problem.clone()),
            });
            let mut texts = self.texts.write().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(texts.entry(place).or_insert(text))
        });
        (*text).clone()
    }

    /// The private key in a file, or in a text as the environment of the process has it.
    fn key(&self, file: &str) -> Arc<Result<pkcs7::PrivateKey, String>> {
        let mut keys = self.keys.write().unwrap_or_else(PoisonError::into_inner);
        let key = keys.entry(file.to_owned()).or_insert_with(|| {
            Arc::new(match file.starts_with("-----BEGIN") {
                true => pkcs7::PrivateKey::from_pem(file),
                false => read(file).and_then(|text| pkcs7::PrivateKey::from_pem(&text)),
            })
        });
        Arc::clone(key)
    }
}

/// An encrypted text.
struct Secret<'t> {
    scheme: &'t str,
    /// Base64 on one line.
    text: String,
    /// Bytes of all of it.
    length: usize,
}

impl Secret<'_> {
    /// The secret that a text begins with.
    fn at(text: &str) -> Option<Secret<'_>> {
        let inner = text.strip_prefix("ENC[")?;
        let end = inner.find(']')?;
        let inner = &inner[..end];
        let is_word = |text: &str| text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        let (scheme, coded) = match inner.split_once(',') {
            Some((scheme, coded)) if !scheme.is_empty() && is_word(scheme) => (scheme, coded),
            Some(_) => return None,
            None => ("PKCS7", inner),
        };
        let allowed = |b: u8| b.is_ascii_alphanumeric() || b"+/= \n".contains(&b);
        if coded.is_empty() || !coded.bytes().all(allowed) {
            return None;
        }
        Some(Secret {
            scheme,
            text: coded.chars().filter(|c| !c.is_whitespace()).collect(),
            length: end + 5,
        })
    }
}

/// The file of the private key. The public one is only asked for as the reference does.
fn key_file(options: &Data) -> Result<String, String> {
    let option = |name: &str| -> Result<Option<String>, String> {
        let get = |name: &str| options.as_hash().and_then(|options| options.get(name));
        if let Some(path) = get(name).and_then(Data::as_str) {
            return Ok(Some(path.to_owned()));
        }
        match get(&format!("{name}_env_var")).and_then(Data::as_str) {
            Some(variable) => std::env::var(variable)
                .map(Some)
                .map_err(|_| "no implicit conversion of nil into String".to_owned()),
            None => Ok(None),
        }
    };
    let public = option("pkcs7_public_key")?.ok_or("pkcs7_public_key is not defined")?;
    let private = option("pkcs7_private_key")?.ok_or("pkcs7_private_key is not defined")?;
    if !private.starts_with("-----BEGIN") {
        read(&private)?;
    }
    if !public.starts_with("-----BEGIN") {
        read(&public)?;
    }
    Ok(private)
}

fn read(path: &str) -> Result<String, String> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => {
            Err(format!("Permission denied @ rb_sysopen - {path}"))
        }
        Err(_) => Err(format!("No such file or directory @ rb_sysopen - {path}")),
    }
}
