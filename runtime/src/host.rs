//! Declares the services that evaluation needs and does not implement: files, functions and types
//! by name, the catalog, data lookup. The `catalog` crate implements [`Host`].

use std::borrow::Cow;
use std::ops::Deref;
use std::slice;
use std::sync::Arc;

use frontend::ast::{RelationshipOp, ResourceForm};
use frontend::{Issue, Symbol};
use mir::literal::Literal;

use crate::advice::Advice;
use crate::closure::Closure;
use crate::cx::{Callee, Cx};
use crate::error::{Kind, Place, Res, fail, fail_as};
use crate::frame::Body;
use crate::function::Signature;
use crate::nested_values;
use crate::scope::ScopeId;
pub use crate::value::object::SetOrigin;
use crate::value::types::{Type, TypeRef};
use crate::value::{BigInteger, Value};
use rubycore::big_integer;

/// A function written in the Puppet language.
pub struct UserFunction<'h> {
    /// The full name.
    pub name: &'h str,
    /// The code.
    pub body: &'h Body<'h>,
    /// The function's only signature.
    pub signature: Signature<'h>,
}

/// The layout of YAML; `None` leaves a choice to libyaml.
#[derive(Clone, Copy, Default)]
pub struct YamlLayout {
    /// The number of blanks for each level.
    pub indentation: Option<i32>,
    /// The number of columns after which a text is folded.
    pub width: Option<i32>,
    /// True if YAML is written in its canonical form.
    pub canonical: bool,
    /// The YAML version that the document declares.
    pub version: Option<(i32, i32)>,
}

/// A function in another language, which the host runs.
pub struct ForeignFunction<'h> {
    /// The full name.
    pub name: &'h str,
    /// The host's number of the function.
    pub id: usize,
    /// The signatures of all dispatches in order.
    pub signatures: &'h [Signature<'h>],
    /// The signatures without those of `argument_mismatch` dispatches.
    pub accepting: &'h [Signature<'h>],
    /// Further data of each dispatch.
    pub dispatches: &'h [ForeignDispatch<'h>],
}

/// The data of a dispatch besides its signature.
#[derive(Clone, Copy)]
pub struct ForeignDispatch<'h> {
    /// The name of the method that is called.
    pub method: &'h str,
    /// True if the dispatch is an `argument_mismatch`: its value is the text of the error.
    pub is_mismatch: bool,
}

/// The operator of an attribute of a resource expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributeOp {
    /// `name => value`
    Set,
    /// `name +> value`
    Append,
}

/// An evaluated attribute.
#[derive(Clone, Copy)]
pub struct Attribute<'h> {
    /// The name.
    pub name: Symbol,
    /// The operator.
    pub op: AttributeOp,
    /// The value.
    pub value: Value<'h>,
    /// The offset of the operation.
    pub at: u32,
}

/// An evaluated body of a resource expression.
pub struct ResourceBody<'h> {
    /// The titles, flattened.
    pub titles: Titles<'h>,
    /// The attributes, splats and the `default:` body merged in.
    pub attributes: Vec<Attribute<'h>>,
    /// The offset of the title.
    pub at: u32,
}

