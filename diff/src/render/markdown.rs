//! Writes a report as Markdown for a comment on a pull request. Its length is limited, and it
//! states what it leaves out.

use std::io::{self, Write};

use super::{By, Entry, Note, Sides, counted, entries, named, nodes_line, notes, resources_line};
use crate::change::Sign;
use crate::render::puppet::visible;
use crate::render::section::{Row, Section};
use crate::report::Report;

/// The maximum length in bytes. GitHub accepts 65,536 characters for a comment.
pub const LIMIT_BYTES: usize = 65_536;

/// The space that is reserved for the end of the text.
const END_BYTES: usize = 400;

/// The minimum length to which an entry may be cut.
const ENTRY_BYTES_MIN: usize = 1_500;

/// The maximum number of nodes in a list.
const NODES_MAX: usize = 20;

/// The maximum number of resources in the head of an entry.
const LABELS_MAX: usize = 3;

/// Writes a report of at most [`LIMIT_BYTES`].
///
/// # Errors
/// Returns the sink's error.
pub fn markdown(report: &Report, sides: &Sides, by: By, out: &mut dyn Write) -> io::Result<()> {
    let totals = report.totals();
    let mut text = format!(
        "### Catalog diff: {} → {}\n\n{}",
        code(&shortened(&sides.old, 200)),
        code(&shortened(&sides.new, 200)),
        nodes_line(&totals)
    );
    match resources_line(&totals) {
        line if line.is_empty() => text.push_str("\n\n"),
        line => text.push_str(&format!("; {line}\n\n")),
    }
    let notes = notes(report);
    let entries = entries(report, by);
    let blocks = notes
        .iter()
        .map(Block::Note)
        .chain(entries.iter().map(Block::Entry));
    let blocks: Vec<Block<'_>> = blocks.collect();
    let mut left_out: Vec<&Block<'_>> = Vec::new();
    for (i, block) in blocks.iter().enumerate() {
        let room = (LIMIT_BYTES - END_BYTES).saturating_sub(text.len());
        // leaves room for the later entries
        let share = (room / (blocks.len() - i)).max(ENTRY_BYTES_MIN).min(room);
        match block.text(share) {
            Some(written) => text.push_str(&written),
            None => left_out.push(block),
        }
    }
    text.push_str(&end(&left_out));
    out.write_all(text.as_bytes())
}

/// Returns the text about what was left out.
fn end(left_out: &[&Block<'_>]) -> String {
    if left_out.is_empty() {
        return String::new();
    }
    let sections: usize = left_out.iter().map(|block| block.sections().len()).sum();
    let nodes: std::collections::BTreeSet<&str> = left_out
        .iter()
        .flat_map(|block| block.nodes())
        .copied()
        .collect();
    format!(
        "_Left out, because a comment has room for {} characters: {} on {}. `--format html` shows all._\n",
        super::count(LIMIT_BYTES),
        counted(sections.max(left_out.len()), "further difference"),
        counted(nodes.len(), "node"),
    )
}

enum Block<'b> {
    Note(&'b Note<'b>),
    Entry(&'b Entry<'b>),
}

impl Block<'_> {
    fn nodes(&self) -> &[&str] {
        match self {
            Block::Note(note) => &note.nodes,
            Block::Entry(entry) => &entry.nodes,
        }
    }

    fn sections(&self) -> &[Section] {
        match self {
            Block::Note(_) => &[],
            Block::Entry(entry) => &entry.sections,
        }
    }

    /// Returns the text in at most `most` bytes, or `None` if that is too short.
    fn text(&self, most: usize) -> Option<String> {
        let (head, lines) = match self {
            Block::Note(note) => (note.text().to_owned(), note_lines(note)),
            Block::Entry(entry) => (
                labels(&entry.sections),
                entry.sections.iter().flat_map(section_lines).collect(),
            ),
        };
        let nodes = self.nodes();
        let mut start = format!(
            "<details><summary><b>{}</b>: {head}</summary>\n\n",
            escaped(&match nodes {
                [name] => visible(name),
                several => counted(several.len(), "node"),
            })
        );
        if nodes.len() > 1 {
            start.push_str(&format!("{}\n\n", code(&named(nodes, NODES_MAX))));
        }
        // a line of the text must not end the code block
        let ticks = lines
            .iter()
            .map(|line| longest_run(line, '`'))
            .max()
            .unwrap_or(0);
        let fence = "`".repeat((ticks + 1).max(3));
        start.push_str(&format!("{fence}diff\n"));
        let close = format!("{fence}\n\n</details>\n\n");
        let note_bytes = 60;
        let mut room = most.checked_sub(start.len() + close.len() + note_bytes)?;
        let mut written = 0;
        for line in &lines {
            if line.len() + 1 > room {
                break;
            }
            room -= line.len() + 1;
            start.push_str(line);
            start.push('\n');
            written += 1;
        }
        if written == 0 && !lines.is_empty() {
            return None;
        }
        if written < lines.len() {
            start.push_str(&format!(
                "# {} left out here\n",
                counted(lines.len() - written, "line")
            ));
        }
        start.push_str(&close);
        Some(start)
    }
}

