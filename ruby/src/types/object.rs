//! Owns classes and modules.

use std::collections::HashMap;
use std::rc::Rc;

use super::Titles;
use super::value::{Id, Method, Value};

/// The class of all others.
pub(super) const OBJECT: Id = Id(0);

/// The part of Puppet that a class belongs to; it decides which declarations its body may contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// None.
    Plain,
    /// `Puppet::Type` and resource types.
    Type,
    /// `Puppet::Parameter` and classes that derive from it.
    Parameter,
    /// `Puppet::Property` and classes that derive from it.
    Property,
    /// `Puppet::Provider` and classes that derive from it.
    Provider,
}

/// A class or module.
pub(super) struct Object<'a> {
    /// The full name; empty for an anonymous one.
    pub path: String,
    pub is_class: bool,
    pub role: Role,
    /// True for classes and modules of Ruby and Puppet, whose methods are not known.
    pub is_own: bool,
    /// True for a part of Puppet that the process replaces by an object with any constants.
    pub is_replaced: bool,
    /// The class or module whose own methods this object holds.
    pub singleton_of: Option<Id>,
    /// The type of a provider.
    pub of_type: Option<Id>,
    /// True for an attribute that was defined as a parameter, whatever its parent is.
    pub is_parameter: bool,
    /// True if the attribute names a resource.
    pub is_name: bool,
    /// True if a part of Puppet from which it derives may define further declarations.
    pub takes_anything: bool,
    pub parent: Option<Id>,
    /// The modules that were included; the last ones come first in the search for methods.
    pub included: Vec<Id>,
    pub extended: Vec<Id>,
    pub constants: HashMap<&'a str, Value<'a>>,
    /// Methods of instances.
    pub methods: HashMap<Rc<str>, Method<'a>>,
    /// Methods of the object itself.
    pub own_methods: HashMap<Rc<str>, Method<'a>>,
    pub variables: HashMap<Rc<str>, Value<'a>>,
    pub declared: Declared,
}

/// The declarations of a resource type.
#[derive(Default)]
pub(super) struct Declared {
    pub name: Rc<str>,
    /// False if several resources may have the same name.
    pub is_shared: bool,
    /// The classes of the attributes, in order, with their names.
    pub attributes: Vec<(Rc<str>, Id)>,
    pub providers: Vec<(Rc<str>, Id)>,
    pub features: Vec<Rc<str>>,
    /// True for one of Puppet's own types.
    pub is_own_type: bool,
    /// The rule for titles, if data defines it.
    pub titles: Option<Titles>,
}

impl Object<'_> {
    pub fn new(path: String, is_class: bool, role: Role, parent: Option<Id>) -> Self {
        Object {
            path,
            is_class,
            role,
            is_own: false,
            is_replaced: false,
            singleton_of: None,
            of_type: None,
            is_parameter: false,
            is_name: false,
            takes_anything: false,
            parent,
            included: Vec::new(),
            extended: Vec::new(),
            constants: HashMap::new(),
            methods: HashMap::new(),
            own_methods: HashMap::new(),
            variables: HashMap::new(),
            declared: Declared::default(),
        }
    }
}
