//! Records the frames of evaluations, one after the other.
//!
//! Time is charged to frames: between two readings of the clock it goes to the innermost frame
//! whose call is *timed*. Long calls are always timed. Of the calls of a frame that take less than
//! a few microseconds on average, only some are timed, picked at random. The shorter the calls are,
//! the fewer are timed, so that reading the clock takes less than one part in [`OVERHEAD`] of the
//! measured time. The time of the other calls is charged to the frame around them;
//! [`super::estimate`] moves it back.
//!
//! A frame that is entered again inside itself is the same node of the call tree, so recursion adds
//! no nodes.

use std::sync::Arc;

use foldhash::fast::FixedState;
use frontend::Source;
use hashbrown::HashMap;

use super::call::Call;
use super::compiled::{self, Counters, take_tick};
use super::frame::{Frame, Kind};
use super::frames::{Frames, Key};
use super::short_calls::{self, Counted, Open};
use super::tree::{Evaluation, Figures, Profile};
use super::{Clock, estimate};
use crate::answer_cache::address;
use crate::frame::Body;

/// The first calls of a node, which are all timed.
const TIMED_FIRST: u64 = 16;

/// The share of the time of short calls that reading the clock may take: one in this number.
const OVERHEAD: u64 = 64;

/// The greatest number of calls of which one is timed.
const PERIOD_MAX: u64 = 256;

/// The number of nodes after which a call tree is full, as that of a fleet whose nodes have many
/// definitions of their own. A frame on a new path is then counted below the first node, together
/// with those on other paths, and so are its callees: only the frames around it lack its time.
const FULL: usize = if cfg!(test) { 1 << 9 } else { 1 << 19 };

/// The number of nodes after which callees on new paths are counted below the first node, too.
const FULL_BELOW_FIRST: usize = 2 * FULL;

/// The greatest number of nodes. Further frames are counted in the node where they are entered.
const NODES_MAX: usize = 3 * FULL;

/// The start of a call that is not timed.
const UNTIMED: u64 = u64::MAX;

/// A frame that is entered.
struct Entered {
    node: u32,
    /// The address of the thing whose calls may only be counted; 0 for any other frame.
    thing: usize,
    /// The number of frames that were entered before.
    serial: u64,
    /// The node that time was charged to before.
    charged: u32,
    start: u64,
}

/// The recorder of evaluations. It may record the next evaluation on another thread.
pub struct Recorder {
    clock: Clock,
    /// The time that reading the clock takes, in nanoseconds.
    pub(super) look_nanos: u64,
    /// The time at which the evaluation began.
    began: u64,
    /// The time at which time was last charged.
    last: u64,
    last_bytes: usize,
    charged: u32,
    stack: Vec<Entered>,
    /// The number of frames that were entered.
    serial: u64,
    pub(super) calls: Vec<Call>,
    frames: Frames,
    /// The node that a frame, by its key, has in a node.
    below: HashMap<(u32, Key), u32, FixedState>,
    random: u32,
    /// The bytes that the heap has allocated in this evaluation.
    bytes: u64,
    /// The number of resources in the catalog.
    pub(super) resources: u64,
    evaluations: Vec<Evaluation>,
    /// True if code compiled during the recording counts the calls that it makes itself.
    pub(super) counts_compiled: bool,
    /// The counters of compiled code, and their values at the last look.
    counters: &'static Counters,
    counted: Vec<u64>,
    /// The frames of the functions that compiled code calls.
    functions: Vec<Option<u32>>,
}

impl Recorder {
    /// Returns a recorder without records. `counts_compiled` makes code compiled during the
    /// recording count the calls that it makes itself, which slows small functions down.
    pub fn new(clock: Clock, counts_compiled: bool) -> Recorder {
        let mut recorder = Recorder {
            clock,
            look_nanos: look_nanos(clock),
            began: 0,
            last: 0,
            last_bytes: 0,
            charged: 0,
            stack: Vec::new(),
            serial: 0,
            calls: Vec::new(),
            frames: Frames::default(),
            below: HashMap::default(),
            random: 0x9e37_79b9,
            bytes: 0,
            resources: 0,
            evaluations: Vec::new(),
            counts_compiled,
            counters: Counters::own(),
            counted: Vec::new(),
            functions: Vec::new(),
        };
        let whole = Frame::named(Kind::Evaluation, "evaluation");
        let whole = recorder.frames.add(whole);
        recorder.add_call(whole, 0);
        recorder
    }

