//! Owns the options for showing the generated code: Cranelift's IR, assembly, and names for `perf`.

use mir::{BlockId, Kind, Temp, Ty};
use runtime::frame::Body;

/// The parts of the generated code that an engine records.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// The bodies whose Cranelift IR is recorded.
    pub clif: Option<Names>,
    /// The bodies whose assembly is recorded.
    pub asm: Option<Names>,
    /// True if the addresses of functions are recorded.
    pub symbols: bool,
    /// The step and bodies at which the compiler panics on purpose, for tests.
    pub panics: Option<(Step, Names)>,
}

/// A step of compilation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// MIR to Cranelift's IR, in the evaluation's thread.
    Lower,
    /// Cranelift's work, in the thread that compiles.
    Compile,
}

impl Watch {
    /// Panics if a test demands a panic at this step of a body.
    pub(crate) fn step(&self, now: Step, name: &str) {
        let asked = self.panics.as_ref();
        if asked.is_some_and(|(step, names)| *step == now && names.contains(name)) {
            panic!("as it was asked to");
        }
    }
}

/// A selection of the bodies to show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Names {
    /// All.
    All,
    /// Bodies of this name, with the lambdas and defaults inside them.
    Of(String),
}

impl Names {
    /// Returns true if a body is shown: `name` is its own name, or begins with it and ` in ` or
    /// `(`.
    pub fn contains(&self, name: &str) -> bool {
        match self {
            Names::All => true,
            Names::Of(wanted) => {
                let own = name.split([' ', '(']).next().unwrap_or(name);
                own == wanted
            }
        }
    }
}

/// A function in memory, for `perf`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// Its address.
    pub address: usize,
    /// Its bytes.
    pub size: usize,
    /// Its name.
    pub name: String,
}

/// Returns the name of a body: its own, `main` for the statements of a file, or its kind with its
/// line.
pub fn body_name(body: &Body<'_>) -> String {
    let function = body.mir;
    let what = match function.kind {
        Kind::Program => return "main".to_owned(),
        Kind::Template => return "template".to_owned(),
        _ if !function.name.is_empty() => return function.name.to_string(),
        Kind::Thunk => "thunk",
        Kind::Node => "node",
        _ => "lambda",
    };
    let line = body.source.line(function.at);
    format!("{what}:{line}")
}

/// Returns the name of code: the body's name, the types of its values, and the loop at which it
/// begins.
pub(crate) fn code_name(body: &Body<'_>, entry: BlockId, given: &[(Temp, Ty)]) -> String {
    let types: Vec<&str> = given.iter().map(|(_, ty)| ty.name()).collect();
    let name = body_name(body);
    match entry {
        BlockId(0) => format!("{name}({})", types.join(", ")),
        BlockId(block) => format!("{name} loop b{block}({})", types.join(", ")),
    }
}
