//! Caches types of code that outlive an evaluation, so that the next evaluation of the code need
//! not make them.
//!
//! Only types made of built-in types and of aliases of such types are cached, and only from the
//! second evaluation on that makes them. They are identified by their texts, so that many versions
//! of the same code share them.

use super::{Type, TypeAlias, TypeRef, equal, format, init, parts};
use crate::answer_cache::{AnswerCache, address};
use crate::frozen;
use crate::limits;
use crate::value::lasting::{Lasting, LastingAlias};

impl Lasting {
    /// Caches a type that consists of built-in types only.
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

    /// Caches an alias. `known` returns the cached aliases for those that it names.
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
