//! Runs commands that end with this process.

use std::process::{self, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fs, io};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// The process ID of the command that is running.
static RUNNING: Mutex<Option<u32>> = Mutex::new(None);

fn running() -> MutexGuard<'static, Option<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a command. A signal that ends this process ends the command too.
///
/// # Errors
/// Fails if the command cannot be started.
pub fn run(command: &mut Command) -> io::Result<process::Output> {
    let child = command.spawn()?;
    *running() = Some(child.id());
    let output = child.wait_with_output();
    *running() = None;
    output
}

/// Ends the command that is running, if there is one.
pub fn end() {
    let child = *running();
    if let Some(child) = child {
        // the command may have ended already
        end_tree(child);
    }
}

/// Ends a process and all processes that it has started. A shell would end without its commands
/// otherwise. They share our process group, so that they can ask for passwords on the terminal.
fn end_tree(process: u32) {
    let children = fs::read_to_string(format!("/proc/{process}/task/{process}/children"));
    for child in children.unwrap_or_default().split_whitespace() {
        if let Ok(child) = child.parse() {
            end_tree(child);
        }
    }
    let _ = kill(Pid::from_raw(process.cast_signed()), Signal::SIGTERM);
}
