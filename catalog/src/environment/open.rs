//! Opens environments: applies `environment.conf` and the settings, and finds the main manifest and
//! the modules.

use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

use frontend::name::Map;
use frontend::validate;
use runtime::settings::Settings;

use super::files::{self, Checks, CodeFile, Pool};
use super::modules::{self, Module};
use super::{Environment, Main, Options, RubyFiles, conf, native_functions, ruby_code, version};
use crate::command::Commands;
use crate::hiera::{self, Hierarchies};
use crate::puppet_settings;

impl Environment {
    /// Opens an environment; `pool` holds code that was checked with the module path
    /// `checked_with`.
    // Long because it gives each field of an environment its value.
    pub(super) fn open_with(
        mut options: Options,
        pool: Pool,
        checked_with: &[String],
    ) -> Result<Environment, conf::Problem> {
        let given = options.clone();
        let name = options.name.clone();
        let name = name.unwrap_or_else(|| "production".to_owned());
        let directory = match &options.directory {
            Some(path) => Some(absolute(path)?),
            None => None,
        };
        let base_module_path = match options.base_module_path.take() {
            Some(path) => path,
            None => base_module_path(&options.settings, directory.is_some()),
        };
        options.base_module_path = Some(base_module_path.clone());
        let mut warnings = Vec::new();
        let conf = match &directory {
            Some(directory) => read_conf(directory, &options, &mut warnings)?,
            None => conf::Conf::default(),
        };
        let module_path = module_path(&options, &conf, directory.as_deref());
        let manifest = main_path(&options, &conf, directory.as_deref());
        let checks = checks(&options.settings, &module_path, &manifest);
        let pool = match module_path == checked_with {
            true => Arc::new(pool),
            false => Arc::default(),
        };
        let main = main_files(&options, &conf, directory.as_deref(), &checks, &pool)?;
        let own = |folder: &str| match &directory {
            Some(directory) => files::index(&format!("{directory}/{folder}"), Some(".pp"), &pool),
            None => Map::default(),
        };
        let found = modules::find(&module_path, &pool, options.settings.strict);
        warnings.extend(found.warnings.into_iter().map(conf::Problem::from));
        let version_command = directory
            .as_deref()
            .and_then(|directory| version::Command::of(&conf, &name, directory, &options.settings));
        puppet_settings::intern();
        Ok(Environment {
            lookup_types: LOOKUP_TYPES
                .map(|code| CodeFile::of_text(None, code.as_bytes(), &checks)),
            hierarchies: hierarchies(&name, directory.as_deref(), &options, &found.modules, &conf),
            name,
            main,
            replaced_main: Vec::new(),
            modules: found.modules,
            folders_without_modules: found.folders_without_modules,
            functions: own("functions"),
            types: own("types"),
            manifest,
            conf_settings: conf.other,
            conf_problem: conf.problem,
            version_command,
            version: OnceLock::new(),
            base_module_path,
            directory,
            module_path,
            hiera_config: options.hiera_config,
            store: options.store,
            settings: options.settings,
            checks,
            ruby: options.ruby.unwrap_or_else(ruby_code::usual_mode),
            commands: Commands::new(options.reuse_commands),
            tier: None,
            warnings,
            errors: found.left_out,
            modules_problem: found.fatal,
            journal: given.is_recorded.then(Arc::default),
            options: given,
            ruby_files: RubyFiles::default(),
            natives: native_functions::Natives::default(),
            ruby_types: Mutex::default(),
            providers: Mutex::default(),
        })
    }
}

/// Creates the data hierarchies from the folders.
fn hierarchies(
    name: &str,
    directory: Option<&str>,
    options: &Options,
    modules: &Map<Box<str>, Module>,
    conf: &conf::Conf,
) -> Hierarchies {
    let global = options.hiera_config.as_deref();
    let folders = modules
        .iter()
        .map(|(name, module)| (name.clone(), module.path.clone()));
    let providers = modules
        .iter()
        .filter_map(|(name, module)| Some((name.clone(), module.data_provider.clone()?)));
    let disk = hiera::Disk {
        data_providers: providers.collect(),
        modules: folders.collect(),
    };
    let environment = hiera::Environment {
        name: name.to_owned(),
        folder: directory.filter(|_| is_name(name)).map(str::to_owned),
        data_provider: conf.data_provider.clone(),
        global_config: global.map(|path| path.to_string_lossy().into_owned()),
        secrets: options.secrets,
    };
    Hierarchies::new(Box::new(disk), environment)
}

/// Returns true if a folder of that name can be an environment; otherwise its data is not found.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

