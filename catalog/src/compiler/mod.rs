//! Compiles the catalog of one node.
//!
//! Owns the semantics of declarations: classes, defines, resources, defaults, overrides,
//! collectors, relationships, and the order of lazy evaluation. It must know neither syntax (the
//! interpreter does) nor output formats.

mod alias;
mod attribute_value;
mod autoloaded_file;
mod catalog_queries;
mod class;
mod classifier;
pub(crate) mod collector;
mod contents;
mod declare;
mod define;
pub mod definition_index;
mod evaluation;
mod finish;
mod function;
mod host;
pub mod index;
mod load;
mod names;
pub(crate) mod naming_attributes;
mod overrides;
mod parameter_problem;
pub(crate) mod record;
pub(crate) mod reference;
mod reference_cache;
mod relationship;
pub mod resource;
pub mod tag;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::FixedState;
use frontend::issue::Located;
use frontend::{Source, Symbol};
use rubycore::case::Downcase;
use runtime::advice::Advice;
use runtime::code::CodeUnit;
use runtime::cx::Callee;
use runtime::error::{Error, Form, Kind, Place, Raise};
use runtime::frame::{Body, Frame};
use runtime::host::{NO_ITERATOR, SetOrigin};
use runtime::log::{Entry, Level};
use runtime::profile::{self, Kind as ProfileKind};
use runtime::scope::{Scope, ScopeId, ScopeKind};
use runtime::{Cx, Heap, Res, Value, interp, text};

use self::declare::reject_iterator;
use crate::compiler::record::Record;
use crate::data::Data;
use crate::environment::Environment;
use crate::environment::files::Loaded;
use crate::lookup::Lookup;
use crate::node::Node;
use crate::ruby::Ruby;
pub(crate) use catalog_queries::ResourceChange;
pub(crate) use contents::Contents;
use definition_index::{Definition, DefinitionIndex};
use evaluation::Evaluation;
pub(crate) use load::report;
use relationship::Relationships;
use resource::{Family, MAIN, Parameter, Resource, ResourceId, SETTINGS};

/// The names of attributes that the compiler itself uses.
pub(crate) struct Names {
    pub(crate) alias: Symbol,
    pub(crate) name: Symbol,
    pub(crate) stage: Symbol,
    pub(crate) tag: Symbol,
    pub(crate) title: Symbol,
    pub(crate) module_name: Symbol,
    pub(crate) caller_module_name: Symbol,
    /// The variables that no parameter may replace.
    pub(crate) reserved: [Symbol; 5],
}

/// The compilation of one catalog: the host of its evaluation.
pub struct Compiler<'h> {
    pub(crate) heap: &'h Heap,
    pub(crate) environment: &'h Environment,
    pub(crate) node: &'h Node,
    /// Data lookup.
    pub lookup: Lookup<'h>,
    /// Access to code that is written in Ruby.
    pub(crate) ruby: Ruby<'h>,
    pub(crate) names: Names,
    /// The scope of the node definition.
    pub(crate) node_scope: Cell<Option<ScopeId>>,
    /// True if the variables of `settings` have been created.
    pub(crate) has_settings: Cell<bool>,
    /// The origin of the type set that is being defined.
    pub(crate) set_origin: Cell<SetOrigin>,
    /// True if the type set to be defined next was requested by one of its types.
    pub(crate) is_requested_by_member: Cell<bool>,
    /// The latest source without a file, and its copy with the file name that functions give it.
    pub(crate) unknown: RefCell<Option<(Arc<Source>, Arc<Source>)>>,
    pub(crate) definitions: RefCell<DefinitionIndex<'h>>,
    pub(crate) contents: RefCell<Contents<'h>>,
    pub(crate) relationships: RefCell<Relationships<'h>>,
    pub(crate) evaluation: RefCell<Evaluation<'h>>,
    /// Inline templates by their text.
    inline_templates: RefCell<HashMap<&'h str, &'h Loaded, FixedState>>,
    /// Functions of the 4.x API in Ruby that have been found, by name.
    ruby_functions: RefCell<HashMap<Symbol, Callee<'h>, FixedState>>,
    /// True if the compilation has queried exported resources or other nodes.
    pub(crate) asks_others: Cell<bool>,
    /// The record for explanations; `None` unless the catalog is to be explained.
    pub(crate) provenance: Option<RefCell<Record<'h>>>,
    /// The time that the next query gets.
    now: Cell<i128>,
}