/// Returns the first resources of an entry as HTML.
fn labels(sections: &[Section]) -> String {
    let shown = sections.iter().take(LABELS_MAX).map(|section| {
        let mark = section.sign.map_or('~', Sign::mark);
        format!(
            "{mark} <code>{}</code>",
            escaped(&shortened(&section.label, 100))
        )
    });
    let mut text = shown.collect::<Vec<_>>().join(", ");
    if sections.len() > LABELS_MAX {
        text.push_str(&format!(
            " and {} more",
            super::count(sections.len() - LABELS_MAX)
        ));
    }
    text
}

fn note_lines(note: &Note<'_>) -> Vec<String> {
    let line = |(sign, error): (Option<Sign>, &str)| {
        let mark = sign.map_or(' ', Sign::mark);
        let lines = error
            .lines()
            .map(|line| format!("{mark} {}", shortened(&visible(line), 1000)));
        lines.collect::<Vec<_>>()
    };
    let mut lines: Vec<String> = note.errors().into_iter().flat_map(line).collect();
    if lines.is_empty() {
        let mark = if note.text().contains("new") {
            '+'
        } else {
            '-'
        };
        lines.extend(
            note.nodes
                .iter()
                .take(NODES_MAX)
                .map(|name| format!("{mark} {}", visible(name))),
        );
    }
    lines
}

/// Returns the lines of a code block of the language `diff`. The mark `!` means a resource that
/// differs.
fn section_lines(section: &Section) -> Vec<String> {
    let mark = section.sign.map_or('!', Sign::mark);
    let place = match section.place.is_empty() {
        true => String::new(),
        false => format!("  # {}", section.place),
    };
    let mut lines = vec![format!("{mark} {}{place}", section.label)];
    for row in &section.rows {
        row_lines(row, &mut lines);
    }
    for line in &mut lines {
        // a long value is one line and must be shortened
        *line = shortened(line, 2000);
    }
    lines
}

fn row_lines(row: &Row, lines: &mut Vec<String>) {
    match row {
        Row::Pair { name, old, new } => {
            lines.push(format!("-     {name} => {old}"));
            lines.push(format!("+     {name} => {new}"));
        }
        Row::Only { sign, name, value } => {
            lines.push(format!("{}     {name} => {value}", sign.mark()));
        }
        Row::Name(name) => lines.push(format!("      {name}:")),
        Row::Line(sign, text) => lines.push(format!("{}       {text}", sign.mark())),
        Row::Same(text) => lines.push(format!("        {text}").trim_end().to_owned()),
        Row::Part(text) => lines.push(text.clone()),
        Row::Note(text) => lines.push(format!("#     {text}")),
        Row::Names {
            name,
            removed,
            added,
        } => {
            let lead = match name.is_empty() {
                true => String::new(),
                false => format!("{name}: "),
            };
            for (sign, names) in [(Sign::Removed, removed), (Sign::Added, added)] {
                if !names.is_empty() {
                    lines.push(format!("{}     {lead}{}", sign.mark(), names.join(", ")));
                }
            }
        }
    }
}

/// Escapes the characters of a text that have a meaning in HTML or Markdown.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '*' | '_' | '`' | '[' | ']' | '\\' | '~' | '#' | '|' | '@' | ':' => {
                out.push_str(&format!("&#{};", u32::from(c)));
            }
            '\n' | '\r' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Returns a text as inline code.
fn code(text: &str) -> String {
    let text = visible(text);
    let ticks = "`".repeat(longest_run(&text, '`') + 1);
    let space = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{ticks}{space}{text}{space}{ticks}")
}

fn longest_run(text: &str, wanted: char) -> usize {
    let (mut longest, mut run) = (0, 0);
    for c in text.chars() {
        run = if c == wanted { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// Returns at most `most` characters from the beginning of a text.
fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
