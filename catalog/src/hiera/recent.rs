//! A few things made before, for when the variables are again what they were.

use std::cell::RefCell;
use std::rc::Rc;

/// The last things that were made, the last used first.
pub(super) struct Recent<T>(RefCell<Vec<Rc<T>>>);

/// So many are kept.
const KEPT_MAX: usize = 8;

impl<T> Default for Recent<T> {
    fn default() -> Recent<T> {
        Recent(RefCell::default())
    }
}

impl<T> Recent<T> {
    /// The last used that fits. Nothing is borrowed while that is found out.
    pub fn find(&self, mut fits: impl FnMut(&T) -> bool) -> Option<Rc<T>> {
        let mut at = 0;
        loop {
            let next = self.0.borrow().get(at).cloned()?;
            if fits(&next) {
                if let Some(kept) = self.0.borrow_mut().get_mut(..=at) {
                    kept.rotate_right(1);
                }
                return Some(next);
            }
            at += 1;
        }
    }

    /// Keeps one more; the one not used for longest goes.
    pub fn add(&self, new: Rc<T>) {
        let mut kept = self.0.borrow_mut();
        kept.truncate(KEPT_MAX - 1);
        kept.insert(0, new);
    }

    /// Keeps only those that fit. Whether any did not.
    pub fn retain(&self, mut fits: impl FnMut(&T) -> bool) -> bool {
        let mut kept = self.0.borrow_mut();
        let before = kept.len();
        kept.retain(|kept| fits(kept));
        kept.len() < before
    }
}
