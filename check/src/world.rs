//! Indexes the definitions of all files of a codebase by name.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use catalog::core_types;
use catalog::data::Data;
use frontend::ast::{Definition, DefinitionKind, Expr, ExprKind, Lambda, Program};
use frontend::visit::children;
use frontend::{Source, Span};
use mir::type_name;
use rubycore::regexp;
use runtime::builtins;

use crate::codebase::Codebase;
use crate::data_files::{data_patterns, fits};
use crate::files::{File, Kind};
use crate::operands::Refusals;
use crate::ruby_code::{RubyDefinitions, RubyType};
use crate::verdict::Memberships;

/// A file that was read, with its syntax tree if it is Puppet code that parses.
pub struct Unit<'a> {
    /// The file.
    pub file: &'a File,
    /// The text.
    pub source: &'a Source,
    /// The syntax tree.
    pub program: Option<Program<'a>>,
    /// The content of a data file, or the reason why it cannot be read.
    pub data: Option<Result<Data, String>>,
}

/// A class, define or function.
#[derive(Clone, Copy, Debug)]
pub struct Declared<'a> {
    /// The index of the file in [`World::units`].
    pub unit: usize,
    /// The definition.
    pub definition: &'a Definition<'a>,
}

/// An entry of `lookup_options`.
#[derive(Clone, Copy, Debug)]
pub struct LookupOptions<'a> {
    /// The key, or a pattern of keys that begins with `^`.
    key: &'a str,
    /// The options by which values are merged and converted.
    pub options: &'a Data,
    /// True if the data file is read for every node.
    pub is_for_all: bool,
}

/// The definitions of all files of a codebase, by name.
pub struct World<'a> {
    /// The codebase that the files belong to; `None` for code outside a codebase.
    pub codebase: Option<&'a Codebase>,
    /// All files that were read.
    pub units: &'a [Unit<'a>],
    /// The classes by name in lower case.
    pub classes: HashMap<Cow<'a, str>, Vec<Declared<'a>>>,
    /// The defines by name.
    pub defines: HashMap<Cow<'a, str>, Vec<Declared<'a>>>,
    /// The functions in Puppet by name.
    pub functions: HashMap<Cow<'a, str>, Vec<Declared<'a>>>,
    /// The type aliases by name in lower case.
    aliases: HashMap<String, &'a Expr<'a>>,
    /// The names of types that a file defines in another way: type sets and object types.
    other_types: HashSet<String>,
    /// The templates in EPP by `module/name`.
    pub epps: HashMap<String, (usize, &'a Lambda<'a>)>,
    /// The functions, types and facts in Ruby.
    pub in_ruby: RubyDefinitions,
    /// The variables of the top scope and of nodes.
    pub top_variables: HashSet<&'a str>,
    /// Variables that are read with their class somewhere: `class::name`.
    pub qualified: HashSet<String>,
    /// Attributes of classes and defines that defaults, overrides or collectors set somewhere, as
    /// `type attribute`.
    pub set_elsewhere: HashSet<String>,
    /// All keys of the data.
    data_keys: HashSet<&'a str>,
    /// The entries of all `lookup_options`.
    options: Vec<LookupOptions<'a>>,
    /// Strings and names in code. Each may name a key, class or function.
    pub texts: HashSet<&'a str>,
    /// The attributes and functions of object types, both Puppet's own and those that code defines.
    members: HashSet<&'a str>,
    /// Texts in the data that look up other keys.
    lookups: Vec<&'a str>,
    /// The absolute paths of code files that have a syntax tree.
    parsed: HashSet<&'a str>,
    /// The folders of the environment and of modules whose configuration tells which data files it
    /// reads, each with the patterns of their paths.
    hierarchies: Vec<(String, Vec<String>)>,
    /// The operations that were tried with operands of certain kinds.
    pub refusals: Refusals,
    /// The types that were tried with known values.
    pub memberships: Memberships,
}

