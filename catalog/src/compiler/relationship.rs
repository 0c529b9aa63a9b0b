//! Evaluates relationships: converts arrows to attributes of their sources.

use foldhash::fast::FixedState;
use frontend::Symbol;
use frontend::ast::RelationshipOp;
use indexmap::IndexMap;
use rubycore::case::Downcase;
use runtime::error::{Error, Place, Raise};
use runtime::scope::ScopeId;
use runtime::types::{self, Type};
use runtime::{Cx, Res, Value, host, limits, ops};

use super::reference::{collector_of, resource_value, shown};
use super::reference_cache::ReferenceCache;
use super::resource::{ResourceId, find};
use super::{Compiler, about, parse_error};
use crate::compiler::record::Arrow;

/// An arrow, normalized to point from left to right.
struct Relationship<'h> {
    sources: Vec<End<'h>>,
    targets: Vec<End<'h>>,
    notify: bool,
    /// The place of the arrow.
    place: Place,
}

/// The relationships of a compilation.
#[derive(Default)]
pub(crate) struct Relationships<'h> {
    /// The arrows in the order of their evaluation.
    declared: Vec<Relationship<'h>>,
    /// For each collector in a chain of arrows, by index, the operands to its left.
    chained_from: Vec<(usize, Vec<End<'h>>)>,
}

/// One end of an arrow.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum End<'h> {
    /// A type's name and a title.
    Resource(&'h str, &'h str),
    /// All resources that a collector finds, by the collector's index.
    Collector(usize),
    /// A reference without a title.
    Untitled(&'h str),
}

/// The list that arrows append to.
#[derive(PartialEq, Eq, Hash)]
enum Target {
    /// An existing list, by its address; all resources that share it get the addition.
    List(usize),
    /// The list of an attribute of one resource.
    Own(ResourceId, Symbol),
}

/// A resource at one end of an arrow.
#[derive(Clone, Copy)]
struct ArrowSide<'h> {
    end: End<'h>,
    /// True if it replaces a collector that found nothing; error messages then show it as a type.
    instead: bool,
}

impl ArrowSide<'_> {
    fn shown(self) -> String {
        match self.end {
            End::Resource("Class", title) if self.instead => {
                format!("Class[{}]", title.downcase())
            }
            End::Resource(ty, title) if self.instead => Type::Resource {
                type_name: Some(ty),
                title: Some(title),
                is_object: false,
                given: None,
            }
            .to_string(),
            End::Resource(ty, title) => shown(ty, title),
            End::Untitled(ty) => format!("{ty}[]"),
            End::Collector(_) => String::new(),
        }
    }
}

