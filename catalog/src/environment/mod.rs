//! Owns the environment: an immutable snapshot of code that threads share by reference.
//!
//! Owns the mapping from names to files, and the code of files, which is loaded on first use and
//! kept. It must not know nodes: the compiler decides what a name means in a compilation, in the
//! order in which that compilation loads files.

pub mod conf;
mod file_cache;
pub mod files;
pub mod modules;
mod native_functions;
mod open;
mod read;
pub mod ruby_code;
mod version;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use frontend::name::{Map, Set};
use runtime::code::CodeUnit;
use runtime::settings::Settings;
use runtime::tier::Tier;

use ruby_code::{Api, Mode, RubyType};

use crate::command::Commands;
use crate::exported::CurrentStore;
use crate::hiera::{self, Hierarchies};
use crate::read_set::{self, Journal, Topic};
use files::{Checks, CodeFile, Pool};
use modules::Module;

/// The source of the main manifest.
#[derive(Clone, Debug, Default)]
pub enum Main {
    /// The setting in `environment.conf`, or else the folder `manifests`.
    #[default]
    Configured,
    /// A file, or a folder of files.
    Path(PathBuf),
    /// A text; errors name the path.
    Text {
        /// The path in messages, if any.
        path: Option<String>,
        /// The code, which need not be UTF-8.
        code: Vec<u8>,
    },
}

/// The options for opening an environment.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The name; by default `production`.
    pub name: Option<String>,
    /// The environment's folder; `None` for a single manifest.
    pub directory: Option<PathBuf>,
    /// The main manifest.
    pub main: Main,
    /// The folders of modules; they override `environment.conf`.
    pub module_path: Option<Vec<String>>,
    /// Additional folders of modules that come first.
    pub first_module_path: Vec<String>,
    /// The value of `$basemodulepath`; it overrides the settings.
    pub base_module_path: Option<Vec<String>>,
    /// The setting `hiera_config`: the path of the global `hiera.yaml`.
    pub hiera_config: Option<PathBuf>,
    /// The store of exported resources.
    pub store: Option<Arc<CurrentStore>>,
    /// The treatment of encrypted data.
    pub secrets: hiera::Secrets,
    /// True if a module stdlib that contains only a `metadata.json` stands for the whole module of
    /// that version. Recorded cases need this because they cannot include its files.
    pub stand_ins: bool,
    /// True if the inputs of compilations are recorded.
    pub is_recorded: bool,
    /// The mode for Ruby code; `None` means the mode of [`ruby_code::set_mode`].
    pub ruby: Option<Mode>,
    /// True if equal commands in manifests run only once and share the result.
    pub reuse_commands: bool,
    /// The settings.
    pub settings: Settings,
}

/// A snapshot of an environment; see the module documentation.
pub struct Environment {
    /// The name.
    pub name: String,
    /// The absolute path of the folder.
    pub directory: Option<String>,
    /// The folders of modules.
    pub module_path: Vec<String>,
    /// The value of `$basemodulepath`.
    pub base_module_path: Vec<String>,
    /// The path of the main manifest.
    pub manifest: String,
    /// Settings of `environment.conf` that are visible only as `$settings::x`.
    pub conf_settings: Vec<(String, String)>,
    /// The path of the global `hiera.yaml`.
    pub hiera_config: Option<PathBuf>,
    /// The store of exported resources.
    pub store: Option<Arc<CurrentStore>>,
    /// The settings.
    pub settings: Settings,
    /// The settings for checking its files.
    pub checks: Checks,
    /// The mode for Ruby code.
    pub ruby: Mode,
    /// The runner of commands in its manifests.
    pub commands: Commands,
    /// The compiler tier; `None` if all code is interpreted.
    pub tier: Option<Arc<dyn Tier>>,
    /// Warnings about `environment.conf`, which each compilation logs.
    pub warnings: Vec<conf::Problem>,
    /// Errors of modules that are left out, which each compilation logs.
    pub errors: Vec<String>,
    /// The error of a module that prevents all compilations.
    pub modules_problem: Option<String>,
    /// The error of an invalid setting in `environment.conf`.
    conf_problem: Option<conf::Problem>,
    /// The command that prints the version of its code.
    version_command: Option<version::Command>,
    /// The output of that command, once it has run.
    version: OnceLock<Result<String, String>>,
    /// The recorded inputs of its compilations, if they are recorded.
    pub journal: Option<Arc<Journal>>,
    /// The options that it was opened with.
    options: Options,
    main: Vec<CodeFile>,
    replaced_main: Vec<CodeFile>,
    modules: Map<Box<str>, Module>,
    /// The folders of the module path that are not modules and contain Ruby code.
    folders_without_modules: Vec<Module>,
    functions: Map<Box<str>, CodeFile>,
    types: Map<Box<str>, CodeFile>,
    /// `Puppet::LookupKey` and `Puppet::LookupValue`, which Puppet itself defines.
    lookup_types: [CodeFile; 2],
    /// Its data hierarchies.
    pub hierarchies: Hierarchies,
    ruby_files: RubyFiles,
    natives: native_functions::Natives,
    ruby_types: Mutex<Map<Box<str>, Arc<RubyType>>>,
    /// Types of Puppet's own whose providers have been loaded.
    providers: Mutex<Set<Box<str>>>,
}

