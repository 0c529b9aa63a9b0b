//! Finds modules in the folders of the module path, and the files in them for autoloading.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use frontend::name::{Map, Set};
use frontend::validate::Strict;

use super::files::{self, CodeFile, Pool};
use crate::data::{Data, read_json};
use crate::node::plain_value;

/// A module.
pub struct Module {
    /// The name, which is that of the folder.
    pub name: Box<str>,
    /// The folder.
    pub path: Box<str>,
    /// The major and minor version from `metadata.json`.
    pub version: Option<(u32, u32)>,
    /// The `data_provider` setting in `metadata.json`.
    pub data_provider: Option<Box<str>>,
    pool: Arc<Pool>,
    manifests: OnceLock<Map<Box<str>, CodeFile>>,
    functions: OnceLock<Map<Box<str>, CodeFile>>,
    types: OnceLock<Map<Box<str>, CodeFile>>,
    templates: OnceLock<Map<Box<str>, CodeFile>>,
    resource_types: OnceLock<Set<Box<str>>>,
    providers: OnceLock<Set<Box<str>>>,
}

impl Module {
    pub(super) fn new(name: &str, path: String, pool: Arc<Pool>) -> Module {
        Module {
            pool,
            name: name.into(),
            path: path.into(),
            version: None,
            data_provider: None,
            manifests: OnceLock::new(),
            functions: OnceLock::new(),
            types: OnceLock::new(),
            templates: OnceLock::new(),
            resource_types: OnceLock::new(),
            providers: OnceLock::new(),
        }
    }

    fn below(&self, folder: &str) -> String {
        format!("{}/{folder}", self.path)
    }

    /// Returns the file `manifests/NAME.pp`; `name` is a path such as `a/b`.
    pub fn manifest(&self, name: &str) -> Option<&CodeFile> {
        self.manifests
            .get_or_init(|| files::index(&self.below("manifests"), Some(".pp"), &self.pool))
            .get(name)
    }

    /// Returns the names of the classes or defines that its manifests must define by their paths.
    pub fn manifest_names(&self) -> Vec<String> {
        self.manifest("init");
        let known = self.manifests.get().into_iter().flat_map(Map::keys);
        let name = |path: &str| match path {
            "init" => self.name.to_string(),
            path => format!("{}::{}", self.name, path.replace('/', "::")),
        };
        known.map(|path| name(path)).collect()
    }

    /// Returns the names of the functions that its files must define by their paths.
    pub fn function_names(&self) -> Vec<String> {
        self.function("");
        self.named(&self.functions)
    }

    /// Returns the names of the type aliases that its files must define by their paths, in lower
    /// case.
    pub fn type_names(&self) -> Vec<String> {
        self.type_alias("");
        self.named(&self.types)
    }

    /// Returns the qualified names of the files in an index.
    fn named(&self, index: &OnceLock<Map<Box<str>, CodeFile>>) -> Vec<String> {
        let paths = index.get().into_iter().flat_map(Map::keys);
        paths
            .map(|path| format!("{}::{}", self.name, path.replace('/', "::")))
            .collect()
    }

    /// Returns the file `functions/NAME.pp`.
    pub fn function(&self, name: &str) -> Option<&CodeFile> {
        self.functions
            .get_or_init(|| files::index(&self.below("functions"), Some(".pp"), &self.pool))
            .get(name)
    }

    /// Returns the file `types/NAME.pp`.
    pub fn type_alias(&self, name: &str) -> Option<&CodeFile> {
        self.types
            .get_or_init(|| files::index(&self.below("types"), Some(".pp"), &self.pool))
            .get(name)
    }

    /// Returns the template `templates/NAME`.
    pub fn template(&self, name: &str) -> Option<&CodeFile> {
        self.templates
            .get_or_init(|| files::index(&self.below("templates"), None, &self.pool))
            .get(name)
    }

    /// Returns the files of the folder `templates`, as `module/file`.
    pub fn template_names(&self) -> Vec<String> {
        self.inside("templates")
    }

    /// Returns the files of the folder `files`, as `module/file`.
    pub fn file_names(&self) -> Vec<String> {
        self.inside("files")
    }

    fn inside(&self, folder: &str) -> Vec<String> {
        let mut names = Vec::new();
        files::walk(&self.below(folder), &mut |path, _| {
            names.push(format!("{}/{path}", self.name));
        });
        names.sort_unstable();
        names
    }

    /// Returns the code files that have been indexed so far.
    pub(super) fn files(&self) -> impl Iterator<Item = &CodeFile> {
        let indexes = [
            &self.manifests,
            &self.functions,
            &self.types,
            &self.templates,
        ];
        let known = indexes.into_iter().filter_map(OnceLock::get);
        known.flat_map(|files| files.values())
    }