/// Returns a name as Puppet looks it up: in lower case, without leading colons.
pub fn canonical(name: &str) -> Cow<'_, str> {
    let name = name.strip_prefix("::").unwrap_or(name);
    match name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Cow::Owned(name.to_ascii_lowercase()),
        false => Cow::Borrowed(name),
    }
}

/// Returns the module of a qualified name.
pub fn module_of(name: &str) -> &str {
    name.split("::").next().unwrap_or(name)
}

impl<'a> World<'a> {
    /// Returns the syntax trees of the files of some kinds whose findings are reported, each with
    /// the index of its unit. Plans are left out.
    pub fn asked_programs(
        &self,
        kinds: &'static [Kind],
    ) -> impl Iterator<Item = (usize, &'a Unit<'a>, &'a Program<'a>)> {
        self.loaded_units().filter_map(|(at, unit)| {
            let file = unit.file;
            let is_chosen = file.is_asked && kinds.contains(&file.kind) && !file.is_plan();
            let program = unit.program.as_ref().filter(|_| is_chosen)?;
            Some((at, unit, program))
        })
    }

    /// Indexes the units.
    pub fn new(
        codebase: Option<&'a Codebase>,
        units: &'a [Unit<'a>],
        in_ruby: RubyDefinitions,
    ) -> World<'a> {
        let mut world = World {
            codebase,
            units,
            classes: HashMap::new(),
            defines: HashMap::new(),
            functions: HashMap::new(),
            aliases: HashMap::new(),
            other_types: HashSet::new(),
            epps: HashMap::new(),
            in_ruby,
            top_variables: HashSet::new(),
            qualified: HashSet::new(),
            set_elsewhere: HashSet::new(),
            data_keys: HashSet::new(),
            options: Vec::new(),
            texts: HashSet::new(),
            members: HashSet::from_iter(MEMBERS.iter().copied()),
            lookups: Vec::new(),
            parsed: HashSet::new(),
            hierarchies: Vec::new(),
            refusals: Refusals::default(),
            memberships: Memberships::default(),
        };
        if let Some(codebase) = codebase {
            let modules = codebase.modules.iter().map(|module| &module.path);
            for root in codebase.environment.iter().chain(modules) {
                if let Some(patterns) = data_patterns(root) {
                    let root = format!("{}/", root.display());
                    world.hierarchies.push((root, patterns));
                }
            }
        }
        for (at, unit) in units.iter().enumerate() {
            if world.is_hidden(unit.file) {
                continue;
            }
            if let Some(program) = &unit.program {
                world.parsed.insert(&unit.file.path);
                world.add(at, unit, program);
            }
            if let Some(Ok(data)) = &unit.data {
                world.add_data(&unit.file.path, data);
            }
        }
        world
    }

    /// Returns the files with their indexes, without those of modules that are never loaded. A module
    /// outside of the module path may be one that the real module path has.
    pub fn loaded_units(&self) -> impl Iterator<Item = (usize, &'a Unit<'a>)> {
        let units: &'a [Unit<'a>] = self.units;
        let all = units.iter().enumerate();
        all.filter(|(_, unit)| !self.is_hidden(unit.file))
    }

    /// Returns true if a file belongs to a module that is never loaded.
    fn is_hidden(&self, file: &File) -> bool {
        let codebase = self.codebase;
        codebase.is_some_and(|codebase| codebase.is_hidden(&file.path))
    }

    /// Returns true if a hierarchy may read a data file as YAML, JSON or HOCON.
    pub fn reads_data(&self, path: &str) -> bool {
        let around = self.hierarchies.iter();
        let around = around.filter(|(root, _)| path.starts_with(root.as_str()));
        match around.max_by_key(|(root, _)| root.len()) {
            Some((_, patterns)) => patterns.iter().any(|pattern| fits(pattern, path)),
            None => true,
        }
    }

    /// Returns true if a data file is read for every node: a hierarchy names it without variables.
    fn is_read_for_all(&self, path: &str) -> bool {
        let mut patterns = self.hierarchies.iter().flat_map(|(_, patterns)| patterns);
        patterns.any(|pattern| pattern == path)
    }

    fn add(&mut self, at: usize, unit: &Unit<'a>, program: &Program<'a>) {
        if unit.file.kind == Kind::Epp {
            if let ExprKind::Lambda(lambda) = program.body.kind
                && let Some(name) = self.template_name(unit.file)
            {
                self.epps.insert(name, (at, lambda));
            }
        } else if unit.file.module.is_none() || self.is_in_main(unit.file) {
            assigned(program.body, true, &mut |name| {
                self.top_variables.insert(name);
            });
        }
        for expr in program.definitions {
            self.add_definition(at, expr);
        }
        self.look(program.body);
    }

    fn add_definition(&mut self, unit: usize, expr: &'a Expr<'a>) {
        match expr.kind {
            ExprKind::Definition(definition) => {
                let table = match definition.kind {
                    DefinitionKind::Class => &mut self.classes,
                    DefinitionKind::Define => &mut self.defines,
                    DefinitionKind::Function | DefinitionKind::Plan => &mut self.functions,
                };
                let declared = Declared { unit, definition };
                table
                    .entry(canonical(definition.name))
                    .or_default()
                    .push(declared);
            }
            ExprKind::TypeAlias { name, value, .. } => {
                self.aliases.insert(name.to_ascii_lowercase(), value);
                let types = match value.kind {
                    ExprKind::Access { left, keys } => Some((left, keys)),
                    _ => None,
                };
                if let Some((left, [types])) = types
                    && let (ExprKind::TypeName("TypeSet"), ExprKind::Hash(_)) =
                        (left.kind, types.kind)
                {
                    self.other_types.insert(name.to_ascii_lowercase());
                }
            }
            ExprKind::TypeDefinition { name, .. } => {
                self.other_types.insert(name.to_ascii_lowercase());
            }
            _ => {}
        }
    }

    fn add_data(&mut self, path: &str, data: &'a Data) {
        let Data::Hash(pairs) = data else { return };
        for (key, value) in pairs.iter() {
            let Some(key) = key.as_str() else { continue };
            if key == "lookup_options" {
                let is_for_all = self.is_read_for_all(path);
                let options = value.as_hash().into_iter().flat_map(|hash| hash.iter());
                self.options.extend(options.filter_map(|(key, options)| {
                    Some(LookupOptions {
                        key: key.as_str()?,
                        options,
                        is_for_all,
                    })
                }));
            } else {
                self.data_keys.insert(key);
            }
            self.add_lookups(value);
        }
    }

    fn add_lookups(&mut self, value: &'a Data) {
        if !value.is_interpolated() {
            return;
        }
        match value {
            Data::String(text) => self.lookups.push(text),
            Data::Array(items) => items.iter().for_each(|item| self.add_lookups(item)),
            Data::Hash(pairs) => pairs.iter().for_each(|(_, value)| self.add_lookups(value)),
            _ => {}
        }
    }

    /// Returns true if a data file has a key.
    pub fn has_data_key(&self, key: &str) -> bool {
        self.data_keys.contains(key)
    }

    /// Returns true if some object type has an attribute or function of that name. It is called
    /// like a function: `$uri.host`.
    pub fn is_member(&self, name: &str) -> bool {
        self.members.contains(name) || self.in_ruby.members.contains(name)
    }

    /// Returns true if the data looks up a key.
    pub fn is_named_in_data(&self, key: &str) -> bool {
        let root = key.split('.').next().unwrap_or(key);
        self.lookups.iter().any(|text| text.contains(root))
    }

    /// Returns the options that may apply to the values of a key. An entry of the key itself takes
    /// precedence over those of patterns.
    pub fn lookup_options(&self, key: &str) -> Vec<LookupOptions<'a>> {
        let own = self.options.iter().filter(|one| one.key == key);
        let mut found: Vec<LookupOptions<'a>> = own.copied().collect();
        if !found.iter().any(|one| one.is_for_all) {
            let applies = |one: &&LookupOptions<'a>| {
                let is_pattern = one.key.starts_with('^');
                let pattern =
                    is_pattern.then(|| regexp::pattern(one.key, regexp::Options::default()));
                pattern.is_some_and(|pattern| pattern.is_match(key).unwrap_or(true))
            };
            found.extend(self.options.iter().filter(applies));
        }
        found
    }

    /// Records the names that an expression uses or sets elsewhere.
    fn look(&mut self, expr: &'a Expr<'a>) {
        match expr.kind {
            ExprKind::Variable(name) if name.contains("::") => {
                self.qualified
                    .insert(name.trim_start_matches("::").to_owned());
            }
            ExprKind::ResourceDefaults {
                type_ref,
                operations,
                ..
            }
            | ExprKind::ResourceOverride {
                resources: type_ref,
                operations,
                ..
            }
            | ExprKind::Collect {
                type_ref,
                operations,
                ..
            } => {
                let name = match type_ref.kind {
                    ExprKind::Access { left, .. } => left.kind,
                    other => other,
                };
                if let ExprKind::TypeName(name) = name {
                    for operation in operations {
                        self.set_elsewhere.insert(match operation.operator {
                            frontend::ast::AttributeOperator::Set(attribute)
                            | frontend::ast::AttributeOperator::Append(attribute) => {
                                format!("{} {attribute}", canonical(name))
                            }
                            frontend::ast::AttributeOperator::Splat => {
                                format!("{} *", canonical(name))
                            }
                        });
                    }
                }
            }
            ExprKind::String(text) | ExprKind::Name(text) => {
                self.texts.insert(text);
                // `lookup('key.part')` reads the key
                if let Some((key, _)) = text.split_once('.') {
                    self.texts.insert(key);
                }
            }
            ExprKind::TypeAlias { value: body, .. } | ExprKind::TypeDefinition { body, .. } => {
                self.add_members(body);
            }
            ExprKind::Access { left, keys } => {
                if let ExprKind::TypeName("Object" | "TypeSet") = left.kind {
                    keys.iter().for_each(|key| self.add_members(key));
                }
            }
            // a body of defaults
            ExprKind::Resource {
                type_name, bodies, ..
            } => {
                if let ExprKind::Name(name) = type_name.kind {
                    for body in bodies {
                        if let ExprKind::Default = body.title.kind {
                            self.set_elsewhere.insert(format!("{} *", canonical(name)));
                        }
                    }
                }
            }
            _ => {}
        }
        children(expr, &mut |child| self.look(child));
    }

    /// Records the attributes and functions in the initialization hash of an object type, or those
    /// of the object types in a type set.
    fn add_members(&mut self, init: &'a Expr<'a>) {
        let ExprKind::Hash(entries) = init.kind else {
            return;
        };
        for entry in entries {
            let section = match entry.key.kind {
                ExprKind::String(section) | ExprKind::Name(section) => section,
                _ => "",
            };
            match entry.value.kind {
                ExprKind::Hash(members) if MEMBER_SECTIONS.contains(&section) => {
                    let names = members.iter().filter_map(|member| match member.key.kind {
                        ExprKind::String(name) | ExprKind::Name(name) => Some(name),
                        _ => None,
                    });
                    self.members.extend(names);
                }
                _ => self.add_members(&entry.value),
            }
        }
    }

    /// Returns true if a file lies in the folder `spec` of its module or, outside of modules, of
    /// the codebase.
    pub fn is_for_tests(&self, file: &File) -> bool {
        let Some(codebase) = self.codebase else {
            return false;
        };
        let root = match file.module {
            Some(module) => &codebase.modules[module as usize].path,
            None => &codebase.root,
        };
        std::path::Path::new(&file.path).starts_with(root.join("spec"))
    }

    /// Returns true if Puppet loads the file as part of the main manifest.
    pub fn is_in_main(&self, file: &File) -> bool {
        self.codebase.is_some_and(|codebase| {
            !codebase.manifest.is_empty() && file.path.starts_with(&codebase.manifest)
        })
    }

    /// Returns `module/name` of a template.
    pub fn template_name(&self, file: &File) -> Option<String> {
        let module = &self.codebase?.modules[file.module? as usize];
        let folder = module.path.join("templates");
        let inner = std::path::Path::new(&file.path).strip_prefix(folder).ok()?;
        Some(format!("{}/{}", module.name, inner.to_string_lossy()))
    }

    /// Returns the class of this name.
    pub fn class(&self, name: &str) -> Option<&Declared<'a>> {
        self.classes.get(&*canonical(name))?.first()
    }

    /// Returns the define of this name.
    pub fn define(&self, name: &str) -> Option<&Declared<'a>> {
        self.defines.get(&*canonical(name))?.first()
    }

    /// Returns the function of this name that is written in Puppet.
    pub fn function(&self, name: &str) -> Option<&Declared<'a>> {
        self.functions.get(&*canonical(name))?.first()
    }

    /// Returns true if there is a function of this name, of any kind.
    pub fn is_function(&self, name: &str) -> bool {
        let name = canonical(name);
        builtins::find(&name).is_some()
            || self.functions.contains_key(&name)
            || self.in_ruby.functions.contains(&*name)
    }

    /// Returns true if all signatures of a function are known. A function in Ruby may replace one
    /// of Puppet's.
    pub fn is_signed(&self, name: &str) -> bool {
        let name = canonical(name);
        !self.in_ruby.functions.contains(&*name) || self.in_ruby.signatures.contains_key(&*name)
    }

    /// Returns the expression of a type alias.
    pub fn alias(&self, name: &str) -> Option<&'a Expr<'a>> {
        self.aliases.get(&*canonical(name)).copied()
    }

    /// Returns the names of all type aliases in lower case.
    pub fn alias_names(&self) -> impl Iterator<Item = &str> {
        self.aliases.keys().map(String::as_str)
    }

    /// Returns true if there is a data type of this name.
    pub fn is_data_type(&self, name: &str) -> bool {
        let name = canonical(name);
        let is_built_in = |all: &[&str]| all.iter().any(|one| one.eq_ignore_ascii_case(&name));
        is_built_in(type_name::NAMES)
            || is_built_in(type_name::HIDDEN_NAMES)
            || self.aliases.contains_key(&*name)
            || self.other_types.contains(&*name)
            || self.in_ruby.data_types.contains(&*name)
            // a type in a type set
            || name
                .rsplit_once("::")
                .is_some_and(|(set, _)| self.other_types.contains(set))
            || ["node", "puppet::lookupkey", "puppet::lookupvalue", "puppet::lookupcontext", "target", "unit"]
                .contains(&&*name)
    }

    /// Returns true if there is a resource type or define of this name.
    pub fn is_resource_type(&self, name: &str) -> bool {
        let name = canonical(name);
        core_types::find(&name).is_some()
            || AGENT_TYPES.contains(&&*name)
            || self.in_ruby.types.contains_key(&*name)
            || self.defines.contains_key(&*name)
    }

    /// Returns a resource type that is written in Ruby.
    pub fn ruby_type(&self, name: &str) -> Option<&RubyType> {
        self.in_ruby.types.get(&*canonical(name))
    }

    /// Returns true if the codebase has a module.
    pub fn has_module(&self, name: &str) -> bool {
        self.codebase
            .is_some_and(|codebase| codebase.has_module(name))
    }

    /// Returns true if the file that Puppet would load for a name exists but cannot be parsed. Its
    /// error is reported, so the definition is not reported as missing.
    pub fn is_in_broken_file(&self, name: &str) -> bool {
        let name = canonical(name);
        let (module, rest) = name.split_once("::").unwrap_or((&name, "init"));
        let Some(codebase) = self.codebase else {
            return false;
        };
        let modules = &codebase.modules;
        let Ok(at) = modules.binary_search_by(|one| one.name.as_str().cmp(module)) else {
            return false;
        };
        let inner = format!("{}.pp", rest.replace("::", "/"));
        let folders = ["manifests", "functions", "types"];
        folders.iter().any(|folder| {
            let path = modules[at].path.join(folder).join(&inner);
            path.is_file() && !self.parsed.contains(&*path.to_string_lossy())
        })
    }

    /// Returns true if the data hierarchy is known. An environment without `hiera.yaml` gets its
    /// data from the configuration of the server, which may name any folder.
    pub fn knows_hierarchy(&self) -> bool {
        let environment = self.codebase.and_then(|it| it.environment.as_ref());
        environment.is_none_or(|folder| folder.join("hiera.yaml").is_file())
    }

    /// Returns true if no module is missing. Then a name that is not found does not exist.
    pub fn is_complete(&self) -> bool {
        self.codebase.is_some_and(Codebase::is_complete)
    }

    /// Returns the name of the module of a file.
    pub fn module_name(&self, file: &File) -> Option<&'a str> {
        Some(&self.codebase?.modules[file.module? as usize].name)
    }
}