impl Environment {
    /// Returns the error about a setting in `environment.conf` that ends each compilation.
    pub fn conf_problem(&self) -> Option<&conf::Problem> {
        self.conf_problem.as_ref()
    }

    /// Opens an environment and takes the snapshot.
    ///
    /// # Errors
    /// A message if the folder or the manifest does not exist.
    pub fn open(options: Options) -> Result<Environment, conf::Problem> {
        Environment::open_with(options, Pool::default(), &[])
    }

    /// Refreshes the snapshot: files that have not changed keep their code, others are read on next
    /// use. After an error the snapshot stays unchanged.
    ///
    /// # Errors
    /// Same as [`Environment::open`].
    pub fn refresh(&mut self) -> Result<(), String> {
        let own = self.main.iter();
        let own = own
            .chain(self.functions.values())
            .chain(self.types.values());
        let pool = Pool::of(own.chain(self.modules.values().flat_map(Module::files)));
        let new = Environment::open_with(self.options.clone(), pool, &self.module_path)?;
        new.hierarchies.keep(&self.hierarchies);
        *self = new;
        Ok(())
    }

    /// Returns the error in `environment.conf` that ends each compilation.
    pub fn problem(&self) -> Option<&str> {
        self.note(Topic::Version, "");
        let version = self
            .version_result()
            .and_then(|version| version.as_ref().err());
        let problem = version.or(self.conf_problem.as_ref().map(|problem| &problem.text));
        problem.map(String::as_str)
    }

    /// Returns the version of its code, if `config_version` is set.
    pub fn version(&self) -> Option<&str> {
        let version = self.version_result()?.as_ref().ok()?;
        Some(version)
    }

    /// Notes a query of the snapshot.
    fn note(&self, topic: Topic, name: &str) {
        read_set::note(topic, name, || self.answer(topic, name));
    }

    /// Returns the inputs of read sets that are not public.
    pub(crate) fn opened_with(&self) -> (&Options, String) {
        let conf = format!("{:?} {:?}", self.version_command, self.conf_problem);
        (&self.options, conf)
    }

    fn version_result(&self) -> Option<&Result<String, String>> {
        let command = self.version_command.as_ref()?;
        Some(self.version.get_or_init(|| command.run()))
    }

    /// Inserts lowered code before the main manifest.
    pub fn add_main(&mut self, path: &str, unit: CodeUnit) {
        self.main.insert(0, CodeFile::of_unit(path, unit));
    }

    /// Replaces the main manifest by a text. The old code stays in memory because compiled code
    /// refers to it.
    pub fn replace_main(&mut self, code: &str) {
        let new = CodeFile::of_text(None, code.as_bytes(), &self.checks);
        self.replaced_main.append(&mut self.main);
        self.main.push(new);
    }

    /// Returns the code that has been loaded so far, in the order of the files' paths.
    pub fn loaded(&self) -> Vec<&CodeUnit> {
        let own = self.main.iter().chain(self.functions.values());
        let files = own
            .chain(self.types.values())
            .chain(self.modules.values().flat_map(Module::files));
        let mut units: Vec<&CodeUnit> = files.filter_map(CodeFile::loaded).collect();
        units.sort_by_key(|unit| unit.source().path.clone());
        units
    }

