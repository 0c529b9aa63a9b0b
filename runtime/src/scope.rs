//! Scopes: what classes, defines, nodes and the top of a program see.
//!
//! The variables of code are slots of frames ([`crate::frame`]); a scope ties a frame to what it
//! belongs to and holds the variables that no code declares (facts, `title`, `name`, ...).

use indexmap::IndexMap;

use frontend::Symbol;

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

/// Variables by name.
pub type Variables<'h> = IndexMap<Symbol, Value<'h>, foldhash::fast::FixedState>;

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