/// The titles of a body. Most bodies have one, which needs no allocation.
pub enum Titles<'h> {
    /// A single title.
    One(Value<'h>),
    /// Any number of titles.
    Many(Vec<Value<'h>>),
}

impl<'h> Deref for Titles<'h> {
    type Target = [Value<'h>];

    fn deref(&self) -> &[Value<'h>] {
        match self {
            Titles::One(title) => slice::from_ref(title),
            Titles::Many(titles) => titles,
        }
    }
}

/// The issue of HOCON whose root is a list: no error of its syntax.
pub const NO_OBJECT: Issue = Issue("HOCON_ROOT_IS_LIST");

/// The reason why a value can be neither an attribute nor an argument of a 3.x function.
pub struct Unfit {
    /// The message.
    pub problem: Cow<'static, str>,
    /// True if Puppet refuses the value itself. Otherwise Ruby raises the error.
    pub is_refused: bool,
    /// The kind of the error.
    pub kind: Kind,
}

/// The message about an iterator where only values of the catalog are allowed.
pub const NO_ITERATOR: &str = "Use of an Iterator is not supported here";

/// Puppet's message, in its platform's words, where it needs the name of a resource type and gets
/// `Resource` alone.
pub const NO_TYPE_NAME: &str = "undefined method `include?' for nil:NilClass";

/// Returns the reason why a value is not allowed in an attribute or as an argument of a 3.x
/// function. These make resources of references, and know no iterators.
pub fn unfit(value: Value<'_>) -> Option<Unfit> {
    if matches!(
        value,
        Value::String(_) | Value::Undef | Value::Boolean(_) | Value::Integer(_)
    ) {
        return None;
    }
    let mut unfit = None;
    nested_values::any(value, |value| {
        // most values cannot be unfit
        if !matches!(
            value,
            Value::BigInteger(_) | Value::Iterator(_) | Value::Type(_)
        ) {
            return false;
        }
        unfit = unfit_itself(value);
        unfit.is_some()
    });
    unfit
}

fn unfit_itself(value: Value<'_>) -> Option<Unfit> {
    if let Value::BigInteger(big) = value {
        return Some(Unfit {
            problem: Cow::Owned(out_of_range(big)),
            is_refused: true,
            kind: Kind::Argument,
        });
    }
    let problem = match value {
        Value::Iterator(iterator) => (!iterator.is_tree()).then_some(NO_ITERATOR),
        Value::Type(
            Type::Class(None)
            | Type::Resource {
                type_name: Some("Class"),
                title: None,
                ..
            },
        ) => Some("No title provided and \"class\" is not a valid resource reference"),
        Value::Type(Type::Resource {
            type_name: None, ..
        }) => Some(NO_TYPE_NAME),
        Value::Type(Type::CatalogEntry) => Some(
            "Cannot split the type Puppet::Pops::Types::PCatalogEntryType, it represents neither a PClassType, nor a PResourceType.",
        ),
        _ => None,
    };
    problem.map(|problem| Unfit {
        problem: Cow::Borrowed(problem),
        is_refused: matches!(value, Value::Iterator(_)),
        kind: match value {
            Value::Type(Type::Resource {
                type_name: None, ..
            }) => Kind::NoMethod,
            _ => Kind::Argument,
        },
    })
}

/// Returns the message about an Integer beyond 64 bits where none is allowed.
fn out_of_range(big: &BigInteger<'_>) -> String {
    let side = match big.is_negative() {
        true => "min",
        false => "max",
    };
    let digits = big_integer::platform_hexadecimal(&big.number());
    format!("Use of a Ruby Integer outside of Puppet Integer {side} range, got '0x{digits}'")
}

/// An evaluated resource expression.
pub struct ResourceExpression<'h> {
    /// Regular, virtual or exported.
    pub form: ResourceForm,
    /// `file`, `my::define`, `class`: lower case, without a leading `::`.
    pub type_name: &'h str,
    /// The type's name as messages show it.
    pub written: &'h str,
    /// The bodies, without the body of defaults.
    pub bodies: Vec<ResourceBody<'h>>,
    /// The place of the expression.
    pub place: Place,
}

/// The query of a collector.
pub enum Query<'h> {
    /// No query: everything.
    All,
    /// A value, neither `undef` nor `false`, that is not a comparison.
    Value(Value<'h>),
    /// `name == value` (`negated`: `!=`)
    Compare {
        /// The attribute's name; `tag` and `title` are special.
        name: Value<'h>,
        /// The value.
        value: Value<'h>,
        /// `!=`
        negated: bool,
    },
    /// `a and b`
    And(Box<Query<'h>>, Box<Query<'h>>),
    /// `a or b`
    Or(Box<Query<'h>>, Box<Query<'h>>),
}

/// An evaluated collector.
pub struct Collector<'h> {
    /// The type in lower case.
    pub type_name: &'h str,
    /// True if it is written with a leading `::`.
    pub is_absolute: bool,
    /// `<<| |>>`
    pub exported: bool,
    /// The query.
    pub query: Query<'h>,
    /// The attributes to set on the collected resources.
    pub attributes: Vec<Attribute<'h>>,
    /// The place of the expression.
    pub place: Place,
}

