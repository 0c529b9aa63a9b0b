//! Owns the form in which Ruby code runs natively: variables and methods are resolved to numbers.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rubycore::regexp::{Options, Pattern};

use super::library_method::Library;
use super::methods::Method;

/// A scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// The scope of the call.
    Calling,
    /// The top scope, which belongs to the node.
    Top,
}

/// A template, or a file that defines a function.
pub struct Program {
    /// The code of a template; `Nil` for a function.
    pub body: Code,
    /// The number of local variables of the template.
    pub slots: usize,
    /// True if the template sets variables of its own (`@name = value`).
    pub sets_variables: bool,
    /// The methods that the file defines.
    pub methods: Vec<Define>,
    /// The classes that the file defines.
    pub classes: Vec<Defined>,
    /// True if the code may change values in place.
    pub changes: bool,
    /// True if the code reads the groups of the last match (`$1`).
    pub reads_match: bool,
    /// The outcomes of attempts to run it natively.
    pub attempts: Attempts,
}

/// The counts of outcomes of attempts to run a program natively.
#[derive(Default)]
pub struct Attempts {
    ended: AtomicU32,
    given_up: AtomicU32,
}

/// The number of attempts that may be given up before the share of failures is considered.
const GIVEN_UP_MIN: u32 = 32;

impl Attempts {
    /// Returns true if another attempt is worthwhile: false if at least 32 attempts were given up
    /// and fewer than a quarter of that number succeeded.
    pub fn are_worth_it(&self) -> bool {
        let given_up = self.given_up.load(Ordering::Relaxed);
        given_up < GIVEN_UP_MIN || given_up / 4 < self.ended.load(Ordering::Relaxed)
    }

    /// Counts an attempt by its outcome.
    pub fn count(&self, is_given_up: bool) {
        let counter = if is_given_up {
            &self.given_up
        } else {
            &self.ended
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

/// A class that a file defines.
pub struct Defined {
    /// Its methods: the name, the number, and whether it is private.
    pub methods: Vec<(Method, usize, bool)>,
    /// The number of its `initialize`.
    pub initialize: Option<usize>,
}

/// A method that a file defines.
pub struct Define {
    /// The required parameters.
    pub required: Vec<Parameter>,
    /// The parameters with a default value.
    pub optional: Vec<(usize, Code)>,
    /// The variable that takes the remaining arguments.
    pub rest: Option<usize>,
    /// The number of local variables.
    pub slots: usize,
    pub body: Code,
}

/// A class that a value may belong to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    Array,
    /// An error class that handlers name, by its name. One more reference keeps values small.
    Error(&'static &'static str),
    False,
    Float,
    Hash,
    Integer,
    Nil,
    Numeric,
    Regexp,
    Sensitive,
    String,
    Symbol,
    True,
}

impl Class {
    /// Returns the name of the constant.
    pub fn name(self) -> &'static str {
        match self {
            Class::Array => "Array",
            Class::Error(name) => name,
            Class::False => "FalseClass",
            Class::Float => "Float",
            Class::Hash => "Hash",
            Class::Integer => "Integer",
            Class::Nil => "NilClass",
            Class::Numeric => "Numeric",
            Class::Regexp => "Regexp",
            Class::Sensitive => "Puppet::Pops::Types::PSensitiveType::Sensitive",
            Class::String => "String",
            Class::Symbol => "Symbol",
            Class::True => "TrueClass",
        }
    }
}

/// An expression; each has a value.
pub enum Code {
    Nil,
    True,
    False,
    Integer(i64),
    Float(f64),
    /// A literal text; each evaluation makes a new one.
    Text(Arc<str>),
    /// A literal text that cannot be changed.
    FrozenText(Arc<str>),
    Symbol(Arc<str>),
    Regexp(Arc<Pattern>),
    /// A regular expression that interpolates values.
    BuiltRegexp(Vec<Code>, Options),
    Class(Class),
    /// A text that interpolates values.
    Joined(Vec<Code>),
    List(Vec<Code>),
    /// The items of an array, as items of the list or as arguments of the call around it.
    Splat(Box<Code>),
    Hash(Vec<(Code, Code)>),
    /// `Hash.new`, with a default value or a block that computes it.
    NewHash(Option<Box<Code>>, Option<Arc<Block>>),
    Range(Box<(Code, Code)>, bool),
    Local(usize),
    SetLocal(usize, Box<Code>),
    /// `||=` or `&&=`: sets a variable if its value is false, or only if it is true.
    SetLocalIf(usize, bool, Box<Code>),
    /// `a, b = c`
    SetMany(Vec<Parameter>, Box<Code>),
    /// `||=` or `&&=` of an entry: receiver, key, value.
    SetEntryIf(Box<(Code, Code, Code)>, bool),
    /// Sets an entry to the result of a method on its value: receiver, key, argument.
    SetEntryBy(Box<(Code, Code, Code)>, Method),
    /// Changes the text of a variable in place.
    Change(usize, Change, Vec<Code>),
    /// `@name` of a template
    Variable(Box<str>),
    /// `@name = value` in a template, which its scope does not see
    SetVariable(Box<str>, Box<Code>),
    /// `@name ||= value` or `@name &&= value` in a template
    SetVariableIf(Box<str>, bool, Box<Code>),
    /// `scope[name]`, `scope.lookupvar(name)`, and whether the scope is the top scope.
    ScopeVariable(Box<Code>, bool),
    /// `RUBY_VERSION`
    RubyVersion,
    /// `closure_scope`
    Scope(Scope),
    /// A method of a scope.
    OfScope(Scope, OfScope, Vec<Code>),
    /// `self` in a method of a class.
    Myself,
    /// An instance variable of an object.
    Field(usize),
    SetField(usize, Box<Code>),
    /// `||=` or `&&=` of an instance variable
    SetFieldIf(usize, bool, Box<Code>),
    /// `new` of a class of the file.
    NewObject(usize, Vec<Code>),
    /// A lambda or a proc.
    Proc(Arc<Block>, bool),
    /// `has_variable?(name)`
    HasVariable(Box<Code>),
    /// `defined?(@name)`
    IsDefined(Box<str>),
    /// Adds text to the output.
    Append(Box<Code>),
    Sequence(Vec<Code>),
    If(Box<(Code, Code, Code)>),
    And(Box<(Code, Code)>),
    Or(Box<(Code, Code)>),
    Not(Box<Code>),
    Case(Option<Box<Code>>, Vec<(Vec<Code>, Code)>, Box<Code>),
    Call(Box<Call>),
    /// A call of a method that the file defines.
    Own(usize, Vec<Code>),
    /// A call of a function of any kind.
    Function(Box<Code>, Vec<Code>),
    /// A call of a function as a method of the scope: `function_NAME([arguments])`.
    ScopeFunction(Box<str>, Box<Code>),
    /// `Sensitive.new(value)`
    NewSensitive(Box<Code>),
    /// A method of Ruby's libraries.
    Library(Library, Vec<Code>),
    /// A call of the block that the function was given.
    Yield(Vec<Code>),
    /// `block_given?`
    IsBlockGiven,
    /// `Array(x)`
    ToArray(Box<Code>),
    /// `for a, b in list`
    For(Vec<Parameter>, Box<(Code, Code)>),
    /// A condition, a body, whether the loop runs until the condition is true, and whether the body
    /// runs first.
    While(Box<(Code, Code)>, bool, bool),
    /// Code whose errors the file handles.
    Begin(Box<Begin>),
    /// A group of the last match.
    Group(usize),
    /// A match that assigns its named groups to variables.
    MatchInto(Box<Code>, Vec<(usize, Box<str>)>),
    Next(Option<Box<Code>>),
    Break(Option<Box<Code>>),
    Return(Option<Box<Code>>),
    /// Gives the attempt up; stands for `raise` and `fail`.
    GiveUp,
}

impl Code {
    /// Returns the content of a literal text.
    pub fn literal(&self) -> Option<&Arc<str>> {
        match self {
            Code::Text(text) | Code::FrozenText(text) => Some(text),
            _ => None,
        }
    }
}

/// Code whose errors the file handles (`begin ... end`).
pub struct Begin {
    pub body: Code,
    pub handlers: Vec<Handler>,
    /// The code that runs if there was no error (`else`).
    pub otherwise: Option<Code>,
    /// The code that runs in any case (`ensure`).
    pub ensure: Code,
}

/// A handler of errors.
pub struct Handler {
    /// The classes of errors that it handles, evaluated only when there is an error; `None` if the
    /// tables do not cover the handler's target.
    pub classes: Option<Vec<Code>>,
    /// The variable that takes the error.
    pub target: Option<usize>,
    pub body: Code,
}

/// A method of a scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfScope {
    /// `call_function(name, arguments)`
    Call,
    /// `include?(name)`
    Includes,
    /// `exist?(name)`
    Exists,
    /// `scope[name] = value`, `setvar`
    Set,
    /// `resource`
    Resource,
    /// `compiler`
    Compiler,
    /// `environment`
    Environment,
    /// `catalog`
    Catalog,
}