    /// Begins an evaluation on this thread.
    pub(super) fn begin(&mut self) {
        // drops short calls of an evaluation that ended by a panic
        short_calls::take_all();
        short_calls::set_around(self.current(), self.stack.len() as u32);
        self.counters = Counters::own();
        self.counters.take_any();
        self.counted = self.counters.calls().collect();
        self.calls[0].calls += 1;
        self.calls[0].charged += 1;
        (self.last_bytes, self.bytes, self.resources) = (0, 0, 0);
        self.began = (self.clock)();
        self.last = self.began;
    }

    /// Ends the evaluation, whose thread has computed for so long.
    pub(super) fn end(&mut self, name: &str, cpu_nanos: u64) {
        self.leave(0, None);
        for counted in short_calls::take_all() {
            self.note_counted(Some(counted));
        }
        let now = self.charge();
        self.evaluations.push(Evaluation {
            name: name.to_owned(),
            wall_nanos: now - self.began,
            cpu_nanos,
            bytes: self.bytes,
            resources: self.resources,
        });
    }

    /// Enters the frame of a body that begins at an offset of a source. Returns the number of
    /// enclosing frames.
    pub(super) fn enter_body(
        &mut self,
        kind: Kind,
        name: &str,
        body: (&Arc<Source>, u32),
        bytes: Option<usize>,
    ) -> u32 {
        self.enter_open();
        let node = self.node_of_body(kind, name, body);
        self.enter_node(node, 0, bytes)
    }

    /// Enters the frame of a lambda, some of whose calls may only be counted. Returns the number of
    /// enclosing frames.
    pub(super) fn enter_lambda(&mut self, body: &Body<'_>, bytes: Option<usize>) -> u32 {
        self.enter_open();
        let node = self.node_of_body(Kind::Lambda, "lambda", (body.source, body.mir.at));
        self.enter_node(node, address(body), bytes)
    }

    fn node_of_body(&mut self, kind: Kind, name: &str, body: (&Arc<Source>, u32)) -> u32 {
        let key = Key::of_body(kind, body.0, body.1);
        match self.below.get(&(self.current(), key)) {
            Some(&node) => node,
            None => {
                let frame = self.frames.of_body(key, kind, name, body);
                self.add_below(key, frame)
            }
        }
    }

    /// Enters the frame of something that is never freed. Returns the number of enclosing frames.
    pub(super) fn enter_static<T>(
        &mut self,
        kind: Kind,
        thing: &'static T,
        name: &str,
        bytes: Option<usize>,
    ) -> u32 {
        self.enter_open();
        let key = Key::of_static(kind, thing);
        let node = match self.below.get(&(self.current(), key)) {
            Some(&node) => node,
            None => {
                let frame = self.frames.named(kind, name, "");
                self.add_below(key, frame)
            }
        };
        self.enter_node(node, address(thing), bytes)
    }

    /// Enters the frame of a name in a file, which may be empty. Returns the number of enclosing
    /// frames.
    pub(super) fn enter_named(
        &mut self,
        kind: Kind,
        name: &str,
        file: &str,
        bytes: Option<usize>,
    ) -> u32 {
        self.enter_open();
        let frame = self.frames.named(kind, name, file);
        let node = self.below_frame(frame);
        self.enter_node(node, 0, bytes)
    }

    /// Returns the node of a frame below the current node.
    fn below_frame(&mut self, frame: u32) -> u32 {
        let key = Key::of_frame(frame);
        match self.below.get(&(self.current(), key)) {
            Some(&node) => node,
            None => self.add_below(key, frame),
        }
    }

    /// Takes a sample of the running code: that of a function, or of the innermost frame.
    pub(super) fn sample(&mut self, function: Option<Frame>) {
        self.enter_open();
        let current = self.current();
        let node = match function {
            Some(function) => {
                let frame = self.frames.add(function);
                self.below_frame(frame)
            }
            None => current,
        };
        let call = &mut self.calls[node as usize];
        match node != current && call.parent == current {
            true => call.inner_samples += 1,
            false => self.calls[current as usize].samples += 1,
        }
    }

    /// Records the calls and samples of compiled code since the innermost frame was entered.
    #[inline]
    fn look_at_compiled(&mut self) {
        if self.counters.take_any() {
            self.count_compiled();
        }
        if take_tick() {
            let current = self.current();
            self.calls[current as usize].samples += 1;
        }
    }