impl<'h> Compiler<'h> {
    /// Adds the arrow `left -> right`; returns the value of the expression.
    pub(super) fn add_relationship(
        &self,
        cx: &mut Cx<'h>,
        op: RelationshipOp,
        left: Value<'h>,
        right: Value<'h>,
        place: Place,
    ) -> Res<'h> {
        // both operands must consist of references before any reference is checked
        let mut unnamed = None;
        let (left_values, left) = self.ends(cx, left, &place, &mut unnamed)?;
        let (right_values, right) = self.ends(cx, right, &place, &mut unnamed)?;
        if let Some(problem) = unnamed {
            return Err(refused(op, &problem, &place));
        }
        // if the right operand is empty, the chain continues from the left one
        let value = match right.is_empty() {
            true => Value::array(self.heap, &left_values),
            false => Value::array(self.heap, &right_values),
        };
        for end in &right {
            if let End::Collector(index) = end {
                let mut relationships = self.relationships.borrow_mut();
                relationships.chained_from.push((*index, left.clone()));
            }
        }
        let notify = matches!(op, RelationshipOp::Notify | RelationshipOp::Subscribe);
        self.note(|record| {
            let (scope, place) = (cx.scope_id(), place.clone());
            record.arrows.push(Arrow { op, place, scope });
        });
        let (sources, targets) = match op {
            RelationshipOp::Before | RelationshipOp::Notify => (left, right),
            RelationshipOp::Require | RelationshipOp::Subscribe => (right, left),
        };
        self.relationships.borrow_mut().declared.push(Relationship {
            sources,
            targets,
            notify,
            place,
        });
        Ok(value)
    }

    /// Converts an operand to references and ends; records the first value that names nothing.
    // Long because there is an arm for each kind of value.
    fn ends(
        &self,
        cx: &mut Cx<'h>,
        value: Value<'h>,
        place: &Place,
        unnamed: &mut Option<String>,
    ) -> Res<'h, (Vec<Value<'h>>, Vec<End<'h>>)> {
        let mut ends = Vec::new();
        let mut values = Vec::new();
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            limits::items::<End<'h>>(ends.len() + open.len());
            if let Some(index) = collector_of(value) {
                values.push(value);
                ends.push(End::Collector(index));
                continue;
            }
            let end = match value {
                Value::Array(items) => {
                    open.extend(items.iter().rev());
                    continue;
                }
                Value::String(text) => {
                    let parsed = types::parse_text(cx, text.as_str())?;
                    open.push(parsed);
                    continue;
                }
                Value::Type(Type::Resource {
                    type_name: Some("Class"),
                    title: None,
                    ..
                }) => {
                    unnamed.get_or_insert_with(|| unfit_text(value));
                    continue;
                }
                Value::Type(Type::Resource {
                    type_name: Some(ty),
                    title,
                    is_object: false,
                    ..
                }) => match self.referred(cx, ty, title.unwrap_or_default())? {
                    (ty, "") => End::Untitled(ty),
                    (ty, title) => End::Resource(ty, title),
                },
                Value::Type(Type::Resource {
                    type_name: Some(ty),
                    title: Some(title),
                    is_object: true,
                    ..
                }) => End::Resource(ty, title),
                Value::Type(Type::Class(Some(name))) => {
                    End::Resource("Class", self.heap.text(&types::capitalized(name)))
                }
                Value::Type(Type::Type(Some(ty @ (Type::Resource { .. } | Type::Class(_))))) => {
                    open.push(Value::Type(ty));
                    continue;
                }
                Value::Type(ty) if is_of_catalog(ty) => {
                    unnamed.get_or_insert_with(|| nameless(ty));
                    continue;
                }
                other => {
                    let what = ops::a_an(&ops::label(other));
                    let message = format!(
                        "Illegal relationship operand, can not form a relationship with {what}. A Catalog type is required."
                    );
                    let issue = frontend::Issue("ILLEGAL_RELATIONSHIP_OPERAND_TYPE");
                    return Err(Error::evaluation(issue, message, Some(place.clone())).into());
                }
            };
            values.push(value);
            ends.push(end);
        }
        Ok((values, ends))
    }

    /// Converts all arrows to attributes of their sources.
    ///
    /// # Errors
    /// Fails if an end does not exist.
    pub(super) fn evaluate_relationships(
        &self,
        cx: &mut Cx<'h>,
        finder: &mut ReferenceCache<'h>,
    ) -> Res<'h, ()> {
        let relationships = std::mem::take(&mut self.relationships.borrow_mut().declared);
        if relationships.is_empty() {
            return Ok(());
        }
        let (before, notify) = (Symbol::intern("before"), Symbol::intern("notify"));
        let mut lists: IndexMap<Target, Vec<Value<'h>>, FixedState> = IndexMap::default();
        let mut last = LastList::default();
        for (index, relationship) in relationships.into_iter().enumerate() {
            let name = if relationship.notify { notify } else { before };
            let about_arrow = |raise| about(raise, Some(relationship.place.clone()));
            let sources = self.expanded(&relationship.sources, true);
            let targets = self.expanded(&relationship.targets, false);
            let pairs = sources
                .iter()
                .flat_map(|sources| targets.iter().map(move |targets| (sources, targets)));
            for (sources, targets) in pairs {
                for source in sources {
                    for target in targets {
                        let at = match last.list(source.end, name) {
                            Some(at) => at,
                            None => {
                                let id = self.source(cx, *source, *target, finder);
                                let id = id.map_err(about_arrow)?;
                                let entry = lists.entry(self.target(id, name));
                                let at = entry.index();
                                entry.or_default();
                                last.source = Some((source.end, name, at));
                                at
                            }
                        };
                        let reference = self.related(cx, *source, *target, finder);
                        let reference = reference.map_err(about_arrow)?;
                        lists[at].push(reference);
                        self.note_related(*source, *target, index);
                    }
                }
            }
        }
        let mut contents = self.contents.borrow_mut();
        // a newly created list has no place of its own
        let origin = contents.resources.origin(ScopeId::TOP, None);
        for (target, references) in &lists {
            if let Target::Own(id, name) = *target {
                contents.append(self.heap, id, name, references, origin);
            }
        }
        let longer = |value: Value<'h>| {
            let Value::Array(list) = value else {
                return None;
            };
            let references = lists.get(&Target::List(value.address()))?;
            let all: Vec<Value<'h>> = list.iter().chain(references.iter().copied()).collect();
            Some(Value::array(self.heap, &all))
        };
        if lists.keys().any(|target| matches!(target, Target::List(_))) {
            let names = [before, notify];
            for resource in &mut contents.resources.list {
                let parameters = resource.parameters.iter_mut();
                for parameter in parameters.filter(|parameter| names.contains(&parameter.name)) {
                    parameter.value = longer(parameter.value).unwrap_or(parameter.value);
                }
            }
        }
        Ok(())
    }

    /// Records the resources that an arrow relates.
    fn note_related(&self, source: ArrowSide<'h>, target: ArrowSide<'h>, index: usize) {
        self.note(|record| {
            let resources = &self.contents.borrow().resources;
            let found = |end: End<'h>| match end {
                End::Resource(ty, title) => find(resources, ty, title),
                _ => None,
            };
            let pair = found(source.end).zip(found(target.end));
            let related = pair.map(|(source, target)| (source, target, index));
            record.related.extend(related);
        });
    }

    /// Returns the list that an arrow from a resource appends to.
    fn target(&self, id: ResourceId, name: Symbol) -> Target {
        let contents = self.contents.borrow();
        match contents.resources.get(id).value(name) {
            Some(list @ Value::Array(_)) => Target::List(list.address()),
            _ => Target::Own(id, name),
        }
    }

    /// Expands ends to resources: a collector stands for the resources that it found. A source
    /// collector that found nothing is replaced by the operand to its left in the chain.
    fn expanded(&self, ends: &[End<'h>], is_source: bool) -> Vec<Vec<ArrowSide<'h>>> {
        if let [end @ (End::Resource(..) | End::Untitled(_))] = *ends {
            let instead = false;
            return vec![vec![ArrowSide { end, instead }]];
        }
        let contents = self.contents.borrow();
        let evaluation = self.evaluation.borrow();
        let relationships = self.relationships.borrow();
        if let [End::Collector(index)] = *ends
            && let Some(found) = evaluation.collectors[index].distinct()
        {
            let named = found.iter().map(|&id| {
                let shown = contents.resources.type_of(id).shown;
                let end = End::Resource(shown, contents.resources.get(id).title);
                let instead = false;
                ArrowSide { end, instead }
            });
            return vec![named.collect()];
        }
        // a resource that occurs twice on one side of an arrow counts once
        let mut seen = hashbrown::HashSet::<_, FixedState>::default();
        let mut all = Vec::with_capacity(ends.len());
        for &end in ends {
            let mut named = Vec::new();
            let mut open = vec![(end, false)];
            let mut passed = Vec::new();
            while let Some((end, instead)) = open.pop() {
                let End::Collector(index) = end else {
                    if seen.insert(end) {
                        named.push(ArrowSide { end, instead });
                    }
                    continue;
                };
                let found = &evaluation.collectors[index].found;
                for &id in found {
                    let shown = contents.resources.type_of(id).shown;
                    let end = End::Resource(shown, contents.resources.get(id).title);
                    if seen.insert(end) {
                        named.push(ArrowSide {
                            end,
                            instead: false,
                        });
                    }
                }
                if is_source && found.is_empty() && !passed.contains(&index) {
                    passed.push(index);
                    let before = relationships
                        .chained_from
                        .iter()
                        .filter(|(at, _)| *at == index);
                    let ends = before.flat_map(|(_, ends)| ends).rev();
                    open.extend(ends.map(|&end| (end, true)));
                }
            }
            all.push(named);
        }
        all
    }

    /// Returns the source of an arrow.
    fn source(
        &self,
        cx: &mut Cx<'h>,
        source: ArrowSide<'h>,
        target: ArrowSide<'h>,
        finder: &mut ReferenceCache<'h>,
    ) -> Res<'h, ResourceId> {
        let (ty, title) = titled(source.end)?;
        let found = finder.find(&self.contents.borrow().resources, ty, title);
        found.ok_or_else(|| {
            let (source, target) = (source.shown(), target.shown());
            let message =
                format!("Could not find resource '{source}' for relationship on '{target}'");
            self.missing(cx, (ty, title), parse_error(message, None))
        })
    }

    /// Creates a reference to the target of an arrow.
    fn related(
        &self,
        cx: &mut Cx<'h>,
        source: ArrowSide<'h>,
        target: ArrowSide<'h>,
        finder: &mut ReferenceCache<'h>,
    ) -> Res<'h, Value<'h>> {
        let (ty, title) = titled(target.end)?;
        if finder
            .find(&self.contents.borrow().resources, ty, title)
            .is_none()
        {
            let (source, target) = (source.shown(), target.shown());
            let message =
                format!("Could not find resource '{target}' for relationship from '{source}'");
            return Err(self.missing(cx, (ty, title), parse_error(message, None)));
        }
        Ok(resource_value(self.heap, ty, title))
    }
}

