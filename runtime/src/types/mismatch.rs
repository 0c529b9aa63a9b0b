//! Explains in Puppet's words why a type does not accept a value.
//!
//! This is the slow path after [`super::instance()`]: the mismatches of a value's type are collected
//! as a list of [`Mismatch`]es, each with the path to it. Mismatches that all alternatives of a
//! Variant share become one.

mod text;

use std::cell::{Cell, RefCell};

use super::assign::{DATA_TYPES, RICH_DATA_KEY_TYPES, RICH_DATA_TYPES};
use super::assign::{tuple_at, tuple_size};
use super::init::{is_within, refusal};
use super::normalize::normalize;
use super::{Size, StructElement, Type, TypeAlias, TypeRef, assignable, infer, instance};
use crate::heap::Heap;
use crate::limits;
use crate::value::Value;
use text::settled;

/// A step on the way to a mismatch.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// `index 1`
    Index(usize),
    /// `entry 'a'`
    Entry(String),
    /// `key of entry 'a'`
    KeyOf(String),
    /// `variant 1`
    Variant(usize),
    /// `parameter 'x'`
    Parameter(String),
    /// `block`
    Block,
    /// `return`
    Return,
}

/// One reason why a type does not accept a value.
#[derive(Clone, Debug)]
pub struct Mismatch<'h> {
    /// The way to it.
    pub path: Vec<Step>,
    /// The kind of mismatch.
    pub kind: Kind<'h>,
}

/// The kind of a mismatch, with the data of its text.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the texts say it")]
pub enum Kind<'h> {
    /// `expects an Integer value, got String`; or a match for it, when that is `pattern`.
    Type {
        expected: TypeRef<'h>,
        actual: TypeRef<'h>,
        pattern: bool,
    },
    /// `expects size to be 1, got 2`
    Size { expected: Size, actual: Size },
    /// `expects 2 arguments, got 1`
    Count { expected: Size, actual: Size },
    /// `expects a value for key 'a'`
    MissingKey(String),
    /// `unrecognized key 'a'`
    UnknownKey(String),
    /// `expects a value for parameter 'a'`
    MissingParameter(String),
    /// `has no parameter named 'a'`
    UnknownParameter(String),
    /// `expects a block`
    MissingBlock,
    /// `does not expect a block`
    UnexpectedBlock,
    /// `references an unresolved type 'A'`
    Unresolved(&'h str),
}

/// Returns the mismatches of a value of type `actual`; empty when `expected` accepts it.
pub fn mismatches<'h>(
    heap: &'h Heap,
    expected: TypeRef<'h>,
    actual: TypeRef<'h>,
    path: &[Step],
) -> Vec<Mismatch<'h>> {
    let expected = normalize(heap, expected);
    if let Some(name) = super::unresolved(expected) {
        return vec![Mismatch {
            path: path.to_vec(),
            kind: Kind::Unresolved(name),
        }];
    }
    let actual = normalize(heap, actual);
    Describer::new(heap).describe(expected, expected, actual, path)
}

/// Merges the mismatches of several signatures into one when they agree in place and kind.
pub fn merge<'h>(heap: &'h Heap, found: Vec<Vec<Mismatch<'h>>>) -> Vec<Mismatch<'h>> {
    Describer::new(heap).merge(found, None)
}

/// Explains why a type does not accept a value, as one text: `SUBJECT index 1 expects ...`. Several
/// reasons stand on a line each.
pub fn describe<'h>(
    heap: &'h Heap,
    subject: &str,
    expected: TypeRef<'h>,
    value: Value<'h>,
) -> String {
    limits::stack();
    if is_within(expected)
        && let Some(problem) = refusal(|| instance(expected, value))
    {
        return problem;
    }
    let actual = infer(heap, value);
    report(subject, &mismatches(heap, expected, actual, &[]))
}

