//! Owns the threads that compile. Their stacks are deep enough for any code.
//!
//! Puppet allows a thousand nested calls, and data files may be nested too; the default stack of a
//! thread is too small even for simple cases. A deep stack only costs address space, because the
//! system provides memory when a call gets that deep.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::{fmt, io, process};

use runtime::limits;

/// The stack size of a thread that compiles. Deep recursion must end in an error instead of a stack
/// overflow.
pub const STACK_BYTES: usize = 1 << 30;
/// The stack size if there is not enough address space. Then fewer nested calls are possible than
/// in Puppet.
const STACK_BYTES_LEAST: usize = 64 << 20;
/// The maximum number of threads of a pool.
pub const THREADS_MAX: usize = 256;

/// A pool of threads that compile, shared by all its clones.
///
/// The threads end when the last clone is dropped. A pool does not survive `fork`: the child
/// process has no such threads, and compiling with the pool fails there.
#[derive(Clone)]
pub struct Pool {
    threads: Arc<rayon::ThreadPool>,
    /// The ID of the process that has the threads.
    process: u32,
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pool({} threads)", self.threads())
    }
}

impl Pool {
    /// Starts `threads` threads, at most 256. 0 means one for each processor.
    ///
    /// # Errors
    /// Fails if threads cannot be started.
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

    /// Runs `work` in a thread of the pool, and waits for it.
    ///
    /// # Errors
    /// Fails with the text of a panic, or with the limit that was exceeded.
    pub(crate) fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, String> {
        self.check()?;
        self.threads.install(|| caught(work))
    }

    /// Runs `work` in a thread of the pool without waiting for it.
    pub(crate) fn spawn(&self, work: impl FnOnce() + Send + 'static) {
        self.threads.spawn(work);
    }

    /// Checks that the threads belong to this process.
    ///
    /// # Errors
    /// Fails if this process is a fork of the one that has the threads.
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

/// Starts threads that compile. 0 means one for each processor.
///
/// # Errors
/// Fails if threads cannot be started.
pub fn pool(threads: usize) -> Result<rayon::ThreadPool, String> {
    let pool = |stack_bytes: usize| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|index| format!("catalogs-{index}"))
            .stack_size(stack_bytes)
            .start_handler(move |_| limits::begin_thread(stack_bytes))
            .build()
    };
    // a process with limited address space can use smaller stacks
    pool(STACK_BYTES)
        .or_else(|_| pool(STACK_BYTES_LEAST))
        .map_err(|error| format!("no threads that compile: {error}"))
}

/// Returns the result of `work`. A panic becomes an error.
///
/// # Errors
/// Fails with the text of the panic, or with the limit that was exceeded.
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
/// Fails with the text of a panic, or if there can be no such thread.
pub fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, String> {
    let mut work = Some(work);
    let mut once = || work.take().expect("the thread that starts runs it once")();
    on_stack(STACK_BYTES, &mut once)
        .or_else(|_| on_stack(STACK_BYTES_LEAST, &mut once))
        .unwrap_or_else(|error| Err(format!("no thread that evaluates: {error}")))
}

/// Runs `work` in a thread with the given stack size.
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
