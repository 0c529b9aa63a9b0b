//! Writes a report for a terminal or as plain text.

use std::io::{self, Write};

use super::{By, Sides, counted, entries, named, nodes_line, notes, resources_line};
use crate::change::Sign;
use crate::render::puppet::visible;
use crate::render::section::{Row, Section};
use crate::report::{Outcome, Report};

/// The layout of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terminal {
    /// True if the text has colours.
    pub colour: bool,
    /// The number of columns after which a line is cut; `None` for no limit.
    pub width: Option<usize>,
    /// True if long texts of resources that are added or removed are shown completely.
    pub full: bool,
    /// The order of the differences.
    pub by: By,
}

/// The maximum number of lines that are shown of a text that only one side has.
const LINES_MAX: usize = 20;

/// The maximum number of nodes in a list.
const NODES_MAX: usize = 3;

/// Writes a report.
///
/// # Errors
/// Returns the sink's error.
pub fn terminal(
    report: &Report,
    sides: &Sides,
    form: &Terminal,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut page = Page { form, out };
    page.line(0, RED, &format!("--- {}", visible(&sides.old)))?;
    page.line(0, GREEN, &format!("+++ {}", visible(&sides.new)))?;
    page.notes(report)?;
    for entry in entries(report, form.by) {
        writeln!(page.out)?;
        let head = page.named(&entry.nodes);
        page.line(0, BOLD, &head)?;
        for section in &entry.sections {
            page.section(section)?;
        }
    }
    writeln!(page.out)?;
    let totals = report.totals();
    page.line(0, BOLD, &nodes_line(&totals))?;
    match resources_line(&totals) {
        line if line.is_empty() => Ok(()),
        line => page.line(0, PLAIN, &line),
    }
}

const PLAIN: &str = "";
const BOLD: &str = "1";
const DIM: &str = "2";
const RED: &str = "31";
const GREEN: &str = "32";
const YELLOW: &str = "33";
const CYAN: &str = "36";

struct Page<'p> {
    form: &'p Terminal,
    out: &'p mut dyn Write,
}

fn colour(sign: Sign) -> &'static str {
    match sign {
        Sign::Removed => RED,
        Sign::Added => GREEN,
    }
}

