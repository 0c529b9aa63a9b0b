//! Works on many items in the threads of a pool and passes on the results in order meanwhile.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::mpsc::channel;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Works on items in the threads of a pool. `take` gets the results in this thread in the order of
/// the items, each as soon as the results before it are available. While `ahead_max` results wait
/// for an earlier one, no further item is begun. When `take` breaks, no further item is begun.
pub fn in_order<I: Sync, T: Send>(
    pool: &rayon::ThreadPool,
    items: &[I],
    ahead_max: usize,
    work: impl Fn(&I) -> T + Sync,
    mut take: impl FnMut(&I, T) -> ControlFlow<()>,
) {
    let turns = Turns::new(items.len(), ahead_max);
    let (sender, results) = channel();
    pool.in_place_scope(|scope| {
        for _ in 0..pool.current_num_threads() {
            let sender = sender.clone();
            let (turns, work) = (&turns, &work);
            scope.spawn(move |_| {
                let _guard = PanicGuard(turns);
                while let Some(index) = turns.begin() {
                    // the receiver is gone once `take` has broken
                    let _ = sender.send((index, work(&items[index])));
                }
            });
        }
        drop(sender);
        // if this thread stops early for any reason, the other threads must not wait forever
        let _guard = StopGuard(&turns);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (index, result) in results {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&next) {
                if take(&items[next], result).is_break() {
                    return;
                }
                next += 1;
                turns.advance(next);
            }
        }
    });
}

/// Decides which item is begun next, and knows how many results have been taken.
struct Turns {
    state: Mutex<State>,
    changed: Condvar,
    ahead_max: usize,
}

struct State {
    /// The first item that has not been begun.
    begun: usize,
    /// The end of the items that may be begun.
    end: usize,
    /// The first item whose result has not been taken.
    taken: usize,
}

impl Turns {
    fn new(items: usize, ahead_max: usize) -> Turns {
        Turns {
            ahead_max,
            state: Mutex::new(State {
                begun: 0,
                end: items,
                taken: 0,
            }),
            changed: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next item to work on, or `None` if there is no more. Waits while too many
    /// results wait.
    fn begin(&self) -> Option<usize> {
        let is_full = |state: &mut State| {
            let begun_max = state.taken.saturating_add(self.ahead_max);
            state.begun < state.end && state.begun >= begun_max
        };
        let state = self.state();
        let mut state = self
            .changed
            .wait_while(state, is_full)
            .unwrap_or_else(PoisonError::into_inner);
        let index = state.begun;
        (index < state.end).then(|| {
            state.begun += 1;
            index
        })
    }

    /// Records that the results of all items before `taken` have been taken.
    fn advance(&self, taken: usize) {
        self.state().taken = taken;
        self.changed.notify_all();
    }

    /// Prevents that further items are begun.
    fn stop(&self) {
        self.state().end = 0;
        self.changed.notify_all();
    }
}

/// Stops the other threads when the work of a thread panics, because its result never comes.
struct PanicGuard<'t>(&'t Turns);

impl Drop for PanicGuard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}

/// Stops the threads when results are no longer taken.
struct StopGuard<'t>(&'t Turns);

impl Drop for StopGuard<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    const AHEAD_MAX: usize = 64;

    fn pool(threads: usize) -> rayon::ThreadPool {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().expect("threads")
    }

    #[test]
    fn results_come_in_order() {
        for threads in [1, 2, 5] {
            for count in [0, 1, 2, 3 * AHEAD_MAX + 1] {
                let items: Vec<usize> = (0..count).collect();
                let mut taken = Vec::new();
                let work = |item: &usize| {
                    if item.is_multiple_of(7) {
                        std::thread::yield_now();
                    }
                    item * 2
                };
                in_order(&pool(threads), &items, AHEAD_MAX, work, |item, result| {
                    taken.push((*item, result));
                    ControlFlow::Continue(())
                });
                let expected: Vec<_> = items.iter().map(|item| (*item, item * 2)).collect();
                assert_eq!(taken, expected, "{threads} threads");
            }
        }
    }

    #[test]
    fn no_item_is_begun_too_early() {
        let items: Vec<usize> = (0..4 * AHEAD_MAX).collect();
        let (begun, taken) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = |item: &usize| {
            begun.fetch_max(*item, Ordering::SeqCst);
            // the result of an item may be taken between its beginning and this check
            assert!(*item < taken.load(Ordering::SeqCst) + AHEAD_MAX);
        };
        in_order(&pool(3), &items, AHEAD_MAX, work, |item, ()| {
            taken.store(item + 1, Ordering::SeqCst);
            ControlFlow::Continue(())
        });
        assert_eq!(begun.into_inner(), items.len() - 1);
    }

    #[test]
    fn a_break_begins_nothing_more() {
        let items: Vec<usize> = (0..10 * AHEAD_MAX).collect();
        let begun = AtomicUsize::new(0);
        let mut taken = 0;
        let work = |_: &usize| begun.fetch_add(1, Ordering::SeqCst);
        in_order(&pool(2), &items, AHEAD_MAX, work, |item, _| {
            taken += 1;
            match *item {
                9 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        assert_eq!(taken, 10);
        assert!(begun.into_inner() <= 10 + AHEAD_MAX);
    }

    #[test]
    fn a_panic_ends_all() {
        let items: Vec<usize> = (0..3 * AHEAD_MAX).collect();
        let work = |item: &usize| assert_ne!(*item, 5, "a panic that is meant");
        let run = || {
            in_order(&pool(2), &items, AHEAD_MAX, work, |_, ()| {
                ControlFlow::Continue(())
            })
        };
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    }
}