    /// Returns the names of resource types written in Ruby: `lib/puppet/type/NAME.rb`.
    pub fn resource_types(&self) -> &Set<Box<str>> {
        self.resource_types
            .get_or_init(|| names(&self.below("lib/puppet/type"), ".rb"))
    }

    /// Returns the names of types that the module has providers for:
    /// `lib/puppet/provider/NAME/*.rb`.
    pub fn providers(&self) -> &Set<Box<str>> {
        self.providers.get_or_init(|| {
            let folder = self.below("lib/puppet/provider");
            let mut types = names(&folder, "");
            types.retain(|ty| !names(&format!("{folder}/{ty}"), ".rb").is_empty());
            types
        })
    }
}

/// Returns the names in a folder that end in `end`, without that ending.
fn names(folder: &str, end: &str) -> Set<Box<str>> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Set::default();
    };
    let name = |entry: std::fs::DirEntry| {
        let name = entry.file_name();
        name.to_str()?.strip_suffix(end).map(Box::from)
    };
    entries.flatten().filter_map(name).collect()
}

/// The modules found in a module path.
#[derive(Default)]
pub struct Found {
    /// The modules by name; the first one with a name wins.
    pub modules: Map<Box<str>, Module>,
    /// The other folders of the module path, in its order: those without the name of a module, and
    /// modules that an earlier one hides or that are left out. Puppet loads resource types,
    /// providers and functions of the 3.x API of these too.
    pub folders_without_modules: Vec<Module>,
    /// The errors of modules that are left out, in the order of their names.
    pub left_out: Vec<String>,
    /// The error of a module that prevents all compilations.
    pub fatal: Option<String>,
    /// Warnings about modules that are still used.
    pub warnings: Vec<String>,
}

/// A problem with the metadata of a module.
enum MetadataProblem {
    /// The module counts as absent.
    LeavesOut(String),
    /// The file cannot be read; the setting `strict` decides what follows.
    Unreadable(String),
    /// An error that Puppet itself does not handle, in Ruby's words.
    Fatal(String),
}

/// Finds all modules of a module path. Code that `pool` contains is not read again.
pub fn find(module_path: &[String], pool: &Arc<Pool>, strict: Strict) -> Found {
    let mut modules = Map::default();
    for folder in module_path {
        let Ok(entries) = std::fs::read_dir(folder) else {
            continue;
        };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(name) = name.to_str().filter(|name| is_module_name(name)) else {
                continue;
            };
            if !modules.contains_key(name) && entry.path().is_dir() {
                let module = Module::new(name, format!("{folder}/{name}"), pool.clone());
                modules.insert(name.into(), module);
            }
        }
    }
    let mut wrong: Vec<(Box<str>, MetadataProblem)> = Vec::new();
    for module in modules.values_mut() {
        match check_metadata(&module.name, Path::new(&module.below("metadata.json"))) {
            Ok(Metadata { version, provider }) => {
                module.version = version;
                module.data_provider = provider;
            }
            Err(problem) => wrong.push((module.name.clone(), problem)),
        }
    }
    wrong.sort_by(|(a, _), (b, _)| a.cmp(b));
    let mut found = Found::default();
    for (name, wrong) in wrong {
        match wrong {
            MetadataProblem::Unreadable(_) if strict == Strict::Off => {}
            MetadataProblem::Unreadable(problem) if strict == Strict::Warning => {
                found.warnings.push(problem)
            }
            MetadataProblem::Unreadable(problem) | MetadataProblem::LeavesOut(problem) => {
                modules.remove(&name);
                found.left_out.push(problem);
            }
            MetadataProblem::Fatal(problem) => {
                found.fatal = Some(problem);
                break;
            }
        }
    }
    Found {
        folders_without_modules: folders_without_modules(module_path, &modules, pool),
        modules,
        ..found
    }
}

/// Finds the folders of a module path that contain Ruby code and are not modules.
fn folders_without_modules(
    module_path: &[String],
    modules: &Map<Box<str>, Module>,
    pool: &Arc<Pool>,
) -> Vec<Module> {
    let mut found = Vec::new();
    for folder in module_path {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
        names.sort_unstable();
        for name in names {
            let path = format!("{folder}/{name}");
            let is_module = modules
                .get(&*name)
                .is_some_and(|module| *module.path == *path);
            if !is_module && Path::new(&path).join("lib/puppet").is_dir() {
                found.push(Module::new(&name, path, pool.clone()));
            }
        }
    }
    found
}

/// The relevant parts of a module's metadata.
#[derive(Default)]
struct Metadata {
    version: Option<(u32, u32)>,
    provider: Option<Box<str>>,
}