/// Keys in an object type's initialization hash whose values define its attributes and functions.
const MEMBER_SECTIONS: &[&str] = &["attributes", "constants", "functions", "type_parameters"];

/// The attributes and functions of Puppet's own object types: URI, Deferred, Error, and the context
/// that functions of a hierarchy get.
const MEMBERS: &[&str] = &[
    "arguments",
    "cache",
    "cache_all",
    "cache_has_key",
    "cached_entries",
    "cached_file_data",
    "cached_value",
    "details",
    "environment_name",
    "explain",
    "fragment",
    "host",
    "interpolate",
    "issue_code",
    "kind",
    "message",
    "module_name",
    "msg",
    "name",
    "not_found",
    "opaque",
    "partial_result",
    "path",
    "port",
    "query",
    "scheme",
    "userinfo",
];

/// Resource types that the agent's packages provide as separate modules.
const AGENT_TYPES: &[&str] = &[
    "augeas",
    "cron",
    "host",
    "k5login",
    "macauthorization",
    "mailalias",
    "maillist",
    "mount",
    "nagios_command",
    "nagios_contact",
    "nagios_contactgroup",
    "nagios_host",
    "nagios_hostdependency",
    "nagios_hostescalation",
    "nagios_hostextinfo",
    "nagios_hostgroup",
    "nagios_service",
    "nagios_servicedependency",
    "nagios_serviceescalation",
    "nagios_serviceextinfo",
    "nagios_servicegroup",
    "nagios_timeperiod",
    "scheduled_task",
    "selboolean",
    "selmodule",
    "ssh_authorized_key",
    "sshkey",
    "yumrepo",
    "zfs",
    "zone",
    "zpool",
];

