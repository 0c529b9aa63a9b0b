//! The options that commands about nodes share.

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
    /// The environment's folder; by default the control repository at hand: the nearest folder
    /// upwards that has environment.conf, or manifests beside modules, site-modules or Puppetfile.
    #[arg(long, value_name = "DIR")]
    pub environment: Option<PathBuf>,
    /// Leaves out the control repository at hand.
    #[arg(long, conflicts_with = "environment")]
    pub no_environment: bool,
    /// The main manifest, a file or a folder, instead of what the environment says.
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
    /// The environment's name; by default that of its folder if this lies in a folder `environments`,
    /// else production.
    #[arg(long, value_name = "NAME")]
    pub environment_name: Option<String>,
    /// Folders of modules, separated by colons, instead of what the environment says.
    #[arg(long, value_name = "DIRS")]
    pub modulepath: Option<String>,
    /// Facts: a folder of NODE.json, NODE.yaml; or a file: the output of facter or `puppet facts`,
    /// node => facts, or an answer of PuppetDB for facts, factsets or inventory.
    #[arg(long, value_name = "PATH")]
    pub facts: Option<PathBuf>,
    /// Generated facts: a file of a base and of axes of variants; each combination is a node.
    #[arg(long, value_name = "FILE", conflicts_with = "facts")]
    pub facts_set: Option<PathBuf>,
    /// PuppetDB.
    #[command(flatten)]
    pub puppetdb: PuppetDbArguments,
    /// What to put over `$trusted`: for all nodes, or node => entries.
    #[arg(long, value_name = "FILE")]
    pub trusted: Option<PathBuf>,
    /// `$server_facts`
    #[arg(long, value_name = "FILE")]
    pub server_facts: Option<PathBuf>,
    /// The external node classifier: a file of `classes`, `parameters` and `environment` for all
    /// nodes, or node => these; or a command that is given the node's name and prints them.
    #[arg(long, value_name = "FILE|COMMAND")]
    pub enc: Option<String>,
    /// Where exported resources and the answers of puppetdb_query come from: a folder of catalogs or
    /// of what --exported-to has written, a file of PuppetDB's resources, or `puppetdb` for those
    /// that --puppetdb has. Sets storeconfigs.
    #[arg(long, value_name = "PATH")]
    pub exported_from: Option<PathBuf>,
    /// The configuration of the global data layer.
    #[arg(long, value_name = "FILE")]
    pub hiera_config: Option<PathBuf>,
    /// What is done about encrypted data: without keys, secrets can be replaced by a word.
    #[arg(long, value_name = "HOW", default_value = "decrypt")]
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
    /// A setting of Puppet.
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
    /// Replace it; no key is read.
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
            "--environment <DIR> or --manifest <FILE> is wanted: the folder at hand is no control \
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
    let server = server.ok_or("--exported-from puppetdb: --puppetdb <URL> is wanted")?;
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
    let (key, value) = text.split_once('=').ok_or("KEY=VALUE is wanted")?;
    match key {
        "" => Err("KEY=VALUE is wanted".to_owned()),
        _ => Ok((key.to_owned(), puppet_settings::check(key, value)?)),
    }
}
