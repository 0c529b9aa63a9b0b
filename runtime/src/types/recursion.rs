//! Ends the check of a value against types that refer to themselves, where Puppet ends it.
//!
//! A check that reaches a recursive alias again within itself goes on with the other values inside.
//! It also goes on if it reaches an alias for a value for which it has reached another alias. If
//! both happen, the check ends with `false`, and the latter condition stays set: `type T =
//! Variant[Data, Array[T]]` refuses `[1]`.

use std::cell::Cell;
use std::sync::atomic::Ordering;

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::{TypeAlias, TypeRef, parts};
use crate::answer_cache::{AnswerCache, address};
use crate::limits;

impl TypeAlias<'_> {
    /// Returns true if the alias counts as recursive when it is written.
    pub(crate) fn is_written_recursive(&self) -> bool {
        match self.written_recursive.load(Ordering::Relaxed) {
            0 if self.resolved.get().is_none() => true,
            0 => {
                let found = meets_itself(self);
                // otherwise it may lead to itself when more aliases are resolved
                if self.known_recursive().is_some() {
                    let known = 1 + u8::from(found);
                    self.written_recursive.store(known, Ordering::Relaxed);
                }
                found
            }
            known => known == 2,
        }
    }

    /// Returns true if the alias is reachable from its target.
    pub fn is_recursive(&self) -> bool {
        if self.known_recursive().is_none() && !self.is_asked() {
            settle(self);
        }
        self.known_recursive() == Some(true)
    }
}

/// Answers for a type and a value, where they depend only on their key: whether the check has
/// reached an alias within itself, [`At::has_reached_alias`], [`Guard::same_value`]. Each comes with the
/// `same_value` after it.
pub(super) type Answers = AnswerCache<((usize, usize), bool, bool, bool), (bool, bool)>;

/// The position of a check among the recursive aliases.
#[derive(Clone, Copy)]
pub struct At<'g> {
    answers: &'g Answers,
    /// Absent until the check reaches a recursive alias.
    guard: Option<&'g Guard<'g>>,
    /// True if the check has reached an alias for the current value.
    has_reached_alias: bool,
}

struct Guard<'g> {
    alias: *const (),
    before: Option<&'g Guard<'g>>,
    /// True if the check has reached an alias within itself.
    within_itself: bool,
    /// True if the check has reached two aliases for one value.
    same_value: &'g Cell<bool>,
}

impl<'g> At<'g> {
    /// Returns the position at the start of a check.
    pub(super) fn start(answers: &'g Answers) -> At<'g> {
        At {
            answers,
            guard: None,
            has_reached_alias: false,
        }
    }

    /// Returns the remembered answer for a type and a value, otherwise the answer of `ask`.
    pub(super) fn known(self, pair: (usize, usize), ask: impl FnOnce() -> bool) -> bool {
        match self.guard {
            None => {
                let key = (pair, false, self.has_reached_alias, false);
                self.answers.answer(key, || (ask(), false)).0
            }
            // the enclosing aliases affect the answer
            Some(guard) if !guard.within_itself => ask(),
            Some(guard) => {
                let same_value = guard.same_value;
                let key = (pair, true, self.has_reached_alias, same_value.get());
                let (answer, then) = self.answers.answer(key, || (ask(), same_value.get()));
                same_value.set(then);
                answer
            }
        }
    }

    /// Returns the position for a value inside the current one.
    #[inline]
    pub fn inside(self) -> At<'g> {
        At {
            has_reached_alias: false,
            ..self
        }
    }

    /// Returns true if the check has reached no recursive alias.
    #[inline]
    pub fn is_start(self) -> bool {
        self.guard.is_none()
    }

    /// Returns true if the check has reached this alias for the current value.
    pub fn has_reached(self, alias: &TypeAlias<'_>) -> bool {
        let alias = std::ptr::from_ref(alias).cast();
        let guards = std::iter::successors(self.guard, |guard| guard.before);
        self.has_reached_alias && guards.into_iter().any(|guard| guard.alias == alias)
    }