/// Variables of the top scope by name.
type Variables<'h> = Vec<(&'h str, Value<'h>)>;

/// One microsecond in nanoseconds.
const MICROSECOND: i128 = 1_000;

/// Returns true if only Puppet itself may set a variable of the top scope.
fn is_reserved(name: &str) -> bool {
    matches!(name, "facts" | "trusted" | "server_facts")
}

/// Returns the error message for a variable that only Puppet itself may set.
fn reserved(name: &str) -> Option<String> {
    is_reserved(name).then(|| format!("Attempt to assign to a reserved variable name: '{name}'"))
}

/// Returns the error message for a variable whose name is that of a match group.
fn numeric(name: &str) -> Option<String> {
    let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| format!("Cannot assign to a numeric match result variable '${name}'"))
}

impl<'h> Compiler<'h> {
    /// Creates a compilation. `now` is the first time that `Timestamp.new` returns, in nanoseconds.
    pub fn new(
        heap: &'h Heap,
        environment: &'h Environment,
        node: &'h Node,
        now: i128,
    ) -> Compiler<'h> {
        let names = Names {
            alias: Symbol::intern("alias"),
            name: Symbol::intern("name"),
            stage: Symbol::intern("stage"),
            tag: Symbol::intern("tag"),
            title: Symbol::intern("title"),
            module_name: Symbol::intern("module_name"),
            caller_module_name: Symbol::intern("caller_module_name"),
            reserved: [
                "facts",
                "trusted",
                "server_facts",
                "module_name",
                "caller_module_name",
            ]
            .map(Symbol::intern),
        };
        Compiler {
            heap,
            environment,
            node,
            lookup: Lookup::new(environment, node),
            ruby: Ruby::new(heap, environment, &node.name),
            names,
            node_scope: Cell::new(None),
            has_settings: Cell::new(false),
            set_origin: Cell::new(SetOrigin::Code),
            is_requested_by_member: Cell::new(false),
            unknown: RefCell::new(None),
            definitions: RefCell::default(),
            contents: RefCell::default(),
            relationships: RefCell::default(),
            evaluation: RefCell::default(),
            inline_templates: RefCell::default(),
            ruby_functions: RefCell::default(),
            asks_others: Cell::new(false),
            provenance: None,
            now: Cell::new(now),
        }
    }

    /// Enables the record of where everything comes from, for [`Compiler::explained`].
    ///
    /// [`Compiler::explained`]: crate::provenance
    pub fn trace(&mut self) {
        self.provenance = Some(RefCell::default());
        self.lookup.trace();
    }

    /// Adds a note to the record, if there is one.
    #[inline]
    pub(crate) fn note(&self, note: impl FnOnce(&mut Record<'h>)) {
        if let Some(record) = &self.provenance {
            note(&mut record.borrow_mut());
        }
    }

    /// Compiles the catalog.
    ///
    /// # Errors
    /// Fails with the error that ends the compilation.
    pub fn compile(&self, cx: &mut Cx<'h>) -> Res<'h, ()> {
        for warning in &self.environment.warnings {
            cx.log.push(Entry {
                level: Level::Warning,
                source: "Puppet".to_owned(),
                message: warning.to_string(),
                place: None,
                located: Located::Column,
                own_line: false,
                hint: warning.hint(),
            });
        }
        for error in &self.environment.errors {
            cx.log_plain(Level::Err, error.clone());
        }
        if let Some(problem) = &self.environment.modules_problem {
            return Err(parse_error(problem.clone(), None));
        }
        if self.environment.module("environment").is_some() {
            let problem = "Internal Error: Attempt to redefine loader named 'environment'";
            return Err(parse_error(problem.to_owned(), None));
        }
        let units = stage(cx, "begin", |cx| -> Res<'h, Vec<&'h CodeUnit>> {
            self.start(cx);
            let variables = self.variables(cx)?;
            // the code is loaded before the variables are set
            let units = self.load(cx)?;
            self.note_classes(&mut self.contents.borrow_mut())?;
            self.set_variables(cx, variables)?;
            Ok(units)
        })?;
        self.evaluate_main(cx, units)?;
        self.evaluate_node(cx)?;
        stage(cx, "node classes", |cx| self.evaluate_node_classes(cx))?;
        self.evaluate_generators(cx)?;
        let finished = stage(cx, "finish", |cx| self.finish(cx));
        if cx.is_profiled {
            profile::note_resources(self.resource_count() as u64);
        }
        finished
    }

    /// Returns true if the catalog may depend on other nodes: it has collected exported resources
    /// or called `puppetdb_query`.
    pub fn asks_others(&self) -> bool {
        self.asks_others.get()
    }

    /// Creates the resources that every catalog starts with.
    fn start(&self, cx: &mut Cx<'h>) {
        let mut guard = self.contents.borrow_mut();
        let contents = &mut *guard;
        let class = contents.resources.add_type("class", "Class", Family::Class);
        let stage = crate::core_types::find("stage").expect("a core type");
        let stage = contents
            .resources
            .add_type("stage", "Stage", Family::Native(stage));
        let top = ScopeId::TOP;
        let main = Value::string(self.heap, "main");
        let name = Parameter {
            name: self.names.name,
            origin: 0,
            at: 0,
            value: main,
        };
        for (ty, title, tags, parameters) in [
            (stage, "main", &["stage"][..], vec![name]),
            (class, "settings", &["class", "settings"], vec![]),
            (class, "main", &["class"], vec![name]),
        ] {
            let mut resource = Resource::new(ty, title, top, None);
            resource.parameters = parameters;
            for text in tags {
                resource.tags.add(contents.tags.intern(self.heap, text));
            }
            (resource.evaluated, resource.has_scope_tags) = (true, true);
            let id = contents.resources.add(resource);
            if ty == class {
                contents.contain(ResourceId(0), id);
            }
            // no reference can name the main class
            if id != MAIN {
                contents.resources.add_key(ty, title, id);
            }
        }
        drop(guard);
        let settings = self.new_scope(
            cx,
            ScopeKind::Class("settings"),
            ScopeId::TOP,
            ScopeId::TOP,
            SETTINGS,
        );
        self.contents
            .borrow_mut()
            .resources
            .get_mut(SETTINGS)
            .body_scope = Some(settings);
        cx.scopes[0].resource = MAIN.0;
    }

    /// Returns the variables of the top scope that the node provides, in the node's order.
    fn variables(&self, cx: &mut Cx<'h>) -> Res<'h, Variables<'h>> {
        let heap = self.heap;
        let node = self.node;
        let mut variables: Variables<'h> = Vec::new();
        for (name, data) in [
            ("trusted", &node.trusted),
            ("server_facts", &node.server_facts),
        ] {
            if let Some(data) = data {
                variables.push((name, crate::node::plain_value(heap, data)));
            }
        }
        if let Some(facts) = &node.facts {
            variables.push(("facts", self.data_value(cx, facts)?));
        }
        for (name, data) in &node.variables {
            let value = self.data_value(cx, data)?;
            match variables.iter().find(|(other, _)| other == name) {
                None => variables.push((name, value)),
                Some((_, first)) if !is_reserved(name) => {
                    let (first, second) = (text::ruby(*first), text::ruby(value));
                    let node = &node.name;
                    let message = format!(
                        "The node parameter '{name}' for node '{node}' was already set to '{first}'. It could not be set to '{second}'"
                    );
                    cx.warn(message, None, Located::Column);
                }
                Some(_) => {}
            }
        }
        Ok(variables)
    }

    fn set_variables(&self, cx: &mut Cx<'h>, mut variables: Variables<'h>) -> Res<'h, ()> {
        let (heap, node) = (self.heap, self.node);
        let names = || node.variables.iter().map(|(name, _)| name.as_str());
        if let Some(message) = names()
            .find_map(reserved)
            .or_else(|| names().find_map(numeric))
        {
            return Err(parse_error(message, None));
        }
        // Puppet sets these variables itself
        for (own, value) in [("module_name", ""), ("title", "main"), ("name", "main")] {
            if variables.iter().any(|(name, _)| *name == own) {
                return Err(parse_error(
                    format!("Cannot reassign variable '${own}'"),
                    None,
                ));
            }
            variables.push((own, Value::string(heap, value)));
        }
        // the variables that Puppet sets itself come after those of the node
        let first_own = variables.len() - 3;
        variables[..first_own].sort_by_key(|(name, _)| match *name {
            "environment" => 1,
            name if is_reserved(name) => 2,
            _ => 0,
        });
        let top = &mut cx.scopes[0];
        for (name, value) in variables {
            top.variables.insert(Symbol::intern(name), value);
        }
        Ok(())
    }

    /// Converts data of the node to a value.
    fn data_value(&self, cx: &mut Cx<'h>, data: &Data) -> Res<'h> {
        match self.node.rich {
            true => crate::node::rich_value(cx, data),
            false => Ok(crate::node::plain_value(self.heap, data)),
        }
    }

    /// Creates a scope; unqualified variables are looked up in `enclosing` next.
    pub(crate) fn new_scope(
        &self,
        cx: &mut Cx<'h>,
        kind: ScopeKind<'h>,
        enclosing: ScopeId,
        parent: ScopeId,
        resource: ResourceId,
    ) -> ScopeId {
        let id = ScopeId(cx.scopes.len() as u32);
        self.heap.count(2 * size_of::<Scope<'_>>());
        cx.scopes.push(Scope {
            kind,
            enclosing: Some(enclosing),
            parent: Some(parent),
            frame: None,
            running: None,
            variables: Default::default(),
            module: None,
            resource: resource.0,
        });
        id
    }

    /// Returns the nearest enclosing top or node scope, whose variables classes and defines
    /// declared here can read.
    pub(crate) fn enclosing(&self, cx: &Cx<'h>, scope: ScopeId) -> ScopeId {
        let mut id = scope;
        loop {
            let scope = &cx.scopes[id.0 as usize];
            match (scope.kind, scope.parent) {
                (ScopeKind::Top | ScopeKind::Node(_), _) | (_, None) => return id,
                (_, Some(parent)) => id = parent,
            }
        }
    }

    /// Returns the resource that a scope belongs to.
    pub(crate) fn container(&self, cx: &Cx<'h>, scope: ScopeId) -> ResourceId {
        ResourceId(cx.scopes[scope.0 as usize].resource)
    }

    fn evaluate_main(&self, cx: &mut Cx<'h>, units: Vec<&'h CodeUnit>) -> Res<'h, ()> {
        if let Some(problem) = self.environment.problem() {
            return Err(parse_error(problem.to_owned(), None));
        }
        // Puppet creates this class after all definitions are loaded
        if let Some(node) = self.definitions.borrow().node_named("settings") {
            let first = definition_index::at(&definition_index::place(node));
            let message = format!(
                "Node 'settings' is already defined {first}; cannot be redefined as a class"
            );
            return Err(parse_error(message, None));
        }
        self.contents.borrow_mut().classes.push("settings");
        for unit in units {
            self.run_program(cx, unit.program())?;
        }
        Ok(())
    }

    /// Runs the statements of a file in the top scope; returns the value of the last one.
    ///
    /// # Errors
    /// Fails with every error of the code; `return` and `next` are errors here.
    pub fn run_program(&self, cx: &mut Cx<'h>, body: &'h Body<'h>) -> Res<'h> {
        let frame = Frame::new(cx, body, None, ScopeId::TOP, false);
        let around = cx.program.replace(body.source);
        let name = body.source.path.as_deref().unwrap_or("code");
        let run = |cx: &mut Cx<'h>| interp::run(cx, frame);
        let result = profile::within_body(cx, ProfileKind::Manifest, body, name, run);
        let result = result.map_err(illegal_jump);
        cx.program = around;
        // lazily evaluated code can read its match variables
        cx.scopes[ScopeId::TOP.0 as usize].frame = Some(frame);
        result
    }

    /// Evaluates collectors and define instances, which wait for the end of a compilation.
    ///
    /// # Errors
    /// Fails with every error of their code.
    pub fn evaluate_waiting(&self, cx: &mut Cx<'h>) -> Res<'h, ()> {
        self.evaluate_generators(cx)
    }

    /// Finds the node definition, except `default`, for a name in lower case; returns it with its
    /// own name.
    fn matching_node(&self, name: &str) -> Option<(&'h str, &'h Definition<'h>)> {
        let matches = |source: &str| {
            let regexp = runtime::regexp::Regexp::new(self.heap, source);
            regexp
                .and_then(|regexp| regexp.is_match(name))
                .unwrap_or(false)
        };
        self.definitions.borrow().node(name, matches)
    }

    fn evaluate_node(&self, cx: &mut Cx<'h>) -> Res<'h, ()> {
        if !self.definitions.borrow().has_nodes() {
            return Ok(());
        }
        let mut name = self.node.name.downcase();
        let mut found = self.matching_node(&name);
        // `default` is a name like others: `'default'` and `/^def/` mean it, too
        if found.is_none() {
            name = "default".into();
            found = self.matching_node(&name);
        }
        let Some((title, mut definition)) = found else {
            let name = &self.node.name;
            let message = format!("Could not find node statement with name 'default' or '{name}'");
            return Err(parse_error(message, None));
        };
        // Puppet looks the definition up again by its own name in lower case
        let mut own_name = title;
        if title.bytes().any(|b| b.is_ascii_uppercase()) {
            name = title.to_ascii_lowercase();
            let Some(found) = self.matching_node(&name) else {
                return Err(parse_error("Cannot find definition Node", None));
            };
            (own_name, definition) = found;
        }
        let id = self.add_node(title, own_name);
        self.add_scope_tags(cx, id);
        let scope = self.new_scope(cx, ScopeKind::Node(title), ScopeId::TOP, ScopeId::TOP, id);
        self.set_name(cx, scope, title);
        let nobody = Value::string(self.heap, "");
        cx.scopes[scope.0 as usize]
            .variables
            .insert(Symbol::intern("caller_module_name"), nobody);
        self.node_scope.set(Some(scope));
        let frame = Frame::new(cx, definition.body, None, scope, false);
        cx.scopes[scope.0 as usize].frame = Some(frame);
        let regexp = self.definitions.borrow().node_regexp(own_name);
        if let Some(source) = regexp {
            self.capture(cx, frame, source, &name);
        }
        let run = |cx: &mut Cx<'h>| interp::run(cx, frame);
        let kind = ProfileKind::NodeDefinition;
        let value = profile::within_body(cx, kind, definition.body, own_name, run);
        let value = value.map_err(illegal_jump)?;
        if regexp.is_some() {
            // the match variables must not outlive the body
            frame.matched(cx, None);
        }
        reject_iterator(value).map_err(|_| parse_error(NO_ITERATOR, None))
    }

    /// Adds the resource of the node definition that is evaluated. It is named by its title, and a
    /// class by the definition's own name.
    fn add_node(&self, title: &'h str, own_name: &'h str) -> ResourceId {
        let mut guard = self.contents.borrow_mut();
        let contents = &mut *guard;
        let ty = match contents.resources.find_type("node") {
            Some(ty) => ty,
            None => contents.resources.add_type("node", "Node", Family::Node),
        };
        let mut node = Resource::new(ty, title, ScopeId::TOP, None);
        let word = contents.tags.intern(self.heap, "node");
        node.tags.add(word);
        if tag::is_valid(title) {
            tag::add(&mut node.tags, &mut contents.tags, self.heap, title);
        }
        contents.catalog_tags.merge(&node.tags);
        contents.classes.push(own_name);
        node.evaluated = true;
        let id = contents.resources.add(node);
        contents.contain(MAIN, id);
        contents.resources.add_key(ty, title, id);
        id
    }

    /// Alternates between collectors and define instances until neither finds new work.
    fn evaluate_generators(&self, cx: &mut Cx<'h>) -> Res<'h, ()> {
        const ROUNDS_MAX: u32 = 1000;
        for _ in 0..ROUNDS_MAX {
            while stage(cx, "collectors", |cx| self.evaluate_collectors(cx))? {}
            if !self.evaluate_defines(cx)? {
                return Ok(());
            }
        }
        let message = "Somehow looped more than 1000 times while evaluating host catalog";
        Err(Error {
            form: Form::Bare,
            ..Error::plain(message)
        }
        .into())
    }

    /// Sets `$title` and `$name` in a scope.
    pub(crate) fn set_name(&self, cx: &mut Cx<'h>, scope: ScopeId, title: &'h str) {
        let value = Value::string(self.heap, title);
        let variables = &mut cx.scopes[scope.0 as usize].variables;
        variables.insert(self.names.title, value);
        variables.insert(self.names.name, value);
    }

    /// Adds the current tags of the resource around the declaring scope.
    pub(crate) fn add_scope_tags(&self, cx: &Cx<'h>, id: ResourceId) {
        let mut contents = self.contents.borrow_mut();
        let resource = contents.resources.get(id);
        if resource.has_scope_tags {
            return;
        }
        let container = self.container(cx, resource.scope);
        if container != id {
            let tags = std::mem::take(&mut contents.resources.get_mut(container).tags);
            contents.resources.get_mut(id).tags.merge(&tags);
            contents.resources.get_mut(container).tags = tags;
        }
        contents.resources.get_mut(id).has_scope_tags = true;
    }

    /// Returns the current time, and advances it by a microsecond for the next call.
    pub(crate) fn time(&self) -> i128 {
        let now = self.now.get();
        self.now.set(now + MICROSECOND);
        now
    }
}

/// Runs a stage of the compilation, which profiles show.
fn stage<'h, T>(cx: &mut Cx<'h>, name: &str, work: impl FnOnce(&mut Cx<'h>) -> T) -> T {
    profile::within_named(cx, ProfileKind::Stage, name, work)
}

/// Converts a jump out of a program or node definition to an error.
#[allow(clippy::boxed_local, reason = "results hold it boxed")]
pub fn illegal_jump<'h>(raise: Box<Raise<'h>>) -> Box<Raise<'h>> {
    let (what, place) = match *raise {
        Raise::Next(_, place) => ("next", place),
        Raise::Return(_, place) => ("return", place),
        Raise::Break(place) => ("break", place),
        Raise::Error(error) => return error.into(),
    };
    let message = format!("{what}() from context where this is illegal");
    parse_error(message, Some(place))
}

/// Builds a `Puppet::ParseError`: its text has no prefix, and only the line of its place is shown.
pub(crate) fn parse_error<'h>(message: impl Into<String>, place: Option<Place>) -> Box<Raise<'h>> {
    Error {
        form: Form::Bare,
        place,
        line_only: true,
        ..Error::of(Kind::Parse, message)
    }
    .into()
}

/// Leaves only the text of an error, without a place. Jumps are returned unchanged.
pub(crate) fn text_only<'h>(mut raise: Box<Raise<'h>>) -> Box<Raise<'h>> {
    if let Raise::Error(error) = &mut *raise {
        let message = std::mem::take(&mut error.message);
        raise = parse_error(message, None);
    }
    raise
}

/// Adds advice to an error; jumps carry none.
pub(crate) fn advised<'h>(
    mut raise: Box<Raise<'h>>,
    advice: impl IntoIterator<Item = Advice>,
) -> Box<Raise<'h>> {
    if let Raise::Error(error) = &mut *raise {
        error.advice.extend(advice);
    }
    raise
}

/// Adds the place of the related code to an error that has no place.
pub(crate) fn about<'h>(raise: Box<Raise<'h>>, place: Option<Place>) -> Box<Raise<'h>> {
    match &*raise {
        Raise::Error(error) if error.place.is_none() => advised(raise, place.map(Advice::About)),
        _ => raise,
    }
}
