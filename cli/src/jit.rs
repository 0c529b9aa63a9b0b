//! Owns the command line options of the compiler tier.

use std::sync::Arc;

use bunraku::{Jit, JitOptions};
use catalog::environment::Environment;
use clap::{Args, ValueEnum};
use jit::Engine;
use jit::watch::{Names, Step, Watch, body_name};
use runtime::frame::Body;

/// The values of `--jit`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum JitMode {
    /// Never.
    Off,
    /// After it has run often.
    #[default]
    Auto,
    /// Before it runs for the first time.
    Always,
}

/// Options of the compiler tier.
#[derive(Args, Clone, Debug, Default)]
pub struct JitArguments {
    /// Choose when code is compiled to machine code.
    #[arg(long, value_name = "MODE", default_value = "auto")]
    pub jit: JitMode,
    /// Compile a body after it has been entered this many times.
    #[arg(long, value_name = "N")]
    pub jit_threshold: Option<u32>,
    /// Wait until the compiled code is ready, instead of interpreting in the meantime.
    #[arg(long)]
    pub jit_wait: bool,
    /// Show statistics of the compiled code on standard error.
    #[arg(long)]
    pub jit_stats: bool,
    /// Show the code of the run on standard error at this stage: mir, bytecode, clif or asm. With a
    /// NAME (main, or a function, class or define), show only that body.
    #[arg(long, value_name = "STAGE[:NAME]", value_parser = parse_dump)]
    pub dump: Vec<Dump>,
    /// Make the compiler panic at a step (lower or compile), to test the effects of a panic. With a
    /// NAME, it panics only for that body.
    #[arg(long, value_name = "STEP[:NAME]", value_parser = parse_panic, hide = true)]
    pub jit_panic: Option<(Step, Names)>,
    /// Write the names of compiled code to /tmp/perf-PID.map, for `perf`.
    #[arg(long)]
    pub perf_map: bool,
}

/// A form of code that `--dump` shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The result of lowering.
    Mir,
    /// The code that the interpreter runs.
    Bytecode,
    /// Cranelift's IR of compiled code.
    Clif,
    /// The assembly of compiled code.
    Asm,
}

/// The value of `--dump`: a stage, and the bodies to show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dump {
    stage: Stage,
    names: Names,
}

/// Splits `WHAT` or `WHAT:NAME`.
fn split_names(text: &str) -> (&str, Names) {
    match text.split_once(':') {
        Some((what, name)) => (what, Names::Of(name.trim_start_matches("::").to_owned())),
        None => (text, Names::All),
    }
}

fn parse_panic(text: &str) -> Result<(Step, Names), String> {
    match split_names(text) {
        ("lower", names) => Ok((Step::Lower, names)),
        ("compile", names) => Ok((Step::Compile, names)),
        _ => Err("expected lower or compile".to_owned()),
    }
}

fn parse_dump(text: &str) -> Result<Dump, String> {
    let (stage, names) = split_names(text);
    let stage = match stage {
        "mir" => Stage::Mir,
        "bytecode" => Stage::Bytecode,
        "clif" => Stage::Clif,
        "asm" => Stage::Asm,
        _ => return Err("expected mir, bytecode, clif or asm".to_owned()),
    };
    Ok(Dump { stage, names })
}

impl From<conformance::engine::Jit> for JitMode {
    fn from(mode: conformance::engine::Jit) -> JitMode {
        match mode {
            conformance::engine::Jit::Off => JitMode::Off,
            conformance::engine::Jit::Auto => JitMode::Auto,
            conformance::engine::Jit::Always => JitMode::Always,
        }
    }
}

impl JitArguments {
    /// Returns the default options with another mode.
    pub fn of(mode: JitMode) -> JitArguments {
        JitArguments {
            jit: mode,
            ..JitArguments::default()
        }
    }

