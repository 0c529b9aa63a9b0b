//! Types of code that outlive an evaluation: the next one of the same code finds them made.
//!
//! Only types of built-in types and of aliases of such types are kept, and only from the second
//! evaluation on that makes them. They are known by their texts, so that many versions of the same
//! code share them.

use std::sync::atomic::{AtomicU8, Ordering};

use super::{Type, TypeAlias, TypeRef, equal, format, init, parts};
use crate::frozen;
use crate::heap::Knot;
use crate::known::{Known, address};
use crate::limits;

/// Evaluations after the first that try to keep a type. An alias is kept after those that it names,
/// so it may need several.
const TRIES: u8 = 8;

/// What is kept of the type that a body gives: an expression, or the target of an alias.
#[derive(Default)]
pub struct Lasting {
    /// Evaluations that have made the type, up to [`TRIES`] and one.
    made: AtomicU8,
    ty: Knot<Type<'static>>,
    alias: Knot<Kept>,
}

/// An alias that is kept.
#[derive(Clone, Copy)]
pub struct Kept {
    /// The alias.
    pub ty: TypeRef<'static>,
    /// The aliases that it names itself, in the order of their places.
    pub needs: &'static [TypeRef<'static>],
}

impl Lasting {
    /// The type of an expression that is kept.
    pub fn ty(&self) -> Option<&Type<'static>> {
        self.ty.get()
    }

    /// The alias that is kept.
    pub fn alias(&self) -> Option<&Kept> {
        self.alias.get()
    }

    /// Whether to try to keep the type now that an evaluation has made it.
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

    /// Keeps an alias; `known` gives what is kept of the aliases that it names.
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
) -> Option<&'static Kept> {
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

/// The names of the aliases that a type names itself, each once; `None` when it has parts that are
/// more than their texts.
fn named_aliases<'h>(ty: TypeRef<'h>) -> Option<Vec<&'h str>> {
    let (mut names, passed) = (Vec::new(), Known::default());
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
