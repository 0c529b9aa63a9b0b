//! The options of the compiler tier.

use std::sync::Arc;

use catalog::environment::Environment;
use clap::{Args, ValueEnum};
use jit::{Engine, Mode};

/// When code is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum JitMode {
    /// Never.
    Off,
    /// What has run often.
    #[default]
    Auto,
    /// Every body before it runs.
    Always,
}

/// Options of the compiler tier.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct JitArguments {
    /// When code is compiled.
    #[arg(long, value_name = "MODE", default_value = "auto")]
    pub jit: JitMode,
    /// Entries of a body before it is compiled.
    #[arg(long, value_name = "N")]
    pub jit_threshold: Option<u32>,
    /// Shows on standard error what was compiled.
    #[arg(long)]
    pub jit_stats: bool,
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
    /// Options with a mode.
    pub fn of(mode: JitMode) -> JitArguments {
        JitArguments {
            jit: mode,
            ..JitArguments::default()
        }
    }

    /// Gives an environment its compiler.
    pub fn equip(&self, environment: &mut Environment) -> Option<Arc<Engine>> {
        let mode = match self.jit {
            JitMode::Off => return None,
            JitMode::Auto => Mode::Auto,
            JitMode::Always => Mode::Always,
        };
        let engine = Arc::new(Engine::new(mode, self.jit_threshold));
        environment.tier = Some(engine.clone());
        Some(engine)
    }

    /// Shows the statistics, when asked for.
    pub fn report(&self, engine: Option<&Engine>) {
        if !self.jit_stats {
            return;
        }
        let s = engine.map(Engine::statistics).unwrap_or_default();
        eprintln!(
            "jit: {} functions compiled, {} failed, {} bytes of code, {:.3} ms, the slowest {:.3} ms; \
             {} entries from the interpreter, {} loops entered, {} entries left to the interpreter",
            s.compiled,
            s.failed,
            s.bytes,
            s.nanos as f64 / 1e6,
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
