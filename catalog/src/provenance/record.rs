//! What is noted while a catalog is compiled: who declared, included, set, collected and related
//! what, in the order in which it happened.
//!
//! A usual compilation has no record and pays for one branch at each place that would note
//! something.

use frontend::Symbol;
use frontend::ast::RelationshipOp;
use frontend::name::Map;
use runtime::error::Place;
use runtime::host::Include;
use runtime::scope::ScopeId;
use runtime::{Cx, Value};

use crate::compiler::resource::{Parameter, Resource, ResourceId};
use crate::hiera::explain::DataSource;

/// The calls that were running, innermost first, as far as the evaluation knows them.
#[derive(Clone, Default)]
pub(crate) struct Calls {
    pub(crate) places: Vec<Place>,
    /// The scope of the nearest code around that is no function's.
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

/// The code that uses an index of origins.
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

/// Who gave an attribute its value.
#[derive(Clone)]
pub(crate) enum By<'h> {
    /// The expression that declares the resource.
    Expression,
    /// One of the [`Origin`]s, by the index of the resources' table.
    Origin(u32),
    /// The function that declares the resource.
    Function,
    /// The node's classifier.
    Classifier,
    /// Data, at an index of what the lookup has noted.
    Data(usize),
    /// The default of a parameter.
    ParameterDefault,
    /// `require` in the code of the resource.
    Require(Calls),
    /// A container hands it down.
    Container(ResourceId),
    /// The stage of the class around.
    Stage(ResourceId),
    /// The catalog of another node.
    Exported(&'h str),
}

/// One assignment of an attribute.
#[derive(Clone)]
pub(crate) struct Setting<'h> {
    pub(crate) name: Symbol,
    pub(crate) by: By<'h>,
    /// The offset in the source of who set it.
    pub(crate) at: u32,
    /// The value that the attribute has since then.
    pub(crate) value: Value<'h>,
    /// `+>`
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

/// A lookup of data and what came of it.
#[derive(Clone)]
pub(crate) struct LookedUp {
    pub(crate) key: String,
    /// The call; of a parameter the code that declares the class.
    pub(crate) place: Option<Place>,
    pub(crate) scope: ScopeId,
    pub(crate) is_found: bool,
    pub(crate) sources: Vec<DataSource>,
}

/// A declaration that was refused since the resource was there.
pub(crate) struct Again {
    pub(crate) first: ResourceId,
    pub(crate) scope: ScopeId,
    pub(crate) place: Option<Place>,
    pub(crate) calls: Calls,
}

/// All that is noted of one compilation.
#[derive(Default)]
pub(crate) struct Record<'h> {
    /// The calls around each declaration.
    pub(crate) declared: Map<ResourceId, Calls>,
    /// By the number of the resource: a table by hash would not let the record borrow from the heap
    /// that its compilation does.
    settings: Vec<Vec<Setting<'h>>>,
    pub(crate) origins: Map<u32, Origin>,
    pub(crate) includes: Vec<Included<'h>>,
    /// By the index of the collector.
    pub(crate) collections: Map<usize, Collection>,
    /// What each collector found.
    pub(crate) collected: Vec<(ResourceId, usize)>,
    /// By the index of the relationship.
    pub(crate) arrows: Vec<Arrow>,
    /// Source, target and arrow.
    pub(crate) related: Vec<(ResourceId, ResourceId, usize)>,
    pub(crate) refused: Vec<Again>,
}

impl<'h> Record<'h> {
    /// Notes a resource with the attributes that it begins with.
    pub(crate) fn declared(&mut self, id: ResourceId, resource: &Resource<'h>, calls: Calls) {
        self.declared.insert(id, calls);
        for parameter in &resource.parameters {
            let by = match parameter.origin {
                0 if resource.place.is_none() => By::Classifier,
                0 => By::Expression,
                origin if self.origins.get(&origin) == Some(&Origin::Function) => By::Function,
                origin => By::Origin(origin),
            };
            self.set(id, parameter, by, false);
        }
    }

    /// All values that the attributes of a resource were given, in their order.
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

    /// Notes a new value of an attribute.
    pub(crate) fn set(
        &mut self,
        id: ResourceId,
        parameter: &Parameter<'h>,
        by: By<'h>,
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

    /// Notes that what a resource was given is what another node exports.
    pub(crate) fn imported(&mut self, id: ResourceId, node: &'h str) {
        for setting in self.settings_mut(id) {
            if matches!(setting.by, By::Classifier) {
                setting.by = By::Exported(node);
            }
        }
    }
}
