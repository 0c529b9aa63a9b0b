//! Owns values. A value has 16 bytes, is `Copy` and never changes.
//!
//! Small kinds are immediate. The others point into a [`Heap`]: that of the evaluation (`'h`), or
//! the frozen one of the code. All are covariant in `'h`, so constants need no copy.
//! Spec: document 000, "The Kinds of Types and Values".

mod array;
pub mod big;
mod hash;
pub mod kinds;
pub mod lasting;
mod moving;
pub mod object;
mod row;
mod survivors;
mod text;
pub mod types;

pub use array::{Array, ArrayBuilder, Items, Iter, PlacedBuilder};
pub use big::{BigInteger, Whole};
pub use hash::{Hash, HashBuilder, Shape, loop_id, text_hash};
pub(crate) use moving::{Moving, Unmovable};
pub(crate) use survivors::Survivors;
pub use text::{Appending, Str, TextBuilder, concat_plain};

use std::hash::{BuildHasher, Hash as _, Hasher};

use self::object::Object;
use self::types::Type;
use crate::answer_cache::{self, AnswerCache};
use crate::closure::Closure;
use crate::heap::Heap;
use crate::iterator::Iterator;
use crate::regexp::Regexp;
use rubycore::time::{Timespan, Timestamp};

/// A value of the Puppet language.
#[derive(Clone, Copy)]
#[repr(u8)]
pub enum Value<'h> {
    /// `undef`
    Undef,
    /// `default`
    Default,
    /// `true`, `false`
    Boolean(bool),
    /// Any 64-bit integer.
    Integer(i64),
    /// A double.
    Float(f64),
    /// A text.
    String(Str<'h>),
    /// A list.
    Array(&'h Array<'h>),
    /// A map in order of insertion.
    Hash(&'h Hash<'h>),
    /// `/a/`
    Regexp(&'h Regexp<'h>),
    /// A type, or a reference to a resource or class.
    Type(&'h Type<'h>),
    /// A value that must not be shown.
    Sensitive(&'h Value<'h>),
    /// Bytes.
    Binary(&'h Binary<'h>),
    /// `1.2.3-rc1+x`
    SemVer(&'h rubycore::semver::Version<'h>),
    /// `>=1.0.0 <2.0.0`
    SemVerRange(&'h rubycore::semver::Range<'h>),
    /// A length of time.
    Timespan(&'h Timespan),
    /// A point in time.
    Timestamp(&'h Timestamp),
    /// A URI.
    Uri(&'h rubycore::uri::Uri<'h>),
    /// An instance of an `Object` type (Deferred, Error and user-defined ones).
    Object(&'h Object<'h>),
    /// A lambda passed to a function.
    Callable(&'h Closure<'h>),
    /// An iterator, as `reverse_each` and `step` return.
    Iterator(&'h Iterator<'h>),
    /// An integer beyond 64 bits; any other integer is an [`Integer`](Value::Integer).
    BigInteger(&'h BigInteger<'h>),
}

/// The number of arrays inside a value, from the first on, that its hash depends on.
const HASH_ARRAYS_MAX: u32 = 256;
/// The same for the entries of a hash, doubled: each nested hash gets half of it.
const HASH_ENTRY_ARRAYS_MAX: u32 = 8;
/// The number of entries of a hash that its hash depends on. For larger hashes it depends on their
/// number, too.
const HASH_ENTRIES_MAX: usize = 64;

const _: () = assert!(size_of::<Value<'_>>() == 16);
const _: () = assert!(size_of::<Option<Value<'_>>>() == 16);

/// Bytes of the region.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Binary<'h> {
    /// The bytes.
    pub bytes: &'h [u8],
}

impl<'h> Value<'h> {
    /// Copies a text to a value.
    pub fn string(heap: &'h Heap, text: &str) -> Value<'h> {
        Value::String(Str::new(heap, text))
    }

    /// Makes an array of known items.
    pub fn array(heap: &'h Heap, items: &[Value<'h>]) -> Value<'h> {
        Value::Array(Array::new(heap, items))
    }

    /// Makes a hash. For equal keys the later value wins, at the earlier place.
    pub fn hash(heap: &'h Heap, entries: &[(Value<'h>, Value<'h>)]) -> Value<'h> {
        Value::Hash(Hash::new(heap, entries))
    }

    /// Makes the value of a type.
    pub fn ty(heap: &'h Heap, ty: Type<'h>) -> Value<'h> {
        Value::Type(heap.alloc(ty))
    }

    /// Returns true if the value is true: everything but `undef` and `false` is.
    pub fn is_truthy(self) -> bool {
        !matches!(self, Value::Undef | Value::Boolean(false))
    }

    /// Returns true if this is `undef`.
    pub fn is_undef(self) -> bool {
        matches!(self, Value::Undef)
    }

    /// Returns true if this is `undef`, `default`, a Boolean, a number of 64 bits or a String.
    pub fn is_simple(self) -> bool {
        matches!(
            self,
            Value::Undef
                | Value::Default
                | Value::Boolean(_)
                | Value::Integer(_)
                | Value::Float(_)
                | Value::String(_)
        )
    }

    /// Returns the text of a String.
    pub fn as_str(self) -> Option<&'h str> {
        match self {
            Value::String(s) => Some(s.as_str()),
            _ => None,
        }
    }

    /// Returns the value of an Integer.
    pub fn as_integer(self) -> Option<i64> {
        match self {
            Value::Integer(i) => Some(i),
            _ => None,
        }
    }

    /// Returns the items of an Array.
    pub fn as_array(self) -> Option<&'h Array<'h>> {
        match self {
            Value::Array(a) => Some(a),
            _ => None,
        }
    }

    /// Returns the entries of a Hash.
    pub fn as_hash(self) -> Option<&'h Hash<'h>> {
        match self {
            Value::Hash(h) => Some(h),
            _ => None,
        }
    }

    /// Returns the address of the values inside a value; 0 when it holds none.
    pub fn address(self) -> usize {
        match self {
            Value::Array(array) => answer_cache::address(array),
            Value::Hash(hash) => answer_cache::address(hash),
            Value::Sensitive(clear) => answer_cache::address(clear),
            _ => 0,
        }
    }

    /// Returns the address of its memory; 0 for an immediate value.
    pub(crate) fn memory(self) -> usize {
        match self {
            Value::Undef | Value::Default => 0,
            Value::Boolean(_) | Value::Integer(_) | Value::Float(_) => 0,
            Value::String(text) => text.memory(),
            Value::Array(at) => std::ptr::from_ref(at) as usize,
            Value::Hash(at) => std::ptr::from_ref(at) as usize,
            Value::Regexp(at) => std::ptr::from_ref(at) as usize,
            Value::Type(at) => std::ptr::from_ref(at) as usize,
            Value::Sensitive(at) => std::ptr::from_ref(at) as usize,
            Value::Binary(at) => std::ptr::from_ref(at) as usize,
            Value::SemVer(at) => std::ptr::from_ref(at) as usize,
            Value::SemVerRange(at) => std::ptr::from_ref(at) as usize,
            Value::Timespan(at) => std::ptr::from_ref(at) as usize,
            Value::Timestamp(at) => std::ptr::from_ref(at) as usize,
            Value::Uri(at) => std::ptr::from_ref(at) as usize,
            Value::Object(at) => std::ptr::from_ref(at) as usize,
            Value::Callable(at) => std::ptr::from_ref(at) as usize,
            Value::Iterator(at) => std::ptr::from_ref(at) as usize,
            Value::BigInteger(at) => std::ptr::from_ref(at) as usize,
        }
    }

    /// Returns true if it holds no other values.
    fn is_leaf(self) -> bool {
        !matches!(self, Value::Array(_) | Value::Hash(_) | Value::Sensitive(_))
    }

    /// Returns true if values are the same hash key, also for `unique`: kinds differ (`1` is not
    /// `1.0`), case matters, times are different keys, URIs are compared as written. Cases:
    /// `types/timespan/keys`, `types/uri/keys`.
    #[inline]
    pub fn same(self, other: Value<'h>) -> bool {
        match (self, other) {
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::String(a), Value::String(b)) => a.is(b) || a.as_str() == b.as_str(),
            _ => self.is_alike(other, true),
        }
    }

    /// Works like [`same`](Value::same), but equal times are the same. The operator `==` uses it
    /// for values without an order.
    pub fn alike(self, other: Value<'h>) -> bool {
        self.is_alike(other, false)
    }

    fn is_alike(self, other: Value<'h>, as_keys: bool) -> bool {
        let mut rest = Vec::new();
        if self.is_leaf() {
            return self.same_but(other, &mut rest, as_keys);
        }
        let known = AnswerCache::default();
        let mut next = Some((self, other));
        while let Some((a, b)) = next.take().or_else(|| rest.pop()) {
            let is_new = a.is_leaf() || known.is_new((a.address(), b.address()));
            if is_new && !a.same_but(b, &mut rest, as_keys) {
                return false;
            }
        }
        true
    }

    /// Returns true if two values are the same except for pairs of inner values, which are added to
    /// `rest`.
    fn same_but(
        self,
        other: Value<'h>,
        rest: &mut Vec<(Value<'h>, Value<'h>)>,
        as_keys: bool,
    ) -> bool {
        use Value::*;
        match (self, other) {
            (Undef, Undef) | (Default, Default) => true,
            (Boolean(a), Boolean(b)) => a == b,
            (Integer(a), Integer(b)) => a == b,
            (BigInteger(a), BigInteger(b)) => a == b,
            (Float(a), Float(b)) => a == b,
            (String(a), String(b)) => a.is(b) || a.as_str() == b.as_str(),
            (Array(a), Array(b)) => {
                if !std::ptr::eq(a, b) && a.len() == b.len() {
                    rest.extend(a.iter().zip(b.iter()).rev());
                }
                a.len() == b.len()
            }
            (Hash(a), Hash(b)) => {
                std::ptr::eq(a, b)
                    || a.len() == b.len()
                        && a.iter().all(|(key, value)| {
                            let of = b.get(key);
                            rest.extend(of.map(|of| (value, of)));
                            of.is_some()
                        })
            }
            (Regexp(a), Regexp(b)) => a.source() == b.source(),
            // resources are the same key only when they are the same object
            (Type(a), Type(b)) => std::ptr::eq(a, b) || (!a.is_resource_object() && a.same(b)),
            (Sensitive(a), Sensitive(b)) if as_keys => {
                rest.push((*a, *b));
                true
            }
            (Sensitive(a), Sensitive(b)) => a.same(*b),
            (Binary(a), Binary(b)) => a == b,
            (SemVer(a), SemVer(b)) => a == b,
            (SemVerRange(a), SemVerRange(b)) => a == b,
            (Timespan(a), Timespan(b)) => std::ptr::eq(a, b) || !as_keys && a == b,
            (Timestamp(a), Timestamp(b)) => std::ptr::eq(a, b) || !as_keys && a == b,
            (Uri(a), Uri(b)) => a == b && (!as_keys || a.text == b.text),
            (Object(a), Object(b)) => std::ptr::eq(a, b) || a.is_alike(b, as_keys),
            (Callable(a), Callable(b)) => std::ptr::eq(a, b),
            (Iterator(a), Iterator(b)) => std::ptr::eq(a, b),
            _ => false,
        }
    }

    /// Feeds a hasher so that [`same`](Value::same) values hash alike.
    pub fn hash_into(self, state: &mut impl Hasher) {
        self.hash_within(state, &mut HASH_ARRAYS_MAX.clone());
    }

    /// Feeds a hasher with a value and the arrays in it, as long as `arrays` is not used up.
    fn hash_within(self, state: &mut impl Hasher, arrays: &mut u32) {
        use Value::*;
        match self {
            Undef => state.write_u8(0),
            Default => state.write_u8(1),
            Boolean(b) => state.write_u8(2 + u8::from(b)),
            Integer(i) => state.write_i64(i),
            BigInteger(big) => big.hash(state),
            Float(f) => state.write_u64(if f == 0.0 { 0 } else { f.to_bits() }),
            String(s) => state.write(s.as_bytes()),
            Array(_) if *arrays == 0 => {}
            Array(a) => {
                *arrays -= 1;
                a.iter().for_each(|v| v.hash_within(state, arrays));
            }
            Hash(h) => {
                state.write_usize(h.len());
                if *arrays > 0 && h.len() <= HASH_ENTRIES_MAX {
                    *arrays -= 1;
                    state.write_u64(hash_of_entries(h, *arrays));
                }
            }
            Regexp(r) => state.write(r.source().as_bytes()),
            Type(ty) => ty.hash_into(state),
            Sensitive(v) => v.hash_within(state, arrays),
            Binary(b) => state.write(b.bytes),
            SemVer(v) => {
                state.write_u128(v.major ^ v.minor.rotate_left(32) ^ v.patch.rotate_left(64))
            }
            SemVerRange(_) => state.write_u8(5),
            Timespan(t) => t.hash(state),
            Timestamp(t) => t.hash(state),
            Uri(uri) => state.write(uri.text.as_bytes()),
            Object(_) => state.write_u8(7),
            Callable(_) | Iterator(_) => state.write_u8(8),
        }
    }
}

