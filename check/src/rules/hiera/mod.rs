//! Checks `hiera.yaml` and the data of Hiera.

mod conversion;
pub mod data;

use std::path::Path;

use bumpalo::Bump;
use catalog::data::Data;
use catalog::hiera::config::{BackendFunction, Config, FunctionKind};
use catalog::hiera::{BackendCall, Disk, Layer, LookupError, Scope, Variable, Warning};
use catalog::nearest::nearest;
use frontend::ast::ExprKind;
use frontend::validate::Strict;
use frontend::{Diagnostic, Source, Span, parser};

use crate::code::{finding, probable};
use crate::data_files::READERS;
use crate::shape::shape;
use crate::types::Types;
use crate::verdict::Verdict;
use crate::world::{Unit, World};

/// Checks a `hiera.yaml`.
pub(super) fn check_config(world: &World<'_>, unit: &Unit<'_>) -> Vec<Diagnostic> {
    let root = Path::new(&unit.file.path)
        .parent()
        .unwrap_or(Path::new("/"));
    let layer = match world.module_name(unit.file) {
        Some(name) if is_root_of_module(world, unit, root) => Layer::Module(name.into()),
        Some(_) => return Vec::new(),
        None if is_root_of_environment(world, root) => Layer::Environment,
        None => return Vec::new(),
    };
    let mut scope = NoScope::default();
    let disk = Disk::default();
    let read = Config::read(
        &disk,
        &layer,
        &root.to_string_lossy(),
        &unit.file.path,
        &mut scope,
    );
    let mut found = Vec::new();
    let place = |line: Option<u32>| line_span(unit.source, line);
    match &read {
        Ok(Some(config)) => {
            if let Some(flaw) = config.flaw.clone().or_else(|| config.repeated_name()) {
                found.push(finding(
                    "HIERA_CONFIG",
                    flaw.message.clone(),
                    place(flaw.line),
                ));
            }
        }
        Ok(None) => {}
        Err((_, error)) => {
            found.push(finding(
                "HIERA_CONFIG",
                error.message.clone(),
                place(error.line),
            ));
        }
    }
    if let Ok(Some(config)) = &read {
        let levels = config.levels.iter();
        let levels = levels.chain(config.default_levels.iter().flatten());
        found.extend(levels.filter_map(|level| unknown_function(world, unit, &level.function)));
    }
    let warnings = scope.warnings.into_iter();
    found.extend(warnings.map(|text| probable("HIERA_CONFIG", text, place(None))));
    found
}

/// Reports the function of a level if no module has it. A module that is missing may have any function,
/// so there only a name that is similar to one of Puppet's is reported.
fn unknown_function(
    world: &World<'_>,
    unit: &Unit<'_>,
    function: &BackendFunction,
) -> Option<Diagnostic> {
    let name = &*function.name;
    let is_function = matches!(
        function.kind,
        FunctionKind::DataHash | FunctionKind::LookupKey | FunctionKind::DataDig
    );
    if !is_function || READERS.contains(&name) || world.is_function(name) {
        return None;
    }
    let codebase = world.codebase?;
    let module = name.split_once("::").map(|(module, _)| module);
    let is_certain = world.is_complete() || module.is_some_and(|name| codebase.has_module(name));
    let near = nearest(name, READERS);
    let key = function.kind.key();
    let message = format!("Unable to find '{key}' function named '{name}'");
    let lines = unit.source.text.lines();
    let line = lines
        .zip(1..)
        .find(|(line, _)| line.contains(key) && line.contains(name));
    let span = line_span(unit.source, line.map(|(_, number)| number));
    let diagnostic = match (is_certain, near) {
        (true, _) => finding("HIERA_CONFIG", message, span),
        (false, Some(_)) => probable("HIERA_CONFIG", message, span),
        (false, None) => return None,
    };
    let hint = near.map(|near| format!("did you mean '{near}'?"));
    Some(Diagnostic { hint, ..diagnostic })
}