    #[cold]
    fn count_compiled(&mut self) {
        let calls: Vec<u64> = self.counters.calls().collect();
        self.counted.resize(calls.len(), 0);
        self.functions.resize(calls.len(), None);
        for (number, calls) in calls.into_iter().enumerate() {
            let new = calls - std::mem::replace(&mut self.counted[number], calls);
            if new == 0 {
                continue;
            }
            let frame = match self.functions[number] {
                Some(frame) => frame,
                None => {
                    let frame = self.frames.add(compiled::function(number));
                    self.functions[number] = Some(frame);
                    frame
                }
            };
            let node = self.below_frame(frame);
            let call = &mut self.calls[node as usize];
            call.calls += new;
            // for a recursion, time is charged to the node itself
            if call.charged > 0 {
                call.charged += new;
            }
        }
    }

    fn current(&self) -> u32 {
        self.stack.last().map_or(0, |entered| entered.node)
    }

    fn add_call(&mut self, frame: u32, parent: u32) -> u32 {
        self.calls.push(Call {
            frame,
            parent,
            calls: 0,
            charged: 0,
            measured: 0,
            self_nanos: 0,
            bytes: 0,
            samples: 0,
            inner_samples: 0,
            inclusive_nanos: 0,
            next_timed: 0,
        });
        self.calls.len() as u32 - 1
    }

    /// Adds the node of a frame that is entered from the current one for the first time.
    #[cold]
    fn add_below(&mut self, key: Key, frame: u32) -> u32 {
        let current = self.current();
        let mut around = current;
        let node = loop {
            if self.calls[around as usize].frame == frame {
                break around;
            }
            if around == 0 {
                break self.add_path(frame, current);
            }
            around = self.calls[around as usize].parent;
        };
        self.below.insert((current, key), node);
        node
    }

    /// Adds a node for a frame on a new path, or finds one on another path if the tree is full.
    fn add_path(&mut self, frame: u32, parent: u32) -> u32 {
        let is_shared = match self.calls.len() {
            ..FULL => false,
            // a node that was made after the tree was full is below the first node
            FULL..FULL_BELOW_FIRST => (parent as usize) < FULL,
            _ => true,
        };
        let key = (0, Key::of_frame(frame));
        match self.below.get(&key) {
            Some(&node) if is_shared => return node,
            _ if self.calls.len() >= NODES_MAX => return parent,
            _ => {}
        }
        let node = self.add_call(frame, if is_shared { 0 } else { parent });
        if is_shared {
            self.below.insert(key, node);
        }
        node
    }

    /// Enters the frame of a call that was only counted, and goes on.
    #[inline]
    fn enter_open(&mut self) {
        if let Some(open) = short_calls::take_open() {
            self.count_bytes(Some(open.bytes));
            self.push(open.node, 0, self.charged, UNTIMED);
        }
    }

    fn note_counted(&mut self, counted: Option<Counted>) {
        if let Some(counted) = counted {
            self.calls[counted.node as usize].calls += counted.calls;
        }
    }

    fn push(&mut self, node: u32, thing: usize, charged: u32, start: u64) {
        self.serial += 1;
        self.stack.push(Entered {
            node,
            thing,
            serial: self.serial,
            charged,
            start,
        });
        short_calls::set_around(node, self.stack.len() as u32);
    }

    fn enter_node(&mut self, node: u32, thing: usize, bytes: Option<usize>) -> u32 {
        if thing != 0 {
            self.note_counted(short_calls::take(thing));
        }
        self.look_at_compiled();
        self.count_bytes(bytes);
        let depth = self.stack.len() as u32;
        let before = self.charged;
        let call = &mut self.calls[node as usize];
        call.calls += 1;
        let mut start = UNTIMED;
        if call.calls > call.next_timed || call.calls <= TIMED_FIRST {
            call.charged += 1;
            call.measured += 1;
            start = self.charge();
            self.charged = node;
        } else if before == node {
            call.charged += 1;
        }
        self.push(node, thing, before, start);
        depth
    }

