//! Owns a cache of the most recently used objects, for reuse when variables return to earlier
//! values.

use std::cell::RefCell;
use std::rc::Rc;

/// The cached objects, most recently used first.
pub(super) struct RecentCache<T>(RefCell<Vec<Rc<T>>>);

/// The maximum number of cached objects.
const KEPT_MAX: usize = 8;

impl<T> Default for RecentCache<T> {
    fn default() -> RecentCache<T> {
        RecentCache(RefCell::default())
    }
}

impl<T> RecentCache<T> {
    /// Returns the most recently used object that `fits` accepts. Nothing is borrowed while `fits`
    /// runs.
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

    /// Adds an object; drops the least recently used one if there are too many.
    pub fn add(&self, new: Rc<T>) {
        let mut kept = self.0.borrow_mut();
        kept.truncate(KEPT_MAX - 1);
        kept.insert(0, new);
    }

    /// Keeps only the objects that `fits` accepts; returns true if any was dropped.
    pub fn retain(&self, mut fits: impl FnMut(&T) -> bool) -> bool {
        let mut kept = self.0.borrow_mut();
        let before = kept.len();
        kept.retain(|kept| fits(kept));
        kept.len() < before
    }
}
