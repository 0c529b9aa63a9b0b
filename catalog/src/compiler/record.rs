//! Owns the record of a traced compilation: the code that declared and related each resource, set
//! each attribute, included each class and collected resources, in order.
//!
//! A normal compilation has no record; it pays for one branch at each place that would add to it.

use frontend::Symbol;
use frontend::ast::RelationshipOp;
use frontend::name::Map;
use runtime::error::Place;
use runtime::host::Include;
use runtime::scope::{ScopeId, ScopeKind};
use runtime::{Cx, Value};

use super::resource::{Parameter, Resource, ResourceId};

/// The calls that were running, innermost first. Calls that the evaluation does not record are
/// missing.
#[derive(Clone, Default)]
pub(crate) struct Calls {
    pub(crate) places: Vec<Place>,
    /// The scope of the nearest enclosing code that is not in a function.
    pub(crate) scope: Option<ScopeId>,
}

impl Calls {
    pub(crate) fn of(cx: &Cx<'_>) -> Calls {
        let outside = cx.callers.iter().rev().chain(cx.frame.iter());
        let mut outside = outside.filter(|frame| !frame.is_function);
        Calls {
            places: [cx.call_place(), cx.outer_place()]
                .into_iter()
                .flatten()
                .collect(),
            scope: outside.next().map(|frame| frame.scope),
        }
    }
}

/// The kind of code that an index of origins refers to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// `File { }`
    Default,
    /// `File['a'] { }`
    Override,
    /// `File <| |> { }`
    Collector,
    /// `create_resources` and the functions that use it.
    Function,
}

/// The code that gave an attribute its value.
#[derive(Clone)]
pub(crate) enum SetBy<'h> {
    /// The expression that declares the resource.
    Expression,
    /// One of the [`Origin`]s, by its index in the table of resources.
    Origin(u32),
    /// The function that declares the resource.
    Function,
    /// The node's classifier.
    Classifier,
    /// Data, by the index of the recorded lookup.
    Data(usize),
    /// The default of a parameter.
    ParameterDefault,
    /// A call of `require` in the code of the resource.
    Require(Calls),
    /// A container that passes the attribute down.
    Container(ResourceId),
    /// The stage of the enclosing class.
    Stage(ResourceId),
    /// The catalog of another node, by name.
    Exported(&'h str),
}

/// An assignment to an attribute.
#[derive(Clone)]
pub(crate) struct Setting<'h> {
    pub(crate) name: Symbol,
    pub(crate) by: SetBy<'h>,
    /// The offset in the source of the code that set it.
    pub(crate) at: u32,
    /// The value of the attribute after the assignment.
    pub(crate) value: Value<'h>,
    /// True if it was appended by `+>`.
    pub(crate) is_appended: bool,
}

/// A call of `include`, `contain` or `require`.
pub(crate) struct Included<'h> {
    pub(crate) names: Vec<&'h str>,
    pub(crate) how: Include,
    pub(crate) scope: ScopeId,
    pub(crate) calls: Calls,
}

/// A collector or a call of `realize`.
pub(crate) struct Collection {
    pub(crate) place: Option<Place>,
    pub(crate) scope: ScopeId,
    pub(crate) is_realize: bool,
}

/// An arrow.
pub(crate) struct Arrow {
    pub(crate) op: RelationshipOp,
    pub(crate) place: Place,
    pub(crate) scope: ScopeId,
}

/// A declaration that was rejected because the resource already existed.
pub(crate) struct RejectedDeclaration {
    pub(crate) first: ResourceId,
    pub(crate) scope: ScopeId,
    pub(crate) place: Option<Place>,
    pub(crate) calls: Calls,
}

/// The record of one compilation.
#[derive(Default)]
pub(crate) struct Record<'h> {
    /// The calls around each declaration.
    pub(crate) declared: Map<ResourceId, Calls>,
    /// The assignments by number of the resource. A hash table is not possible here: it would not
    /// let the record borrow from the heap that its compilation borrows from.
    settings: Vec<Vec<Setting<'h>>>,
    pub(crate) origins: Map<u32, Origin>,
    pub(crate) includes: Vec<Included<'h>>,
    /// The collections by index of the collector.
    pub(crate) collections: Map<usize, Collection>,
    /// The resources that collectors found, with the index of the collector.
    pub(crate) collected: Vec<(ResourceId, usize)>,
    /// The arrows by index of the relationship.
    pub(crate) arrows: Vec<Arrow>,
    /// The pairs of related resources: source, target, and the index of the arrow.
    pub(crate) related: Vec<(ResourceId, ResourceId, usize)>,
    pub(crate) refused: Vec<RejectedDeclaration>,
}

impl<'h> Record<'h> {
    /// Records a resource with its initial attributes.
    pub(crate) fn declared(&mut self, id: ResourceId, resource: &Resource<'h>, calls: Calls) {
        self.declared.insert(id, calls);
        for parameter in &resource.parameters {
            let by = match parameter.origin {
                0 if resource.place.is_none() => SetBy::Classifier,
                0 => SetBy::Expression,
                origin if self.origins.get(&origin) == Some(&Origin::Function) => SetBy::Function,
                origin => SetBy::Origin(origin),
            };
            self.set(id, parameter, by, false);
        }
    }

    /// Returns all assignments to attributes of a resource, in order.
    pub(crate) fn settings(&self, id: ResourceId) -> &[Setting<'h>] {
        self.settings.get(id.0 as usize).map_or(&[], Vec::as_slice)
    }

    fn settings_mut(&mut self, id: ResourceId) -> &mut Vec<Setting<'h>> {
        let at = id.0 as usize;
        if self.settings.len() <= at {
            self.settings.resize_with(at + 1, Vec::new);
        }
        &mut self.settings[at]
    }

    /// Records an assignment to an attribute.
    pub(crate) fn set(
        &mut self,
        id: ResourceId,
        parameter: &Parameter<'h>,
        by: SetBy<'h>,
        is_appended: bool,
    ) {
        self.settings_mut(id).push(Setting {
            name: parameter.name,
            by,
            at: parameter.at,
            value: parameter.value,
            is_appended,
        });
    }

    /// Records that the initial attributes of a resource come from the catalog of another node.
    pub(crate) fn imported(&mut self, id: ResourceId, node: &'h str) {
        for setting in self.settings_mut(id) {
            if matches!(setting.by, SetBy::Classifier) {
                setting.by = SetBy::Exported(node);
            }
        }
    }
}

/// Returns true if two scopes run the same code: instances of the same define count as the same.
pub(super) fn same_source(cx: &Cx<'_>, a: ScopeId, b: ScopeId) -> bool {
    match (cx.scopes[a.0 as usize].kind, cx.scopes[b.0 as usize].kind) {
        (ScopeKind::Top, ScopeKind::Top) => true,
        (ScopeKind::Node(a), ScopeKind::Node(b)) | (ScopeKind::Class(a), ScopeKind::Class(b)) => {
            a == b
        }
        (ScopeKind::Define(a, _), ScopeKind::Define(b, _)) => a == b,
        _ => false,
    }
}