    /// Checks the target of a recursive alias, unless the check ends here.
    pub fn through<'h>(self, alias: &TypeAlias<'h>, ask: impl FnOnce(At<'_>) -> bool) -> bool {
        let alias = std::ptr::from_ref(alias).cast();
        let first = Cell::new(false);
        let same_value = self.guard.map_or(&first, |guard| guard.same_value);
        if self.has_reached_alias {
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
            has_reached_alias: true,
            ..self
        })
    }

    /// Checks `Data` or `RichData`, which are recursive aliases: against the whole value, or only
    /// its outermost level.
    pub fn through_data(
        self,
        whole: impl FnOnce() -> bool,
        outside: impl FnOnce() -> bool,
    ) -> bool {
        let Some(guard) = self.guard else {
            return whole();
        };
        if self.has_reached_alias {
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
    /// Returns true if the check has reached this alias, or an earlier one, within itself.
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

/// The number of aliases that [`meets_itself`] visits at most.
const MEETINGS_MAX: usize = 10_000;

/// Returns true if Puppet treats an alias as recursive when it writes it. It follows the types of
/// the alias's target in order. Where it reaches an alias within itself, it skips the rest of that
/// alias's target: an alias that occurs only there does not count as recursive.
pub(super) fn meets_itself<'t>(alias: &'t TypeAlias<'t>) -> bool {
    enum Step<'t> {
        Look(TypeRef<'t>),
        Leave { is_over: bool },
    }
    if !alias.is_recursive() {
        return false;
    }
    let (mut path, mut is_over) = (vec![alias], false);
    let target = |alias: &'t TypeAlias<'t>| alias.resolved.get().map(Step::Look);
    let mut steps: Vec<Step<'t>> = target(alias).into_iter().collect();
    let mut inner = Vec::new();
    for _ in 0..MEETINGS_MAX {
        limits::time();
        match steps.pop() {
            None => return false,
            Some(Step::Leave { is_over: before }) => {
                path.pop();
                is_over = before;
            }
            Some(Step::Look(_)) if is_over => {}
            Some(Step::Look(super::Type::Alias(next))) => {
                if std::ptr::eq(*next, alias) {
                    return true;
                }
                is_over = path.iter().any(|open| std::ptr::eq(*open, *next));
                if !is_over {
                    path.push(next);
                    steps.push(Step::Leave { is_over });
                    steps.extend(target(next));
                }
            }
            Some(Step::Look(ty)) => {
                parts(ty, &mut inner);
                steps.extend(inner.drain(..).rev().map(Step::Look));
            }
        }
    }
    true
}

/// Finds out whether an alias is reachable from its target, and the same for all aliases on the
/// way. Aliases that lead to each other are found together (Tarjan's algorithm), after all aliases
/// that they lead to. Each alias is visited once.
pub(super) fn settle<'t>(alias: &'t TypeAlias<'t>) {
    let mut search = Search::default();
    search.enter(alias);
    while let Some(&at) = search.path.last() {
        limits::time();
        match search.visits[at].left.pop() {
            Some(next) => search.meet(at, next),
            None => search.leave(at),
        }
    }
}

/// The aliases in the order in which they were reached.
#[derive(Default)]
struct Search<'t> {
    visits: Vec<Visit<'t>>,
    numbers: HashMap<usize, usize, FixedState>,
    /// The path from the first alias to the current one.
    path: Vec<usize>,
    /// The aliases of which it is unknown yet whether they lead to each other.
    open: Vec<usize>,
}

struct Visit<'t> {
    alias: &'t TypeAlias<'t>,
    /// The aliases that it leads to, without those already visited.
    left: Vec<&'t TypeAlias<'t>>,
    /// The first open alias that it leads to.
    first: usize,
    is_open: bool,
    /// True if it names itself directly.
    names_itself: bool,
    /// True if it leads to an alias that is not resolved.
    is_unknown: bool,
}

impl<'t> Search<'t> {
    fn enter(&mut self, alias: &'t TypeAlias<'t>) {
        let at = self.visits.len();
        self.numbers.insert(address(alias), at);
        let resolved = alias.resolved.get();
        self.visits.push(Visit {
            alias,
            left: resolved.map(named).unwrap_or_default(),
            first: at,
            is_open: true,
            names_itself: false,
            is_unknown: resolved.is_none(),
        });
        self.path.push(at);
        self.open.push(at);
    }

    /// Follows an alias that another leads to. An alias that is known not to be recursive does not
    /// lead back to the other.
    fn meet(&mut self, at: usize, next: &'t TypeAlias<'t>) {
        if next.known_recursive() == Some(false) {
            return;
        }
        let Some(&met) = self.numbers.get(&address(next)) else {
            // the answer would be known if it led back here
            if next.is_asked() {
                self.visits[at].is_unknown = true;
                return;
            }
            return self.enter(next);
        };
        let (is_open, is_unknown) = (self.visits[met].is_open, self.visits[met].is_unknown);
        let visit = &mut self.visits[at];
        visit.names_itself |= met == at;
        visit.is_unknown |= is_unknown;
        if is_open {
            visit.first = visit.first.min(met);
        }
    }

    fn leave(&mut self, at: usize) {
        self.path.pop();
        if self.visits[at].first == at {
            self.close(at);
        }
        let (first, is_open, is_unknown) = {
            let visit = &self.visits[at];
            (visit.first, visit.is_open, visit.is_unknown)
        };
        if let Some(&before) = self.path.last() {
            let before = &mut self.visits[before];
            before.is_unknown |= is_unknown;
            if is_open {
                before.first = before.first.min(first);
            }
        }
    }

    /// Closes the aliases that are open from `at` on: they lead to each other, and to no other open
    /// alias.
    fn close(&mut self, at: usize) {
        let from = self.open.iter().rposition(|open| *open == at).unwrap_or(0);
        let together = self.open.split_off(from);
        let is_recursive = together.len() > 1 || self.visits[at].names_itself;
        let is_unknown = together.iter().any(|at| self.visits[*at].is_unknown);
        for at in together {
            let visit = &mut self.visits[at];
            (visit.is_open, visit.is_unknown) = (false, is_unknown);
            match is_recursive || !is_unknown {
                true => visit.alias.set_recursive(is_recursive),
                false => visit.alias.set_asked(),
            }
        }
    }
}

/// Returns the aliases that a type names directly, without following them.
fn named<'t>(ty: TypeRef<'t>) -> Vec<&'t TypeAlias<'t>> {
    let known = AnswerCache::default();
    let (mut left, mut aliases) = (vec![ty], Vec::new());
    while let Some(ty) = left.pop() {
        match ty {
            super::Type::Alias(alias) => aliases.push(*alias),
            ty if known.is_new(address(ty)) => parts(ty, &mut left),
            _ => {}
        }
    }
    aliases
}