/// Returns the text of mismatches, each after its subject. Several mismatches stand on a line each.
pub fn report(subject: &str, mismatches: &[Mismatch<'_>]) -> String {
    let lines: Vec<String> = mismatches
        .iter()
        .map(|mismatch| format!("{subject} {}", mismatch.text()))
        .collect();
    match &lines[..] {
        [line] => line.clone(),
        [] => String::new(),
        _ => format!(" {}", lines.join("\n  ")),
    }
}

struct Describer<'h> {
    heap: &'h Heap,
    /// The aliases that are being described, each with the type that it should accept.
    under_way: RefCell<Vec<(*const TypeAlias<'h>, *const Type<'h>)>>,
    /// Steps of the paths of all mismatches.
    steps: Cell<usize>,
}

fn extended(path: &[Step], step: Step) -> Vec<Step> {
    let mut path = path.to_vec();
    path.push(step);
    path
}

impl<'h> Describer<'h> {
    fn new(heap: &'h Heap) -> Describer<'h> {
        Describer {
            heap,
            under_way: RefCell::default(),
            steps: Cell::default(),
        }
    }

    /// Describes the mismatches of an alias. An alias that leads to itself has endless
    /// alternatives.
    fn alias(
        &self,
        alias: &'h TypeAlias<'h>,
        expected: TypeRef<'h>,
        actual: TypeRef<'h>,
        path: &[Step],
    ) -> Vec<Mismatch<'h>> {
        let Some(ty) = alias.resolved.get() else {
            return self.leaf(expected, expected, actual, path);
        };
        let pair = (std::ptr::from_ref(alias), std::ptr::from_ref(actual));
        if self.under_way.borrow().contains(&pair) {
            limits::Exceeded::Stack.raise();
        }
        self.under_way.borrow_mut().push(pair);
        let found = self.describe(normalize(self.heap, ty), expected, actual, path);
        self.under_way.borrow_mut().pop();
        found
    }

