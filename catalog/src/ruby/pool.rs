//! Owns the pool of Ruby processes. Each process serves one compilation at a time and forks a child
//! for it, so that no compilation sees effects of another one's code.

use std::cell::{Cell, RefCell};
use std::sync::{Mutex, PoisonError};

use ruby::{Document, Worker, WorkerError};
use runtime::{limits, profile};

use super::message::{Begin, Request};
use crate::environment::Environment;
use crate::environment::ruby_code::Mode;

/// Processes that are idle.
static IDLE: Mutex<Vec<Worker>> = Mutex::new(Vec::new());

/// The environment variable that names the Ruby program, and the default program.
const PROGRAM: (&str, &str) = ("BUNRAKU_RUBY", "ruby");

fn idle() -> std::sync::MutexGuard<'static, Vec<Worker>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the idle processes and everything that their code has started. If a program exits without
/// calling this, the processes end by themselves a moment later.
pub fn end_processes() {
    idle().clear();
}

/// Reads a frame, limited to a quarter of the memory limit because its values take several times
/// its size.
fn receive(worker: &mut Worker) -> Result<Vec<u8>, WorkerError> {
    worker.receive(limits::memory() / 4, limits::is_late)
}

/// Takes an idle process or starts one, and tells it about the environment and the node.
fn take(environment: &Environment, node: &str) -> Result<Worker, WorkerError> {
    let state = Begin { environment, node };
    let greeting = Request::Begin { state }.frame();
    let begin = |mut worker: Worker| {
        worker.send(&greeting, limits::is_late)?;
        receive(&mut worker)?;
        Ok(worker)
    };
    let waiting = idle().pop();
    if let Some(mut worker) = waiting {
        // an idle process reports when its last compilation has ended; a process that has died is
        // skipped
        let is_ready = receive(&mut worker).is_ok();
        if let Some(worker) = is_ready.then(|| begin(worker)).and_then(Result::ok) {
            return Ok(worker);
        }
    }
    begin(Worker::start(&program(), limits::is_late)?)
}

/// Returns the program that runs Ruby code: the value of `BUNRAKU_RUBY`, or else `ruby`.
pub fn program() -> String {
    std::env::var(PROGRAM.0).unwrap_or_else(|_| PROGRAM.1.to_owned())
}

/// The process of one compilation, taken when first needed. On drop it becomes idle again if no
/// request is open.
#[derive(Default)]
pub(super) struct Process {
    worker: RefCell<Option<Worker>>,
    /// The number of nested requests in progress.
    open: Cell<u32>,
}

impl Process {
    /// Takes a process unless this compilation has one.
    ///
    /// # Errors
    /// Fails if no process can be started.
    pub fn start(&self, environment: &Environment, node: &str) -> Result<(), WorkerError> {
        if environment.ruby == Mode::Off {
            return Err(WorkerError::Forbidden);
        }
        let mut worker = self.worker.borrow_mut();
        if worker.is_none() {
            let _frame = profile::named(profile::Kind::Process, "start");
            *worker = Some(take(environment, node)?);
        }
        Ok(())
    }

    /// Returns true if this compilation has a process.
    pub fn is_running(&self) -> bool {
        self.worker.borrow().is_some()
    }

    /// Counts a request that begins.
    pub fn begin(&self) {
        self.open.set(self.open.get() + 1);
    }

    /// Counts a request that has ended.
    pub fn end(&self) {
        self.open.set(self.open.get().saturating_sub(1));
    }

    /// Sends a frame.
    ///
    /// # Errors
    /// Fails if the process is lost.
    pub fn send(&self, frame: &[u8]) -> Result<(), WorkerError> {
        self.with(|worker| worker.send(frame, limits::is_late))
    }

    /// Waits for a frame.
    ///
    /// # Errors
    /// Fails if the process is lost or the time limit has passed.
    pub fn receive(&self) -> Result<Document, WorkerError> {
        self.with(|worker| {
            let frame = receive(worker)?;
            Document::read(&frame).map_err(WorkerError::Broken)
        })
    }

    /// Runs `work` on the process. After an error the process is dropped and no request counts as
    /// open.
    fn with<T>(
        &self,
        work: impl FnOnce(&mut Worker) -> Result<T, WorkerError>,
    ) -> Result<T, WorkerError> {
        let mut process = self.worker.borrow_mut();
        let result = match &mut *process {
            Some(worker) => work(worker),
            None => Err(WorkerError::Ended(String::new())),
        };
        if result.is_err() {
            *process = None;
            self.open.set(0);
        }
        result
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.open.get() > 0 {
            return;
        }
        if let Some(mut worker) = self.worker.take()
            && worker
                .send(&Request::End {}.frame(), limits::is_late)
                .is_ok()
        {
            idle().push(worker);
        }
    }
}
