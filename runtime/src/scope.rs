//! Owns scopes: the variables visible to classes, defines, nodes and the top of a program.
//!
//! The variables of code are slots of frames ([`crate::frame`]). A scope ties a frame to the
//! construct it belongs to, and holds the variables that no code declares (facts, `title`, `name`,
//! ...).

use std::ops::{Index, IndexMut};

use frontend::Symbol;
use frontend::name::Map;

use crate::frame::Frame;
use crate::value::Value;

/// Index of a scope in [`crate::cx::Cx::scopes`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ScopeId(pub u32);

impl ScopeId {
    /// The top scope.
    pub const TOP: ScopeId = ScopeId(0);
}

/// The construct that a scope belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScopeKind<'h> {
    /// The top of the program.
    Top,
    /// A node definition, by its name.
    Node(&'h str),
    /// A class, by its name in lower case.
    Class(&'h str),
    /// An instance of a define: its type name (`My::Define`) and title.
    Define(&'h str, &'h str),
}

/// Variables by name, in the order of assignment.
///
/// Nearly all scopes have a handful, which are searched linearly. The top scope has hundreds, with
/// an index.
#[derive(Default)]
pub struct Variables<'h> {
    list: Vec<(Symbol, Value<'h>)>,
    /// The position of each variable, when there are more than a few.
    index: Map<Symbol, usize>,
}

/// The number of variables up to which they are searched without an index.
const SCAN_MAX: usize = 12;

impl<'h> Variables<'h> {
    fn position(&self, name: Symbol) -> Option<usize> {
        match self.list.len() {
            ..=SCAN_MAX => self.list.iter().position(|(other, _)| *other == name),
            _ => self.index.get(&name).copied(),
        }
    }

    /// Returns the value of a variable.
    pub fn get(&self, name: &Symbol) -> Option<&Value<'h>> {
        self.position(*name).map(|at| &self.list[at].1)
    }

    /// Returns true if a variable is set.
    pub fn contains_key(&self, name: &Symbol) -> bool {
        self.position(*name).is_some()
    }

    /// Sets a variable; a variable that exists keeps its position.
    pub fn insert(&mut self, name: Symbol, value: Value<'h>) {
        if let Some(at) = self.position(name) {
            self.list[at].1 = value;
            return;
        }
        if self.list.is_empty() {
            // an instance of a define has as many
            self.list.reserve_exact(4);
        }
        self.list.push((name, value));
        match self.list.len() - 1 {
            ..SCAN_MAX => {}
            SCAN_MAX => self.number(),
            at => drop(self.index.insert(name, at)),
        }
    }

    /// Removes a variable. The others keep their order.
    pub fn shift_remove(&mut self, name: &Symbol) {
        if let Some(at) = self.position(*name) {
            self.list.remove(at);
            self.number();
        }
    }

    fn number(&mut self) {
        self.index.clear();
        if self.list.len() > SCAN_MAX {
            let numbered = self.list.iter().enumerate();
            self.index
                .extend(numbered.map(|(at, (name, _))| (*name, at)));
        }
    }

    /// Returns all variables.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Symbol, &Value<'h>)> {
        self.list.iter().map(|(name, value)| (name, value))
    }

    /// Returns the names of the variables.
    pub fn keys(&self) -> impl Iterator<Item = &Symbol> {
        self.list.iter().map(|(name, _)| name)
    }
}

/// Returns the value of the variable at an index from 0, in the order of assignment.
impl<'h> Index<usize> for Variables<'h> {
    type Output = Value<'h>;

    fn index(&self, at: usize) -> &Value<'h> {
        &self.list[at].1
    }
}

impl<'h> IndexMut<usize> for Variables<'h> {
    fn index_mut(&mut self, at: usize) -> &mut Value<'h> {
        &mut self.list[at].1
    }
}

/// One scope.
pub struct Scope<'h> {
    /// The construct that the scope belongs to.
    pub kind: ScopeKind<'h>,
    /// The scope where unqualified variables are looked up next: inherited class, node, top.
    pub enclosing: Option<ScopeId>,
    /// The scope that declared this one. It determines resource defaults, tags and containment.
    pub parent: Option<ScopeId>,
    /// The frame of the body, once it runs.
    pub frame: Option<&'h Frame<'h>>,
    /// The code of this scope that is declaring a class. A variable that the class does not know is
    /// looked up in that code's own variables, before those of this scope.
    pub running: Option<&'h Frame<'h>>,
    /// Variables that are not slots of the frame, in the order of assignment.
    pub variables: Variables<'h>,
    /// The module of the code, for `$module_name`.
    pub module: Option<&'h str>,
    /// The resource that the scope belongs to: an index of the catalog.
    pub resource: u32,
}

impl Scope<'_> {
    /// Returns the names of all variables that are set in it.
    pub fn set_names(&self) -> impl Iterator<Item = Symbol> {
        let of_frame = self.frame.into_iter().flat_map(|frame| frame.assigned());
        let of_frame = of_frame.map(|(name, _)| name);
        of_frame.chain(self.variables.keys().copied())
    }
}