/// Returns Puppet's message if it leaves out a module of this name because of its metadata, or if it
/// fails because of them.
pub fn metadata_problem(name: &str, file: &Path) -> Option<String> {
    match check_metadata(name, file) {
        Ok(_) => None,
        Err(
            MetadataProblem::LeavesOut(problem)
            | MetadataProblem::Unreadable(problem)
            | MetadataProblem::Fatal(problem),
        ) => Some(problem),
    }
}

/// Checks the `metadata.json` of a module, if it exists; returns its relevant parts.
fn check_metadata(name: &str, file: &Path) -> Result<Metadata, MetadataProblem> {
    if !file.exists() {
        return Ok(Metadata::default());
    }
    // an empty file counts as absent
    if std::fs::metadata(file).is_ok_and(|file| file.is_file() && file.len() == 0) {
        return Ok(Metadata::default());
    }
    let read = files::read_code(file)
        .and_then(|text| read_json("", &text).map_err(|error| error.to_string()));
    let data = read.map_err(|problem| {
        MetadataProblem::Unreadable(format!(
            "{name} has an invalid and unparsable metadata.json file. The parse error: {problem}"
        ))
    })?;
    let metadata = data.as_hash();
    let is_empty = match &data {
        Data::Hash(metadata) => metadata.is_empty(),
        Data::Array(items) if !items.is_empty() => {
            return Err(MetadataProblem::Fatal(
                "no implicit conversion of String into Integer".to_owned(),
            ));
        }
        Data::Array(_) => true,
        Data::String(text) => text.is_empty(),
        other => return Err(lacks("empty?", other)),
    };
    if is_empty {
        return Ok(Metadata::default());
    }
    let forge_name = metadata.and_then(|metadata| metadata.get("name"));
    match forge_name {
        None | Some(Data::Undef | Data::Boolean(false) | Data::String(_)) => {}
        Some(other) => {
            return Err(lacks("tr", other));
        }
    }
    let get = |key: &str| metadata.and_then(|metadata| metadata.get(key));
    check_required_keys(name, get)?;
    let dependencies = get("dependencies").and_then(Data::as_array);
    for dependency in dependencies.into_iter().flat_map(|list| list.iter()) {
        check_dependency(dependency)?;
    }
    let heap = runtime::Heap::new();
    let provider = match get("data_provider") {
        None | Some(Data::Undef) => None,
        Some(Data::String(provider)) => Some(Box::from(&**provider)),
        Some(other) => Some(runtime::text::ruby(plain_value(&heap, other)).into()),
    };
    Ok(Metadata {
        version: get("version")
            .and_then(Data::as_str)
            .and_then(major_and_minor),
        provider,
    })
}

/// Checks the keys without which Puppet leaves out a module.
fn check_required_keys<'d>(
    module: &str,
    get: impl Fn(&str) -> Option<&'d Data>,
) -> Result<(), MetadataProblem> {
    for key in ["source", "author", "version", "license", "dependencies"] {
        match get(key).filter(|value| !value.is_undef()) {
            None => {
                return Err(MetadataProblem::LeavesOut(format!(
                    "No {key} module metadata provided for {module}"
                )));
            }
            Some(value) if key == "dependencies" && value.as_array().is_none() => {
                let heap = runtime::Heap::new();
                let shown = runtime::text::ruby(plain_value(&heap, value));
                return Err(MetadataProblem::LeavesOut(format!(
                    "The value for the key dependencies in the file metadata.json of the module {module} must be an array, not: '{shown}'"
                )));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// Checks that a dependency has a name. Puppet handles no other kind of data here.
fn check_dependency(dependency: &Data) -> Result<(), MetadataProblem> {
    let name = match dependency {
        Data::Hash(hash) => hash.get("name"),
        // Ruby indexes a text by a text that it contains
        Data::String(text) if text.contains("version_requirement") => None,
        Data::String(_) => return Err(MetadataProblem::Fatal("string not matched".to_owned())),
        Data::Array(_) | Data::Integer(_) | Data::BigInteger(_) => {
            return Err(MetadataProblem::Fatal(
                "no implicit conversion of String into Integer".to_owned(),
            ));
        }
        other => return Err(lacks("[]", other)),
    };
    match name {
        None | Some(Data::Undef | Data::Boolean(false) | Data::String(_)) => Ok(()),
        Some(other) => Err(lacks("tr", other)),
    }
}

/// Builds Ruby's error for data that lacks a method.
fn lacks(method: &str, data: &Data) -> MetadataProblem {
    let heap = runtime::Heap::new();
    let value = plain_value(&heap, data);
    MetadataProblem::Fatal(runtime::platform::no_method(method, value))
}

/// Parses the version numbers: `9.7.0` gives `(9, 7)`.
fn major_and_minor(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.split('.').map(str::parse);
    let (Some(Ok(major)), Some(Ok(minor))) = (numbers.next(), numbers.next()) else {
        return None;
    };
    Some((major, minor))
}

fn is_module_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}
