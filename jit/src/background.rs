//! Owns the thread that compiles for all engines, while evaluations continue in the interpreter.
//!
//! Tasks are done in the order in which they were submitted, so code refers only to code that was
//! compiled before.

use std::sync::mpsc::{Sender, channel};
use std::sync::{LazyLock, Mutex, PoisonError, Weak};
use std::thread;

use crate::engine::Shared;
use crate::linker::Batch;

/// Bytes of the thread's stack.
const STACK_BYTES: usize = 64 << 20;

/// A version to be compiled.
pub(crate) struct Task {
    /// Its engine. The task is skipped if the engine no longer exists.
    pub engine: Weak<Shared>,
    /// The functions that it needs.
    pub batch: Batch,
    /// Its index among the versions of the engine.
    pub version: usize,
}

static THREAD: LazyLock<Option<Mutex<Sender<Task>>>> = LazyLock::new(|| {
    let (sender, tasks) = channel::<Task>();
    let work = move || tasks.into_iter().for_each(Task::run);
    let builder = thread::Builder::new().name("compiler".to_owned());
    let thread = builder.stack_size(STACK_BYTES).spawn(work);
    thread.ok().map(|_| Mutex::new(sender))
});

impl Task {
    /// Submits the task to the thread. Returns it if there is no thread.
    pub fn submit(self) -> Result<(), Task> {
        let Some(sender) = &*THREAD else {
            return Err(self);
        };
        let sender = sender.lock().unwrap_or_else(PoisonError::into_inner);
        sender.send(self).map_err(|unsent| unsent.0)
    }

    fn run(self) {
        let Some(engine) = self.engine.upgrade() else {
            return;
        };
        let (batch, version) = (self.batch, self.version);
        engine.finish(version, batch.compile(&engine.watch, &engine.counts));
    }
}
