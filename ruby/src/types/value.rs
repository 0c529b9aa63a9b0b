//! Owns the values of code that is evaluated while a type is read.

use std::cell::RefCell;
use std::rc::Rc;

use crate::syntax::tree::{Block, Define};

/// The number of a class or module.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(super) struct Id(pub usize);

/// A value.
#[derive(Clone)]
pub(super) enum Value<'a> {
    Nil,
    True,
    False,
    Integer(i64),
    Float(f64),
    /// A text; `None` if its content is not known.
    Text(Option<Rc<str>>),
    Symbol(Rc<str>),
    /// The source and the options.
    Regexp(Option<(&'a str, &'a str)>),
    List(List<'a>),
    Hash(Hash<'a>),
    /// A list of any values.
    SomeList,
    Code(Rc<Closure<'a>>),
    /// A class or a module.
    Object(Id),
    /// An object of a class that the code defines.
    Instance(Id),
    /// `Puppet.features`
    Features,
    /// `$LOAD_PATH`
    LoadPath,
    /// `ENV`
    Environment,
    /// A path of the library `pathname`.
    Path(Rc<str>),
    /// The object that is `self` outside of all definitions.
    Main,
    /// Any value.
    Unknown,
}

/// A list, which code may change.
pub(super) type List<'a> = Rc<RefCell<Vec<Value<'a>>>>;
/// A hash. Of equal keys the last one counts.
pub(super) type Hash<'a> = Rc<RefCell<Vec<(Value<'a>, Value<'a>)>>>;

/// Code that is passed as a block.
pub(super) enum Closure<'a> {
    /// A block with its surroundings.
    Block(&'a Block<'a>, Frame<'a>),
    /// The method of the first argument that `&:name` calls.
    Method(Rc<str>),
}

/// A method of a module or class.
#[derive(Clone)]
pub(super) enum Method<'a> {
    Defined {
        define: &'a Define<'a>,
        nesting: Rc<Nesting>,
        file: usize,
    },
    /// Made by `define_method`.
    Code(Rc<Closure<'a>>),
    /// Its effect is not known.
    Unknown,
    /// Writes or reads a variable of the object.
    Writer(Rc<str>),
    Reader(Rc<str>),
}

/// The modules and classes whose definitions surround code, from the inside.
pub(super) struct Nesting {
    pub object: Id,
    pub outer: Option<Rc<Nesting>>,
}

/// The local variables of a piece of code.
#[derive(Default)]
pub(super) struct Locals<'a> {
    pub values: RefCell<Vec<(&'a str, Value<'a>)>>,
    pub outer: Option<Rc<Locals<'a>>>,
}

/// The surroundings in which code runs.
#[derive(Clone)]
pub(super) struct Frame<'a> {
    /// The number of the file.
    pub file: usize,
    pub myself: Value<'a>,
    pub nesting: Rc<Nesting>,
    /// The object that `def` adds methods to.
    pub definee: Id,
    pub locals: Rc<Locals<'a>>,
    /// The block that the running method was given.
    pub block: Option<Rc<Closure<'a>>>,
    /// The name of the running method.
    pub method: &'a str,
    /// Its arguments.
    pub arguments: Rc<[Value<'a>]>,
}

/// The reason why the evaluation of an expression ends without a value.
pub(super) enum Stop<'a> {
    /// The attempt is refused; [`super::machine::Machine`] has the reason.
    Refused,
    Return(Value<'a>),
    Next(Value<'a>),
    Break,
}

pub(super) type Step<'a, T = Value<'a>> = Result<T, Stop<'a>>;

impl<'a> Value<'a> {
    pub fn text(text: &str) -> Value<'a> {
        Value::Text(Some(text.into()))
    }

    pub fn symbol(text: &str) -> Value<'a> {
        Value::Symbol(text.into())
    }

    pub fn list(items: Vec<Value<'a>>) -> Value<'a> {
        Value::List(Rc::new(RefCell::new(items)))
    }

    pub fn hash(pairs: Vec<(Value<'a>, Value<'a>)>) -> Value<'a> {
        Value::Hash(Rc::new(RefCell::new(pairs)))
    }

    pub fn truth(is_true: bool) -> Value<'a> {
        match is_true {
            true => Value::True,
            false => Value::False,
        }
    }

    /// Returns true if the value counts as true; `None` if that is not known.
    pub fn is_true(&self) -> Option<bool> {
        match self {
            Value::Nil | Value::False => Some(false),
            Value::Unknown => None,
            _ => Some(true),
        }
    }

    /// Returns true if comparisons with the value have no known result.
    fn is_opaque(&self) -> bool {
        match self {
            Value::Unknown
            | Value::Instance(_)
            | Value::Features
            | Value::Main
            | Value::LoadPath
            | Value::Environment
            | Value::SomeList
            | Value::Path(_)
            | Value::Text(None)
            | Value::Code(_)
            | Value::Float(_)
            | Value::Regexp(_)
            | Value::Hash(_) => true,
            Value::Nil
            | Value::True
            | Value::False
            | Value::Integer(_)
            | Value::Text(Some(_))
            | Value::Symbol(_)
            | Value::List(_)
            | Value::Object(_) => false,
        }
    }

    /// Returns the content of a text or symbol.
    pub fn name(&self) -> Option<&str> {
        match self {
            Value::Text(Some(text)) | Value::Symbol(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the value of a key that is a symbol.
    pub fn option(&self, name: &str) -> Option<Value<'a>> {
        let Value::Hash(pairs) = self else {
            return None;
        };
        let pairs = pairs.borrow();
        let mut found = pairs
            .iter()
            .filter(|(key, _)| matches!(key, Value::Symbol(key) if **key == *name));
        found.next_back().map(|(_, value)| value.clone())
    }

    /// Returns true if two values are equal; `None` if that is not known.
    pub fn equals(&self, other: &Value<'a>) -> Option<bool> {
        match (self, other) {
            (one, two) if one.is_opaque() || two.is_opaque() => None,
            (Value::Nil, Value::Nil)
            | (Value::True, Value::True)
            | (Value::False, Value::False) => Some(true),
            (Value::Integer(one), Value::Integer(two)) => Some(one == two),
            (Value::Text(one), Value::Text(two)) => Some(one == two),
            (Value::Symbol(one), Value::Symbol(two)) => Some(one == two),
            (Value::Object(one), Value::Object(two)) => Some(one == two),
            (Value::List(one), Value::List(two)) => {
                let (one, two) = (one.borrow(), two.borrow());
                let mut all = one.len() == two.len();
                for (one, two) in one.iter().zip(two.iter()) {
                    all &= one.equals(two)?;
                }
                Some(all)
            }
            _ => Some(false),
        }
    }
}

impl<'a> Locals<'a> {
    pub fn within(outer: &Rc<Locals<'a>>) -> Rc<Locals<'a>> {
        Rc::new(Locals {
            values: RefCell::default(),
            outer: Some(Rc::clone(outer)),
        })
    }

    pub fn get(&self, name: &str) -> Option<Value<'a>> {
        let values = self.values.borrow();
        let found = values.iter().find(|(known, _)| *known == name);
        match (found, &self.outer) {
            (Some((_, value)), _) => Some(value.clone()),
            (None, Some(outer)) => outer.get(name),
            (None, None) => None,
        }
    }

    /// Sets a variable where it exists, otherwise here.
    pub fn set(&self, name: &'a str, value: Value<'a>) {
        let mut scope = self;
        loop {
            if scope
                .values
                .borrow()
                .iter()
                .any(|(known, _)| *known == name)
            {
                return scope.declare(name, value);
            }
            match &scope.outer {
                Some(outer) => scope = outer,
                None => return self.declare(name, value),
            }
        }
    }

    /// Sets a variable of this scope.
    pub fn declare(&self, name: &'a str, value: Value<'a>) {
        let mut values = self.values.borrow_mut();
        match values.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => values.push((name, value)),
        }
    }
}
