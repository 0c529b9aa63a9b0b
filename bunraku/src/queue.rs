//! Compiles the catalogs of many nodes with all threads of a pool, and returns them in order.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use crate::catalog::Catalog;
use crate::environment::Environment;
use crate::message::CompileError;
use crate::node::Node;
use crate::threads::caught;

/// A node's name with its catalog or error.
pub type Compiled = (String, Result<Catalog, CompileError>);

/// The number of nodes for each thread that are started before the first of them is taken.
const AHEAD_PER_THREAD: usize = 4;

/// A queue of nodes. The threads of an environment compile their catalogs, which are taken in the
/// order in which the nodes were added.
///
/// The queue has no limit: its user stops to add nodes when [`Queue::is_full`] returns true. After
/// the queue is dropped, no further node is started.
pub struct Queue {
    environment: Environment,
    waiting: VecDeque<(String, Receiver<Result<Catalog, CompileError>>)>,
    is_dropped: Arc<AtomicBool>,
}

/// The error that the next catalog is not finished yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotYet;

impl fmt::Display for NotYet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the next catalog is not done yet")
    }
}

impl std::error::Error for NotYet {}

impl Environment {
    /// Compiles the catalogs of nodes, as many in parallel as the pool has threads. Returns them in
    /// the order of the nodes, each as soon as it and all before it are finished.
    ///
    /// Nodes are taken from the iterator as results are taken, only a few in advance, so neither
    /// all nodes nor all catalogs are in memory at once. After the result is dropped, no further
    /// node is started.
    pub fn compile_many<I>(&self, nodes: I) -> Catalogs<I::IntoIter>
    where
        I: IntoIterator<Item = Node>,
    {
        Catalogs::new(self, nodes.into_iter())
    }

    /// Returns a queue of nodes that are compiled in the background. [`Environment::compile_many`]
    /// uses one.
    #[must_use]
    pub fn queue(&self) -> Queue {
        Queue::new(self)
    }
}

impl Queue {
    fn new(environment: &Environment) -> Queue {
        Queue {
            environment: environment.clone(),
            waiting: VecDeque::new(),
            is_dropped: Arc::default(),
        }
    }

    /// Adds a node. Its compilation starts when a thread is free.
    pub fn push(&mut self, node: Node) {
        let (sender, receiver) = sync_channel(1);
        self.waiting.push_back((node.name().to_owned(), receiver));
        let pool = self.environment.pool();
        if let Err(problem) = pool.check() {
            let error = CompileError::problem(node.name(), problem, Vec::new());
            // the queue holds the receiver, so sending cannot fail
            let _ = sender.send(Err(error));
            return;
        }
        let environment = self.environment.clone();
        let is_dropped = self.is_dropped.clone();
        pool.spawn(move || {
            if is_dropped.load(Ordering::Relaxed) {
                return;
            }
            let done = caught(|| environment.compile_here(&node));
            let failed = |problem| Err(CompileError::problem(node.name(), problem, Vec::new()));
            // the receiver is gone if the queue was dropped
            let _ = sender.send(done.unwrap_or_else(failed));
        });
    }

    /// Waits for the next result and takes it. Returns `None` if the queue is empty.
    pub fn pop(&mut self) -> Option<Compiled> {
        let (name, receiver) = self.waiting.pop_front()?;
        let done = receiver.recv().unwrap_or_else(|_| Err(lost(&name)));
        Some((name, done))
    }

    /// Works like [`Queue::pop`], but waits at most for `time`.
    ///
    /// # Errors
    /// Fails if the next catalog is not finished yet. It stays in the queue.
    pub fn pop_within(&mut self, time: Duration) -> Result<Option<Compiled>, NotYet> {
        let Some((name, receiver)) = self.waiting.front() else {
            return Ok(None);
        };
        let done = match receiver.recv_timeout(time) {
            Ok(done) => done,
            Err(RecvTimeoutError::Timeout) => return Err(NotYet),
            Err(RecvTimeoutError::Disconnected) => Err(lost(name)),
        };
        let taken = self.waiting.pop_front();
        Ok(taken.map(|(name, _)| (name, done)))
    }

    /// Returns the number of nodes in the queue.
    #[must_use]
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Returns true if the queue is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Returns true if the queue has enough nodes to keep all threads busy while results are taken.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.len() >= self.environment.pool().threads() * AHEAD_PER_THREAD
    }
}

/// Returns the error of a node whose thread was lost.
fn lost(node: &str) -> CompileError {
    CompileError::problem(node, "INTERNAL: a thread died".to_owned(), Vec::new())
}

impl Drop for Queue {
    fn drop(&mut self) {
        self.is_dropped.store(true, Ordering::Relaxed);
    }
}

/// The iterator of [`Environment::compile_many`]. Its items are the names of nodes with their
/// catalogs or errors.
pub struct Catalogs<I: Iterator<Item = Node>> {
    queue: Queue,
    nodes: std::iter::Fuse<I>,
}

impl<I: Iterator<Item = Node>> Catalogs<I> {
    pub(crate) fn new(environment: &Environment, nodes: I) -> Catalogs<I> {
        Catalogs {
            queue: environment.queue(),
            nodes: nodes.fuse(),
        }
    }

    fn fill(&mut self) {
        while !self.queue.is_full() {
            match self.nodes.next() {
                Some(node) => self.queue.push(node),
                None => return,
            }
        }
    }
}

impl<I: Iterator<Item = Node>> Iterator for Catalogs<I> {
    type Item = Compiled;

    fn next(&mut self) -> Option<Compiled> {
        self.fill();
        let done = self.queue.pop();
        // gives the threads work while the caller uses the result
        self.fill();
        done
    }
}