    /// Returns the files of the main manifest in the order of evaluation.
    pub fn main(&self) -> &[CodeFile] {
        &self.main
    }

    /// Returns a module.
    pub fn module(&self, name: &str) -> Option<&Module> {
        self.note(Topic::Module, name);
        self.modules.get(name)
    }

    /// Returns the number of modules.
    pub fn module_count(&self) -> usize {
        self.note(Topic::Modules, "");
        self.modules.len()
    }

    /// Iterates over all modules, in no particular order.
    pub fn modules(&self) -> impl Iterator<Item = &Module> {
        self.modules.values()
    }

    /// Returns the groups of files that may define a class or define with a full name without a
    /// leading `::`. All files of a group are loaded before the next group is tried.
    pub fn manifests_for<'e>(&'e self, name: &str) -> Vec<Vec<&'e CodeFile>> {
        self.note(Topic::Manifests, name);
        let mut parts = name.split("::");
        let Some(module) = parts.next().and_then(|module| self.module(module)) else {
            return Vec::new();
        };
        let init = module.manifest("init");
        let mut groups = Vec::new();
        let mut path = String::new();
        for part in parts {
            if !path.is_empty() {
                path.push('/');
            }
            path.push_str(part);
            let file = module.manifest(&path);
            groups.push(init.into_iter().chain(file).collect());
        }
        groups.reverse();
        groups.push(init.into_iter().collect());
        groups
    }

    /// Returns the file of a function written in Puppet.
    pub fn function_file(&self, name: &str) -> Option<&CodeFile> {
        self.note(Topic::Function, name);
        match name.split_once("::") {
            Some((module, rest)) if module != "environment" => {
                self.module(module)?.function(&rest.replace("::", "/"))
            }
            _ => self.functions.get(&*name.replace("::", "/")),
        }
    }

    /// Returns the file of a type alias; `name` is as written or in lower case.
    pub fn type_file(&self, name: &str) -> Option<&CodeFile> {
        self.note(Topic::Type, name);
        let name = name.to_ascii_lowercase();
        match name.split_once("::") {
            Some(("puppet", "lookupkey")) => Some(&self.lookup_types[0]),
            Some(("puppet", "lookupvalue")) => Some(&self.lookup_types[1]),
            Some((module, rest)) if module != "environment" => {
                self.module(module)?.type_alias(&rest.replace("::", "/"))
            }
            _ => self.types.get(&*name.replace("::", "/")),
        }
    }

    /// Returns the file of a module's type set.
    pub fn type_set_file(&self, module: &str) -> Option<&CodeFile> {
        self.note(Topic::TypeSet, module);
        self.module(module)?.type_alias("init_typeset")
    }

    /// Returns the template at a full path, if a module contains it.
    pub fn template_file(&self, path: &str) -> Option<&CodeFile> {
        self.note(Topic::Template, path);
        self.module_path.iter().find_map(|folder| {
            let rest = path.strip_prefix(folder.as_str())?.strip_prefix('/')?;
            let (module, rest) = rest.split_once('/')?;
            self.module(module)?
                .template(rest.strip_prefix("templates/")?)
        })
    }

    /// Returns the `lib` folders that contain Ruby code: of the environment first, then of its
    /// modules, then of the other folders of the module path.
    pub fn ruby_folders(&self) -> impl Iterator<Item = String> {
        let folders_without_modules = self.folders_without_modules.iter();
        self.module_ruby_folders()
            .chain(folders_without_modules.map(|stray| format!("{}/lib", stray.path)))
    }

    /// Returns the `lib` folders of the environment and of its modules.
    fn module_ruby_folders(&self) -> impl Iterator<Item = String> {
        let own = self.directory.iter().map(|folder| format!("{folder}/lib"));
        let in_order = self.module_path.iter().flat_map(|folder| {
            let mut modules: Vec<&Module> = self.modules.values().collect();
            modules.retain(|module| {
                module.path.strip_prefix(folder.as_str()) == Some(&*format!("/{}", module.name))
            });
            modules.sort_by(|a, b| a.name.cmp(&b.name));
            modules
        });
        let of_modules = in_order.map(|module| format!("{}/lib", module.path));
        own.chain(of_modules)
            .filter(|folder| Path::new(folder).is_dir())
    }

    /// Returns the names of all functions written in Ruby.
    pub fn ruby_function_names(&self) -> Vec<String> {
        self.ruby_function("", Api::Current);
        let known = self.ruby_files.known.get().into_iter().flatten();
        known
            .flat_map(Map::keys)
            .map(|name| name.to_string())
            .collect()
    }

    /// Returns the file of a function written in Ruby.
    pub fn ruby_function(&self, name: &str, api: Api) -> Option<&str> {
        match api {
            Api::Current => self.note(Topic::RubyFunction, name),
            Api::Legacy => self.note(Topic::LegacyFunction, name),
        }
        let known = self.ruby_files.known.get_or_init(|| {
            let mut known = [Map::default(), Map::default()];
            let [current, legacy] = &mut known;
            for folder in self.module_ruby_folders() {
                add_functions(current, &format!("{folder}/puppet/functions"));
            }
            for folder in self.ruby_folders() {
                add_functions(legacy, &format!("{folder}/puppet/parser/functions"));
            }
            known
        });
        let of_api = match api {
            Api::Current => &known[0],
            Api::Legacy => &known[1],
        };
        of_api.get(name).map(|path| &**path)
    }

    /// Returns the names of the resource types in Ruby that have been read, in order.
    pub(crate) fn ruby_type_names(&self) -> Vec<Box<str>> {
        let mut names: Vec<Box<str>> = self.ruby_types().keys().cloned().collect();
        names.sort_unstable();
        names
    }

    fn ruby_types(&self) -> MutexGuard<'_, Map<Box<str>, Arc<RubyType>>> {
        self.ruby_types
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the resource type of a name that is written in Ruby and has been read.
    pub fn ruby_type(&self, name: &str) -> Option<Arc<RubyType>> {
        self.note(Topic::RubyCode, "");
        self.ruby_types().get(name).cloned()
    }

    /// Stores a resource type that has been read.
    pub fn keep_ruby_type(&self, name: &str, ty: Arc<RubyType>) {
        self.ruby_types().insert(name.into(), ty);
    }

    /// Returns true if modules have providers of a type of Puppet's own that have not been loaded
    /// yet.
    pub fn are_providers_due(&self, name: &str) -> bool {
        if !self.has_providers(name) {
            return false;
        }
        // skips providers that have been loaded without an error
        self.note(Topic::RubyCode, "");
        !self.loaded_providers().contains(name)
    }

    /// Returns true if modules have providers of a type.
    pub fn has_providers(&self, name: &str) -> bool {
        self.note(Topic::Providers, name);
        let has = |module: &Module| module.providers().contains(name);
        self.modules
            .values()
            .chain(&self.folders_without_modules)
            .any(has)
    }

    /// Records that the providers of a type have been loaded.
    pub fn providers_loaded(&self, name: &str) {
        self.loaded_providers().insert(name.into());
    }

    fn loaded_providers(&self) -> MutexGuard<'_, Set<Box<str>>> {
        self.providers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns true if a module has a resource type of a name, written in Ruby.
    pub fn has_resource_type(&self, name: &str) -> bool {
        self.note(Topic::ResourceType, name);
        !name.contains("::")
            && self
                .modules
                .values()
                .chain(&self.folders_without_modules)
                .any(|m| m.resource_types().contains(name))
    }
}

