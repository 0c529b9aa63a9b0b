//! Owns the Ruby values other than texts, numbers, arrays and hashes.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use rubycore::gem_version::GemVersion;
use runtime::Value;

use super::code::Block;
use super::ip::Ip;
use super::pairs::Pairs;
use super::uri::Uri;
use super::value::Val;

/// An object of Ruby code.
pub enum Object<'h> {
    /// A Puppet value that Ruby has no equivalent for; code can only pass it on.
    Other(Value<'h>),
    /// A resource of the catalog: its type and its title.
    Resource(Box<str>, Box<str>),
    /// The result of `hash`; equal values have equal ones.
    HashOf(Val<'h>),
    /// A set; its members are the keys.
    Set(RefCell<Pairs<'h>>),
    /// An instance of a class that the file defines.
    Instance(Instance<'h>),
    /// A lambda or proc.
    Proc(Proc<'h>),
    /// The compiler.
    Compiler,
    /// The environment.
    Environment,
    /// The catalog.
    Catalog,
    /// A module of the environment: its name and its folder.
    Module(Box<str>, Box<str>),
    /// An address or network.
    Ip(Ip),
    /// The range of addresses from the first to the second.
    IpRange(Ip, Ip),
    /// A URI, and whether its class knows the default port of the scheme.
    Uri(Uri, bool),
    /// An error that was rescued.
    Error,
    /// A version of a package.
    Version(GemVersion),
    /// A path.
    Path(Box<str>),
    /// Bytes that are not a text.
    Bytes(Vec<u8>),
}

impl<'h> Object<'h> {
    /// Implements `==` as far as its result is certain; otherwise it records a doubt.
    pub fn equals(&self, other: &Object<'h>) -> bool {
        match (self, other) {
            (Object::HashOf(one), Object::HashOf(two)) => one.is_key(two),
            (Object::Path(one), Object::Path(two)) => one == two,
            (Object::Version(one), Object::Version(two)) => one == two,
            (Object::Ip(one), Object::Ip(two)) => {
                (one.is_v6, one.address) == (two.is_v6, two.address)
            }
            (Object::Set(one), Object::Set(two)) => {
                let (one, two) = (one.borrow(), two.borrow());
                one.list().len() == two.list().len()
                    && one.list().iter().all(|(key, _)| two.get(key).is_some())
            }
            _ => {
                doubt();
                false
            }
        }
    }
}

/// An instance of a class that the file defines.
pub struct Instance<'h> {
    /// The number of the class.
    pub class: usize,
    /// The instance variables that have been set, with the numbers of their names.
    pub fields: RefCell<Vec<(usize, Val<'h>)>>,
}

impl<'h> Instance<'h> {
    /// Creates an instance without instance variables.
    pub fn new(class: usize) -> Instance<'h> {
        Instance {
            class,
            fields: RefCell::default(),
        }
    }

    /// Returns the value of an instance variable.
    pub fn field(&self, name: usize) -> Val<'h> {
        let fields = self.fields.borrow();
        let found = fields.iter().find(|(other, _)| *other == name);
        found.map_or(Val::Nil, |(_, value)| value.clone())
    }

    /// Sets an instance variable.
    pub fn set(&self, name: usize, value: Val<'h>) {
        let mut fields = self.fields.borrow_mut();
        match fields.iter_mut().find(|(other, _)| *other == name) {
            Some((_, known)) => *known = value,
            None => fields.push((name, value)),
        }
    }
}

/// A lambda or proc.
pub struct Proc<'h> {
    pub block: Arc<Block>,
    /// True if it is a lambda, which requires an exact number of arguments and from which `return`
    /// returns.
    pub is_lambda: bool,
    /// The number of the method call whose variables it uses.
    pub call: u64,
    /// The values of the variables of blocks around it, with their slots.
    pub captured: Vec<(usize, Val<'h>)>,
}

thread_local! {
    /// True if an operation on an object had an unknown result.
    static DOUBT: Cell<bool> = const { Cell::new(false) };
}

/// Records that an operation on an object has an unknown result. The method call that used the
/// result gives the attempt up.
pub fn doubt() {
    DOUBT.set(true);
}

/// Returns true if a doubt was recorded since the last call, and clears it.
pub fn take_doubt() -> bool {
    DOUBT.replace(false)
}