/// The format of a text of data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataFormat {
    /// JSON
    Json,
    /// YAML without aliases
    Yaml,
    /// YAML
    YamlWithAliases,
    /// HOCON
    Hocon,
}

/// The function that declares classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Include {
    /// `include`
    Include,
    /// `require`
    Require,
    /// `contain`
    Contain,
}

/// A release of the module stdlib. The native functions were compared with it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
pub enum Release {
    /// 8.5.0
    Eight,
    /// 9.7.0
    Nine,
    /// The releases after 9.7.0, whose texts of data keep Sensitive values.
    Later,
}

/// A function of a module that is to run natively.
#[derive(Clone, Debug)]
pub struct Native {
    /// The release of the module that it acts as.
    pub release: Release,
    /// The original file, to which the native function is equal.
    pub path: Arc<str>,
}

/// Services for evaluation. All methods take the context, because they may evaluate further code;
/// their own state is in cells. Errors are `Form::Plain` unless they concern another place than the
/// expression that asked.
pub trait Host<'h> {
    /// Returns a function that is not built in. It is loaded on first use.
    fn function(&self, cx: &mut Cx<'h>, name: Symbol) -> Res<'h, Option<Callee<'h>>>;

    /// Runs a dispatch of a function of the host's with arguments that fit.
    fn call_foreign(
        &self,
        cx: &mut Cx<'h>,
        function: &'h ForeignFunction<'h>,
        dispatch: usize,
        arguments: &[Value<'h>],
        block: Option<&'h Closure<'h>>,
    ) -> Res<'h>;

    /// Returns true if manifests define functions with names of built-in ones, which they then
    /// replace.
    fn replaces_builtins(&self) -> bool;

    /// Returns true if a manifest defines a function of a name.
    fn defines_function(&self, name: &str) -> bool;

    /// Returns the body of a function that a loaded manifest defines.
    fn loaded_function(&self, _name: &str) -> Option<&'h Body<'h>> {
        None
    }

    /// Returns the target of a type alias of a loaded manifest.
    fn loaded_alias(&self, _name: &str) -> Option<&'h Literal> {
        None
    }

    /// Returns a type alias or an Object type by name (`My::Type`). It is loaded on first use.
    fn named_type(&self, cx: &mut Cx<'h>, name: &str) -> Res<'h, Option<TypeRef<'h>>>;

    /// Returns the origin of the type set that is being defined.
    fn set_origin(&self) -> SetOrigin {
        SetOrigin::Code
    }

    /// Refuses the name of a type of a set when an alias or a define has it.
    ///
    /// # Errors
    /// Fails when the name is taken.
    fn check_new_type(&self, _name: &str) -> Res<'h, ()> {
        Ok(())
    }

    /// Returns true if a resource type (native or define) of that lower-case name is known.
    fn is_resource_type(&self, cx: &mut Cx<'h>, name: &str) -> Res<'h, bool>;

    /// Returns true if Puppet itself has a resource type of that lower-case name.
    fn is_core_resource_type(&self, name: &str) -> bool;

    /// Returns the resource that a reference names, in the form that attributes keep and functions
    /// of the 3.x API see; any other value unchanged.
    fn resource(&self, cx: &mut Cx<'h>, reference: Value<'h>) -> Res<'h>;

    /// Returns the scope of a class that has been evaluated (lower-case name).
    fn class_scope(&self, cx: &mut Cx<'h>, name: &str) -> Option<ScopeId>;

    /// Declares resources. Returns an array of references.
    fn declare(&self, cx: &mut Cx<'h>, expression: ResourceExpression<'h>) -> Res<'h>;

    /// Notes the missing key of a hash for which a resource expression set a parameter to `undef`, if
    /// the definition of the resources may refuse `undef` later.
    fn note_missing_key(
        &self,
        references: Value<'h>,
        parameter: Symbol,
        missing_key: &dyn Fn() -> Option<Advice>,
    );

    /// Evaluates `File { mode => 1 }`; `type_name` is in lower case.
    fn resource_defaults(
        &self,
        cx: &mut Cx<'h>,
        type_name: &'h str,
        attributes: Vec<Attribute<'h>>,
        place: Place,
    ) -> Res<'h>;

    /// Evaluates `File['a'] { mode => 1 }`.
    fn resource_override(
        &self,
        cx: &mut Cx<'h>,
        references: Value<'h>,
        attributes: Vec<Attribute<'h>>,
        place: Place,
    ) -> Res<'h>;

    /// Checks that resources of a type can be collected.
    ///
    /// # Errors
    /// Fails with a plain error if there can be none.
    fn check_collected(
        &self,
        cx: &mut Cx<'h>,
        type_name: &'h str,
        is_absolute: bool,
    ) -> Res<'h, ()>;

    /// Evaluates `File <| |>`, whose type was checked. Returns a reference to the collector for
    /// relationships.
    fn collect(&self, cx: &mut Cx<'h>, collector: Collector<'h>) -> Res<'h>;

    /// Evaluates `left -> right`. Operands are references, arrays of them, strings or collectors,
    /// each with its place. Returns the right operand.
    fn relate(
        &self,
        cx: &mut Cx<'h>,
        op: RelationshipOp,
        left: (Value<'h>, Place),
        right: (Value<'h>, Place),
        place: Place,
    ) -> Res<'h>;

    /// Returns the attribute of a declared resource: `File['a']['mode']`.
    fn resource_attribute(
        &self,
        cx: &mut Cx<'h>,
        type_name: &'h str,
        title: &'h str,
        attribute: &str,
    ) -> Res<'h>;

    /// Returns the current attributes of a declared resource; `None` when there is no such
    /// resource.
    ///
    /// # Errors
    /// Fails on a type that can't be a tag.
    fn resource_attributes(
        &self,
        cx: &mut Cx<'h>,
        type_name: &str,
        title: &str,
    ) -> Res<'h, Option<Vec<(&'h str, Value<'h>)>>>;

    /// Returns the plain data that represents a value in a catalog; `None` if there is none.
    fn rich_data(&self, cx: &mut Cx<'h>, value: Value<'h>) -> Option<Value<'h>>;

    /// Evaluates `include`, `require` or `contain` of class names and references.
    fn include(&self, cx: &mut Cx<'h>, how: Include, classes: &[Value<'h>]) -> Res<'h>;

    /// Calls a catalog function that has no method of its own here (`realize`, `tag`, `tagged`,
    /// `defined`, `create_resources`, `hiera_include`, ...), by name.
    fn catalog_function(
        &self,
        cx: &mut Cx<'h>,
        name: &str,
        arguments: &[Value<'h>],
        block: Option<&'h Closure<'h>>,
    ) -> Res<'h>;

    /// Renders a template in ERB. `file` has its path and the name by which it was requested; a
    /// template that is given as a text has none.
    ///
    /// # Errors
    /// `Failed to parse template ...`
    fn render_erb(&self, cx: &mut Cx<'h>, file: Option<(&str, &str)>, code: &str) -> Res<'h>;

    /// Calls `lookup` or a `hiera*` function by name, with the given arguments.
    fn lookup(
        &self,
        cx: &mut Cx<'h>,
        function: &str,
        arguments: &[Value<'h>],
        block: Option<&'h Closure<'h>>,
    ) -> Res<'h>;

    /// Returns the absolute path of a file of a module (`subfolder` is `files` or `templates`),
    /// given as `module/path` or as an absolute path; `None` when there is no such file.
    fn find_file(&self, cx: &mut Cx<'h>, subfolder: &str, name: &str) -> Res<'h, Option<String>>;

    /// Returns the content of a file.
    fn read_file(&self, cx: &mut Cx<'h>, path: &str) -> Res<'h, Vec<u8>>;

    /// Returns the content of a file that is read as a text. Like Ruby, it refuses a file whose
    /// byte order mark announces characters wider than bytes.
    fn read_text_file(&self, cx: &mut Cx<'h>, path: &str) -> Res<'h, Vec<u8>> {
        let bytes = self.read_file(cx, path)?;
        match frontend::encoding::is_wide(&bytes) {
            true => fail_as(Kind::Argument, "ASCII incompatible encoding needs binmode"),
            false => Ok(bytes),
        }
    }

    /// Returns the folder of a module.
    fn module_directory(&self, cx: &mut Cx<'h>, module: &str) -> Option<String>;

    /// Returns the native implementation of a function that a module has written in Ruby, if its
    /// code is known.
    fn native(&self, name: &str) -> Option<Native>;

    /// Returns the parsed and lowered template of a file, from the snapshot.
    fn template(&self, cx: &mut Cx<'h>, path: &str) -> Res<'h, &'h Body<'h>>;

    /// Parses, validates and lowers code given at run time: `inline_epp`. The code lives as long as
    /// the evaluation.
    fn inline_template(&self, cx: &mut Cx<'h>, code: &str) -> Res<'h, &'h Body<'h>>;

    /// Runs a command in a folder. Returns its output, and its status unless a signal ended it.
    fn run_command(
        &self,
        _cx: &mut Cx<'h>,
        words: &[String],
        _folder: &str,
    ) -> Res<'h, (Option<i32>, Vec<u8>)> {
        let command = words.first().map_or("", String::as_str);
        fail(format!(
            "Failed to execute generator {command}: commands can't be run here"
        ))
    }

    /// Returns the paths that match a pattern.
    fn glob(&self, _pattern: &str) -> Vec<String> {
        Vec::new()
    }

    /// Runs a command on a file with given content; `command` makes the command from the file's
    /// path.
    ///
    /// # Errors
    /// Returns the reason why the command did not succeed.
    fn check_content(
        &self,
        _content: &str,
        _command: &dyn Fn(&str) -> String,
    ) -> Result<(), String> {
        Err("commands can't be run here".to_owned())
    }

    /// Checks that an X.509 certificate was signed with an RSA key. Both are PEM texts.
    ///
    /// # Errors
    /// Returns the reason why not.
    fn check_key_pair(&self, _certificate: &str, _key: &str) -> Result<(), String> {
        Err("certificates can't be read here".to_owned())
    }

    /// Reads a text of data.
    fn read_data(&self, _cx: &mut Cx<'h>, _format: DataFormat, _text: &str) -> Res<'h> {
        fail("data can't be read here")
    }

    /// Writes a value as a YAML document.
    fn write_yaml(
        &self,
        _cx: &mut Cx<'h>,
        _value: Value<'h>,
        _layout: YamlLayout,
    ) -> Res<'h, String> {
        fail("YAML can't be written here")
    }

    /// Returns the name of the environment.
    fn environment_name(&self) -> &'h str;

    /// Notes that a variable was read by a name that no code contains as a variable, whether it
    /// exists or not.
    fn note_variable(&self, _name: &str) {}

    /// Notes that a fact was read by such a name.
    fn note_fact(&self, _name: &str) {}

    /// Notes that all visible variables were read.
    fn note_all_variables(&self) {}

    /// Returns the present time in nanoseconds since the epoch.
    fn now(&self) -> i128;
}
