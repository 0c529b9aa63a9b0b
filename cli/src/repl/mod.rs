//! `bunraku repl`: evaluates statements one after the other in one compilation, which keeps
//! variables, functions and classes.
//!
//! [`editor`] reads entries from a terminal or a pipe, and [`session`] evaluates them. Ctrl-C ends
//! the current evaluation, not the session.

mod command;
mod editor;
mod names;
mod output;
mod session;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use catalog::compile;
use catalog::environment::Main;
use catalog::watchdog;
use clap::Args;

use editor::Editor;
use session::{Session, SessionEnd};

use crate::interrupt::{self, EndSignal};
use crate::{engine, eval};

/// Evaluate code interactively, line by line
#[derive(Args, Debug)]
pub struct Arguments {
    /// The node and its data
    #[command(flatten)]
    pub node: eval::NodeArguments,
}

/// Prepares for signals. Must run before the process has a second thread.
pub fn begin() {
    if io::stdin().is_terminal() {
        interrupt::block(&[EndSignal::Interrupt]);
    }
}

/// Runs `bunraku repl`.
pub fn execute(arguments: &Arguments) -> ExitCode {
    match engine::on_deep_stack(|| run(arguments)).and_then(|inner| inner) {
        // errors count only for a script: on a terminal the user has seen them
        Ok(is_fine) => ExitCode::from(u8::from(!is_fine && !io::stdin().is_terminal())),
        Err(message) => {
            // if standard error is closed, the error cannot be reported
            let _ = writeln!(io::stderr(), "Error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<bool, String> {
    let watch = arguments.node.inputs.limits.begin();
    let main = match &arguments.node.inputs.manifest {
        Some(_) => None,
        None => Some(Main::Text {
            path: None,
            code: Vec::new(),
        }),
    };
    let opened = arguments.node.open(main)?;
    if io::stdin().is_terminal() {
        interrupt::listen(&[EndSignal::Interrupt], |_| watchdog::interrupt());
    }
    // each entry has its own limit of time
    drop(watch);
    let mut editor = Editor::new()?;
    let mut is_fine = true;
    loop {
        let session = Session {
            editor: &mut editor,
            completes: io::stdin().is_terminal(),
            is_fine: &mut is_fine,
        };
        let ended = compile::compile_unwatched(&opened.environment, &opened.node, session)?;
        if let SessionEnd::Input = ended {
            return Ok(is_fine);
        }
    }
}