/// Returns the same hash for hashes that are the same: the order of entries does not matter, and
/// each entry may count the same number of arrays and hashes, whatever the other entries hold.
fn hash_of_entries(hash: &Hash<'_>, arrays: u32) -> u64 {
    let entry = |(key, value): (Value<'_>, Value<'_>)| {
        let mut state = foldhash::fast::FixedState::default().build_hasher();
        let mut arrays = arrays.min(HASH_ENTRY_ARRAYS_MAX) / 2;
        key.hash_within(&mut state, &mut arrays.clone());
        value.hash_within(&mut state, &mut arrays);
        state.finish()
    };
    hash.iter().map(entry).fold(0, u64::wrapping_add)
}

impl std::fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Undef => f.write_str("undef"),
            Value::Default => f.write_str("default"),
            Value::Boolean(b) => write!(f, "{b}"),
            Value::Integer(i) => write!(f, "{i}"),
            Value::BigInteger(big) => write!(f, "{big}"),
            Value::Float(x) => write!(f, "{x:?}"),
            Value::String(s) => write!(f, "{:?}", s.as_str()),
            Value::Array(a) => f.debug_list().entries(a.iter()).finish(),
            Value::Hash(h) => f.debug_map().entries(h.iter()).finish(),
            Value::Regexp(r) => write!(f, "{r:?}"),
            Value::Type(t) => write!(f, "{t:?}"),
            _ => f.write_str("<value>"),
        }
    }
}

impl From<bool> for Value<'_> {
    fn from(b: bool) -> Self {
        Value::Boolean(b)
    }
}

impl From<i64> for Value<'_> {
    fn from(i: i64) -> Self {
        Value::Integer(i)
    }
}

impl From<f64> for Value<'_> {
    fn from(f: f64) -> Self {
        Value::Float(f)
    }
}