    /// Converts the arguments to the options of the library.
    pub fn options(&self) -> JitOptions {
        let names = |stage: Stage| {
            let dump = self.dump.iter().find(|dump| dump.stage == stage);
            dump.map(|dump| dump.names.clone())
        };
        JitOptions {
            mode: match self.jit {
                JitMode::Off => Jit::Off,
                JitMode::Auto => Jit::Auto,
                JitMode::Always => Jit::Always,
            },
            threshold: self.jit_threshold,
            waits: self.jit_wait,
            counts: self.jit_stats,
            watch: Watch {
                clif: names(Stage::Clif),
                asm: names(Stage::Asm),
                symbols: self.perf_map,
                panics: self.jit_panic.clone(),
            },
        }
    }

    /// Attaches a compiler to an environment.
    pub fn equip(&self, environment: &mut Environment) -> Option<Arc<Engine>> {
        self.options().equip(environment)
    }

    /// Prints the code and the statistics that the command line requests, and writes the map for
    /// `perf`.
    pub fn report(&self, environment: &Environment, engine: Option<&Engine>) {
        for dump in &self.dump {
            match dump.stage {
                Stage::Mir | Stage::Bytecode => {
                    eprint!("{}", loaded_code(environment, dump));
                }
                Stage::Clif | Stage::Asm => {}
            }
        }
        if let Some(engine) = engine {
            if self.perf_map || self.jit_stats || !self.dump.is_empty() {
                engine.settle();
            }
            let (text, symbols) = engine.listing();
            eprint!("{text}");
            if self.perf_map {
                write_perf_map(&symbols);
            }
        }
        self.report_statistics(engine);
    }

    fn report_statistics(&self, engine: Option<&Engine>) {
        if !self.jit_stats {
            return;
        }
        let s = engine.map(Engine::statistics).unwrap_or_default();
        eprintln!(
            "jit: {} bodies and loops compiled, {} failed, {} by panics; {} functions, {} bytes of code, {:.3} ms, \
             95 % within {:.3} ms, the slowest {:.3} ms; {} entries from the interpreter, \
             {} loops entered, {} entries left to the interpreter",
            s.compiled,
            s.failed,
            s.panicked,
            s.functions,
            s.bytes,
            s.nanos as f64 / 1e6,
            s.usual as f64 / 1e6,
            s.slowest as f64 / 1e6,
            s.entered,
            s.loops,
            s.interpreted,
        );
        if let Some(problem) = engine.and_then(Engine::problem) {
            eprintln!("jit: {problem}");
        }
    }
}

/// Returns the code of the loaded files: MIR, or the bytecode of the bodies that the interpreter
/// ran. Includes bodies inside other bodies.
fn loaded_code(environment: &Environment, dump: &Dump) -> String {
    let mut out = String::new();
    for unit in environment.loaded() {
        let definitions = unit.definitions().map(|(_, body)| body);
        for body in std::iter::once(unit.program()).chain(definitions) {
            let name = body_name(body);
            if !dump.names.contains(&name) {
                continue;
            }
            match dump.stage {
                Stage::Bytecode => show_bytecode(body, &name, &mut out),
                _ => mir::text::print(body.mir, &name, &mut out),
            }
        }
    }
    out
}

fn show_bytecode(body: &Body<'_>, name: &str, out: &mut String) {
    if let Some(code) = body.bytecode.get() {
        code.print(body.mir, name, out);
    }
    for (index, inner) in body.inner.iter().enumerate() {
        show_bytecode(inner, &format!("{name}.{index}"), out);
    }
}

/// Writes a line for each function: address, size, name.
fn write_perf_map(symbols: &[jit::watch::Symbol]) {
    let line = |s: &jit::watch::Symbol| format!("{:x} {:x} puppet:{}\n", s.address, s.size, s.name);
    let text: String = symbols.iter().map(line).collect();
    let path = format!("/tmp/perf-{}.map", std::process::id());
    if let Err(error) = std::fs::write(&path, text) {
        eprintln!("Warning: {path}: {error}");
    }
}