impl Page<'_> {
    /// Writes a line of one colour, cut to the width.
    fn line(&mut self, indent: usize, colour: &str, text: &str) -> io::Result<()> {
        self.parts(indent, &[(colour, text)])
    }

    /// Writes a line of several colours, cut to the width.
    fn parts(&mut self, indent: usize, parts: &[(&str, &str)]) -> io::Result<()> {
        let mut room = self
            .form
            .width
            .map_or(usize::MAX, |width| width.saturating_sub(indent).max(20));
        let total: usize = parts.iter().map(|(_, text)| columns(text)).sum();
        let is_cut = total > room;
        if is_cut {
            room -= 1;
        }
        write!(self.out, "{:indent$}", "")?;
        for (colour, text) in parts {
            let kept = cut(text, room);
            room -= columns(kept);
            match self.form.colour && !colour.is_empty() && !kept.is_empty() {
                true => write!(self.out, "\u{1b}[{colour}m{kept}\u{1b}[0m")?,
                false => self.out.write_all(kept.as_bytes())?,
            }
        }
        writeln!(self.out, "{}", if is_cut { "…" } else { "" })
    }

    /// Writes the notes about nodes that lack a catalog on one side.
    fn notes(&mut self, report: &Report) -> io::Result<()> {
        let notes = notes(report);
        if !notes.is_empty() {
            writeln!(self.out)?;
        }
        for note in notes {
            let (colour, mark) = match note.outcome {
                Outcome::Added => (GREEN, '+'),
                Outcome::Removed => (RED, '-'),
                Outcome::Failed { old, new } if old == new => (DIM, '!'),
                Outcome::Failed { new: None, .. } => (GREEN, '!'),
                _ => (RED, '!'),
            };
            let nodes = self.named(&note.nodes);
            self.line(0, colour, &format!("{mark} {}: {nodes}", note.text()))?;
            for (sign, error) in note.errors() {
                let (colour, mark) = match sign {
                    Some(sign) => (self::colour(sign), format!("{} ", sign.mark())),
                    None => (DIM, String::new()),
                };
                for line in error.lines() {
                    self.line(4, colour, &format!("{mark}{}", visible(line)))?;
                }
            }
        }
        Ok(())
    }

    /// Returns the names of nodes, with their number if there are several.
    fn named(&self, nodes: &[&str]) -> String {
        let most = match self.form.full {
            true => nodes.len(),
            false => NODES_MAX,
        };
        match nodes {
            [_] => named(nodes, most),
            several => format!("{}: {}", counted(several.len(), "node"), named(nodes, most)),
        }
    }

    fn section(&mut self, section: &Section) -> io::Result<()> {
        let (colour, mark) = match section.sign {
            Some(sign) => (colour(sign), sign.mark()),
            None => (YELLOW, '~'),
        };
        let head = format!("{mark} {}", section.label);
        match section.place.is_empty() {
            true => self.line(2, colour, &head)?,
            false => {
                let place = format!("  {}", section.place);
                self.parts(2, &[(colour, &head), (DIM, &place)])?;
            }
        }
        let mut shown = 0;
        for row in &section.rows {
            // texts that only one side has are long, and all their lines differ
            let is_text = section.sign.is_some() && matches!(row, Row::Line(..));
            shown = if is_text {
                shown + 1
            } else {
                self.rest(&mut shown)?
            };
            if self.form.full || shown <= LINES_MAX {
                self.row(row)?;
            }
        }
        self.rest(&mut shown).map(drop)
    }

    /// Writes how many lines of a text were left out.
    fn rest(&mut self, shown: &mut usize) -> io::Result<usize> {
        let left = std::mem::take(shown).saturating_sub(LINES_MAX);
        if left > 0 && !self.form.full {
            self.line(
                8,
                DIM,
                &format!("… {} more (--full shows them)", counted(left, "line")),
            )?;
        }
        Ok(0)
    }

    fn row(&mut self, row: &Row) -> io::Result<()> {
        match row {
            Row::Pair { name, old, new } => {
                let whole = columns(name) + columns(old) + columns(new) + 5;
                let fits = whole <= self.form.width.unwrap_or(100).saturating_sub(6);
                if fits {
                    let name = format!("{name}: ");
                    return self.parts(6, &[("", &name), (RED, old), ("", " → "), (GREEN, new)]);
                }
                self.line(6, PLAIN, &format!("{name}:"))?;
                self.line(8, RED, &format!("- {old}"))?;
                self.line(8, GREEN, &format!("+ {new}"))
            }
            Row::Only { sign, name, value } => self.line(
                6,
                colour(*sign),
                &format!("{} {name} => {value}", sign.mark()),
            ),
            Row::Name(name) => self.line(6, PLAIN, &format!("{name}:")),
            Row::Line(sign, text) => self.line(8, colour(*sign), &format!("{}{text}", sign.mark())),
            Row::Same(text) => self.line(8, PLAIN, format!(" {text}").trim_end()),
            Row::Part(text) => self.line(8, CYAN, text),
            Row::Note(text) => self.line(6, DIM, &format!("({text})")),
            Row::Names {
                name,
                removed,
                added,
            } => {
                let lead = match name.is_empty() {
                    true => String::new(),
                    false => format!("{name}: "),
                };
                let list = |mark: char, names: &[String]| match names.is_empty() {
                    true => String::new(),
                    false => format!("{mark} {}", names.join(", ")),
                };
                let (minus, plus) = (list('-', removed), list('+', added));
                let between = if minus.is_empty() || plus.is_empty() {
                    ""
                } else {
                    "  "
                };
                self.parts(
                    6,
                    &[("", &lead), (RED, &minus), ("", between), (GREEN, &plus)],
                )
            }
        }
    }
}

/// Returns the number of columns of a text on a terminal. A tab counts with its maximum width.
fn columns(text: &str) -> usize {
    text.chars().map(width).sum()
}

fn width(c: char) -> usize {
    match c {
        '\t' => 8,
        c if u32::from(c) < 0x300 => 1,
        // combining characters
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' => 0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{1f300}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    }
}

/// Returns the beginning of a text that fits into `room` columns.
fn cut(text: &str, room: usize) -> &str {
    let mut used = 0;
    for (at, c) in text.char_indices() {
        used += width(c);
        if used > room {
            return &text[..at];
        }
    }
    text
}
