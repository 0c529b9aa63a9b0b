//! The extension module of the Python package: the crate `bunraku` with Python values, and the
//! command.
//!
//! It does not know the public classes, which are written in Python around it.

mod value;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bunraku::{Jit, Limits, LogLine, Pool, RubyMode};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use serde_json::Value;

// compilation allocates much memory, and the system's allocator is slow
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The time between two checks whether Python was interrupted.
const LOOK: Duration = Duration::from_millis(50);

/// The file, the line and the column.
type Place = (Option<String>, Option<u32>, Option<u32>);
/// The level, the source, the message, the place, and the whole line in Puppet's form.
type Line = (String, String, String, Place, String);

fn place(place: &bunraku::Place) -> Place {
    (place.file.clone(), place.line, place.column)
}

fn lines(log: &[LogLine]) -> Vec<Line> {
    let line = |line: &LogLine| {
        (
            line.level().name().to_owned(),
            line.source().to_owned(),
            line.message().to_owned(),
            place(line.place()),
            line.to_string(),
        )
    };
    log.iter().map(line).collect()
}

/// A catalog.
#[pyclass(frozen)]
struct Compiled {
    json: Vec<u8>,
    exported: Vec<u8>,
    #[pyo3(get)]
    log: Vec<Line>,
}

#[pymethods]
impl Compiled {
    #[getter]
    fn json<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.json)
    }

    #[getter]
    fn exported<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.exported)
    }
}

/// The error of a node without a catalog.
#[pyclass(frozen, get_all)]
struct Failure {
    code: Option<String>,
    message: String,
    shown: String,
    place: Place,
    calls: Vec<Place>,
    log: Vec<Line>,
}

/// An environment.
#[pyclass(frozen)]
struct Environment(bunraku::Environment);

#[pymethods]
impl Environment {
    #[new]
    fn new(py: Python<'_>, options: &Bound<'_, PyDict>) -> PyResult<Environment> {
        let builder = builder(options)?;
        let opened = py.detach(|| builder.open());
        opened
            .map(Environment)
            .map_err(|error| PyValueError::new_err(error.to_string()))
    }

    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    #[getter]
    fn threads(&self) -> usize {
        self.0.pool().threads()
    }

    /// Returns a queue whose nodes are compiled by `jobs` threads.
    fn queue(&self, jobs: Option<usize>) -> PyResult<Queue> {
        let environment = match jobs {
            Some(jobs) if jobs != self.0.pool().threads() => {
                let pool = Pool::new(jobs).map_err(PyValueError::new_err)?;
                self.0.with_pool(&pool)
            }
            _ => self.0.clone(),
        };
        Ok(Queue(Mutex::new(environment.queue())))
    }
}

/// Nodes whose catalogs are compiled in the background.
#[pyclass(frozen)]
struct Queue(Mutex<bunraku::Queue>);

impl Queue {
    fn lock(&self) -> MutexGuard<'_, bunraku::Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Queue {
    #[getter]
    fn is_full(&self, py: Python<'_>) -> bool {
        py.detach(|| self.lock().is_full())
    }

    fn push(&self, py: Python<'_>, node: &Bound<'_, PyDict>) -> PyResult<()> {
        let node = self::node(node)?;
        py.detach(|| self.lock().push(node));
        Ok(())
    }

    /// Waits for the next node. Returns its name and its result, or `None` if the queue is empty.
    fn pop<'py>(&self, py: Python<'py>) -> PyResult<Option<(String, Bound<'py, PyAny>)>> {
        loop {
            match py.detach(|| self.lock().pop_within(LOOK)) {
                Ok(None) => return Ok(None),
                Ok(Some((name, done))) => return Ok(Some((name, result(py, done)?))),
                Err(bunraku::NotYet) => py.check_signals()?,
            }
        }
    }
}

fn result<'py>(
    py: Python<'py>,
    done: Result<bunraku::Catalog, bunraku::CompileError>,
) -> PyResult<Bound<'py, PyAny>> {
    match done {
        Ok(catalog) => {
            let compiled = Compiled {
                log: lines(catalog.log()),
                exported: catalog.exported_json().to_vec(),
                json: catalog.into_json(),
            };
            Ok(Bound::new(py, compiled)?.into_any())
        }
        Err(error) => {
            let failure = Failure {
                code: error.code().map(str::to_owned),
                message: error.message().to_owned(),
                shown: error.to_string(),
                place: place(error.place()),
                calls: error.calls().iter().map(place).collect(),
                log: lines(error.log()),
            };
            Ok(Bound::new(py, failure)?.into_any())
        }
    }
}

/// The options of an environment. Each has a default.
struct KeywordArguments<'a, 'py>(&'a Bound<'py, PyDict>);

impl<'a, 'py> KeywordArguments<'a, 'py> {
    fn get<T: FromPyObjectOwned<'py>>(&self, name: &str) -> PyResult<Option<T>> {
        match self.0.get_item(name)? {
            Some(value) if !value.is_none() => match value.extract() {
                Ok(value) => Ok(Some(value)),
                Err(error) => {
                    let error: PyErr = error.into();
                    Err(PyTypeError::new_err(format!("{name}: {error}")))
                }
            },
            _ => Ok(None),
        }
    }

    /// Converts the Python value of an option to JSON.
    fn json(&self, name: &str) -> PyResult<Value> {
        match self.0.get_item(name)? {
            Some(value) => value::json(&value, name),
            None => Ok(Value::Null),
        }
    }
}

