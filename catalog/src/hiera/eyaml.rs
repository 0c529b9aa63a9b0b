//! Implements `eyaml_lookup_key`: reads YAML files with encrypted texts, `ENC[PKCS7,...]`.
//!
//! The environment keeps decrypted texts in memory, so that nodes share the work. Where no keys are
//! available, secrets can be replaced by [`REDACTED`].

mod pkcs7;

use super::error::LookupError;
use super::key::ruby_class;
use super::{Disk, Source};
use crate::data::{Data, Pairs};
use crate::environment::files::read_source;
use crate::read_set::{self, Topic, answer_of_read};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

/// The name of the function.
pub const FUNCTION: &str = "eyaml_lookup_key";

/// The replacement of a secret that is not decrypted.
pub const REDACTED: &str = "[redacted]";

/// The treatment of secrets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Secrets {
    /// Secrets are decrypted with the keys that the hierarchy names.
    #[default]
    Decrypt,
    /// Secrets are replaced; no key is read.
    Redact,
}

/// The decrypted secrets of an environment, and their treatment.
#[derive(Default)]
pub(super) struct Vault {
    secrets: Secrets,
    recipients: RwLock<HashMap<Keys, Arc<Result<pkcs7::Recipient, String>>, FixedState>>,
    texts: RwLock<HashMap<(Keys, String), Arc<Result<String, String>>, FixedState>>,
}

impl Vault {
    /// Creates an empty vault.
    pub fn new(secrets: Secrets) -> Vault {
        Vault {
            secrets,
            ..Vault::default()
        }
    }

    /// Decrypts all encrypted texts in the value of a key.
    ///
    /// # Errors
    /// Reports a text that cannot be decrypted, with the reason.
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
        let done = if found { without_break(&done) } else { &done };
        Ok(Data::String(Arc::from(done)))
    }

    fn decrypted(&self, options: &Data, secret: &Secret<'_>) -> Result<String, String> {
        if !secret.scheme.eq_ignore_ascii_case("PKCS7") {
            return Err(format!(
                "texts of {} can't be decrypted, only those of PKCS7",
                secret.scheme
            ));
        }
        let place = (Keys::of(options)?, secret.text.clone());
        place.0.note();
        let known = self
            .texts
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&place)
            .cloned();
        let text = known.unwrap_or_else(|| {
            let text = Arc::new(match &*self.recipient(&place.0) {
                Ok(recipient) => recipient.decrypt(&secret.text),
                Err(problem) => Err(problem.clone()),
            });
            let mut texts = self.texts.write().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(texts.entry(place).or_insert(text))
        });
        (*text).clone()
    }

    fn recipient(&self, keys: &Keys) -> Arc<Result<pkcs7::Recipient, String>> {
        let mut recipients = self
            .recipients
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        let recipient = recipients.entry(keys.clone()).or_insert_with(|| {
            let recipient = || {
                let private = keys.private.read()?;
                pkcs7::Recipient::from_pem(&private, &keys.public.read()?)
            };
            Arc::new(read_set::without_notes(recipient))
        });
        Arc::clone(recipient)
    }
}

/// Removes the line break at the end of a text.
fn without_break(text: &str) -> &str {
    let without = text.strip_suffix('\n').unwrap_or(text);
    without.strip_suffix('\r').unwrap_or(without)
}

/// An encrypted text.
struct Secret<'t> {
    scheme: &'t str,
    /// The encrypted content in Base64.
    text: String,
    /// The length of the whole secret in bytes.
    length: usize,
}

impl Secret<'_> {
    /// Parses the secret that a text starts with.
    fn at(text: &str) -> Option<Secret<'_>> {
        let inner = text.strip_prefix("ENC[")?;
        // stops at the first character that a secret cannot contain
        let end = inner.find(|c: char| !c.is_ascii_alphanumeric() && !"+/= ,_".contains(c))?;
        let inner = inner[end..].starts_with(']').then(|| &inner[..end])?;
        let is_word = |text: &str| text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        let (scheme, coded) = match inner.split_once(',') {
            Some((scheme, coded)) if !scheme.is_empty() && is_word(scheme) => (scheme, coded),
            Some(_) => return None,
            None => ("PKCS7", inner),
        };
        let allowed = |b: u8| b.is_ascii_alphanumeric() || b"+/= ".contains(&b);
        if coded.is_empty() || !coded.bytes().all(allowed) {
            return None;
        }
        Some(Secret {
            scheme,
            text: coded.to_owned(),
            length: end + 5,
        })
    }
}

/// The places of the two keys, from the options.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Keys {
    public: KeyPlace,
    private: KeyPlace,
}

/// The place of a key.
#[derive(Clone, PartialEq, Eq, Hash)]
enum KeyPlace {
    File(String),
    /// The text itself, from an environment variable of the process.
    Text(String),
}

impl Keys {
    fn of(options: &Data) -> Result<Keys, String> {
        let missing = |name: &str| format!("{name} is not defined");
        let place = |name: &str| KeyPlace::of(options, name)?.ok_or_else(|| missing(name));
        Ok(Keys {
            public: place("pkcs7_public_key")?,
            private: place("pkcs7_private_key")?,
        })
    }
}

impl Keys {
    /// Notes that the key files are read.
    fn note(&self) {
        for key in [&self.public, &self.private] {
            if let KeyPlace::File(path) = key {
                read_set::note(Topic::File, path, || {
                    answer_of_read(&read_source(path.as_ref()))
                });
            }
        }
    }
}

impl KeyPlace {
    fn of(options: &Data, name: &str) -> Result<Option<KeyPlace>, String> {
        let option = |name: &str| {
            let given = options.as_hash().and_then(|options| options.get(name));
            given.filter(|given| !matches!(given, Data::Undef | Data::Boolean(false)))
        };
        if let Some(path) = option(name) {
            return text_of(path).map(KeyPlace::File).map(Some);
        }
        let Some(variable) = option(&format!("{name}_env_var")) else {
            return Ok(None);
        };
        let name = text_of(variable)?;
        let text = read_set::environment_variable(&name);
        let text = text.ok_or("no implicit conversion of nil into String")?;
        Ok(Some(KeyPlace::Text(text)))
    }

    fn read(&self) -> Result<String, String> {
        match self {
            KeyPlace::Text(text) => Ok(text.clone()),
            KeyPlace::File(path) => match Disk::default().read(path)? {
                Some(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
                None => Err(format!("No such file or directory @ rb_sysopen - {path}")),
            },
        }
    }
}

/// Returns the text of an option.
fn text_of(option: &Data) -> Result<String, String> {
    option.as_str().map(str::to_owned).ok_or_else(|| {
        let class = match option {
            Data::Boolean(true) => "true",
            other => ruby_class(other),
        };
        format!("no implicit conversion of {class} into String")
    })
}
