//! Owns the contents of the catalog: the resources with their tags, and the containment edges.

use frontend::Symbol;
use frontend::name::Map;
use runtime::{Heap, Value};

use super::resource::{Parameter, ResourceId, Resources};
use super::tag::{TagSet, Tags};

/// The contents of a catalog. They must not stay borrowed while code runs: code changes them.
#[derive(Default)]
pub(crate) struct Contents<'h> {
    pub(crate) resources: Resources<'h>,
    pub(crate) tags: Tags<'h>,
    /// The number of times that a resource was tagged after its declaration.
    pub(crate) tag_changes: u32,
    /// The tags of the catalog that come before the names of its classes.
    pub(crate) catalog_tags: TagSet,
    /// The names of classes and nodes in the order of evaluation.
    pub(crate) classes: Vec<&'h str>,
    /// The node and the original title of each resource that was imported from another node.
    pub(crate) imported: Map<ResourceId, (String, String)>,
    /// Containment edges in the order of their creation: container, content.
    pub(crate) edges: Vec<(ResourceId, ResourceId)>,
}

impl<'h> Contents<'h> {
    /// Records that a resource contains another.
    pub(crate) fn contain(&mut self, source: ResourceId, target: ResourceId) {
        self.resources.get_mut(target).containers.push(source);
        self.edges.push((source, target));
    }

    /// Appends references to a relationship attribute. An existing list keeps its place and origin;
    /// a newly created list gets `origin` and no place.
    pub(super) fn append(
        &mut self,
        heap: &'h Heap,
        id: ResourceId,
        name: Symbol,
        references: &[Value<'h>],
        origin: u32,
    ) {
        let current = self.resources.get(id).parameter(name).copied();
        let (before, origin, at) = match current.map(|parameter| (parameter.value, parameter)) {
            Some((Value::Array(items), parameter)) => {
                (items.to_vec(), parameter.origin, parameter.at)
            }
            None | Some((Value::Undef, _)) => (Vec::new(), origin, 0),
            Some((single, _)) => (vec![single], origin, 0),
        };
        let value = match before.is_empty() {
            true => Value::array(heap, references),
            false => Value::array(heap, &[&before[..], references].concat()),
        };
        let parameter = Parameter {
            name,
            origin,
            at,
            value,
        };
        self.resources.set(id, parameter);
    }
}
