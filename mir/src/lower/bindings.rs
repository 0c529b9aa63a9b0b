//! Owns the variables of a scope whose values are known.

use frontend::Symbol;
use frontend::name::Map;

use crate::ir::Temp;

/// The variables of one scope, each with the temp that holds its value. The bindings of an arm of a
/// condition are removed at its end, in time proportional to their number.
#[derive(Default)]
pub(super) struct Bindings {
    temps: Map<Symbol, Temp>,
    /// The names that were bound, in order, each with its temp before.
    log: Vec<(Symbol, Option<Temp>)>,
}

/// A point in the code, as the number of bindings made so far.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize);

impl Bindings {
    /// Returns the temp of a variable.
    pub fn get(&self, name: Symbol) -> Option<Temp> {
        self.temps.get(&name).copied()
    }

    /// Returns the names in no order.
    pub fn names(&self) -> impl Iterator<Item = Symbol> {
        self.temps.keys().copied()
    }

    /// Returns true if a variable has a temp as its value.
    pub fn holds(&self, temp: Temp) -> bool {
        self.temps.values().any(|other| *other == temp)
    }

    /// Binds a variable to a temp.
    pub fn bind(&mut self, name: Symbol, temp: Temp) {
        let before = self.temps.insert(name, temp);
        self.log.push((name, before));
    }

    /// Returns a mark for [`Bindings::take_back`].
    pub fn mark(&self) -> Mark {
        Mark(self.log.len())
    }

    /// Removes the bindings since a mark, and returns them.
    pub fn take_back(&mut self, mark: Mark) -> Map<Symbol, Temp> {
        let mut bound = Map::default();
        while self.log.len() > mark.0 {
            let Some((name, before)) = self.log.pop() else {
                break;
            };
            let last = match before {
                Some(before) => self.temps.insert(name, before),
                None => self.temps.remove(&name),
            };
            if let Some(last) = last {
                bound.entry(name).or_insert(last);
            }
        }
        bound
    }
}

impl FromIterator<(Symbol, Temp)> for Bindings {
    fn from_iter<I: IntoIterator<Item = (Symbol, Temp)>>(bound: I) -> Bindings {
        Bindings {
            temps: bound.into_iter().collect(),
            log: Vec::new(),
        }
    }
}
