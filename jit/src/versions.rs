//! Owns the versions of a body's code, and finds the version for given values.
//!
//! Invariants of the unsafe code here: versions are boxed and owned by an engine. They are neither
//! moved nor removed before the engine is dropped, and only the publication of their code changes
//! them.
#![allow(unsafe_code, reason = "versions are published by pointer")]

use std::sync::atomic::{AtomicPtr, Ordering};

use mir::ranges::Range;
use mir::{BlockId, Temp, Ty};
use runtime::Value;
use runtime::frame::Body;
use runtime::types::Type;
use runtime::value::Items;

use crate::abi;
use crate::code::Code;
use crate::lower::Shape;

/// The greatest number of versions of a body or a loop. The last one accepts any values.
const VERSIONS: usize = 4;

/// The versions of a body or a loop.
#[derive(Default)]
pub(crate) struct Versions {
    list: [AtomicPtr<Version>; VERSIONS],
}

/// The code of a body for given types.
pub(crate) struct Version {
    /// If only the tags of few values are checked, a mask of these tags and their required values:
    /// see [`pack`].
    few: Option<(u64, u64)>,
    /// The tags of values by their indices: among the arguments of a frameless body, otherwise
    /// among the registers.
    tags: Box<[(u32, u8)]>,
    /// The types of values whose tags do not determine the type.
    given: Box<[(u32, Ty)]>,
    /// The bounds that the code assumes for its Integers.
    ranges: Box<[(u32, Range)]>,
    /// The code; null until it is compiled.
    code: AtomicPtr<u8>,
}

/// The result of looking up code for some values.
pub(crate) enum Found {
    /// Published code.
    Code(Code),
    /// Code that is not compiled yet.
    Pending,
    /// No version for these values.
    Missing,
}

/// Returns the static type of a value, as far as code is specialised on it.
pub(crate) fn type_of(value: Value<'_>) -> Ty {
    match value {
        Value::Integer(_) => Ty::Integer,
        // code assumes that Floats are ordered, which a NaN is not
        Value::Float(f) if !f.is_nan() => Ty::Float,
        Value::Boolean(_) => Ty::Boolean,
        Value::Type(Type::Integer {
            min: Some(_),
            max: Some(_),
        }) => Ty::Range,
        Value::Array(array) => match array.items() {
            Items::Integers(_) if !array.is_empty() => Ty::Integers,
            Items::Floats(_) if !array.is_empty() => Ty::Floats,
            _ => Ty::Array,
        },
        Value::Hash(_) => Ty::Hash,
        Value::Iterator(iterator) if iterator.counts() => Ty::Strided,
        _ => Ty::Any,
    }
}

/// Returns true if a value is of a type that [`type_of`] may return.
#[inline]
pub(crate) fn is_of(ty: Ty, value: Value<'_>) -> bool {
    match ty {
        Ty::Any => true,
        Ty::Integer => matches!(value, Value::Integer(_)),
        Ty::Float => matches!(value, Value::Float(f) if !f.is_nan()),
        Ty::Boolean => matches!(value, Value::Boolean(_)),
        Ty::Array => matches!(value, Value::Array(_)),
        Ty::Hash => matches!(value, Value::Hash(_)),
        ty => type_of(value) == ty,
    }
}

/// The number of tags packed into one word.
const PACKED: usize = 8;

