//! Owns the questions. Ruby code sends them to the compilation while a request runs.

use std::vec;

use runtime::scope::ScopeId;
use runtime::{Cx, Value, text};

use super::{Field, messages};

messages! {
    read(Arguments<'h>)
    /// A question of Ruby code.
    pub enum Question<'h> {
        /// Calls a function, for the calling scope or for the top scope.
        "call" => Call { name: &'h str, arguments: Vec<Value<'h>>, at_top: bool },
        /// Asks if there is a function.
        "function?" => IsFunction { name: &'h str },
        /// Calls a lambda.
        "yield" => Yield { lambda: Value<'h>, arguments: Vec<Value<'h>> },
        /// Adds to the log.
        "log" => Log { level: &'h str, source: Option<&'h str>, message: &'h str },
        /// Reports values that code has changed in place: the number of each value, the place of
        /// the part, and its new content.
        "changed" => Changed { changes: Vec<Value<'h>> },
        /// Asks for the files and lines of the calls in progress.
        "stack" => Stack {},
        /// Asks for the path of a file or template of a module.
        "find_file" => FindFile { folder: &'h str, file: &'h str },
        /// Checks a text of the language.
        "parse" => Parse { text: &'h str, file: Option<&'h str> },
        /// Evaluates a text of the language in a scope.
        "evaluate" => Evaluate { scope: ScopeName, text: &'h str, file: Option<&'h str> },

        /// Asks for a variable.
        "variable" => Variable { scope: ScopeName, name: &'h str, numbered: bool },
        /// Asks for the variables of some names, or else for all that a scope sees.
        "variables" => Variables {
            scope: ScopeName,
            names: Vec<Value<'h>>,
            outer: bool,
            undef: bool,
            numbered: bool,
        },
        /// Asks for a variable of the current lambda or function, or of the scope itself.
        "local_variable" => LocalVariable { scope: ScopeName, name: &'h str, inner: bool },
        /// Sets a variable.
        "set_variable" => SetVariable { scope: ScopeName, name: &'h str, value: Value<'h> },
        /// Asks for the description of a scope.
        "scope" => Scope { scope: ScopeName },
        /// Asks for the text of a scope in messages.
        "scope_text" => ScopeText { scope: ScopeName },
        /// Asks for the resource of a scope.
        "scope_resource" => ScopeResource { scope: ScopeName },
        /// Asks for the resource defaults of a type that a scope sees.
        "defaults" => Defaults { scope: ScopeName, type_name: &'h str },
        /// Asks for the scope of a class.
        "class_scope" => ClassScope { name: &'h str },
        /// Asks for a fact.
        "fact" => Fact { name: &'h str },
        /// Asks for all facts.
        "facts" => Facts {},
        /// Asks for the settings.
        "settings" => Settings {},

        /// Asks for the description of a resource; checks the name of its type.
        "resource" => Resource { type_name: &'h str, title: Shown },
        /// Asks if there is a resource.
        "resource?" => IsResource { type_name: &'h str, title: Shown },
        /// Asks for the description of a resource.
        "resource_facts" => ResourceFacts { type_name: &'h str, title: Shown },
        /// Asks for all resources.
        "resources" => Resources {},
        /// Asks for the value of an attribute.
        "parameter" => Parameter { type_name: &'h str, title: Shown, name: &'h str },
        /// Asks for all attributes of a resource.
        "attributes" => Attributes { type_name: &'h str, title: Shown },
        /// Asks for the tags of a resource.
        "tags" => Tags { type_name: &'h str, title: Shown },
        /// Changes a resource.
        "change" => Change {
            type_name: &'h str,
            title: Shown,
            what: &'h str,
            name: &'h str,
            value: Value<'h>,
        },
        /// Asks if resources of a type have an attribute.
        "known_attribute?" => IsAttribute { type_name: &'h str, title: Shown, name: &'h str },
        /// Asks for the attributes that name resources of a type.
        "name_attributes" => NameAttributes { type_name: &'h str },
        /// Asks for the description of a class, define or node definition.
        "definition" => Definition { kind: &'h str, name: &'h str },
        /// Asks for the names of all classes, defines or node definitions.
        "definitions" => Definitions { kind: &'h str },
        /// Asks if a resource type is native, a define or a class.
        "type_kind" => TypeKind { type_name: &'h str },
        /// Asks for the edges of containment.
        "containment" => Containment {},
        /// Asks for the classes that have been evaluated.
        "classes" => Classes {},
        /// Asks for the tags of the catalog.
        "catalog_tags" => CatalogTags {},
        /// Adds a class or a tag to the catalog.
        "add_to_catalog" => AddToCatalog { what: &'h str, name: &'h str },

        /// Asks for the type that a text describes.
        "type" => Type { text: &'h str },
        /// Asks for a value as interpolation writes it.
        "text" => Text { value: Value<'h> },
        /// Asks for the components of a type.
        "parts" => Parts { ty: Value<'h> },
        /// Asks if a value is an instance of a type.
        "instance" => Instance { ty: Value<'h>, value: Value<'h> },
        /// Asks if a type accepts another one.
        "assignable" => Assignable { ty: Value<'h>, other: Value<'h> },
        /// Asks for the generalization of a type.
        "generalize" => Generalize { ty: Value<'h> },
        /// Asks for the type of a value.
        "infer" => Infer { value: Value<'h>, detailed: bool },
        /// Asks for the attributes that an object was given.
        "given" => Given { object: Value<'h> },
        /// Asks for a value as Ruby's `inspect` writes it.
        "inspect" => Inspect { value: Value<'h> },
        /// Asks if a range contains a version.
        "matches" => Matches { range: Value<'h>, version: Value<'h> },
        /// Calls a method of an object.
        "method" => Method { object: Value<'h>, name: &'h str, arguments: Vec<Value<'h>> },
        /// Asks if an object has a method.
        "method?" => IsMethod { object: Value<'h>, name: &'h str },
        /// Asks for the entries of the cache of a lookup context.
        "entries" => Entries { context: Value<'h> },

        /// Runs the function `lookup` through an adapter: with another global configuration, or in
        /// the global layer only.
        "lookup" => Lookup { config: Option<&'h str>, global_only: bool, options: Value<'h> },
        /// Asks an adapter for a step of a lookup; the answer is an array with the value, if any.
        "lookup_step" => LookupStep {
            config: Option<&'h str>,
            global_only: bool,
            what: &'h str,
            key: &'h str,
            merge: Value<'h>,
            overrides: Value<'h>,
            defaults: Value<'h>,
        },
        /// Merges two values of Hiera.
        "merge" => Merge { strategy: Value<'h>, first: Value<'h>, second: Value<'h> },
        /// Asks for the name and the options of a merge strategy.
        "merge_strategy" => MergeStrategy { strategy: Value<'h> },
    }
}

impl<'h> Question<'h> {
    /// Reads a question from its name and its arguments; returns `None` if there is no such
    /// question.
    pub fn of(name: &str, arguments: Vec<Value<'h>>) -> Option<Question<'h>> {
        Question::read(name, &mut Arguments(arguments.into_iter()))
    }

    /// Returns true if `next` and `return` end the code that asked.
    pub fn is_call(&self) -> bool {
        matches!(self, Question::Call { .. })
    }
}

/// A scope as Ruby code names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScopeName {
    /// The scope of the calling code.
    Calling,
    /// A scope by its number.
    Numbered(ScopeId),
}

/// The number that stands for the scope of the calling code.
const CALLING: i64 = -1;

impl ScopeName {
    /// Returns the scope.
    pub fn id(self, cx: &Cx<'_>) -> ScopeId {
        match self {
            ScopeName::Calling => cx.scope_id(),
            ScopeName::Numbered(id) => id,
        }
    }
}

/// A title in the form of a text.
pub struct Shown(pub String);

/// The arguments of a question that have not been read.
pub struct Arguments<'h>(vec::IntoIter<Value<'h>>);

impl<'h> Field<Arguments<'h>> for Value<'h> {
    fn read(arguments: &mut Arguments<'h>) -> Value<'h> {
        arguments.0.next().unwrap_or(Value::Undef)
    }
}

impl<'h> Field<Arguments<'h>> for Option<&'h str> {
    fn read(arguments: &mut Arguments<'h>) -> Option<&'h str> {
        match Value::read(arguments) {
            // names may be Symbols
            Value::Object(object) => object.values.first().and_then(|name| name.as_str()),
            other => other.as_str(),
        }
    }
}

impl<'h> Field<Arguments<'h>> for &'h str {
    fn read(arguments: &mut Arguments<'h>) -> &'h str {
        <Option<&'h str>>::read(arguments).unwrap_or_default()
    }
}

impl<'h> Field<Arguments<'h>> for Vec<Value<'h>> {
    fn read(arguments: &mut Arguments<'h>) -> Vec<Value<'h>> {
        let items = Value::read(arguments).as_array();
        items.map_or_else(Vec::new, |items| items.iter().collect())
    }
}

impl<'h> Field<Arguments<'h>> for bool {
    fn read(arguments: &mut Arguments<'h>) -> bool {
        Value::read(arguments).is_truthy()
    }
}

impl<'h> Field<Arguments<'h>> for Shown {
    fn read(arguments: &mut Arguments<'h>) -> Shown {
        Shown(text::interpolated(Value::read(arguments)))
    }
}

impl<'h> Field<Arguments<'h>> for ScopeName {
    fn read(arguments: &mut Arguments<'h>) -> ScopeName {
        match Value::read(arguments).as_integer() {
            None | Some(CALLING) => ScopeName::Calling,
            Some(number) => ScopeName::Numbered(ScopeId(u32::try_from(number).unwrap_or(0))),
        }
    }
}
