//! Owns the fields for types that outlive an evaluation; [`crate::types::lasting`] selects them.

use std::sync::atomic::{AtomicU8, Ordering};

use super::types::{Type, TypeRef};
use crate::heap::Knot;

/// The number of evaluations after the first that try to cache a type. An alias is cached after the
/// aliases that it names, so it may need several.
const TRIES: u8 = 8;

/// The cached type of a body: the value of an expression, or the target of an alias.
#[derive(Default)]
pub struct Lasting {
    /// The number of evaluations that have made the type, up to `TRIES + 1`.
    made: AtomicU8,
    pub(crate) ty: Knot<Type<'static>>,
    pub(crate) alias: Knot<LastingAlias>,
}

/// A cached alias.
#[derive(Clone, Copy)]
pub struct LastingAlias {
    /// The alias.
    pub ty: TypeRef<'static>,
    /// The aliases that it names directly, in order of appearance.
    pub needs: &'static [TypeRef<'static>],
}

impl Lasting {
    /// Returns the cached type of an expression.
    pub fn ty(&self) -> Option<&Type<'static>> {
        self.ty.get()
    }

    /// Returns the cached alias.
    pub fn alias(&self) -> Option<&LastingAlias> {
        self.alias.get()
    }

    /// Returns true if the type, which an evaluation has just made, should be cached if possible.
    pub fn is_due(&self) -> bool {
        let made = self.made.load(Ordering::Relaxed);
        if made <= TRIES {
            // two threads may count one evaluation: then there is one more try
            self.made.store(made + 1, Ordering::Relaxed);
        }
        (1..=TRIES).contains(&made)
    }
}