/// Packs the tags of the first values into a word, the first in the lowest byte.
#[inline(always)]
fn pack(values: &[Value<'_>]) -> u64 {
    let tag = |value: &Value<'_>| u64::from(abi::tag(*value));
    match values {
        [] => 0,
        [only] => tag(only),
        [first, second] => tag(first) | tag(second) << 8,
        many => {
            let tags = many.iter().take(PACKED).enumerate();
            tags.fold(0, |packed, (at, value)| packed | tag(value) << (at * 8))
        }
    }
}

/// Returns the tag of all values of a type, if they share one.
fn tag_of(ty: Ty) -> Option<u8> {
    Some(match ty {
        Ty::Integer => abi::INTEGER as u8,
        Ty::Boolean => abi::BOOLEAN as u8,
        Ty::Array => abi::ARRAY as u8,
        Ty::Hash => abi::HASH as u8,
        _ => return None,
    })
}

impl Version {
    /// Creates a version without code.
    pub fn new(
        body: &Body<'_>,
        entry: BlockId,
        given: &[(Temp, Ty)],
        ranges: &[(Temp, Range)],
    ) -> Version {
        let is_block = Shape::of_entry(body, entry) == Shape::Block;
        let mut tags = Vec::new();
        let mut others = Vec::new();
        for (index, (temp, ty)) in given.iter().enumerate() {
            let place = if is_block { index as u32 } else { temp.0 };
            match tag_of(*ty) {
                Some(tag) => tags.push((place, tag)),
                None if *ty == Ty::Any => {}
                None => others.push((place, *ty)),
            }
        }
        let plain = is_block && others.is_empty() && ranges.is_empty() && given.len() <= PACKED;
        let few = plain.then(|| {
            tags.iter().fold((0, 0), |(mask, wanted), (place, tag)| {
                let shift = place * 8;
                (mask | 0xff << shift, wanted | u64::from(*tag) << shift)
            })
        });
        Version {
            few,
            tags: tags.into(),
            given: others.into(),
            ranges: ranges
                .iter()
                .map(|(temp, range)| (temp.0, *range))
                .collect(),
            code: AtomicPtr::default(),
        }
    }

    /// Returns the code, if it has been published.
    #[inline]
    pub fn code(&self) -> Option<Code> {
        Code::at(self.code.load(Ordering::Acquire))
    }

    /// Publishes the code of this version.
    pub fn publish(&self, code: Code) {
        self.code.store(code.address(), Ordering::Release);
    }

    #[inline]
    fn fits(&self, values: &[Value<'_>]) -> bool {
        for (place, tag) in &self.tags {
            if abi::tag(values[*place as usize]) != *tag {
                return false;
            }
        }
        for (place, ty) in &self.given {
            if !is_of(*ty, values[*place as usize]) {
                return false;
            }
        }
        for (place, range) in &self.ranges {
            match values[*place as usize] {
                Value::Integer(value) if range.holds(value) => {}
                _ => return false,
            }
        }
        true
    }
}

impl Versions {
    /// Returns the code of the first version, if its tags alone decide that it is for the values.
    #[inline(always)]
    pub fn first(&self, values: &[Value<'_>]) -> Option<Code> {
        let version = get(self.list[0].load(Ordering::Acquire))?;
        let (mask, wanted) = version.few?;
        match pack(values) & mask == wanted {
            true => version.code(),
            false => None,
        }
    }

    /// Returns the code for values, given in the order of their indices.
    pub fn find(&self, values: &[Value<'_>]) -> Found {
        for version in &self.list {
            let Some(version) = get(version.load(Ordering::Acquire)) else {
                return Found::Missing;
            };
            let fits = match version.few {
                Some((mask, wanted)) => pack(values) & mask == wanted,
                None => version.fits(values),
            };
            if fits {
                return version.code().map_or(Found::Pending, Found::Code);
            }
        }
        Found::Missing
    }

    fn count(&self) -> usize {
        let list = self.list.iter();
        list.filter(|v| !v.load(Ordering::Acquire).is_null())
            .count()
    }

    /// Returns true if only one more version fits, which must accept any value.
    pub fn has_one_place(&self) -> bool {
        self.count() + 1 >= VERSIONS
    }

    /// Returns true if no more version fits.
    pub fn is_full(&self) -> bool {
        self.count() >= VERSIONS
    }

    /// Adds a version, unless the table is full.
    pub fn add(&self, version: &mut Version) {
        let free = self
            .list
            .iter()
            .find(|v| v.load(Ordering::Acquire).is_null());
        if let Some(free) = free {
            free.store(version, Ordering::Release);
        }
    }
}

/// Returns a published version.
fn get<'e>(at: *mut Version) -> Option<&'e Version> {
    // SAFETY: null, or a version that the engine owns and does not move
    unsafe { at.as_ref() }
}

/// Returns the versions with the lifetime of the engine.
pub(crate) fn lasting<'e>(at: *const Versions) -> &'e Versions {
    // SAFETY: boxed, owned by the engine that asks, and never removed
    unsafe { &*at }
}
