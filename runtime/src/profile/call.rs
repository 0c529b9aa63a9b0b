//! Owns the nodes of the call tree.

/// A node of the call tree.
pub(super) struct Call {
    pub frame: u32,
    pub parent: u32,
    pub calls: u64,
    /// The calls whose time was charged to this node.
    pub charged: u64,
    /// The number of measured calls. Each includes one reading of the clock.
    pub measured: u64,
    pub self_nanos: u64,
    pub bytes: u64,
    /// The number of samples of the frame's own code, taken while it was the innermost frame.
    pub samples: u64,
    /// Samples of the code of a function that the code of the node around it calls directly.
    pub inner_samples: u64,
    /// The time of the timed calls, including their callees.
    pub inclusive_nanos: u64,
    /// The number of the next call that is timed.
    pub next_timed: u64,
}
