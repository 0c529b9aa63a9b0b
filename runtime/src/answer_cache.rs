//! Caches answers while a question is followed into nested values or types. Without the cache, a
//! shared part would be examined again for each reference to it, up to two to the power of its
//! nesting. Also records the enclosing questions, because a question may occur again inside itself.

use std::cell::{Cell, RefCell};
use std::hash::Hash;

use foldhash::fast::FixedState;
use hashbrown::HashMap;

/// The number of questions that are asked before answers are cached, because looking one up costs
/// more than asking again.
const FREE: u32 = 2_048;

/// Answers to questions found so far. Keys are made of [`address`]es; the values there must not
/// move until the whole question is answered.
pub struct AnswerCache<K, A> {
    free: Cell<u32>,
    answers: RefCell<HashMap<K, A, FixedState>>,
}

impl<K, A> Default for AnswerCache<K, A> {
    fn default() -> Self {
        AnswerCache {
            free: Cell::new(FREE),
            answers: RefCell::default(),
        }
    }
}

impl<K: Hash + Eq, A: Copy> AnswerCache<K, A> {
    /// Returns the known answer, or the result of `ask`.
    pub fn answer(&self, key: K, ask: impl FnOnce() -> A) -> A {
        self.answer_if(key, || (ask(), true))
    }

    /// Works like [`Self::answer`]; `ask` also says whether its answer may be reused.
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

impl<K: Hash + Eq> AnswerCache<K, ()> {
    /// Returns true if a question is new, as far as is known.
    pub fn is_new(&self, key: K) -> bool {
        self.is_free() || self.answers.borrow_mut().insert(key, ()).is_none()
    }
}

/// The number of keys that are searched linearly.
const FEW: usize = 16;

/// The enclosing questions of a question, the last one first.
pub struct Stack<K> {
    few: Vec<K>,
    /// The keys above the first few, each with the number of times it was pushed.
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
    /// Returns true if a key is on the stack.
    pub fn has(&self, key: K) -> bool {
        self.few.contains(&key) || self.many.contains_key(&key)
    }

    /// Returns the number of different keys on the stack. Each occurrence among the first few
    /// counts.
    pub fn depth(&self) -> usize {
        self.few.len() + self.many.len()
    }

    /// Pushes a key.
    pub fn push(&mut self, key: K) {
        match self.few.len() < FEW {
            true => self.few.push(key),
            false => *self.many.entry(key).or_insert(0) += 1,
        }
    }

    /// Pops the last key.
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

/// Returns the address of a value, for use as a key.
pub fn address<T>(of: &T) -> usize {
    std::ptr::from_ref(of).addr()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shared_is_asked_about_once() {
        fn paths(level: u32, known: &AnswerCache<u32, u64>, asked: &Cell<u32>) -> u64 {
            asked.set(asked.get() + 1);
            let below = |level| known.answer(level, || paths(level, known, asked));
            match level {
                0 => 1,
                _ => below(level - 1) + below(level - 1),
            }
        }
        let asked = Cell::new(0);
        assert_eq!(paths(60, &AnswerCache::default(), &asked), 1 << 60);
        assert!(asked.get() < 2 * FREE);
    }
}
