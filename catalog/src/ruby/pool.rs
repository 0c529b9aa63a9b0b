//! The Ruby processes of an environment. Each knows the code of one snapshot, and serves one
//! compilation at a time.

use std::cell::{Cell, RefCell};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use ruby::{Document, Fault, Worker, Writer};
use runtime::limits;

use crate::environment::Environment;

/// A process, and how many values it was given to keep.
struct Started {
    worker: Worker,
    handles: i64,
}

/// Processes that nobody uses at the moment.
#[derive(Default)]
pub struct Pool {
    idle: Mutex<Vec<Started>>,
}

/// The program, unless the environment variable of that name says otherwise.
const PROGRAM: (&str, &str) = ("BUNRAKU_RUBY", "ruby");

impl Pool {
    /// The one for templates of environments that have no other code in Ruby.
    pub fn shared() -> Arc<Pool> {
        static SHARED: LazyLock<Arc<Pool>> = LazyLock::new(Arc::default);
        SHARED.clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Started>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A process that knows the environment.
    fn take(&self, environment: &Environment, node: &str) -> Result<Started, Fault> {
        let idle = self.lock().pop();
        let mut started = match idle {
            Some(started) => started,
            None => {
                let program = std::env::var(PROGRAM.0);
                let program = program.as_deref().unwrap_or(PROGRAM.1);
                Started {
                    worker: Worker::start(program, environment.settings.max_memory as u64)?,
                    handles: 0,
                }
            }
        };
        started.worker.send(&greeting(environment, node))?;
        started.worker.receive(limits::is_late)?;
        Ok(started)
    }
}

/// The process of one compilation, once it needs one. Goes back to its pool when nothing is open.
#[derive(Default)]
pub(super) struct Process {
    pool: RefCell<Option<Arc<Pool>>>,
    started: RefCell<Option<Started>>,
    /// How many requests are being worked on, one inside the other.
    open: Cell<u32>,
    /// The number of the first value that this compilation keeps.
    first: Cell<i64>,
}

impl Process {
    /// Starts it unless it runs.
    ///
    /// # Errors
    /// It can't be started.
    pub fn start(&self, environment: &Environment, node: &str) -> Result<(), Fault> {
        let mut process = self.started.borrow_mut();
        if process.is_none() {
            let pool = environment.ruby();
            let started = pool.take(environment, node)?;
            self.pool.replace(Some(pool.clone()));
            self.first.set(started.handles);
            *process = Some(started);
        }
        Ok(())
    }

    /// The number of the first value that this compilation keeps.
    pub fn first(&self) -> i64 {
        self.first.get()
    }

    /// The number for one more value to keep.
    pub fn number(&self) -> i64 {
        match &mut *self.started.borrow_mut() {
            Some(started) => {
                started.handles += 1;
                started.handles - 1
            }
            None => -1,
        }
    }

    /// A request begins.
    pub fn begin(&self) {
        self.open.set(self.open.get() + 1);
    }

    /// A request has ended.
    pub fn end(&self) {
        self.open.set(self.open.get().saturating_sub(1));
    }

    /// Sends a frame.
    ///
    /// # Errors
    /// The process is lost.
    pub fn say(&self, frame: &[u8]) -> Result<(), Fault> {
        self.with(|worker| worker.send(frame))
    }

    /// Waits for a frame.
    ///
    /// # Errors
    /// The process is lost, or it is too late.
    pub fn hear(&self) -> Result<Document, Fault> {
        self.with(|worker| {
            let frame = worker.receive(limits::is_late)?;
            Document::read(&frame).map_err(Fault::Broken)
        })
    }

    /// Without its process nothing is open any longer.
    fn with<T>(&self, work: impl FnOnce(&mut Worker) -> Result<T, Fault>) -> Result<T, Fault> {
        let mut process = self.started.borrow_mut();
        let result = match &mut *process {
            Some(started) => work(&mut started.worker),
            None => Err(Fault::Ended(String::new())),
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
        if let Some(started) = self.started.take().filter(|_| self.open.get() == 0)
            && let Some(pool) = self.pool.take()
        {
            pool.lock().push(started);
        }
    }
}

/// What a process is told of the environment and the node before a compilation.
fn greeting(environment: &Environment, node: &str) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.array(2);
    writer.symbol("begin");
    writer.hash(7);
    let text = |writer: &mut Writer, name: &str, text: &str| {
        writer.symbol(name);
        writer.string(text);
    };
    text(&mut writer, "environment", &environment.name);
    text(&mut writer, "manifest", &environment.manifest);
    text(&mut writer, "certname", node);
    writer.symbol("module_path");
    writer.array(environment.module_path.len());
    for folder in &environment.module_path {
        writer.string(folder);
    }
    writer.symbol("lib");
    let folders: Vec<String> = environment.ruby_folders().collect();
    writer.array(folders.len());
    for folder in &folders {
        writer.string(folder);
    }
    writer.symbol("modules");
    let mut modules: Vec<_> = environment.modules().collect();
    modules.sort_by(|a, b| a.name.cmp(&b.name));
    writer.array(modules.len());
    for module in modules {
        writer.array(2);
        writer.string(&module.name);
        writer.string(&module.path);
    }
    writer.symbol("settings");
    let settings = &environment.settings.other;
    writer.hash(settings.len());
    for (name, value) in settings {
        writer.symbol(name);
        writer.string(value);
    }
    writer.finish()
}
