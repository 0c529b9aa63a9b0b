//! When code is compiled to machine code.

use std::sync::Arc;

use catalog::environment::Environment;
use jit::watch::Watch;
use jit::{Engine, Mode};

/// When code is compiled to machine code. Results are the same in every mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Jit {
    /// Never: everything is interpreted.
    Off,
    /// Code that has run often, by a thread of the process while the interpreter goes on.
    #[default]
    Auto,
    /// Every body before it runs.
    Always,
}

/// Options of the compiler tier.
#[derive(Clone, Debug, Default)]
pub struct JitOptions {
    /// When code is compiled.
    pub mode: Jit,
    /// Entries of a body before it is compiled; the usual number when not given.
    pub threshold: Option<u32>,
    /// Whether evaluation waits for code that is worth compiling, instead of interpreting meanwhile.
    pub waits: bool,
    /// Whether entries are counted, for [`Engine::statistics`].
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
    /// Gives an environment its compiler.
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