/// A cache of the latest list: consecutive arrows often have the same source.
#[derive(Default)]
struct LastList<'h> {
    /// The source, the attribute, and the index of its list.
    source: Option<(End<'h>, Symbol, usize)>,
}

impl<'h> LastList<'h> {
    /// Returns the index of the list of a source's attribute, if it was the latest one.
    fn list(&self, source: End<'h>, name: Symbol) -> Option<usize> {
        let (last, of, at) = self.source?;
        (of == name && last.is_same(source)).then_some(at)
    }
}

impl<'h> End<'h> {
    /// Returns true if two ends have the same texts in memory. Equal ends at different addresses
    /// return false.
    fn is_same(self, other: End<'h>) -> bool {
        match (self, other) {
            (End::Resource(ty, title), End::Resource(other, other_title)) => {
                std::ptr::eq(ty, other) && std::ptr::eq(title, other_title)
            }
            _ => false,
        }
    }
}

/// Builds the error for an operand that Puppet cannot convert to resources.
fn refused<'h>(op: RelationshipOp, problem: &str, place: &Place) -> Box<Raise<'h>> {
    let sign = sign(op);
    let message = format!("Error while evaluating a '{sign}' expression, {problem}");
    let issue = frontend::Issue("RUNTIME_ERROR");
    Error::evaluation(issue, message, Some(place.clone())).into()
}

