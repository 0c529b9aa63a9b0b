//! Owns the options of the compiler tier.

use std::sync::Arc;

use catalog::environment::Environment;
use jit::watch::Watch;
use jit::{Engine, Mode};

/// The time at which code is compiled to machine code. Results are the same in every mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Jit {
    /// Never: everything is interpreted.
    Off,
    /// Code that has run often is compiled by a background thread while the interpreter continues.
    #[default]
    Auto,
    /// Every body is compiled before it runs.
    Always,
}

/// Options of the compiler tier.
#[derive(Clone, Debug, Default)]
pub struct JitOptions {
    /// The time at which code is compiled.
    pub mode: Jit,
    /// The number of entries of a body before it is compiled; `None` for the default.
    pub threshold: Option<u32>,
    /// True if evaluation waits for code that is worth compiling, instead of interpreting
    /// meanwhile.
    pub waits: bool,
    /// True if entries are counted for [`Engine::statistics`].
    pub counts: bool,
    /// The parts of the generated code that are recorded.
    pub watch: Watch,
}

impl From<Jit> for JitOptions {
    fn from(mode: Jit) -> JitOptions {
        JitOptions {
            mode,
            ..JitOptions::default()
        }
    }
}

impl JitOptions {
    /// Attaches a compiler to an environment.
    pub fn equip(&self, environment: &mut Environment) -> Option<Arc<Engine>> {
        let mode = match self.mode {
            Jit::Off => return None,
            Jit::Auto => Mode::Auto,
            Jit::Always => Mode::Always,
        };
        let mut engine = Engine::new(mode, self.threshold).watched(self.watch.clone());
        if self.waits {
            engine = engine.waiting();
        }
        if self.counts {
            engine = engine.counting();
        }
        let engine = Arc::new(engine);
        environment.tier = Some(engine.clone());
        Some(engine)
    }
}