/// Adds the files of functions below a folder by the names of the functions. The first file of a
/// name counts.
fn add_functions(known: &mut Map<Box<str>, Box<str>>, folder: &str) {
    files::walk(folder, &mut |relative, path| {
        if let Some(name) = relative.strip_suffix(".rb") {
            let name = name.replace('/', "::").into();
            known.entry(name).or_insert_with(|| path.into());
        }
    });
}

/// The files of functions written in Ruby by name: of the 4.x API, then of the 3.x API. They are
/// collected on first use.
#[derive(Default)]
struct RubyFiles {
    known: OnceLock<[Map<Box<str>, Box<str>>; 2]>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refreshing_reads_only_what_has_changed() {
        let root = std::env::temp_dir().join(format!("bunraku-refresh-{}", std::process::id()));
        let write = |path: &str, code: &str| {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().expect("has a folder")).expect("writable");
            std::fs::write(path, code).expect("writable");
        };
        write("manifests/site.pp", "include m");
        write("modules/m/manifests/init.pp", "class m { }");
        write("modules/m/manifests/a.pp", "class m::a { }");
        write("modules/m/manifests/gone.pp", "class m::gone { }");
        let options = Options {
            directory: Some(root.clone()),
            ..Options::default()
        };
        let mut env = Environment::open(options).expect("the folder exists");
        let source = |env: &Environment, name: &str| {
            let file = env.module("m").and_then(|module| module.manifest(name));
            let loaded = file.map(|file| file.load(files::Grammar::Manifest, &env.checks));
            loaded.map(|loaded| loaded.source.clone())
        };
        let main = |env: &Environment| {
            let loaded = env.main()[0].load(files::Grammar::Manifest, &env.checks);
            loaded.source.clone()
        };
        let before = ["init", "a", "gone"].map(|name| source(&env, name).expect("is there"));
        let main_before = main(&env);
        write(
            "modules/m/manifests/a.pp",
            "class m::a { notice('changed') }",
        );
        write("modules/m/manifests/new.pp", "class m::new { }");
        write("modules/n/manifests/init.pp", "class n { }");
        std::fs::remove_file(root.join("modules/m/manifests/gone.pp")).expect("is there");
        env.refresh().expect("the folder exists");
        let init = source(&env, "init").expect("is there");
        assert!(Arc::ptr_eq(&init, &before[0]) && Arc::ptr_eq(&main(&env), &main_before));
        let changed = source(&env, "a").expect("is there");
        assert!(changed.text.contains("changed") && !Arc::ptr_eq(&changed, &before[1]));
        assert!(source(&env, "gone").is_none() && source(&env, "new").is_some());
        assert!(env.module("n").is_some());
        // a failed refresh keeps the snapshot
        std::fs::write(root.join("environment.conf"), [0xff]).expect("writable");
        assert!(env.refresh().is_err() && env.module("n").is_some());
        let _ = std::fs::remove_dir_all(root);
    }

    #[test]
    fn names_lead_to_files() {
        let root = std::env::temp_dir().join(format!("bunraku-env-{}", std::process::id()));
        let write = |path: &str| {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().expect("has a folder")).expect("writable");
            std::fs::write(path, "").expect("writable");
        };
        for path in [
            "modules/m/manifests/init.pp",
            "modules/m/manifests/a/b.pp",
            "modules/M-x/manifests/init.pp",
            "modules/m/functions/d/f.pp",
            "functions/environment/e.pp",
            "functions/top.pp",
            "modules/m/types/t.pp",
            "manifests/b.pp",
            "manifests/a/z.pp",
            "manifests/.h.pp",
        ] {
            write(path);
        }
        let options = Options {
            directory: Some(root.clone()),
            ..Options::default()
        };
        let env = Environment::open(options).expect("the folder exists");
        let below = |file: &CodeFile| {
            file.path[env.directory.as_deref().unwrap_or_default().len() + 1..].to_owned()
        };
        let main: Vec<String> = env.main().iter().map(below).collect();
        assert_eq!(main, ["manifests/a/z.pp", "manifests/b.pp"]);
        let groups: Vec<Vec<String>> = env
            .manifests_for("m::a::b")
            .iter()
            .map(|g| g.iter().map(|f| below(f)).collect())
            .collect();
        let init = "modules/m/manifests/init.pp".to_owned();
        assert_eq!(
            groups,
            [
                vec![init.clone(), "modules/m/manifests/a/b.pp".to_owned()],
                vec![init.clone()],
                vec![init]
            ]
        );
        assert!(env.module("M-x").is_none());
        assert!(
            env.function_file("m::d::f").is_some() && env.function_file("environment::e").is_some()
        );
        assert!(env.function_file("top").is_some() && env.function_file("e").is_none());
        assert!(env.type_file("M::T").is_some() && env.type_file("M::U").is_none());
        let _ = std::fs::remove_dir_all(root);
    }
}