/// Returns true if a type is a reference to resources or classes, or the type of such a reference.
fn is_of_catalog(ty: &Type<'_>) -> bool {
    match ty {
        Type::Type(Some(inner)) => is_entry(inner),
        ty => is_entry(ty),
    }
}

fn is_entry(ty: &Type<'_>) -> bool {
    match ty {
        Type::Resource { .. } | Type::Class(_) | Type::CatalogEntry => true,
        Type::NotUndef(Some(inner)) => is_entry(inner),
        Type::Variant(types) => !types.is_empty() && types.iter().all(|ty| is_entry(ty)),
        _ => false,
    }
}

/// Returns the error message for a value that no attribute can have.
fn unfit_text(value: Value<'_>) -> String {
    host::unfit(value).map_or_else(String::new, |unfit| unfit.problem.into_owned())
}

/// Returns the error message for a catalog type that does not name a single resource or resource
/// type.
fn nameless(ty: &Type<'_>) -> String {
    let other = match ty {
        Type::Type(_) => "PTypeType",
        Type::Variant(_) => "PVariantType",
        Type::NotUndef(_) => "PNotUndefType",
        ty => {
            return unfit_text(Value::Type(ty));
        }
    };
    format!(
        "Cannot split the type Puppet::Pops::Types::{other}, it represents neither a PClassType, nor a PResourceType."
    )
}

fn sign(op: RelationshipOp) -> &'static str {
    match op {
        RelationshipOp::Before => "->",
        RelationshipOp::Notify => "~>",
        RelationshipOp::Require => "<-",
        RelationshipOp::Subscribe => "<~",
    }
}

fn titled<'h, 'e>(end: End<'e>) -> Res<'h, (&'e str, &'e str)> {
    match end {
        End::Resource(ty, title) if !title.is_empty() => Ok((ty, title)),
        End::Untitled(ty) | End::Resource(ty, _) => Err(parse_error(
            format!("No title provided and \"{ty}[]\" is not a valid resource reference"),
            None,
        )),
        End::Collector(_) => runtime::fail("a collector inside a collector"),
    }
}
