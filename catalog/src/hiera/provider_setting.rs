//! Reads the settings that selected data providers before `hiera.yaml` did:
//! `environment_data_provider` in `environment.conf`, and `data_provider` in the `metadata.json` of
//! a module.

use super::config::{
    BackendFunction, Config, ConfigOrigin, FunctionKind, HierarchyLevel, Layer, Locations,
};
use super::error::LookupError;
use super::{Scope, Warning};
use crate::data::{Data, Pairs};
use std::sync::Arc;

/// A deprecated data provider setting.
pub(super) struct ProviderSetting<'a> {
    /// The name of the environment.
    pub environment: &'a str,
    /// The layer that it belongs to: an environment or a module.
    pub layer: &'a Layer,
    /// The folder of the layer.
    pub folder: &'a str,
    /// The value of the setting.
    pub provider: &'a str,
}

impl ProviderSetting<'_> {
    /// Applies the setting to the configuration of the same layer.
    ///
    /// # Errors
    /// Fails for an unknown provider; the error comes with the warnings logged before it.
    pub fn apply(
        &self,
        mut config: Config,
        scope: &mut dyn Scope,
    ) -> Result<Config, (Vec<Warning>, LookupError)> {
        if config.standing == ConfigOrigin::File && config.version >= 5 {
            self.ignored(&mut config);
            return Ok(config);
        }
        let is_file = config.standing == ConfigOrigin::File;
        let hint = match is_file {
            true => "",
            false => " A 'hiera.yaml' file should be used instead",
        };
        config.warnings.push(self.deprecated(&format!(".{hint}")));
        let done = match self.provider {
            "none" => {
                config.standing = ConfigOrigin::Off;
                Ok(())
            }
            "hiera" if is_file => Ok(()),
            "hiera" => {
                config.standing = ConfigOrigin::Setting;
                config.version = 5;
                let version = std::iter::once((Data::string("version"), Data::Integer(5)));
                config.fill5(self.layer, &version.collect(), scope)
            }
            "function" => {
                self.call_function(&mut config);
                Ok(())
            }
            other => Err(LookupError::other(format!(
                "Environment '{}', cannot find {} '{other}'",
                self.environment,
                match self.layer {
                    Layer::Module(_) => "module_data_provider",
                    _ => "environment_data_provider",
                }
            ))),
        };
        match done {
            Ok(()) => Ok(config),
            Err(error) => Err((config.warnings, error)),
        }
    }

    /// Warns that the setting is ignored.
    fn ignored(&self, config: &mut Config) {
        if let Layer::Module(_) = self.layer {
            let text = ". It is ignored since a 'hiera.yaml' with version >= 5 is present";
            config.warnings.push(self.deprecated(text));
            return;
        }
        config.warnings.push(self.deprecated(""));
        if self.provider != "hiera" {
            let text = format!(
                "The environment_data_provider='{}' setting is ignored since '{}' version >= 5",
                self.provider, config.path
            );
            config.warnings.push(self.warning(text));
        }
    }

    fn deprecated(&self, more: &str) -> Warning {
        let provider = self.provider;
        self.warning(match self.layer {
            Layer::Module(_) => format!(
                "Defining \"data_provider\": \"{provider}\" in metadata.json is deprecated{more}"
            ),
            _ => format!(
                "Defining environment_data_provider='{provider}' in environment.conf is deprecated{more}"
            ),
        })
    }

    fn warning(&self, text: String) -> Warning {
        let file: Arc<str> = Arc::from(match self.layer {
            Layer::Module(_) => format!("{}/metadata.json", self.folder),
            _ => format!("{}/environment.conf", self.folder),
        });
        Warning {
            once: Some(Arc::from(format!("{file}: {text}"))),
            text,
            file: Some(file),
        }
    }

    /// Makes the function `data` of the module or environment the only level.
    fn call_function(&self, config: &mut Config) {
        let name: Arc<str> = Arc::from(match self.layer {
            Layer::Module(module) => format!("{module}::data"),
            _ => "environment::data".to_owned(),
        });
        config.warnings.push(Warning {
            text: format!(
                "Using of legacy data provider function '{name}'. Please convert to a 'data_hash' function"
            ),
            file: None,
            // only the first such function of all is reported
            once: Some(Arc::from("legacy data provider function")),
        });
        config.standing = ConfigOrigin::Setting;
        config.version = 5;
        config.flaw = None;
        config.levels = vec![HierarchyLevel {
            name: Arc::clone(&name),
            function: BackendFunction {
                kind: FunctionKind::V4DataHash,
                name,
            },
            options: Data::hash(Pairs::default()),
            datadir: Arc::from("data"),
            locations: Locations::None,
            extension: None,
        }];
    }
}
