//! Owns the options that commands about nodes share.

use std::path::{Path, PathBuf};

use catalog::environment::{Main, Options};
use catalog::exported::{CurrentStore, Store};
use catalog::hiera::Secrets;
use catalog::puppet_settings;
use clap::{Args, ValueEnum};
use conformance::limits::LimitArguments;
use runtime::settings::Settings;
use serde_json::Value as Json;

use super::Inputs;
use super::puppetdb::{PuppetDb, PuppetDbArguments};

/// The default name of an environment that is not below a folder `environments`.
const DEFAULT_ENVIRONMENT: &str = "production";

/// The value of `--exported-from` that means the server of `--puppetdb`.
const FROM_PUPPETDB: &str = "puppetdb";

/// The options that commands about nodes share.
#[derive(Args, Clone, Debug)]
pub struct InputArguments {
    /// Folder of the environment. By default, use the control repository that contains the current
    /// folder: search upwards for a folder with environment.conf, or with manifests next to
    /// modules, site-modules or Puppetfile.
    #[arg(long, value_name = "DIR")]
    pub environment: Option<PathBuf>,
    /// Do not use the control repository that contains the current folder.
    #[arg(long, conflicts_with = "environment")]
    pub no_environment: bool,
    /// Use this main manifest, a file or a folder, instead of that of the environment.
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
    /// Name of the environment. By default, the name of its folder if this is in a folder
    /// `environments`, otherwise production.
    #[arg(long, value_name = "NAME")]
    pub environment_name: Option<String>,
    /// Use these folders of modules, separated by colons, instead of those of the environment.
    #[arg(long, value_name = "DIRS")]
    pub modulepath: Option<String>,
    /// Read facts from this folder of NODE.json or NODE.yaml, or from this file: the output of
    /// facter or `puppet facts`, node => facts, or an answer of PuppetDB for facts, factsets or
    /// inventory.
    #[arg(long, value_name = "PATH")]
    pub facts: Option<PathBuf>,
    /// Generate facts from this file, which has a base and axes of variants. Each combination is a
    /// node.
    #[arg(long, value_name = "FILE", conflicts_with = "facts")]
    pub facts_set: Option<PathBuf>,
    /// PuppetDB.
    #[command(flatten)]
    pub puppetdb: PuppetDbArguments,
    /// Override entries of `$trusted` with those in this file: entries for all nodes, or node =>
    /// entries.
    #[arg(long, value_name = "FILE")]
    pub trusted: Option<PathBuf>,
    /// Read `$server_facts` from this file.
    #[arg(long, value_name = "FILE")]
    pub server_facts: Option<PathBuf>,
    /// Use this external node classifier: a file with `classes`, `parameters` and `environment` for
    /// all nodes, or node => these; or a command that gets the node's name as its argument and
    /// prints them.
    #[arg(long, value_name = "FILE|COMMAND")]
    pub enc: Option<String>,
    /// Read exported resources and the answers of puppetdb_query from here: a folder of catalogs or
    /// of files that --exported-to has written, a file of resources from PuppetDB, or `puppetdb`
    /// for the server of --puppetdb. Sets storeconfigs.
    #[arg(long, value_name = "PATH")]
    pub exported_from: Option<PathBuf>,
    /// Read the configuration of the global data layer from this file.
    #[arg(long, value_name = "FILE")]
    pub hiera_config: Option<PathBuf>,
    /// Choose whether to decrypt encrypted data, or to replace it by a placeholder, which needs no
    /// keys.
    #[arg(long, value_name = "MODE", default_value = "decrypt")]
    pub secrets: SecretsArgument,
    /// Settings of Puppet.
    #[command(flatten)]
    pub settings: SettingArguments,
    /// The limits of an evaluation.
    #[command(flatten)]
    pub limits: LimitArguments,
}

/// Settings of Puppet.
#[derive(Args, Clone, Debug)]
pub struct SettingArguments {
    /// Set a setting of Puppet; may be given several times.
    #[arg(long, value_name = "KEY=VALUE", value_parser = setting)]
    pub setting: Vec<(String, String)>,
    /// The settings of bunraku.toml and BUNRAKU_SETTING. Those of the command line override them.
    #[arg(long, value_name = "KEY=VALUE", value_parser = setting, hide = true)]
    pub configured_setting: Vec<(String, String)>,
}

