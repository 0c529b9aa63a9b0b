//! Records the enclosing comparisons of two types, for types that refer to themselves.

use std::cell::{Cell, RefCell};

use crate::answer_cache::Stack;

/// The pairs of types that are being compared, at least one of them a recursive alias. Cycles may
/// be long, so a pair is found without a search through all others.
#[derive(Default)]
pub(super) struct Around {
    pub(super) pairs: RefCell<Stack<(usize, usize)>>,
    pub(super) wide: RefCell<Stack<usize>>,
    pub(super) narrow: RefCell<Stack<usize>>,
}

impl Around {
    /// Begins a comparison.
    pub(super) fn enter(&self, pair: (usize, usize)) {
        self.pairs.borrow_mut().push(pair);
        self.wide.borrow_mut().push(pair.0);
        self.narrow.borrow_mut().push(pair.1);
    }

    /// Ends the comparison that began last.
    pub(super) fn leave(&self, pair: (usize, usize)) {
        self.pairs.borrow_mut().pop(pair);
        self.wide.borrow_mut().pop(pair.0);
        self.narrow.borrow_mut().pop(pair.1);
    }
}

/// The recursive aliases on the narrower side so far. An alias that occurred twice stays noted.
#[derive(Default)]
pub(super) struct Accepted {
    aliases: RefCell<Stack<usize>>,
    pub(super) twice: Cell<bool>,
}

/// The number of aliases on the narrower side, and whether one occurred twice.
pub(super) type State = (usize, bool);

impl Accepted {
    /// Returns the state that a comparison depends on besides its types.
    pub(super) fn state(&self) -> State {
        (self.aliases.borrow().depth(), self.twice.get())
    }

    /// Records an alias on the narrower side.
    pub(super) fn meet(&self, alias: usize) {
        let mut aliases = self.aliases.borrow_mut();
        match aliases.has(alias) {
            true => self.twice.set(true),
            false => aliases.push(alias),
        }
    }
}
