//! Owns a profile: the call tree of one or more evaluations.

use std::collections::BTreeMap;

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::frame::{Frame, Kind};

/// An evaluation that a profile is of.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Evaluation {
    /// The name of the node.
    pub name: String,
    /// From its beginning to its end, in nanoseconds.
    pub wall_nanos: u64,
    /// The CPU time of its thread in nanoseconds, without waiting for others.
    pub cpu_nanos: u64,
    /// The bytes that its heap allocated.
    pub bytes: u64,
    /// The number of resources in its catalog; 0 when it failed.
    pub resources: u64,
}

/// Figures of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Figures {
    /// The number of times that the frame was entered.
    pub calls: u64,
    /// True if `calls` is a lower bound, because compiled code made calls without counting them.
    pub is_least: bool,
    /// The time in the frame alone, in nanoseconds.
    pub self_nanos: u64,
    /// The time in the frame and its callees, in nanoseconds. Zero in a [`Node`], where the tree
    /// tells it.
    pub total_nanos: u64,
    /// The bytes that the heap allocated in the frame alone.
    pub self_bytes: u64,
    /// The bytes that the heap allocated in the frame and its callees; zero where `total_nanos` is.
    pub total_bytes: u64,
}

impl Figures {
    /// Adds other figures.
    pub fn add(&mut self, other: Figures) {
        self.calls += other.calls;
        self.is_least |= other.is_least;
        self.self_nanos += other.self_nanos;
        self.total_nanos += other.total_nanos;
        self.self_bytes += other.self_bytes;
        self.total_bytes += other.total_bytes;
    }
}

/// A frame called by the frames around it.
#[derive(Clone, Debug)]
pub struct Node {
    /// The number of the frame.
    pub frame: u32,
    /// The parent node. The first node is its own parent.
    pub parent: u32,
    /// Its own figures.
    pub figures: Figures,
}

/// A call tree. A node comes after its parent; no frame occurs twice on one path.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The evaluations, in the order in which they were added.
    pub evaluations: Vec<Evaluation>,
    frames: Vec<Frame>,
    nodes: Vec<Node>,
    numbers: HashMap<Frame, u32, FixedState>,
    below: HashMap<(u32, u32), u32, FixedState>,
}

impl Default for Profile {
    fn default() -> Profile {
        Profile::new()
    }
}

impl Profile {
    /// Makes an empty profile.
    pub fn new() -> Profile {
        let mut profile = Profile {
            evaluations: Vec::new(),
            frames: Vec::new(),
            nodes: Vec::new(),
            numbers: HashMap::default(),
            below: HashMap::default(),
        };
        let frame = profile.frame(Frame::named(Kind::Evaluation, "evaluation"));
        profile.nodes.push(Node {
            frame,
            parent: 0,
            figures: Figures::default(),
        });
        profile
    }

    /// Returns the number of a frame, which is added if it is new.
    pub fn frame(&mut self, frame: Frame) -> u32 {
        if let Some(&number) = self.numbers.get(&frame) {
            return number;
        }
        let number = self.frames.len() as u32;
        self.frames.push(frame.clone());
        self.numbers.insert(frame, number);
        number
    }

    /// Returns the node of a frame below a node, both by their numbers. Adds it if it is new.
    pub fn node(&mut self, parent: u32, frame: u32) -> u32 {
        if let Some(&node) = self.below.get(&(parent, frame)) {
            return node;
        }
        let node = self.nodes.len() as u32;
        self.nodes.push(Node {
            frame,
            parent,
            figures: Figures::default(),
        });
        self.below.insert((parent, frame), node);
        node
    }

    /// Returns a node by its number.
    pub fn node_mut(&mut self, node: u32) -> &mut Node {
        &mut self.nodes[node as usize]
    }

    /// Returns the frames by their numbers.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Returns the nodes; the first is the evaluation.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Adds another profile. The result does not depend on the order, except for the numbers of
    /// nodes and frames.
    pub fn merge(&mut self, other: Profile) {
        let frames: Vec<u32> = other.frames.into_iter().map(|f| self.frame(f)).collect();
        let mut nodes: Vec<u32> = Vec::with_capacity(other.nodes.len());
        for (index, node) in other.nodes.iter().enumerate() {
            let own = match index {
                0 => 0,
                _ => self.node(nodes[node.parent as usize], frames[node.frame as usize]),
            };
            self.nodes[own as usize].figures.add(node.figures);
            nodes.push(own);
        }
        self.evaluations.extend(other.evaluations);
    }

    /// Returns the same profile with its frames, nodes and evaluations in an order that depends
    /// only on their names.
    pub fn sorted(&self) -> Profile {
        let mut sorted = Profile::new();
        let mut children = self.children();
        let name = |node: &u32| &self.frames[self.nodes[*node as usize].frame as usize];
        children
            .iter_mut()
            .for_each(|list| list.sort_by(|a, b| name(a).cmp(name(b))));
        let mut open = vec![(0u32, 0u32)];
        while let Some((old, new)) = open.pop() {
            sorted.nodes[new as usize].figures = self.nodes[old as usize].figures;
            let list = &children[old as usize];
            let next = list.iter().map(|&child| {
                let frame = sorted.frame(name(&child).clone());
                (child, sorted.node(new, frame))
            });
            let next: Vec<(u32, u32)> = next.collect();
            open.extend(next.into_iter().rev());
        }
        sorted.evaluations.clone_from(&self.evaluations);
        sorted.evaluations.sort();
        sorted
    }

    /// Returns the nodes called by each node.
    pub fn children(&self) -> Vec<Vec<u32>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().skip(1) {
            children[node.parent as usize].push(index as u32);
        }
        children
    }

    /// Returns the figures of each node including its callees.
    pub fn totals(&self) -> Vec<Figures> {
        let own = |node: &Node| Figures {
            total_nanos: node.figures.self_nanos,
            total_bytes: node.figures.self_bytes,
            ..node.figures
        };
        let mut totals: Vec<Figures> = self.nodes.iter().map(own).collect();
        for index in (1..self.nodes.len()).rev() {
            let (nanos, bytes) = (totals[index].total_nanos, totals[index].total_bytes);
            let parent = &mut totals[self.nodes[index].parent as usize];
            parent.total_nanos += nanos;
            parent.total_bytes += bytes;
        }
        totals
    }

    /// Returns the figures of each frame wherever it was called. No time counts twice, because a
    /// frame occurs once on a path.
    pub fn by_frame(&self) -> Vec<Figures> {
        let mut frames = vec![Figures::default(); self.frames.len()];
        for (node, total) in self.nodes.iter().zip(self.totals()) {
            frames[node.frame as usize].add(total);
        }
        frames
    }

    /// Returns the figures of each kind. The time in nested frames of one kind counts once.
    pub fn by_kind(&self) -> BTreeMap<Kind, Figures> {
        let kind = |node: &Node| self.frames[node.frame as usize].kind;
        let mut kinds: BTreeMap<Kind, Figures> = BTreeMap::new();
        for (node, total) in self.nodes.iter().zip(self.totals()) {
            let is_inner = self.is_inside(node, kind(node));
            kinds.entry(kind(node)).or_default().add(match is_inner {
                true => node.figures,
                false => total,
            });
        }
        kinds
    }

    fn is_inside(&self, node: &Node, kind: Kind) -> bool {
        let mut at = node;
        loop {
            let around = &self.nodes[at.parent as usize];
            if std::ptr::eq(around, at) {
                return false;
            }
            if self.frames[around.frame as usize].kind == kind {
                return true;
            }
            at = around;
        }
    }
}
