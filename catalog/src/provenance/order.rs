//! Explains relationships: their origins, and the shortest path from one resource to another.

use std::collections::VecDeque;

use frontend::Symbol;
use frontend::ast::ExprKind;
use frontend::name::Map;

use super::chain::is_within;
use super::report::{Answer, Order, Relation, Step};
use super::tracer::Tracer;
use crate::compiler::resource::find;
use crate::compiler::resource::{Family, MAIN, ResourceId};
use crate::cycles::targets;

/// A relationship that an attribute creates.
#[derive(Clone, Copy)]
struct AttributeRelationship {
    source: ResourceId,
    target: ResourceId,
    notifies: bool,
    /// The resource that has the attribute.
    holder: ResourceId,
    name: Symbol,
}

/// The relation between two vertices.
#[derive(Clone, Copy)]
enum Edge {
    Attribute(AttributeRelationship),
    /// Containment: the container, and its content.
    Contains(ResourceId, ResourceId),
    /// The edge from the start to the end of an empty container.
    Empty,
}

impl<'t, 'h> Tracer<'t, 'h> {
    /// Describes the order of two resources.
    pub(super) fn order(
        &self,
        source: &(String, String),
        target: &(String, String),
        notifies: bool,
    ) -> Answer {
        let found = |(ty, title): &(String, String)| {
            let id = find(&self.contents.resources, ty, title);
            id.filter(|id| !self.contents.resources.get(*id).is_virtual)
        };
        let (from, to) = match (found(source), found(target)) {
            (Some(from), Some(to)) => (from, to),
            (None, _) => return self.missing(&source.0, &source.1),
            (_, None) => return self.missing(&target.0, &target.1),
        };
        let graph = Graph::new(self, notifies);
        let path = graph.way(from, to);
        let back = match path {
            None => graph.way(to, from),
            Some(_) => None,
        };
        let told = |edges: Option<Vec<Edge>>| {
            let edges = edges.unwrap_or_default();
            edges
                .iter()
                .filter_map(|edge| self.relation(*edge))
                .collect()
        };
        Answer::Order(Order {
            source: self.contents.resources.reference(from),
            target: self.contents.resources.reference(to),
            notifies,
            path: told(path),
            back: told(back),
        })
    }

    fn relation(&self, edge: Edge) -> Option<Relation> {
        match edge {
            Edge::Attribute(tie) => Some(self.tie(tie)),
            Edge::Contains(source, target) => Some(Relation {
                kind: "contains",
                source: self.contents.resources.reference(source),
                target: self.contents.resources.reference(target),
                steps: self.containment(source, target),
            }),
            Edge::Empty => None,
        }
    }

    /// Explains why a container contains a resource.
    fn containment(&self, source: ResourceId, target: ResourceId) -> Vec<Step> {
        let resource = self.contents.resources.get(target);
        let is_class = matches!(
            self.contents.resources.ty(resource.ty).family,
            Family::Class
        );
        if !is_class {
            return match &resource.place {
                Some(place) => {
                    let around = self.place_text(place, resource.scope);
                    let text = format!("declared in {around}");
                    vec![Step::new("declared", text, Some(self.site(place)))]
                }
                None => Vec::new(),
            };
        }
        let contains = self.record.includes.iter().find(|included| {
            included.how == runtime::host::Include::Contain
                && included.names.contains(&resource.title)
                && self.compiler.container(self.cx, included.scope) == source
        });
        match contains {
            Some(included) => {
                let place = included.calls.places.first();
                let text = format!("contained in {}", self.scope_text(included.scope));
                let site = place.map(|place| self.site(place));
                vec![Step::new("contained", text, site)]
            }
            None => {
                let stage = self.contents.resources.reference(source);
                vec![Step::new("stage", format!("runs in {stage}"), None)]
            }
        }
    }

    /// Returns all relationships of a resource that attributes create.
    pub(super) fn relations(&self, id: ResourceId) -> Vec<Relation> {
        let ties = self.ties().into_iter();
        let own = ties.filter(|tie| tie.source == id || tie.target == id);
        let mut relations: Vec<Relation> = Vec::new();
        for tie in own {
            let relation = self.tie(tie);
            if !relations.contains(&relation) {
                relations.push(relation);
            }
        }
        relations
    }

    fn ties(&self) -> Vec<AttributeRelationship> {
        let resources = &self.contents.resources;
        let names = ["require", "subscribe", "before", "notify"].map(Symbol::intern);
        let mut ties = Vec::new();
        for (at, resource) in resources.list.iter().enumerate() {
            if resource.is_virtual {
                continue;
            }
            let holder = ResourceId(at as u32);
            for (kind, name) in names.iter().enumerate() {
                let Some(value) = resource.value(*name) else {
                    continue;
                };
                for other in targets(resources, value) {
                    let (source, target) = match kind < 2 {
                        true => (other, holder),
                        false => (holder, other),
                    };
                    ties.push(AttributeRelationship {
                        source,
                        target,
                        notifies: kind % 2 == 1,
                        holder,
                        name: *name,
                    });
                }
            }
        }
        ties
    }

