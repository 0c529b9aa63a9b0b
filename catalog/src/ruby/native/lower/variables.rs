//! Numbers the local variables of a method, and decides which of them a closure has to keep.

/// The local variables of a method or template. Each has a slot of the method's frame; the
/// variables of a block use the same slots in every round.
#[derive(Default)]
pub struct Variables<'a> {
    /// The variables of the scopes, outer scopes first.
    scopes: Vec<Vec<(&'a str, usize)>>,
    /// For each slot, the number of places that assign it; a parameter counts as one.
    assignments: Vec<u32>,
    /// The slots in the order in which the code names them.
    named: Vec<usize>,
    /// The first slots of the blocks around the current code, outer blocks first.
    blocks: Vec<usize>,
    /// The number of loops without a scope of their own (`while`, `for`) around the current code.
    loops: u32,
    /// The slots whose values closures keep.
    captured: Vec<usize>,
}

/// The state before a block.
pub struct Mark {
    first: usize,
    named: usize,
}

impl<'a> Variables<'a> {
    /// Returns the variables of a method without any.
    pub fn new() -> Variables<'a> {
        Variables {
            scopes: vec![Vec::new()],
            ..Variables::default()
        }
    }

    /// Returns the number of slots.
    pub fn slots(&self) -> usize {
        self.assignments.len()
    }

    /// Returns the slot of a variable that the current code sees.
    pub fn find(&mut self, name: &str) -> Option<usize> {
        let mut all = self.scopes.iter().rev().flatten();
        let (_, slot) = all.find(|(other, _)| *other == name)?;
        self.named.push(*slot);
        Some(*slot)
    }

    fn add(&mut self, name: &'a str, assignments: u32) -> usize {
        let slot = self.slots();
        self.assignments.push(assignments);
        if let Some(scope) = self.scopes.last_mut() {
            scope.push((name, slot));
        }
        slot
    }

    /// Adds a parameter.
    pub fn parameter(&mut self, name: &'a str) -> usize {
        self.add(name, 1)
    }

    /// Returns the slot of a variable that is read, or that [`Self::count`] will count as assigned.
    pub fn local(&mut self, name: &'a str) -> usize {
        self.find(name).unwrap_or_else(|| self.add(name, 0))
    }

    /// Returns the slot of a variable that is assigned here.
    pub fn assigned(&mut self, name: &'a str) -> usize {
        let slot = self.local(name);
        self.count(slot);
        slot
    }

    /// Counts an assignment.
    pub fn count(&mut self, slot: usize) {
        self.assignments[slot] += 1;
    }

    /// Starts a loop that has no scope of its own.
    pub fn enter_loop(&mut self) {
        self.loops += 1;
    }

    /// Ends such a loop.
    pub fn leave_loop(&mut self) {
        self.loops -= 1;
    }

    /// Starts a block.
    pub fn enter(&mut self) -> Mark {
        self.scopes.push(Vec::new());
        self.blocks.push(self.slots());
        Mark {
            first: self.slots(),
            named: self.named.len(),
        }
    }

    /// Ends a block and returns its own slots, those of inner blocks included.
    pub fn leave(&mut self, mark: &Mark) -> Vec<usize> {
        self.scopes.pop();
        self.blocks.pop();
        (mark.first..self.slots()).collect()
    }

    /// Returns true if the code since the start of a block names a variable.
    pub fn names(&self, mark: &Mark, slot: usize) -> bool {
        self.named[mark.named..].contains(&slot)
    }

    /// Returns the slots of surrounding blocks that a closure names, whose values it keeps because
    /// the next round of the block uses the same slots. Returns `None` if the closure would have
    /// to keep the variables themselves: where they are assigned more than once.
    pub fn captures(&mut self, mark: &Mark) -> Option<Vec<usize>> {
        let Some(&outermost) = self.blocks.first() else {
            return Some(Vec::new());
        };
        let of_blocks = outermost..mark.first;
        let named = self.named[mark.named..].iter().copied();
        let mut captures: Vec<usize> = named.filter(|slot| of_blocks.contains(slot)).collect();
        captures.sort_unstable();
        captures.dedup();
        let is_set = |slot: &usize| self.assignments[*slot] == 1;
        let is_fitting = captures.is_empty() || self.loops == 0 && captures.iter().all(is_set);
        self.captured.extend(&captures);
        is_fitting.then_some(captures)
    }

    /// Returns true if no variable that a closure keeps is assigned again after the closure.
    pub fn are_kept_rightly(&self) -> bool {
        let mut captured = self.captured.iter();
        captured.all(|slot| self.assignments[*slot] <= 1)
    }
}
