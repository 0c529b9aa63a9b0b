//! Decides when loops free memory. Each loop has its own schedule, which counts the bytes taken since the
//! loop began.
//!
//! With one schedule for all loops, an outer loop would never free memory: each release of an inner
//! loop would move the time of the next release, and leave some memory that only the outer loop can free.

use std::cell::RefCell;

use super::STEP_BYTES;

/// The bytes by which the memory of a loop grows at most before its next release, beyond twice the
/// bytes that the last one copied.
const WAIT_MORE_BYTES: usize = 24 << 20;

/// The greatest number of doublings by [`Plan::patience`].
const PATIENCE_MAX: u32 = 6;

/// The plan of a loop that has tried to free memory.
struct Plan {
    /// The epoch in which the loop began.
    cut: u64,
    /// The bytes taken since then at which it tries again.
    due: usize,
    /// The number of doublings of the wait. Successive releases that free little increase it.
    patience: u32,
}

/// The plans of the loops under way, the innermost last.
#[derive(Default)]
pub(super) struct Schedule {
    plans: RefCell<Vec<Plan>>,
}

impl Schedule {
    /// Returns the bytes taken since a loop began at which it frees memory. Loops inside of it have
    /// ended.
    pub fn due(&self, cut: u64) -> usize {
        let mut plans = self.plans.borrow_mut();
        while plans.pop_if(|plan| plan.cut > cut).is_some() {}
        match plans.last() {
            Some(plan) if plan.cut == cut => plan.due,
            _ => STEP_BYTES,
        }
    }

    /// Plans the next release of a loop for when it is likely to pay for its copies; `left` are the
    /// bytes taken since it began that were not freed.
    pub fn released(&self, cut: u64, left: usize, copied: usize, freed: usize) {
        let mut plans = self.plans.borrow_mut();
        let last = plans.pop_if(|plan| plan.cut == cut);
        let patience = match freed / 2 > copied {
            true => 0,
            false => last.map_or(1, |plan| (plan.patience + 1).min(PATIENCE_MAX)),
        };
        // small data is copied less often, to save time; large data need not take many times its
        // size
        let wait = (4 * copied).min(2 * copied + WAIT_MORE_BYTES);
        let due = left + (wait.max(STEP_BYTES) << patience);
        plans.push(Plan { cut, due, patience });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_of_inner_loops_delay_no_outer_loop() {
        let schedule = Schedule::default();
        assert_eq!(schedule.due(7), STEP_BYTES);
        schedule.released(7, 100, 100, STEP_BYTES);
        assert_eq!(schedule.due(7), 100 + STEP_BYTES);
        assert_eq!(schedule.due(3), STEP_BYTES);
        // the loop of epoch 7 has ended
        assert_eq!(schedule.due(7), STEP_BYTES);
        // a release that frees little doubles the wait for the next one
        schedule.released(3, STEP_BYTES, STEP_BYTES, 0);
        schedule.released(3, STEP_BYTES, STEP_BYTES, 0);
        assert_eq!(schedule.due(3), STEP_BYTES + ((4 * STEP_BYTES) << 2));
    }
}