/// The values of `--secrets`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SecretsArgument {
    /// Decrypt it with the keys that hiera.yaml names.
    Decrypt,
    /// Replace it by a placeholder, and read no keys.
    Redact,
}

impl InputArguments {
    /// Returns the environment's name. A folder below `environments`, as on a server, has the name
    /// of its environment; any other checkout is `production`.
    #[must_use]
    pub fn environment_name(&self) -> String {
        let given = self.environment_name.clone();
        let named = || bunraku::environments::name_of_folder(self.environment.as_deref()?);
        given
            .or_else(named)
            .unwrap_or_else(|| DEFAULT_ENVIRONMENT.to_owned())
    }

    /// Returns Puppet's settings with those of the command line applied.
    fn settings(&self) -> Settings {
        let given = &self.settings;
        let all = given.configured_setting.iter().chain(&given.setting);
        let entry = |(key, value): &(String, String)| (key.clone(), Json::from(value.as_str()));
        let mut settings = puppet_settings::settings(&all.map(entry).collect::<Vec<_>>());
        self.limits.apply(&mut settings);
        settings
    }
}

/// Checks that there is something to compile.
///
/// # Errors
/// Fails if there is neither an environment nor a manifest.
pub fn wanted(arguments: &InputArguments) -> Result<(), String> {
    match (&arguments.environment, &arguments.manifest) {
        (None, None) => Err(
            "--environment <DIR> or --manifest <FILE> is required: the current folder is in no control \
             repository"
                .to_owned(),
        ),
        _ => Ok(()),
    }
}

/// Returns the options to open the environment with. Queries see the facts of `inputs`.
///
/// # Errors
/// Fails if a folder or file does not exist.
pub fn options(arguments: &InputArguments, inputs: Option<&Inputs>) -> Result<Options, String> {
    let given = |path: &Option<PathBuf>, kind: &str, is: fn(&Path) -> bool| match path {
        Some(path) if !is(path) => Err(format!("{}: no such {kind}", path.display())),
        _ => Ok(()),
    };
    given(&arguments.environment, "folder", Path::is_dir)?;
    given(&arguments.hiera_config, "file", Path::is_file)?;
    given(&arguments.manifest, "file or folder", Path::exists)?;
    let mut settings = arguments.settings();
    let store = match &arguments.exported_from {
        Some(path) => {
            settings.storeconfigs = true;
            let store = match inputs {
                Some(inputs) => inputs.store(Some(path))?,
                None => read_store(path, None)?,
            };
            Some(CurrentStore::new(store))
        }
        None => None,
    };
    Ok(Options {
        name: Some(arguments.environment_name()),
        directory: arguments.environment.clone(),
        main: match &arguments.manifest {
            Some(path) => Main::Path(path.clone()),
            None => Main::Configured,
        },
        module_path: folders(arguments.modulepath.as_deref()),
        hiera_config: arguments.hiera_config.clone(),
        settings,
        store,
        secrets: match arguments.secrets {
            SecretsArgument::Decrypt => Secrets::Decrypt,
            SecretsArgument::Redact => Secrets::Redact,
        },
        ..Options::default()
    })
}

/// Reads the exported resources of other nodes from a file, a folder or `server`.
///
/// # Errors
/// Fails if they cannot be read. The error names the file or address.
pub(super) fn read_store(path: &Path, server: Option<&PuppetDb>) -> Result<Store, String> {
    if path.as_os_str() != FROM_PUPPETDB {
        return Store::read(path);
    }
    let server = server.ok_or("--exported-from puppetdb needs --puppetdb <URL>")?;
    let mut store = Store::default();
    store.add_answer("PuppetDB's resources", &server.exported()?)?;
    Ok(store)
}

/// Splits a list of folders like `a:b`.
#[must_use]
pub fn folders(path: Option<&str>) -> Option<Vec<String>> {
    let parts = path?.split(':').filter(|part| !part.is_empty());
    Some(parts.map(str::to_owned).collect())
}

/// Parses a setting of the command line.
///
/// # Errors
/// Fails if Puppet has no such setting or does not accept the value.
fn setting(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("expected KEY=VALUE")?;
    match key {
        "" => Err("expected KEY=VALUE".to_owned()),
        _ => Ok((key.to_owned(), puppet_settings::check(key, value)?)),
    }
}
