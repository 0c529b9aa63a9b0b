//! What ends a check of a value against types that refer to themselves, as Puppet ends it.
//!
//! A recursive alias that is met again within itself is followed, with other values; so is one met
//! for a value that another has been met for. Both together end in a no, and the latter is not
//! forgotten: `type T = Variant[Data, Array[T]]` refuses `[1]`.

use std::cell::Cell;

use foldhash::fast::FixedState;
use hashbrown::HashSet;

use super::{TypeAlias, TypeRef, parts};
use crate::known::{Known, address};

/// Answers for a type and a value, where they do not depend on more than what they are stored with:
/// whether an alias has been met within itself, [`At::met`], [`Guard::same_value`]. They come with
/// what the last is then.
pub(super) type Answers = Known<((usize, usize), bool, bool, bool), (bool, bool)>;

/// Where a check stands among the recursive aliases.
#[derive(Clone, Copy)]
pub struct At<'g> {
    answers: &'g Answers,
    /// Absent until such an alias is met.
    guard: Option<&'g Guard<'g>>,
    /// Whether one has been met for the value at hand.
    met: bool,
}

struct Guard<'g> {
    alias: *const (),
    before: Option<&'g Guard<'g>>,
    /// An alias was met within itself.
    within_itself: bool,
    /// Two aliases were met for one value.
    same_value: &'g Cell<bool>,
}

impl<'g> At<'g> {
    /// Where a check stands that begins.
    pub(super) fn start(answers: &'g Answers) -> At<'g> {
        At {
            answers,
            guard: None,
            met: false,
        }
    }

    /// The answer to what is asked of a type and a value; the known one, where there is one.
    pub(super) fn known(self, pair: (usize, usize), ask: impl FnOnce() -> bool) -> bool {
        match self.guard {
            None => {
                let key = (pair, false, self.met, false);
                self.answers.answer(key, || (ask(), false)).0
            }
            // the aliases around count
            Some(guard) if !guard.within_itself => ask(),
            Some(guard) => {
                let same_value = guard.same_value;
                let key = (pair, true, self.met, same_value.get());
                let (answer, then) = self.answers.answer(key, || (ask(), same_value.get()));
                same_value.set(then);
                answer
            }
        }
    }

    /// For a value that the one at hand holds.
    #[inline]
    pub fn inside(self) -> At<'g> {
        At { met: false, ..self }
    }

    /// Whether no recursive alias has been met.
    #[inline]
    pub fn is_start(self) -> bool {
        self.guard.is_none()
    }

    /// Whether this alias has been met for the value at hand.
    pub fn meets(self, alias: &TypeAlias<'_>) -> bool {
        let alias = std::ptr::from_ref(alias).cast();
        let guards = std::iter::successors(self.guard, |guard| guard.before);
        self.met && guards.into_iter().any(|guard| guard.alias == alias)
    }

    /// Asks what a recursive alias stands for, unless it ends here.
    pub fn through<'h>(self, alias: &TypeAlias<'h>, ask: impl FnOnce(At<'_>) -> bool) -> bool {
        let alias = std::ptr::from_ref(alias).cast();
        let first = Cell::new(false);
        let same_value = self.guard.map_or(&first, |guard| guard.same_value);
        if self.met {
            same_value.set(true);
        }
        let within_itself = self.guard.is_some_and(|guard| guard.has(alias));
        if within_itself && same_value.get() {
            return false;
        }
        let guard = Guard {
            alias,
            before: self.guard,
            within_itself,
            same_value,
        };
        ask(At {
            guard: Some(&guard),
            met: true,
            ..self
        })
    }

    /// Asks `Data` or `RichData`, which are recursive aliases: of the whole value, or of no more
    /// than its outside.
    pub fn through_data(
        self,
        whole: impl FnOnce() -> bool,
        outside: impl FnOnce() -> bool,
    ) -> bool {
        let Some(guard) = self.guard else {
            return whole();
        };
        if self.met {
            guard.same_value.set(true);
        }
        match (guard.same_value.get(), guard.within_itself) {
            (false, _) => whole(),
            (true, false) => outside(),
            (true, true) => false,
        }
    }
}

impl Guard<'_> {
    /// Whether this alias, or any before, has been met within itself.
    fn has(&self, alias: *const ()) -> bool {
        let mut guard = self;
        loop {
            if guard.within_itself || guard.alias == alias {
                return true;
            }
            match guard.before {
                Some(before) => guard = before,
                None => return false,
            }
        }
    }
}

/// Finds out whether an alias can be reached from what it stands for, and the same for all aliases
/// on the way, the last ones first: what is behind an alias that is not recursive needs no second
/// look.
pub(super) fn settle<'t>(alias: &'t TypeAlias<'t>) {
    let mut order: Vec<&'t TypeAlias<'t>> = Vec::new();
    walk(alias, |other| {
        order.push(other);
        true
    });
    for other in order.into_iter().rev().chain([alias]) {
        let mut found = false;
        let is_known = walk(other, |reached| {
            found |= std::ptr::eq(reached, other);
            !found
        });
        if found || is_known {
            other.set_recursive(found);
        }
    }
}

/// Goes through the aliases that can be reached from what an alias stands for, as long as `go_on`
/// says so. One that is known not to be recursive leads to no alias that leads to it. Tells
/// whether all on the way are resolved.
fn walk<'t>(alias: &'t TypeAlias<'t>, mut go_on: impl FnMut(&'t TypeAlias<'t>) -> bool) -> bool {
    let (mut passed, known) = (HashSet::<usize, FixedState>::default(), Known::default());
    let Some(first) = alias.resolved.get() else {
        return false;
    };
    let mut left: Vec<TypeRef<'t>> = vec![first];
    let mut is_known = true;
    while let Some(ty) = left.pop() {
        let super::Type::Alias(other) = ty else {
            if known.is_new(address(ty)) {
                parts(ty, &mut left);
            }
            continue;
        };
        if other.known_recursive() == Some(false) || !passed.insert(address(*other)) {
            continue;
        }
        if !go_on(other) {
            return is_known;
        }
        is_known &= other.resolved.get().is_some();
        left.extend(other.resolved.get());
    }
    is_known
}