    /// Describes mismatches; messages name `shown` as the expected type.
    fn describe(
        &self,
        expected: TypeRef<'h>,
        shown: TypeRef<'h>,
        actual: TypeRef<'h>,
        path: &[Step],
    ) -> Vec<Mismatch<'h>> {
        let (expected, shown) = (settled(expected), settled(shown));
        match expected {
            Type::Alias(alias) => self.alias(alias, expected, actual, path),
            Type::Data => self.variants(&without_undef(DATA_TYPES), expected, actual, path),
            Type::RichData => {
                self.variants(&without_undef(RICH_DATA_TYPES), expected, actual, path)
            }
            Type::RichDataKey => self.variants(RICH_DATA_KEY_TYPES, expected, actual, path),
            Type::Variant(types) => self.variants(types, shown, actual, path),
            Type::Optional(Some(Type::Variant(types))) if !is_named(shown) => {
                let undef: TypeRef<'h> = &Type::Undef;
                let types: Vec<TypeRef<'h>> = std::iter::once(undef)
                    .chain(types.iter().copied())
                    .collect();
                self.variants(&types, shown, actual, path)
            }
            Type::Optional(Some(ty)) => match actual {
                Type::Undef => Vec::new(),
                _ => self.describe(ty, shown, actual, path),
            },
            Type::Array { element, size } => self.array(element, *size, shown, actual, path),
            Type::Tuple { types, size } => self.tuple(types, *size, shown, actual, path),
            Type::Hash { key, value, size } => self.hash((key, value), *size, shown, actual, path),
            Type::Struct(elements) => self.structure(elements, shown, actual, path),
            _ => self.leaf(expected, shown, actual, path),
        }
    }

    /// Works like `describe`, for a part that may fit.
    fn inside(
        &self,
        expected: TypeRef<'h>,
        actual: TypeRef<'h>,
        path: &[Step],
    ) -> Vec<Mismatch<'h>> {
        match assignable(expected, actual) {
            true => Vec::new(),
            false => self.describe(expected, expected, actual, path),
        }
    }

    fn mismatch(
        &self,
        shown: TypeRef<'h>,
        actual: TypeRef<'h>,
        path: &[Step],
        pattern: bool,
    ) -> Vec<Mismatch<'h>> {
        self.steps.set(self.steps.get() + path.len() + 1);
        limits::items::<Mismatch<'_>>(self.steps.get());
        vec![Mismatch {
            path: path.to_vec(),
            kind: Kind::Type {
                expected: shown,
                actual,
                pattern,
            },
        }]
    }

    fn leaf(
        &self,
        expected: TypeRef<'h>,
        shown: TypeRef<'h>,
        actual: TypeRef<'h>,
        path: &[Step],
    ) -> Vec<Mismatch<'h>> {
        let pattern = matches!(expected, Type::Enum { .. } | Type::Pattern(_));
        if !pattern && assignable(expected, actual) {
            return Vec::new();
        }
        self.mismatch(shown, actual, path, pattern)
    }

    fn sizes(&self, expected: Size, actual: Size, path: &[Step]) -> Option<Vec<Mismatch<'h>>> {
        (!expected.covers(actual)).then(|| {
            vec![Mismatch {
                path: path.to_vec(),
                kind: Kind::Size { expected, actual },
            }]
        })
    }

    fn array(
        &self,
        element: TypeRef<'h>,
        size: Option<Size>,
        shown: TypeRef<'h>,
        actual: TypeRef<'h>,
        path: &[Step],
    ) -> Vec<Mismatch<'h>> {
        let size = size.unwrap_or(Size::ANY);
        match actual {
            Type::Tuple { types, size: of } => {
                if let Some(found) = self.sizes(size, tuple_size(types, *of), path) {
                    return found;
                }
                let mut found = Vec::new();
                for (at, ty) in types.iter().enumerate() {
                    let path = extended(path, Step::Index(at));
                    found.extend(self.inside(element, ty, &path));
                }
                found
            }
            Type::Array {
                element: of,
                size: other,
            } => {
                let other = other.unwrap_or(Size::ANY);
                if let Some(found) = self.sizes(size, other, path) {
                    return found;
                }
                let actual = self.heap.alloc(Type::Array {
                    element: of,
                    size: None,
                });
                self.mismatch(shown, actual, path, false)
            }
            _ => self.mismatch(shown, actual, path, false),
        }
    }

    fn tuple(
        &self,
        types: &'h [TypeRef<'h>],
        size: Option<Size>,
        shown: TypeRef<'h>,
        actual: TypeRef<'h>,
        path: &[Step],
    ) -> Vec<Mismatch<'h>> {
        let wanted = match types.is_empty() {
            true => size.unwrap_or(Size::ANY),
            false => tuple_size(types, size),
        };
        match actual {
            Type::Tuple {
                types: of,
                size: other,
            } => {
                if let Some(found) = self.sizes(wanted, tuple_size(of, *other), path) {
                    return found;
                }
                let mut found = Vec::new();
                for (at, ty) in of.iter().enumerate() {
                    let expected = tuple_at(types, at);
                    // Puppet does not count beyond the types of the Tuple
                    let at = at.min(types.len().saturating_sub(1));
                    let path = extended(path, Step::Index(at));
                    // nor does it check whether the element fits
                    found.extend(self.describe(expected, expected, ty, &path));
                }
                found
            }
            Type::Array {
                element,
                size: other,
            } => {
                let other = other.unwrap_or(Size::ANY);
                if let Some(found) = self.sizes(wanted, other, path) {
                    return found;
                }
                if types.iter().all(|ty| assignable(ty, element)) {
                    return Vec::new();
                }
                let actual = self.heap.alloc(Type::Array {
                    element,
                    size: None,
                });
                self.mismatch(shown, actual, path, false)
            }
            _ => self.mismatch(shown, actual, path, false),
        }
    }

    /// Returns the type of a hash without its size.
    fn unsized_hash(&self, key: TypeRef<'h>, value: TypeRef<'h>) -> TypeRef<'h> {
        self.heap.alloc(Type::Hash {
            key,
            value,
            size: None,
        })
    }

    fn hash(
        &self,
        (key, value): (TypeRef<'h>, TypeRef<'h>),
        size: Option<Size>,
        shown: TypeRef<'h>,
        actual: TypeRef<'h>,
        path: &[Step],
    ) -> Vec<Mismatch<'h>> {
        let size = size.unwrap_or(Size::ANY);
        match actual {
            Type::Struct(elements) => {
                let count = Size::exactly(elements.len());
                if let Some(found) = self.sizes(size, count, path) {
                    return found;
                }
                let mut found = Vec::new();
                for element in *elements {
                    let name: TypeRef<'h> = self.heap.alloc(Type::StringValue(element.name));
                    let path_of =
                        |step: fn(String) -> Step| extended(path, step(element.name.to_owned()));
                    found.extend(self.inside(key, name, &path_of(Step::KeyOf)));
                    found.extend(self.inside(value, element.value, &path_of(Step::Entry)));
                }
                found
            }
            Type::Hash {
                key: of,
                value: to,
                size: other,
            } => {
                let other = other.unwrap_or(Size::ANY);
                if let Some(found) = self.sizes(size, other, path) {
                    return found;
                }
                self.mismatch(shown, self.unsized_hash(of, to), path, false)
            }
            _ => self.mismatch(shown, actual, path, false),
        }
    }

    fn structure(
        &self,
        elements: &'h [StructElement<'h>],
        shown: TypeRef<'h>,
        actual: TypeRef<'h>,
        path: &[Step],
    ) -> Vec<Mismatch<'h>> {
        match actual {
            Type::Struct(of) => self.entries(elements, of, path),
            Type::Hash {
                key,
                value,
                size: other,
            } => {
                let required = elements.iter().filter(|element| !element.optional).count();
                let size = Size {
                    from: required as i64,
                    to: Some(elements.len() as i64),
                };
                let other = other.unwrap_or(Size::ANY);
                if let Some(found) = self.sizes(size, other, path) {
                    return found;
                }
                self.mismatch(shown, self.unsized_hash(key, value), path, false)
            }
            _ => self.mismatch(shown, actual, path, false),
        }
    }

    fn entries(
        &self,
        elements: &'h [StructElement<'h>],
        of: &'h [StructElement<'h>],
        path: &[Step],
    ) -> Vec<Mismatch<'h>> {
        let mut found = Vec::new();
        for element in elements {
            let name = element.name.to_owned();
            match of.iter().find(|other| other.name == element.name) {
                Some(other) => {
                    let path = extended(path, Step::Entry(name));
                    found.extend(self.inside(element.value, other.value, &path));
                }
                None if element.optional => {}
                None => found.push(Mismatch {
                    path: path.to_vec(),
                    kind: Kind::MissingKey(name),
                }),
            }
        }
        for other in of {
            if !elements.iter().any(|element| element.name == other.name) {
                found.push(Mismatch {
                    path: path.to_vec(),
                    kind: Kind::UnknownKey(other.name.to_owned()),
                });
            }
        }
        found
    }

    fn variants(
        &self,
        types: &[TypeRef<'h>],
        shown: TypeRef<'h>,
        actual: TypeRef<'h>,
        path: &[Step],
    ) -> Vec<Mismatch<'h>> {
        let mut found = Vec::with_capacity(types.len());
        for (at, ty) in types.iter().enumerate() {
            let path = extended(path, Step::Variant(at));
            let list = self.describe(ty, ty, actual, &path);
            if list.is_empty() {
                return list;
            }
            found.push(list);
        }
        let found = self.merge(found, Some(path.len()));
        match is_named(shown) && found.len() == 1 {
            // the alias says more than its alternatives
            true => self.mismatch(shown, actual, path, false),
            false => found,
        }
    }

    /// Replaces all mismatches with one when there are as many of a kind as alternatives, all at
    /// one place. `variant` is the position of the step into the Variant; without it the
    /// alternatives are signatures.
    fn merge(&self, found: Vec<Vec<Mismatch<'h>>>, variant: Option<usize>) -> Vec<Mismatch<'h>> {
        let count = found.len();
        let found: Vec<Mismatch<'h>> = found.into_iter().flatten().collect();
        let is_size = |kind: &Kind<'_>| match variant {
            Some(_) => matches!(kind, Kind::Size { .. } | Kind::Count { .. }),
            None => matches!(kind, Kind::Count { .. }),
        };
        let classes: [&dyn Fn(&Kind<'_>) -> bool; 4] = [
            &is_size,
            &|kind| matches!(kind, Kind::MissingBlock),
            &|kind| matches!(kind, Kind::UnexpectedBlock),
            &|kind| matches!(kind, Kind::Type { .. }),
        ];
        for is_of in classes {
            let of: Vec<&Mismatch<'h>> = found.iter().filter(|m| is_of(&m.kind)).collect();
            if of.len() == count
                && let Some(first) = of.first()
                && of.iter().all(|other| other.is_at(first))
            {
                let mut path = first.path.clone();
                if let Some(at) = variant {
                    path.remove(at);
                }
                let kind = self.joined(&of, &first.kind);
                return vec![Mismatch { path, kind }];
            }
        }
        found
    }

    /// Joins mismatches of the same kind as the first into one.
    fn joined(&self, of: &[&Mismatch<'h>], first: &Kind<'h>) -> Kind<'h> {
        match first {
            Kind::Type {
                expected,
                actual,
                pattern,
            } => {
                let mut types: Vec<TypeRef<'h>> = Vec::with_capacity(of.len());
                for mismatch in of {
                    match mismatch.kind {
                        // several mismatches were joined before
                        Kind::Type {
                            expected: Type::Variant(of),
                            ..
                        } => types.extend_from_slice(of),
                        Kind::Type { expected, .. } => types.push(expected),
                        _ => {}
                    }
                }
                let expected = match types[..] {
                    [_] => expected,
                    _ => self.heap.alloc(Type::Variant(self.heap.slice(&types))),
                };
                let expected = match pattern {
                    true => normalize(self.heap, expected),
                    false => expected,
                };
                // a pass joins only neighbours
                let actual = match actual {
                    Type::Iterator(_) if of.len() > 1 => normalize(self.heap, actual),
                    other => other,
                };
                Kind::Type {
                    expected,
                    actual,
                    pattern: *pattern,
                }
            }
            Kind::Size { actual, .. } => Kind::Size {
                expected: hull(of.iter().copied()),
                actual: *actual,
            },
            Kind::Count { actual, .. } => Kind::Count {
                expected: hull(of.iter().copied()),
                actual: *actual,
            },
            other => other.clone(),
        }
    }
}

fn is_named(ty: TypeRef<'_>) -> bool {
    matches!(
        ty,
        Type::Alias(_) | Type::Data | Type::RichData | Type::RichDataKey
    )
}

fn without_undef<'h>(types: &[TypeRef<'h>]) -> Vec<TypeRef<'h>> {
    types
        .iter()
        .copied()
        .filter(|ty| !matches!(ty, Type::Undef))
        .collect()
}

/// Returns the narrowest bounds that contain the sizes that mismatches expect.
fn hull<'m, 'h: 'm>(mismatches: impl Iterator<Item = &'m Mismatch<'h>>) -> Size {
    mismatches
        .filter_map(|mismatch| match mismatch.kind {
            Kind::Size { expected, .. } | Kind::Count { expected, .. } => Some(expected),
            _ => None,
        })
        .reduce(|a, b| Size {
            from: a.from.min(b.from),
            to: a.to.zip(b.to).map(|(a, b)| a.max(b)),
        })
        .unwrap_or(Size::ANY)
}
