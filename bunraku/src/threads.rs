//! Threads that compile, whose stacks are deep enough for any code.
//!
//! Puppet allows a thousand calls inside each other, and data files nest: the stack of a usual
//! thread is too small for the least of them. Stacks cost address space only; memory is taken when
//! a call gets so deep.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::{fmt, io, process};

use runtime::limits;

/// Stack of a thread that compiles: deep recursion must end in an error of its own.
pub const STACK_BYTES: usize = 1 << 30;
/// The same where there is no room for that: calls are not as deep as Puppet allows then.
const STACK_BYTES_LEAST: usize = 64 << 20;
/// Threads of a pool, at most.
pub const THREADS_MAX: usize = 256;

/// Threads that compile, shared by all that hold a clone.
///
/// They end when the last clone is dropped. A pool does not survive `fork`: in the child process
/// there are no threads, and whoever compiles with the pool is told so.
#[derive(Clone)]
pub struct Pool {
    threads: Arc<rayon::ThreadPool>,
    /// The process that has the threads.
    process: u32,
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pool({} threads)", self.threads())
    }
}

impl Pool {
    /// Starts so many threads, 256 at most; 0: as many as there are processors.
    ///
    /// # Errors
    /// Why there are none.
    pub fn new(threads: usize) -> Result<Pool, String> {
        Ok(Pool {
            threads: Arc::new(pool(threads.min(THREADS_MAX))?),
            process: process::id(),
        })
    }

    /// Returns the number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads.current_num_threads()
    }

    /// Does `work` in a thread of the pool, and waits for it.
    ///
    /// # Errors
    /// The text of a panic, or the limit that the work met.
    pub(crate) fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, String> {
        self.check()?;
        self.threads.install(|| caught(work))
    }

    /// Does `work` in a thread of the pool, and does not wait for it.
    pub(crate) fn spawn(&self, work: impl FnOnce() + Send + 'static) {
        self.threads.spawn(work);
    }

    /// # Errors
    /// The process is a fork of the one that has the threads.
    pub(crate) fn check(&self) -> Result<(), String> {
        match process::id() == self.process {
            true => Ok(()),
            false => Err(
                "the environment was opened before this process was forked: open it again"
                    .to_owned(),
            ),
        }
    }
}

/// Starts threads that compile; 0: as many as there are processors.
///
/// # Errors
/// Why there are none.
pub fn pool(threads: usize) -> Result<rayon::ThreadPool, String> {
    let pool = |stack_bytes: usize| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|index| format!("catalogs-{index}"))
            .stack_size(stack_bytes)
            .start_handler(move |_| limits::begin_thread(stack_bytes))
            .build()
    };
    // a process that may not have so much can do with less
    pool(STACK_BYTES)
        .or_else(|_| pool(STACK_BYTES_LEAST))
        .map_err(|error| format!("no threads that compile: {error}"))
}

/// The result of `work`; a panic becomes an error that does not reach further.
///
/// # Errors
/// The text of the panic, or the limit that it met.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let done = catch_unwind(AssertUnwindSafe(|| limits::guarded(work)));
    let within_limits = done.map_err(|cause| {
        let text = cause.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| cause.downcast_ref::<&str>().copied());
        format!("INTERNAL: panic: {}", text.unwrap_or("without a text"))
    })?;
    within_limits.map_err(|exceeded| exceeded.error().text(false))
}

/// Runs `work` in a thread whose stack is deep enough for any code.
///
/// # Errors
/// The text of a panic, or why there is no such thread.
pub fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, String> {
    let mut work = Some(work);
    let mut once = || work.take().expect("the thread that starts runs it once")();
    on_stack(STACK_BYTES, &mut once)
        .or_else(|_| on_stack(STACK_BYTES_LEAST, &mut once))
        .unwrap_or_else(|error| Err(format!("no thread that evaluates: {error}")))
}

/// Runs `work` in a thread with so large a stack, if there is one.
fn on_stack<T: Send>(
    stack_bytes: usize,
    work: &mut (dyn FnMut() -> T + Send),
) -> io::Result<Result<T, String>> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(stack_bytes)
            .spawn_scoped(scope, || {
                limits::begin_thread(stack_bytes);
                caught(work)
            })?;
        let done = thread.join();
        Ok(done.unwrap_or_else(|_| Err("INTERNAL: a thread died".to_owned())))
    })
}
