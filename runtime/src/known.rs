//! Answers that are kept while a question is followed into nested values or types: a part that many
//! places share would be asked about again and again, as often as two to the power of its nesting.
//! And what a question is inside of, where it may be met again.

use std::cell::{Cell, RefCell};
use std::hash::Hash;

use foldhash::fast::FixedState;
use hashbrown::HashMap;

/// So many questions are asked without looking for an answer: that costs more than to ask again.
const FREE: u32 = 2_048;

/// What is known so far. Keys are made of the [`address`]es of what the question is about, which
/// stays where it is until the whole question is answered.
pub struct Known<K, A> {
    free: Cell<u32>,
    answers: RefCell<HashMap<K, A, FixedState>>,
}

impl<K, A> Default for Known<K, A> {
    fn default() -> Self {
        Known {
            free: Cell::new(FREE),
            answers: RefCell::default(),
        }
    }
}

impl<K: Hash + Eq, A: Copy> Known<K, A> {
    /// The answer that is known, or what `ask` gives.
    pub fn answer(&self, key: K, ask: impl FnOnce() -> A) -> A {
        self.answer_if(key, || (ask(), true))
    }

    /// The same; `ask` says whether its answer may serve again.
    pub fn answer_if(&self, key: K, ask: impl FnOnce() -> (A, bool)) -> A {
        if self.is_free() {
            return ask().0;
        }
        let known = self.answers.borrow().get(&key).copied();
        known.unwrap_or_else(|| {
            let (answer, serves) = ask();
            if serves {
                let _ = self.answers.borrow_mut().insert(key, answer);
            }
            answer
        })
    }

    fn is_free(&self) -> bool {
        let left = self.free.get();
        self.free.set(left.saturating_sub(1));
        left > 0
    }
}

impl<K: Hash + Eq> Known<K, ()> {
    /// Whether something is to be asked about: it has not been before, as far as is known.
    pub fn is_new(&self, key: K) -> bool {
        self.is_free() || self.answers.borrow_mut().insert(key, ()).is_none()
    }
}

/// So many things are looked for one after the other.
const FEW: usize = 16;

/// What a question is inside of: what came last goes first.
pub struct Stack<K> {
    few: Vec<K>,
    /// Those above the few, each with how often it is there.
    many: HashMap<K, u32, FixedState>,
}

impl<K> Default for Stack<K> {
    fn default() -> Self {
        Stack {
            few: Vec::new(),
            many: HashMap::default(),
        }
    }
}

impl<K: Hash + Eq + Copy> Stack<K> {
    /// Whether something is on it.
    pub fn has(&self, key: K) -> bool {
        self.few.contains(&key) || self.many.contains_key(&key)
    }

    /// How many different things are on it, those among the few counted each time.
    pub fn depth(&self) -> usize {
        self.few.len() + self.many.len()
    }

    /// Puts something on it.
    pub fn push(&mut self, key: K) {
        match self.few.len() < FEW {
            true => self.few.push(key),
            false => *self.many.entry(key).or_insert(0) += 1,
        }
    }

    /// Takes away what came last.
    pub fn pop(&mut self, last: K) {
        let Some(count) = self.many.get_mut(&last) else {
            let _ = self.few.pop();
            return;
        };
        *count -= 1;
        if *count == 0 {
            let _ = self.many.remove(&last);
        }
    }
}

/// Where something is.
pub fn address<T>(of: &T) -> usize {
    std::ptr::from_ref(of).addr()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shared_is_asked_about_once() {
        fn paths(level: u32, known: &Known<u32, u64>, asked: &Cell<u32>) -> u64 {
            asked.set(asked.get() + 1);
            let below = |level| known.answer(level, || paths(level, known, asked));
            match level {
                0 => 1,
                _ => below(level - 1) + below(level - 1),
            }
        }
        let asked = Cell::new(0);
        assert_eq!(paths(60, &Known::default(), &asked), 1 << 60);
        assert!(asked.get() < 2 * FREE);
    }
}