    /// Leaves frames until the given number is left.
    pub(super) fn leave(&mut self, depth: u32, bytes: Option<usize>) {
        self.enter_open();
        self.look_at_compiled();
        self.count_bytes(bytes);
        let mut short = None;
        while self.stack.len() > depth as usize
            && let Some(entered) = self.stack.pop()
        {
            short = self.leave_frame(&entered).map(|calls| (entered, calls));
        }
        short_calls::set_around(self.current(), self.stack.len() as u32);
        if let Some((entered, calls)) = short
            && entered.thing != 0
            && entered.serial == self.serial
            // not within itself
            && self.calls[entered.node as usize].parent == self.current()
            && !self.counts_compiled
        {
            self.note_counted(short_calls::expect(entered.thing, entered.node, calls));
        }
    }

    /// Leaves the innermost frame, which is off the stack. Returns the number of the node's next
    /// calls that are not timed, if this one was timed and some are not.
    fn leave_frame(&mut self, entered: &Entered) -> Option<u64> {
        if entered.start == UNTIMED {
            return None;
        }
        let now = self.charge();
        self.charged = entered.charged;
        let period = {
            let call = &mut self.calls[entered.node as usize];
            call.inclusive_nanos += now - entered.start;
            period(call.inclusive_nanos / call.measured, self.look_nanos)
        };
        let wait = match period {
            1 => 0,
            period => u64::from(self.next_random()) % (2 * period - 1),
        };
        let call = &mut self.calls[entered.node as usize];
        call.next_timed = call.calls + wait;
        (wait > 0 && call.calls >= TIMED_FIRST).then_some(wait)
    }

    /// Charges the time since the clock was last read.
    fn charge(&mut self) -> u64 {
        let now = (self.clock)();
        self.calls[self.charged as usize].self_nanos += now.saturating_sub(self.last);
        self.last = now;
        now
    }

    /// Counts the bytes that the heap has allocated since the last count.
    fn count_bytes(&mut self, bytes: Option<usize>) {
        if let Some(bytes) = bytes {
            let current = self.current();
            let taken = bytes.saturating_sub(self.last_bytes);
            self.calls[current as usize].bytes += taken as u64;
            self.bytes += taken as u64;
            self.last_bytes = bytes;
        }
    }

    /// Counts the bytes that the heap has allocated in a call that was only counted.
    #[cold]
    pub(super) fn count_bytes_of(&mut self, call: &Open, bytes: usize) {
        self.count_bytes(Some(call.bytes));
        let taken = bytes.saturating_sub(call.bytes) as u64;
        self.calls[call.node as usize].bytes += taken;
        self.bytes += taken;
        self.last_bytes = bytes;
    }

    fn next_random(&mut self) -> u32 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 17;
        self.random ^= self.random << 5;
        self.random
    }

    /// Ends the recording and returns the profile.
    pub fn finish(mut self) -> Profile {
        estimate::settle(&mut self.calls, self.look_nanos);
        let is_least =
            |frame: &Frame| frame.kind == Kind::Function && compiled::is_uncounted(frame);
        let is_least: Vec<bool> = self.frames.list.iter().map(is_least).collect();
        let mut profile = Profile::new();
        let frames = self.frames.list.into_iter();
        let frames: Vec<u32> = frames.map(|frame| profile.frame(frame)).collect();
        let mut nodes: Vec<u32> = Vec::with_capacity(self.calls.len());
        for (index, call) in self.calls.iter().enumerate() {
            let node = match index {
                0 => 0,
                _ => profile.node(nodes[call.parent as usize], frames[call.frame as usize]),
            };
            profile.node_mut(node).figures.add(Figures {
                calls: call.calls,
                is_least: is_least[call.frame as usize],
                self_nanos: call.self_nanos,
                self_bytes: call.bytes,
                ..Figures::default()
            });
            nodes.push(node);
        }
        profile.evaluations = self.evaluations;
        profile
    }
}

/// Returns the number of calls of which one is timed, for calls that take this long.
fn period(mean_nanos: u64, look_nanos: u64) -> u64 {
    // reads the clock once at the start of a call and once at its end
    let period = 2 * look_nanos * OVERHEAD / mean_nanos.max(1);
    period.clamp(1, PERIOD_MAX)
}

/// Measures the time that reading the clock takes. The least of several measurements counts,
/// because other processes use the machine, too.
fn look_nanos(clock: Clock) -> u64 {
    const LOOKS: u64 = 16;
    let once = || {
        let began = clock();
        (0..LOOKS).for_each(|_| {
            std::hint::black_box(clock());
        });
        clock().saturating_sub(began) / (LOOKS + 1)
    };
    (0..8).map(|_| once()).min().unwrap_or_default().max(1)
}
