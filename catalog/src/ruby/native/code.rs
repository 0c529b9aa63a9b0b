//! Code in Ruby as it runs natively: variables have numbers, methods are known.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rubycore::regexp::{Options, Pattern};

use super::library::Library;
use super::methods::Method;
use super::value::Scope;

/// A template, or a file that defines a function.
pub struct Program {
    /// The code of a template; `nil` for a function.
    pub body: Code,
    /// How many local variables the template has.
    pub slots: usize,
    /// Whether the template sets variables of its own (`@name = value`).
    pub sets_variables: bool,
    /// The methods that the file defines.
    pub methods: Vec<Define>,
    /// The classes that the file defines.
    pub classes: Vec<Defined>,
    /// Whether the code may change values in place.
    pub changes: bool,
    /// Whether the code reads what its last match has found (`$1`).
    pub reads_match: bool,
    /// What came of attempts.
    pub attempts: Attempts,
}

/// What came of attempts to run a program natively.
#[derive(Default)]
pub struct Attempts {
    ended: AtomicU32,
    given_up: AtomicU32,
}

/// Attempts that may be given up before it counts how many were.
const GIVEN_UP_MIN: u32 = 32;

impl Attempts {
    /// Whether another attempt is worth it: most calls of some code end in what only the process does.
    pub fn are_worth_it(&self) -> bool {
        let given_up = self.given_up.load(Ordering::Relaxed);
        given_up < GIVEN_UP_MIN || given_up / 4 < self.ended.load(Ordering::Relaxed)
    }

    /// Counts an attempt.
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
    /// Its methods: each with its number, and whether it is private.
    pub methods: Vec<(Method, usize, bool)>,
    /// Its `initialize`.
    pub initialize: Option<usize>,
}

/// A method that a file defines.
pub struct Define {
    /// The parameters that have to be given.
    pub required: Vec<Parameter>,
    /// Those with a default.
    pub optional: Vec<(usize, Code)>,
    /// The variable that takes the rest.
    pub rest: Option<usize>,
    /// How many local variables it has.
    pub slots: usize,
    pub body: Code,
}

/// A class that a value may be of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    Array,
    /// One of errors that handlers name.
    Error(&'static str),
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
    /// The name of the constant.
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

/// Code; each gives a value.
pub enum Code {
    Nil,
    True,
    False,
    Integer(i64),
    Float(f64),
    Text(Arc<str>),
    Symbol(Arc<str>),
    Regexp(Arc<Pattern>),
    /// A regular expression with the values of code in it.
    BuiltRegexp(Vec<Code>, Options),
    Class(Class),
    /// A text of the texts of values.
    Joined(Vec<Code>),
    List(Vec<Code>),
    /// The items of an array, as items of the list or as arguments of the call around it.
    Splat(Box<Code>),
    Hash(Vec<(Code, Code)>),
    /// `Hash.new`, with a value for unknown keys, or a block that makes one.
    NewHash(Option<Box<Code>>, Option<Arc<Block>>),
    Range(Box<(Code, Code)>, bool),
    Local(usize),
    SetLocal(usize, Box<Code>),
    /// Sets a variable unless it is true already (`||=`), or only then (`&&=`).
    SetLocalIf(usize, bool, Box<Code>),
    /// `a, b = c`
    SetMany(Vec<Parameter>, Box<Code>),
    /// Sets an entry unless it is true already, or only then: receiver, key, value.
    SetEntryIf(Box<(Code, Code, Code)>, bool),
    /// Sets an entry to what a method makes of it: receiver, key, argument.
    SetEntryBy(Box<(Code, Code, Code)>, Method),
    /// Changes the text of a variable.
    Change(usize, Change, Vec<Code>),
    /// `@name` of a template
    Variable(Box<str>),
    /// `@name = value` in a template, which its scope does not see
    SetVariable(Box<str>, Box<Code>),
    /// ... unless it is true already, or only then
    SetVariableIf(Box<str>, bool, Box<Code>),
    /// `scope[name]`, `scope.lookupvar(name)`; whether the scope is the one of the node.
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
    /// ... unless it is true already, or only then
    SetFieldIf(usize, bool, Box<Code>),
    /// `new` of a class of the file.
    NewObject(usize, Vec<Code>),
    /// A lambda, or a proc.
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
    /// A condition, a body, whether it runs until the condition is true, and whether it runs first.
    While(Box<(Code, Code)>, bool, bool),
    /// Code whose errors the file handles, what follows when there was none, what runs in any case.
    Begin(Box<Begin>),
    /// A group of the last match.
    Group(usize),
    /// A match that sets variables to its groups, each with the name of its group.
    MatchInto(Box<Code>, Vec<(usize, Box<str>)>),
    Next(Option<Box<Code>>),
    Break(Option<Box<Code>>),
    Return(Option<Box<Code>>),
    /// Ends the attempt, for `raise` and `fail`.
    GiveUp,
}

/// Code whose errors the file handles.
pub struct Begin {
    pub body: Code,
    pub handlers: Vec<Handler>,
    /// The code that follows when there was none.
    pub otherwise: Option<Code>,
    /// The code that runs in any case.
    pub ensure: Code,
}

/// A handler of errors.
pub struct Handler {
    /// The classes of errors that it handles, which are asked for when there is one; none for a target
    /// that is not in the tables.
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

/// How the text of a variable is changed in place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// `<<`, `concat`
    Append,
    /// What a method gives becomes the text; the value is `nil` when that is the same (`gsub!`).
    By(Method),
}

/// A call of a method of the table.
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
    /// Whether an array that it is given alone is taken apart.
    pub spreads: bool,
    /// Whether all of them are names.
    pub are_slots: bool,
    /// Its own variables, which are new in each round.
    pub own: Vec<usize>,
    /// The method that was passed by its name instead of code.
    pub passed: Option<Method>,
    /// Whether it calls what could be heard of: functions, the function's own block.
    pub acts: bool,
    pub body: Code,
}

/// A parameter of a block or method, or a target of an assignment.
pub enum Parameter {
    Slot(usize),
    /// `a[key]`
    Entry(Box<(Code, Code)>),
    Many(Vec<Parameter>),
    /// `*rest` between others: a variable, or nothing.
    Rest(Option<usize>),
}
