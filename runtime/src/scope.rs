//! Scopes: what classes, defines, nodes and the top of a program see.
//!
//! The variables of code are slots of frames ([`crate::frame`]); a scope ties a frame to what it
//! belongs to and holds the variables that no code declares (facts, `title`, `name`, ...).

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

/// What a scope belongs to.
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

/// Variables by name, in the order in which they were set.
///
/// Nearly all scopes have a handful, which are looked through. The top scope has hundreds, with an index.
#[derive(Default)]
pub struct Variables<'h> {
    list: Vec<(Symbol, Value<'h>)>,
    /// Where each stands, when there are more than a few.
    index: Map<Symbol, usize>,
}

/// Variables that are looked through without an index.
const SCAN_MAX: usize = 12;

impl<'h> Variables<'h> {
    fn position(&self, name: Symbol) -> Option<usize> {
        match self.list.len() {
            ..=SCAN_MAX => self.list.iter().position(|(other, _)| *other == name),
            _ => self.index.get(&name).copied(),
        }
    }

    /// The value of a variable.
    pub fn get(&self, name: &Symbol) -> Option<&Value<'h>> {
        self.position(*name).map(|at| &self.list[at].1)
    }

    /// Whether a variable is set.
    pub fn contains_key(&self, name: &Symbol) -> bool {
        self.position(*name).is_some()
    }

    /// Sets a variable; one that is set keeps its place.
    pub fn insert(&mut self, name: Symbol, value: Value<'h>) {
        if let Some(at) = self.position(name) {
            self.list[at].1 = value;
            return;
        }
        if self.list.is_empty() {
            // as many as an instance of a define has
            self.list.reserve_exact(4);
        }
        self.list.push((name, value));
        match self.list.len() - 1 {
            ..SCAN_MAX => {}
            SCAN_MAX => self.number(),
            at => drop(self.index.insert(name, at)),
        }
    }

    /// Takes a variable out; the others keep their order.
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

    /// All of them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Symbol, &Value<'h>)> {
        self.list.iter().map(|(name, value)| (name, value))
    }

    /// Their names.
    pub fn keys(&self) -> impl Iterator<Item = &Symbol> {
        self.list.iter().map(|(name, _)| name)
    }
}

/// The value of the variable that was set as the one of that number, from 0.
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
    /// What it belongs to.
    pub kind: ScopeKind<'h>,
    /// Where unqualified variables are looked for next: inherited class, node, top.
    pub enclosing: Option<ScopeId>,
    /// The scope that declared this one: resource defaults, tags and containment follow it.
    pub parent: Option<ScopeId>,
    /// The frame of the body, once it runs.
    pub frame: Option<&'h Frame<'h>>,
    /// The code of this scope that declares a class just now: what the class does not know is
    /// looked for in that code's own variables, before those of this scope.
    pub running: Option<&'h Frame<'h>>,
    /// Variables that are not slots of the frame, in the order in which they were set.
    pub variables: Variables<'h>,
    /// The module of the code, for `$module_name`.
    pub module: Option<&'h str>,
    /// The resource that the scope belongs to: an index of the catalog.
    pub resource: u32,
}

impl Scope<'_> {
    /// The names of all variables that are set in it.
    pub fn set_names(&self) -> impl Iterator<Item = Symbol> {
        let of_frame = self.frame.into_iter().flat_map(|frame| frame.assigned());
        let of_frame = of_frame.map(|(name, _)| name);
        of_frame.chain(self.variables.keys().copied())
    }
}
