//! Types of code that outlive an evaluation, so that the next evaluation of the code need not make
//! them.
//!
//! Only types made of built-in types and of aliases of such types are kept, and only from the
//! second evaluation on that makes them. They are identified by their texts, so that many versions
//! of the same code share them.

use std::sync::atomic::{AtomicU8, Ordering};

use super::{Type, TypeAlias, TypeRef, equal, format, init, parts};
use crate::answer_cache::{AnswerCache, address};
use crate::frozen;
use crate::heap::Knot;
use crate::limits;

/// The number of evaluations after the first that try to keep a type. An alias is kept after the
/// aliases that it names, so it may need several.
const TRIES: u8 = 8;

/// The kept type of a body: the value of an expression, or the target of an alias.
#[derive(Default)]
pub struct Lasting {
    /// The number of evaluations that have made the type, up to `TRIES + 1`.
    made: AtomicU8,
    ty: Knot<Type<'static>>,
    alias: Knot<LastingAlias>,
}

/// A kept alias.
#[derive(Clone, Copy)]
pub struct LastingAlias {
    /// The alias.
    pub ty: TypeRef<'static>,
    /// The aliases that it names directly, in order of appearance.
    pub needs: &'static [TypeRef<'static>],
}

impl Lasting {
    /// Returns the kept type of an expression.
    pub fn ty(&self) -> Option<&Type<'static>> {
        self.ty.get()
    }

    /// Returns the kept alias.
    pub fn alias(&self) -> Option<&LastingAlias> {
        self.alias.get()
    }

    /// Returns true if the type, which an evaluation has just made, should be kept if possible.
    pub fn is_due(&self) -> bool {
        let made = self.made.load(Ordering::Relaxed);
        if made <= TRIES {
            // two threads may count one evaluation: then there is a try more
            self.made.store(made + 1, Ordering::Relaxed);
        }
        (1..=TRIES).contains(&made)
    }

    /// Keeps a type of built-in types only.
    pub fn keep(&self, ty: TypeRef<'_>) {
        let kept = || {
            let text = limits::guarded(|| format::named(ty)).ok()?;
            let kept = frozen::constant(&text)?;
            let is_same = equal(kept, ty) && format::named(kept) == text;
            (is_same && !init::is_within(ty)).then_some(kept)
        };
        if let Some(kept) = kept() {
            frozen::tie(&self.ty, kept);
        }
    }

    /// Keeps an alias. `known` returns the kept aliases for those that it names.
    pub fn keep_alias<'h>(
        &self,
        alias: &'h TypeAlias<'h>,
        known: impl FnMut(&str) -> Option<TypeRef<'static>>,
    ) {
        if let Some(kept) = kept_alias(alias, known) {
            frozen::tie(&self.alias, kept);
        }
    }
}

fn kept_alias<'h>(
    alias: &'h TypeAlias<'h>,
    known: impl FnMut(&str) -> Option<TypeRef<'static>>,
) -> Option<&'static LastingAlias> {
    let target = alias.resolved.get()?;
    let names = limits::guarded(|| named_aliases(target)).ok()??;
    let others = names.into_iter().filter(|name| *name != alias.name);
    let needs: Vec<TypeRef<'static>> = others.map(known).collect::<Option<_>>()?;
    let text = limits::guarded(|| format::named(target)).ok()?;
    let kept = frozen::alias(alias.name, &text, &needs)?;
    let Type::Alias(made) = kept.ty else {
        return None;
    };
    (format::named(made.resolved.get()?) == text).then_some(kept)
}

/// Returns the names of the aliases that a type names directly, each once; `None` when it has parts
/// that its text does not determine.
fn named_aliases<'h>(ty: TypeRef<'h>) -> Option<Vec<&'h str>> {
    let (mut names, passed) = (Vec::new(), AnswerCache::default());
    let mut left = vec![ty];
    while let Some(ty) = left.pop() {
        match ty {
            _ if !passed.is_new(address(ty)) => {}
            Type::Alias(alias) if names.contains(&alias.name) => {}
            Type::Alias(alias) => names.push(alias.name),
            Type::Object(_) | Type::TypeSet(_) | Type::Init { .. } | Type::TypeReference(_) => {
                return None;
            }
            _ => {
                let at = left.len();
                parts(ty, &mut left);
                left[at..].reverse();
            }
        }
    }
    Some(names)
}
