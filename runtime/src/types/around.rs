//! What two types that are compared are inside of, among types that refer to themselves.

use std::cell::{Cell, RefCell};

use crate::known::Stack;

/// The types that are being compared, pairs of which one at least is a recursive alias. Cycles may
/// be long, so that each is found without a look at all others.
#[derive(Default)]
pub(super) struct Around {
    pub(super) pairs: RefCell<Stack<(usize, usize)>>,
    pub(super) wide: RefCell<Stack<usize>>,
    pub(super) narrow: RefCell<Stack<usize>>,
}

impl Around {
    /// Begins to compare.
    pub(super) fn enter(&self, pair: (usize, usize)) {
        self.pairs.borrow_mut().push(pair);
        self.wide.borrow_mut().push(pair.0);
        self.narrow.borrow_mut().push(pair.1);
    }

    /// Ends what was begun last.
    pub(super) fn leave(&self, pair: (usize, usize)) {
        self.pairs.borrow_mut().pop(pair);
        self.wide.borrow_mut().pop(pair.0);
        self.narrow.borrow_mut().pop(pair.1);
    }
}

/// The recursive aliases that were to be accepted. What is met twice is not forgotten.
#[derive(Default)]
pub(super) struct Accepted {
    aliases: RefCell<Stack<usize>>,
    pub(super) twice: Cell<bool>,
}

/// How many aliases were to be accepted, and whether one of them twice.
pub(super) type State = (usize, bool);

impl Accepted {
    /// What a comparison depends on besides its types.
    pub(super) fn state(&self) -> State {
        (self.aliases.borrow().depth(), self.twice.get())
    }

    /// Notes an alias that is to be accepted.
    pub(super) fn meet(&self, alias: usize) {
        let mut aliases = self.aliases.borrow_mut();
        match aliases.has(alias) {
            true => self.twice.set(true),
            false => aliases.push(alias),
        }
    }
}