    fn tie(&self, tie: AttributeRelationship) -> Relation {
        let related = self
            .record
            .related
            .iter()
            .filter(|(source, target, index)| {
                use frontend::ast::RelationshipOp::{Notify, Subscribe};
                let op = self.record.arrows[*index].op;
                let notifies = matches!(op, Notify | Subscribe);
                (*source, *target, notifies) == (tie.source, tie.target, tie.notifies)
            });
        let mut steps: Vec<Step> = related
            .map(|(_, _, index)| self.arrow_step(*index, ""))
            .collect();
        let other = match tie.holder == tie.source {
            true => tie.target,
            false => tie.source,
        };
        let settings = self.record.settings(tie.holder).iter();
        let giving = settings.filter(|setting| {
            setting.name == tie.name
                && targets(&self.contents.resources, setting.value).contains(&other)
        });
        let holder = self.reference(tie.holder);
        for setting in giving {
            let step = self.setting(tie.holder, setting);
            let text = format!("{} of {holder} {}", tie.name, step.text);
            steps.push(Step { text, ..step });
        }
        Relation {
            kind: if tie.notifies { "notify" } else { "before" },
            source: self.contents.resources.reference(tie.source),
            target: self.contents.resources.reference(tie.target),
            steps,
        }
    }

    /// Describes an arrow by its text.
    pub(super) fn arrow_step(&self, index: usize, before: &str) -> Step {
        let arrow = &self.record.arrows[index];
        let place = &arrow.place;
        let written = self.parsed(&place.source).and_then(|parsed| {
            let way = parsed.find(place.offset, &|expr| {
                matches!(expr.kind, ExprKind::Relationship { .. })
                    && expr.at == place.offset
                    && is_within(expr, place.offset)
            })?;
            let ExprKind::Relationship {
                left,
                right,
                op_span,
                ..
            } = way.last()?.kind
            else {
                return None;
            };
            // of a chain, only the nearest operand is shown
            let left = match left.kind {
                ExprKind::Relationship { right, .. } => right,
                _ => left,
            };
            let op = op_span.start as usize..op_span.end as usize;
            let op = parsed.source.text.get(op)?;
            let side = |expr| short(&parsed.text(expr));
            Some(format!("{} {op} {}", side(left), side(right)))
        });
        let what = written.unwrap_or_else(|| "an arrow".to_owned());
        let around = self.place_text(place, arrow.scope);
        let text = format!("{before}{what} in {around}");
        Step::new("arrow", text, Some(self.site(place)))
    }
}

/// Shortens an operand that declares resources by its attributes.
fn short(text: &str) -> String {
    match text.split_once('{') {
        Some((head, _)) if !head.trim().is_empty() => format!("{}{{ ... }}", head),
        _ => text.to_owned(),
    }
}

/// A graph of resources. The vertex of a resource is twice its number; the next one is its end if
/// it can contain others.
struct Graph<'g, 't, 'h> {
    tracer: &'g Tracer<'t, 'h>,
    next: Vec<Vec<(u32, Edge)>>,
}

impl<'g, 't, 'h> Graph<'g, 't, 'h> {
    fn new(tracer: &'g Tracer<'t, 'h>, notifies: bool) -> Graph<'g, 't, 'h> {
        let resources = &tracer.contents.resources;
        let mut graph = Graph {
            tracer,
            next: vec![Vec::new(); resources.list.len() * 2],
        };
        for tie in tracer.ties() {
            if tie.notifies || !notifies {
                let from = graph.last(tie.source) as usize;
                let to = graph.first(tie.target);
                graph.next[from].push((to, Edge::Attribute(tie)));
            }
        }
        for (at, resource) in resources.list.iter().enumerate() {
            let id = ResourceId(at as u32);
            for container in resource.containers.iter() {
                if resource.is_virtual || resources.get(container).is_virtual || container == id {
                    continue;
                }
                let edge = Edge::Contains(container, id);
                let (first, last) = (graph.first(container), graph.last(container));
                let (own_first, own_last) = (graph.first(id), graph.last(id));
                graph.next[first as usize].push((own_first, edge));
                graph.next[own_last as usize].push((last, edge));
            }
        }
        for id in (0..resources.list.len() as u32).map(ResourceId) {
            let (first, last) = (graph.first(id), graph.last(id));
            if first != last && graph.next[first as usize].is_empty() {
                graph.next[first as usize].push((last, Edge::Empty));
            }
        }
        graph
    }

    fn first(&self, id: ResourceId) -> u32 {
        id.0 * 2
    }

    fn last(&self, id: ResourceId) -> u32 {
        let ty = self.tracer.contents.resources.type_of(id);
        let is_container = match ty.family {
            Family::Class | Family::Node | Family::Define(_) => true,
            Family::Native(_) => ty.name == "stage",
            Family::Unread => false,
        };
        id.0 * 2 + u32::from(is_container)
    }

    /// Returns the shortest path from the end of a resource to the start of another, or, if one
    /// contains the other, the path down to it.
    fn way(&self, from: ResourceId, to: ResourceId) -> Option<Vec<Edge>> {
        if from == to {
            return None;
        }
        let after = self.search(self.last(from), self.first(to), |_| true);
        after.or_else(|| {
            let contains =
                |edge: &Edge| matches!(edge, Edge::Contains(source, _) if *source != MAIN);
            self.search(self.first(from), self.first(to), contains)
        })
    }

    fn search(&self, start: u32, goal: u32, takes: impl Fn(&Edge) -> bool) -> Option<Vec<Edge>> {
        let mut from: Map<u32, (u32, Edge)> = Map::default();
        let mut open = VecDeque::from([start]);
        while let Some(vertex) = open.pop_front() {
            for &(next, edge) in &self.next[vertex as usize] {
                if next == start || from.contains_key(&next) || !takes(&edge) {
                    continue;
                }
                from.insert(next, (vertex, edge));
                if next == goal {
                    let mut path = Vec::new();
                    let mut at = goal;
                    while let Some(&(before, edge)) = from.get(&at) {
                        path.push(edge);
                        at = before;
                    }
                    path.reverse();
                    return Some(path);
                }
                open.push_back(next);
            }
        }
        None
    }
}
