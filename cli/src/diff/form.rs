//! Owns the options about the form of the result of `bunraku diff`.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use diff::Report;
use diff::render::{self, By, Sides, Terminal};

use crate::output::Output;

/// The options about the form of the result.
#[derive(Args, Debug)]
pub struct FormArguments {
    /// Choose the form of the result.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Write the result to this file, completely or not at all, instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Choose the order of the result.
    #[arg(long, value_name = "ORDER", default_value = "changes")]
    by: Order,
    /// Name all nodes, show lines in full length, and show all lines of added and removed texts.
    #[arg(long)]
    full: bool,
    /// Choose when to use colours; `auto` uses them on a terminal unless NO_COLOR is set.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: When,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// Text for people.
    Text,
    /// One JSON document. Its schema is in docs/diff.md.
    Json,
    /// Markdown for a comment on a pull request, at most 65,536 characters.
    Markdown,
    /// One HTML page without any other files.
    Html,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Order {
    /// Each difference once, with the nodes that have it.
    Changes,
    /// Groups of nodes with equal differences, each with all its differences.
    Nodes,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

impl FormArguments {
    /// Writes the result.
    ///
    /// # Errors
    /// Fails if the file cannot be written. Standard output keeps its own errors.
    pub fn write(&self, report: &Report, sides: &Sides, out: &mut dyn Write) -> Result<(), String> {
        match &self.output {
            None => {
                // `out` keeps an error and reports it at the end
                let _ = self.render(report, sides, io::stdout().is_terminal(), out);
                Ok(())
            }
            Some(path) => Output::File(path.clone())
                .write("", |sink| Ok(self.render(report, sides, false, sink)?))
                .map(drop),
        }
    }

    fn render(
        &self,
        report: &Report,
        sides: &Sides,
        is_terminal: bool,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let by = match self.by {
            Order::Changes => By::Changes,
            Order::Nodes => By::Nodes,
        };
        match self.format {
            Format::Text => {
                let is_wanted =
                    is_terminal && env::var_os("NO_COLOR").is_none_or(|it| it.is_empty());
                let form = Terminal {
                    colour: match self.color {
                        When::Auto => is_wanted,
                        When::Always => true,
                        When::Never => false,
                    },
                    width: width().filter(|_| is_terminal && !self.full),
                    full: self.full,
                    by,
                };
                render::terminal(report, sides, &form, out)
            }
            Format::Json => render::json(report, sides, out),
            Format::Markdown => render::markdown(report, sides, by, out),
            Format::Html => render::html(report, sides, out),
        }
    }
}

/// Returns the number of columns of the terminal.
fn width() -> Option<usize> {
    let said = env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok());
    let seen = || terminal_size::terminal_size().map(|(columns, _)| usize::from(columns.0));
    said.or_else(seen).filter(|columns| *columns > 0)
}
