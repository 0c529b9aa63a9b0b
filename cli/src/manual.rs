//! `bunraku completions` and `bunraku man`: generates both from the definition of the command line.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use catalog::environment::files::reason;
use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

/// The name of the program in completions and man pages.
const NAME: &str = "bunraku";

/// Write the completions for a shell to standard output
#[derive(Args, Clone, Debug)]
pub struct Completions {
    /// Name of the shell
    pub shell: Shell,
}

/// Write the man pages, one per command
#[derive(Args, Clone, Debug)]
pub struct Pages {
    /// Write the pages to this folder. By default, write the main page to standard output
    #[arg(long, short, value_name = "DIR")]
    pub output: Option<PathBuf>,
}

/// Writes the completions for a shell.
pub fn complete(wanted: &Completions, mut definition: Command, out: &mut dyn Write) -> ExitCode {
    let mut text = Vec::new();
    clap_complete::generate(wanted.shell, &mut definition, NAME, &mut text);
    ended(out.write_all(&text))
}

/// Writes the man pages.
pub fn pages(wanted: &Pages, mut definition: Command, out: &mut dyn Write) -> ExitCode {
    definition.build();
    let written = match &wanted.output {
        Some(folder) => std::fs::create_dir_all(folder).and_then(|()| {
            each(&definition, NAME, &mut |name, page| {
                std::fs::write(folder.join(format!("{name}.1")), page)
            })
        }),
        None => page(&definition, NAME).and_then(|page| out.write_all(&page)),
    };
    ended(written)
}

/// Returns the exit status. Reports an error of writing on standard error.
fn ended(written: io::Result<()>) -> ExitCode {
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "Error: {}", reason(&error));
            ExitCode::FAILURE
        }
    }
}

/// Calls `write` with the man page of a command and of each of its subcommands.
fn each(
    command: &Command,
    name: &str,
    write: &mut dyn FnMut(&str, Vec<u8>) -> io::Result<()>,
) -> io::Result<()> {
    write(name, page(command, name)?)?;
    let shown = command
        .get_subcommands()
        .filter(|inner| !inner.is_hide_set() && inner.get_name() != "help");
    for inner in shown {
        each(inner, &format!("{name}-{}", inner.get_name()), write)?;
    }
    Ok(())
}

fn page(command: &Command, name: &str) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    let command = command
        .clone()
        .name(name.to_owned())
        .display_name(name.to_owned());
    Man::new(command).render(&mut page)?;
    Ok(page)
}