/// Calls `each` with every variable that is assigned in the scope of `expr`. Lambdas and
/// definitions have their own scopes and are not entered. Node definitions are entered if `nodes`
/// is true.
pub fn assigned<'a>(expr: &'a Expr<'a>, nodes: bool, each: &mut dyn FnMut(&'a str)) {
    match expr.kind {
        ExprKind::Assignment { left, right, .. } => {
            variables_of(left, &mut |name, _| each(name));
            assigned(right, nodes, each);
        }
        ExprKind::Definition(_) | ExprKind::Lambda(_) => {}
        ExprKind::Node { body, .. } if nodes => assigned(body, nodes, each),
        ExprKind::Node { .. } => {}
        ExprKind::Call { arguments, .. } => {
            for argument in arguments {
                assigned(argument, nodes, each);
            }
        }
        ExprKind::MethodCall {
            receiver,
            arguments,
            ..
        } => {
            assigned(receiver, nodes, each);
            for argument in arguments {
                assigned(argument, nodes, each);
            }
        }
        _ => children(expr, &mut |child| assigned(child, nodes, each)),
    }
}

/// Calls `each` with the variables on the left side of an assignment.
pub fn variables_of<'a>(expr: &'a Expr<'a>, each: &mut dyn FnMut(&'a str, Span)) {
    match expr.kind {
        ExprKind::Variable(name) => each(name, expr.span),
        // `[$a, $b] = Class['c']` assigns variables of the class
        ExprKind::Array(_) => children(expr, &mut |child| variables_of(child, each)),
        _ => {}
    }
}