/// A way to change the text of a variable in place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// `<<`, `concat`
    Append,
    /// The result of a method becomes the text; the value is `nil` if the text stays the same
    /// (`gsub!`).
    By(Method),
}

/// A call of a method that the table knows.
pub struct Call {
    pub receiver: Code,
    pub method: Method,
    /// `&.`
    pub safe: bool,
    pub arguments: Vec<Code>,
    pub block: Option<Arc<Block>>,
}

/// A block.
pub struct Block {
    pub parameters: Vec<Parameter>,
    /// True if an array given as the only value is spread over the parameters.
    pub spreads: bool,
    /// True if all parameters are plain names, whose variables follow each other.
    pub are_slots: bool,
    /// The variable of the first parameter if `are_slots` is true.
    pub first: usize,
    /// True if the code names its first parameter.
    pub reads_first: bool,
    /// The block's own variables, which are reset in each round.
    pub own: Vec<usize>,
    /// The slots of `own` that are not parameters of a plain name.
    pub locals: Vec<usize>,
    /// The variables of blocks around a closure whose values the closure keeps.
    pub captures: Vec<usize>,
    /// The method that was passed by name (`&:name`) instead of code.
    pub passed: Option<Method>,
    /// True if the block calls functions or the function's own block, which may have effects.
    pub acts: bool,
    pub body: Code,
}

impl Block {
    /// Returns true if `given` values can be stored directly in its parameters, which are plain
    /// names.
    pub fn takes_directly(&self, given: usize) -> bool {
        let is_whole = given > 1 || !self.spreads;
        self.passed.is_none() && self.are_slots && is_whole && given >= self.parameters.len()
    }
}

/// A parameter of a block or method, or a target of an assignment.
pub enum Parameter {
    Slot(usize),
    /// `a[key]`
    Entry(Box<(Code, Code)>),
    Many(Vec<Parameter>),
    /// `*rest` between others: a variable, or none.
    Rest(Option<usize>),
}