fn absolute(path: &Path) -> Result<String, String> {
    let path = std::path::absolute(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let text = path
        .to_str()
        .ok_or_else(|| format!("{}: not UTF-8", path.display()))?;
    Ok(text.trim_end_matches('/').to_owned())
}

/// Reads the settings of an environment's folder; problems that leave it usable go to `warnings`.
fn read_conf(
    directory: &str,
    options: &Options,
    warnings: &mut Vec<conf::Problem>,
) -> Result<conf::Conf, conf::Problem> {
    let file = format!("{directory}/environment.conf");
    if std::fs::symlink_metadata(&file).is_err() {
        return Ok(conf::Conf::default());
    }
    let text = files::read_code(Path::new(&file))?;
    let base = options.base_module_path.iter().flatten();
    let base = base.map(String::as_str).collect::<Vec<_>>().join(":");
    let given = &options.settings.other;
    let path = version::environment_path(directory, &options.settings);
    let known = |name: &str| match name {
        "basemodulepath" => Some(base.clone()),
        "environmentpath" => Some(path.clone()),
        // each setting decides whether it replaces this variable
        "environment" => None,
        _ => puppet_settings::shown(given, name),
    };
    let conf = conf::parse(&text, known).map_err(|mut problem| {
        if let Some(conf::About::Line(number)) = problem.about
            && !problem.place.is_empty()
        {
            problem.place = format!(" (file: {file}, line: {number})");
        }
        problem
    })?;
    if let Some(problem) = &conf.fatal {
        return Err(problem.clone());
    }
    warn_of_ignored(&conf, &file, warnings);
    warn_of_environment_variable(&conf, directory, warnings);
    Ok(conf)
}

/// Adds the warnings about sections and settings of `file` that have no effect.
fn warn_of_ignored(conf: &conf::Conf, file: &str, warnings: &mut Vec<conf::Problem>) {
    let mut warn = |what: String, about| {
        warnings.push(conf::Problem {
            text: format!("Invalid {what}"),
            place: "\n   (file & line not available)".to_owned(),
            about,
        });
    };
    if !conf.sections.is_empty() {
        let sections = conf.sections.join(",");
        warn(
            format!(
                "sections in environment.conf at '{file}'. Environment conf may not have sections. The following sections are being ignored: '{sections}'"
            ),
            None,
        );
    }
    if !conf.unknown.is_empty() {
        let unknown = conf.unknown.join(", ");
        warn(
            format!(
                "settings in environment.conf at '{file}'. The following unknown setting(s) are being ignored: {unknown}"
            ),
            Some(conf::About::UnknownSettings(conf.unknown.clone())),
        );
    }
}

/// Adds the warnings about values that name `$environment`, which is not replaced in them.
fn warn_of_environment_variable(
    conf: &conf::Conf,
    directory: &str,
    warnings: &mut Vec<conf::Problem>,
) {
    for (setting, value) in [
        ("modulepath", &conf.module_path),
        ("manifest", &conf.manifest),
        ("environment_data_provider", &conf.data_provider),
    ] {
        let value = value.iter().find(|value| value.contains("$environment"));
        if let Some(value) = value {
            let value = match setting {
                "modulepath" => shown_module_path(value, directory),
                _ => value.clone(),
            };
            let warning = conf::Problem {
                text: format!(
                    "You cannot interpolate $environment within '{setting}' when using directory environments. Its value will remain {value}."
                ),
                place: String::new(),
                about: Some(conf::About::Setting(setting.to_owned())),
            };
            // logged once for the environment, and once for its settings
            if setting != "environment_data_provider" {
                warnings.push(warning.clone());
            }
            warnings.push(warning);
        }
    }
}

/// Returns the module folders that settings give to all environments. For a manifest without an
/// environment only explicit settings count: its meaning must not depend on the machine.
fn base_module_path(settings: &Settings, has_directory: bool) -> Vec<String> {
    const NAME: &str = "basemodulepath";
    let is_given = settings.other.iter().any(|(name, _)| name == NAME);
    let path = puppet_settings::shown(&settings.other, NAME).filter(|_| is_given || has_directory);
    let folders = path.iter().flat_map(|path| path.split(':'));
    let folders = folders.filter(|folder| !folder.is_empty());
    folders.map(str::to_owned).collect()
}

/// Builds the settings for checking code.
fn checks(settings: &Settings, module_path: &[String], manifest: &str) -> Checks {
    Checks {
        strict: settings.strict,
        tasks: settings.tasks,
        module_path: module_path.to_vec(),
        // a text has a name, not a path
        main_manifest: match manifest.starts_with('/') {
            true => manifest.to_owned(),
            false => String::new(),
        },
        limits: limits(settings),
        ruby_functions: Arc::new(files::RubyFunctions::of(module_path)),
    }
}

/// The types of lookups that are written in Puppet.
const LOOKUP_TYPES: [&str; 2] = [
    "type Puppet::LookupKey = RichDataKey",
    "type Puppet::LookupValue = RichData",
];

/// Returns a module path with absolute entries, except those that start with a variable.
fn shown_module_path(path: &str, directory: &str) -> String {
    let entries = path.split(':').map(|entry| match entry.starts_with('$') {
        true => entry.to_owned(),
        false => files::expand(entry, directory),
    });
    entries.collect::<Vec<_>>().join(":")
}

fn module_path(options: &Options, conf: &conf::Conf, directory: Option<&str>) -> Vec<String> {
    let first = options
        .first_module_path
        .iter()
        .filter_map(|p| absolute(Path::new(p)).ok());
    first
        .chain(configured_module_path(options, conf, directory))
        .collect()
}

fn configured_module_path(
    options: &Options,
    conf: &conf::Conf,
    directory: Option<&str>,
) -> Vec<String> {
    if let Some(path) = &options.module_path {
        return path
            .iter()
            .filter_map(|p| absolute(Path::new(p)).ok())
            .collect();
    }
    let base = options.base_module_path.iter().flatten().cloned();
    let Some(directory) = directory else {
        return base.filter_map(|p| absolute(Path::new(&p)).ok()).collect();
    };
    let entries: Vec<String> = match &conf.module_path {
        Some(path) => path
            .split(':')
            .filter(|entry| !entry.is_empty())
            .map(str::to_owned)
            .collect(),
        None => std::iter::once("modules".to_owned()).chain(base).collect(),
    };
    let mut folders = Vec::new();
    for entry in entries {
        // an entry that starts with an unknown variable is relative to the working directory
        let path = match entry.starts_with('$') {
            true => absolute(Path::new(&entry)).unwrap_or_default(),
            false => files::expand(&entry, directory),
        };
        match hiera::is_pattern(&path) {
            true => folders.extend(hiera::folders_of(&path)),
            false => folders.push(path),
        }
    }
    folders
}

/// Returns the path of the main manifest, which need not exist.
fn main_path(options: &Options, conf: &conf::Conf, directory: Option<&str>) -> String {
    let path = match (&options.main, directory) {
        (
            Main::Text {
                path: Some(path), ..
            },
            _,
        ) => return path.clone(),
        (Main::Path(path), _) => absolute(path),
        (Main::Configured | Main::Text { path: None, .. }, None) => {
            return "no_manifest".to_owned();
        }
        // a text in place of the manifest does not change the setting
        (Main::Configured | Main::Text { path: None, .. }, Some(directory)) => {
            let below = conf.manifest.as_deref().unwrap_or("manifests");
            Ok(files::expand(below, directory))
        }
    };
    path.unwrap_or_default()
}

fn main_files(
    options: &Options,
    conf: &conf::Conf,
    directory: Option<&str>,
    checks: &Checks,
    pool: &Pool,
) -> Result<Vec<CodeFile>, String> {
    match (&options.main, directory) {
        (Main::Text { path, code }, _) => {
            return Ok(vec![CodeFile::of_text(path.as_deref(), code, checks)]);
        }
        (Main::Configured, None) => return Ok(Vec::new()),
        _ => {}
    }
    let path = main_path(options, conf, directory);
    if matches!(options.main, Main::Path(_)) && !Path::new(&path).exists() {
        return Err(format!("No such file or directory: {path}"));
    }
    if Path::new(&path).is_dir() {
        let mut paths = Vec::new();
        files::walk_without_links(&path, &mut |relative, full| {
            // a dangling link is not a manifest
            if relative.ends_with(".pp") && Path::new(full).exists() {
                paths.push(full.to_owned());
            }
        });
        paths.sort();
        return Ok(paths.into_iter().map(|path| pool.file(path)).collect());
    }
    // a path that is neither a file nor a folder causes an error when it is read
    let exists = Path::new(&path).exists();
    Ok(exists.then(|| pool.file(path)).into_iter().collect())
}

/// Returns the number of faults that are logged per file.
fn limits(settings: &Settings) -> validate::Limits {
    let default = validate::Limits::default();
    let number = |name: &str, default: usize| {
        let mut given = settings.other.iter().rev();
        let value = given.find(|(other, _)| other == name);
        value
            .and_then(|(_, text)| text.parse().ok())
            .unwrap_or(default)
    };
    let mut disabled = settings.disable_warnings.iter();
    validate::Limits {
        errors: number("max_errors", default.errors),
        warnings: number("max_warnings", default.warnings),
        deprecations: match disabled.any(|name| name == "deprecations") {
            true => 0,
            false => number("max_deprecations", default.deprecations),
        },
    }
}
