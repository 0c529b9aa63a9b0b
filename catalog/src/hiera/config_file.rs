//! Reads `hiera.yaml` in all its versions.

use std::sync::Arc;

use runtime::error::Kind;
use runtime::platform::lacks_method;

use super::config::{Config, ConfigOrigin, Layer, get};
use super::error::LookupError;
use super::key::ruby_class;
use super::text::inspected;
use super::{Scope, Source, Warning, legacy};
use crate::data::{Data, Pairs, ReadError, read_yaml};

impl Config {
    /// Reads the `hiera.yaml` at `path`; returns `None` if there is none.
    ///
    /// # Errors
    /// Fails on everything that Puppet rejects; the error comes with the warnings logged before it.
    pub fn read(
        source: &dyn Source,
        layer: &Layer,
        root: &str,
        path: &str,
        scope: &mut dyn Scope,
    ) -> Result<Option<Config>, (Vec<Warning>, LookupError)> {
        let stamp = source.stamp(path);
        let bytes = match source.read(path) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return Ok(None),
            Err(text) => return Err((Vec::new(), LookupError::other(text))),
        };
        let data = read_yaml(path, &bytes).map_err(|error| (Vec::new(), unreadable(error)))?;
        let mut config = Config::empty(root, path, ConfigOrigin::File);
        config.text = Arc::from(String::from_utf8_lossy(&bytes));
        config.stamp = stamp;
        match config.fill(layer, &data, scope) {
            Ok(()) => Ok(Some(config)),
            Err(error) => Err((config.warnings, error)),
        }
    }

    fn fill(
        &mut self,
        layer: &Layer,
        data: &Data,
        scope: &mut dyn Scope,
    ) -> Result<(), LookupError> {
        let Data::Hash(_) = data else {
            let text = format!(
                "{}: File exists but does not contain a valid YAML hash. Falling back to Hiera version 3 default config",
                self.path
            );
            self.warnings.push(Warning {
                text,
                file: None,
                once: None,
            });
            return legacy::version3(self, layer, &Pairs::default(), scope);
        };
        let data = data.with_text_keys();
        let Data::Hash(hash) = &data else {
            return Ok(());
        };
        let version = version(hash, scope)?;
        self.version = version.parse().unwrap_or(0);
        match self.version {
            5 => self.fill5(layer, hash, scope),
            4 => legacy::version4(self, layer, hash, scope),
            3 => legacy::version3(self, layer, hash, scope),
            _ => Err(self.issue(
                None,
                format!("This runtime does not support hiera.yaml version {version}"),
            )),
        }
    }
}

fn unreadable(error: ReadError) -> LookupError {
    match error {
        ReadError::Parse(text) | ReadError::Bare(text) | ReadError::List(text) => {
            LookupError::puppet(text)
        }
        ReadError::Stack => LookupError::issue("stack level too deep"),
        ReadError::Fault(fault) => fault.into(),
    }
}

/// Returns the version, converted like Ruby's `to_i`; 3 if there is none.
///
/// # Errors
/// Fails with Ruby's error if the value has no `to_i`.
fn version(hash: &Pairs, scope: &mut dyn Scope) -> Result<String, LookupError> {
    let version = match get(hash, "version") {
        None | Some(Data::Undef | Data::Boolean(false)) => 3,
        Some(Data::Integer(version)) => *version,
        Some(Data::BigInteger(digits)) => return Ok(digits.to_string()),
        Some(Data::Float(version)) if !version.is_finite() => {
            let mut text = String::new();
            rubycore::float::write(*version, &mut text);
            return Err(LookupError::fault(Kind::Range, text));
        }
        Some(Data::Float(version)) => return Ok(format!("{:.0}", version.trunc() + 0.0)),
        Some(Data::String(text)) => {
            let digits = text
                .trim_start()
                .bytes()
                .take_while(u8::is_ascii_digit)
                .count();
            text.trim_start()[..digits].parse().unwrap_or(0)
        }
        Some(other @ (Data::Array(_) | Data::Hash(_) | Data::Boolean(_))) => {
            let (text, class) = (inspected(other, scope), ruby_class(other));
            let text = lacks_method("to_i", &format!("{text}:{class}"));
            return Err(LookupError::fault(Kind::NoMethod, text));
        }
        Some(_) => 0,
    };
    Ok(version.to_string())
}