fn node(fields: &Bound<'_, PyDict>) -> PyResult<bunraku::Node> {
    let given = KeywordArguments(fields);
    let name: String = given.get("name")?.unwrap_or_default();
    let node = bunraku::Node::new(name)
        .facts(given.json("facts")?)
        .trusted(given.json("trusted")?)
        .server_facts(given.json("server_facts")?)
        .classes(given.json("classes")?)
        .parameters(given.json("parameters")?);
    Ok(match given.get::<String>("environment")? {
        Some(environment) => node.environment(environment),
        None => node,
    })
}

fn builder(options: &Bound<'_, PyDict>) -> PyResult<bunraku::EnvironmentBuilder> {
    let given = KeywordArguments(options);
    let mut builder = match (
        given.get::<PathBuf>("folder")?,
        given.get::<String>("code")?,
    ) {
        (Some(folder), None) => bunraku::Environment::builder(folder),
        (Some(folder), Some(code)) => bunraku::Environment::builder(folder).code(code),
        (None, Some(code)) => bunraku::Environment::of_code(code),
        (None, None) => match given.get::<PathBuf>("manifest")? {
            Some(_) => bunraku::Environment::of_code(""),
            None => {
                return Err(PyValueError::new_err("give a folder, a manifest or code"));
            }
        },
    };
    if let Some(name) = given.get::<String>("name")? {
        builder = builder.name(name);
    }
    if let Some(path) = given.get::<PathBuf>("manifest")? {
        builder = builder.manifest(path);
    }
    if let Some(folders) = given.get::<Vec<PathBuf>>("modulepath")? {
        let text = |folder: PathBuf| folder.to_string_lossy().into_owned();
        builder = builder.modulepath(folders.into_iter().map(text));
    }
    if let Some(file) = given.get::<PathBuf>("hiera_config")? {
        builder = builder.hiera_config(file);
    }
    if let Value::Object(settings) = given.json("settings")? {
        builder = settings
            .into_iter()
            .fold(builder, |builder, (name, value)| {
                builder.setting(name, value)
            });
    }
    if let Some(path) = given.get::<PathBuf>("exported_from")? {
        builder = builder.exported_from(path);
    }
    if given.get("redact_secrets")? == Some(true) {
        builder = builder.redact_secrets();
    }
    if given.get("reuse_commands")? == Some(true) {
        builder = builder.reuse_commands();
    }
    builder = builder
        .ruby(ruby(&given)?)
        .jit(jit(&given)?)
        .limits(limits(&given)?);
    Ok(builder.threads(given.get("threads")?.unwrap_or(0)))
}

fn ruby(given: &KeywordArguments<'_, '_>) -> PyResult<RubyMode> {
    match given.get::<String>("ruby")?.as_deref() {
        None | Some("auto") => Ok(RubyMode::Auto),
        Some("process") => Ok(RubyMode::Process),
        Some("off") => Ok(RubyMode::Off),
        Some(other) => Err(PyValueError::new_err(format!(
            "ruby: expected 'auto', 'process' or 'off', not '{other}'"
        ))),
    }
}

fn jit(given: &KeywordArguments<'_, '_>) -> PyResult<Jit> {
    match given.get::<String>("jit")?.as_deref() {
        None | Some("auto") => Ok(Jit::Auto),
        Some("off") => Ok(Jit::Off),
        Some("always") => Ok(Jit::Always),
        Some(other) => Err(PyValueError::new_err(format!(
            "jit: expected 'off', 'auto' or 'always', not '{other}'"
        ))),
    }
}

fn limits(given: &KeywordArguments<'_, '_>) -> PyResult<Limits> {
    let usual = Limits::default();
    let time = match given.get::<f64>("seconds")? {
        Some(seconds) => Some(
            Duration::try_from_secs_f64(seconds)
                .map_err(|error| PyValueError::new_err(format!("seconds: {error}")))?,
        ),
        None => None,
    };
    Ok(Limits {
        calls: given.get("calls")?.unwrap_or(usual.calls),
        memory_bytes: given.get("memory_bytes")?.unwrap_or(usual.memory_bytes),
        time,
    })
}

/// Runs the command of these arguments, of which the first is the program's name. Returns its exit
/// status.
#[pyfunction]
fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    let status = py.detach(|| cli::run(arguments));
    // the standard library has no function that returns the number of an exit code
    let is_it = |number: &u8| ExitCode::from(*number) == status;
    (0..=u8::MAX).find(is_it).unwrap_or(1)
}

#[pymodule]
fn _bunraku(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Compiled>()?;
    module.add_class::<Failure>()?;
    module.add_class::<Environment>()?;
    module.add_class::<Queue>()?;
    module.add_function(wrap_pyfunction!(command, module)?)
}