fn is_root_of_environment(world: &World<'_>, root: &Path) -> bool {
    let codebase = world.codebase;
    codebase.is_some_and(|codebase| codebase.environment.as_deref() == Some(root))
}

fn is_root_of_module(world: &World<'_>, unit: &Unit<'_>, root: &Path) -> bool {
    let modules = world.codebase.map(|codebase| &codebase.modules);
    let module = modules.zip(unit.file.module);
    module.is_some_and(|(modules, at)| modules[at as usize].path == root)
}

/// Returns the span of a line; the beginning of the file if the line is not known.
pub(super) fn line_span(source: &Source, line: Option<u32>) -> Span {
    let Some(line) = line.filter(|&line| line > 0) else {
        return Span::default();
    };
    let mut starts = source.text.split_inclusive('\n').scan(0, |at, text| {
        let start = *at;
        *at += text.len();
        Some((start, start + text.trim_end().len()))
    });
    let (start, end) = starts.nth(line as usize - 1).unwrap_or_default();
    Span::new(start, end)
}

/// A scope without variables, which is enough to read a configuration.
#[derive(Default)]
struct NoScope {
    warnings: Vec<String>,
}

impl Scope for NoScope {
    fn variable(&mut self, _name: &str) -> Variable {
        Variable::Unknown("".into())
    }

    fn strict(&self) -> Strict {
        Strict::Error
    }

    fn warn(&mut self, warning: Warning) {
        self.warnings.push(warning.text);
    }

    fn mismatch(&mut self, subject: &str, expected: &str, value: &Data) -> Option<String> {
        let arena = Bump::new();
        let source = Source::new(None, format!("type T = {expected}"));
        let program = parser::parse(&arena, &source).ok()?;
        let ExprKind::TypeAlias { value: ty, .. } = program.definitions.first()?.kind else {
            return None;
        };
        // the type uses no aliases
        let nothing = World::new(None, &[], Default::default());
        let verdict = Types::new(&nothing).takes(ty, &shape(value));
        (verdict == Verdict::No).then(|| {
            let detail = unknown_keys(value).map_or(String::new(), |keys| format!(": {keys}"));
            format!("{subject} has wrong type{detail}")
        })
    }

    fn call(&mut self, call: &BackendCall<'_>) -> Result<Option<Data>, LookupError> {
        Err(LookupError::unknown_function(call))
    }

    fn convert(&mut self, _key: &str, _to: &mut Data, value: Data) -> Result<Data, LookupError> {
        Ok(value)
    }

    fn text(&mut self, _value: &Data) -> String {
        String::new()
    }
}

/// The keys that a configuration or one of its levels may have.
const KEYS: &[&str] = &[
    "version",
    "defaults",
    "hierarchy",
    "default_hierarchy",
    "plan_hierarchy",
    "name",
    "options",
    "data_hash",
    "lookup_key",
    "data_dig",
    "hiera3_backend",
    "v4_data_hash",
    "datadir",
    "path",
    "paths",
    "glob",
    "globs",
    "uri",
    "uris",
    "mapped_paths",
];

/// Returns the unknown keys of a configuration and its levels.
fn unknown_keys(value: &Data) -> Option<String> {
    let config = value.as_hash()?;
    let mut unknown = Vec::new();
    let mut look = |hash: &Data| {
        let pairs = hash.as_hash().into_iter().flat_map(|hash| hash.iter());
        let names = pairs.filter_map(|(key, _)| key.as_str());
        unknown.extend(names.filter(|name| !KEYS.contains(name)).map(str::to_owned));
    };
    look(value);
    for name in ["hierarchy", "default_hierarchy"] {
        let levels = config.get(name).and_then(Data::as_array);
        levels
            .into_iter()
            .flat_map(|levels| levels.iter())
            .for_each(&mut look);
    }
    (!unknown.is_empty()).then(|| format!("unrecognized key '{}'", unknown.join("', '")))
}
