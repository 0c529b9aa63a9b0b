//! Reads entries from a terminal, with history and completion, or from a pipe.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use conformance::files;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{Context, Helper, Highlighter, Hinter, Validator};

use super::names::Names;

/// The maximum number of entries in the history.
const HISTORY_MAX: usize = 1000;
const PROMPT: &str = "puppet> ";
const PROMPT_MORE: &str = "......> ";

/// The result of reading.
pub(super) enum Entry {
    /// The input has ended.
    End,
    /// The user has interrupted the entry.
    Abandoned,
    /// An entry of one or more lines, and the number of its first line. Entries at a terminal all
    /// begin with line 1.
    Text(String, u32),
}

/// The source of entries.
pub(super) enum Editor {
    /// A terminal.
    Terminal {
        lines: Box<rustyline::Editor<Completion, DefaultHistory>>,
        history: Option<PathBuf>,
    },
    /// A pipe or file, without prompts; contains the number of lines that have been read.
    Pipe(u32),
}

impl Editor {
    /// Makes the editor of standard input.
    pub(super) fn new() -> Result<Editor, String> {
        if !io::stdin().is_terminal() {
            return Ok(Editor::Pipe(0));
        }
        let config = rustyline::Config::builder()
            .max_history_size(HISTORY_MAX)
            .map_err(|error| error.to_string())?
            .completion_type(rustyline::CompletionType::List)
            .build();
        let mut lines =
            rustyline::Editor::with_config(config).map_err(|error| error.to_string())?;
        let history = history_file();
        if let Some(file) = &history {
            // the file does not exist the first time
            let _ = lines.load_history(file);
        }
        Ok(Editor::Terminal {
            lines: Box::new(lines),
            history,
        })
    }

    /// Reads lines until they are complete or the input ends.
    pub(super) fn read(
        &mut self,
        names: impl Fn() -> Names,
        is_complete: impl Fn(&str) -> bool,
    ) -> Result<Entry, String> {
        if let Editor::Terminal { lines, .. } = self {
            lines.set_helper(Some(Completion(names())));
        }
        let mut entry = String::new();
        let first_line = match self {
            Editor::Pipe(read) => *read + 1,
            Editor::Terminal { .. } => 1,
        };
        loop {
            match self.line(entry.is_empty())? {
                Line::Text(line) => entry.push_str(&line),
                Line::Interrupted => return Ok(Entry::Abandoned),
                Line::End if entry.is_empty() => return Ok(Entry::End),
                Line::End => break,
            }
            if is_complete(&entry) {
                break;
            }
            entry.push('\n');
        }
        self.remember(&entry);
        Ok(Entry::Text(entry, first_line))
    }

    fn line(&mut self, first: bool) -> Result<Line, String> {
        match self {
            Editor::Terminal { lines, .. } => {
                let prompt = if first { PROMPT } else { PROMPT_MORE };
                match lines.readline(prompt) {
                    Ok(line) => Ok(Line::Text(line)),
                    Err(ReadlineError::Interrupted) => Ok(Line::Interrupted),
                    Err(ReadlineError::Eof) => Ok(Line::End),
                    Err(error) => Err(error.to_string()),
                }
            }
            Editor::Pipe(read) => {
                *read += 1;
                let mut bytes = files::line(&mut io::stdin().lock())
                    .map_err(|error| format!("standard input: {error}"))?;
                if bytes.is_empty() {
                    return Ok(Line::End);
                }
                if bytes.last() == Some(&b'\n') {
                    bytes.pop();
                }
                Ok(Line::Text(String::from_utf8_lossy(&bytes).into_owned()))
            }
        }
    }

    /// Adds an entry to the history.
    fn remember(&mut self, entry: &str) {
        if let Editor::Terminal { lines, history } = self
            && lines.add_history_entry(entry).unwrap_or(false)
            && let Some(file) = history
        {
            // the session goes on if the history cannot be saved
            let _ = lines.save_history(file);
        }
    }
}

enum Line {
    Text(String),
    Interrupted,
    End,
}

/// Returns the file of the history. Creates its folder.
fn history_file() -> Option<PathBuf> {
    let folder = match std::env::var_os("XDG_STATE_HOME") {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(std::env::var_os("HOME")?).join(".local/state"),
    };
    let folder = folder.join("bunraku");
    fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}

/// Completes names.
#[derive(Helper, Highlighter, Hinter, Validator)]
pub(super) struct Completion(Names);

impl Completer for Completion {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = line.get(..pos).unwrap_or(line);
        Ok(match wanted(before) {
            CompletionKind::File(start) => (start, files_like(&before[start..])),
            CompletionKind::Key(start) => (start, beginning(&self.0.keys, &before[start..])),
            CompletionKind::Class(start) => (start, beginning(&self.0.classes, &before[start..])),
            CompletionKind::Fact(start) => (start, beginning(&self.0.facts, &before[start..])),
            CompletionKind::Name => complete(&self.0.all, line, pos),
        })
    }
}

/// The kind of name that the word before the cursor may be, and the offset where the word begins.
#[derive(Debug, PartialEq, Eq)]
enum CompletionKind {
    File(usize),
    Key(usize),
    Class(usize),
    Fact(usize),
    Name,
}

/// Texts after which the name of a class follows.
const BEFORE_CLASSES: &[&str] = &["include ", "contain ", "require ", "inherits ", "class { '"];
/// Texts after which a key of the data follows.
const BEFORE_KEYS: &[&str] = &["lookup('", "hiera('", ":lookup ", ":lookup --explain "];

/// The text after which the name of a fact follows.
const BEFORE_FACTS: &str = ":facts ";

fn wanted(before: &str) -> CompletionKind {
    if let Some(path) = before.strip_prefix(":load ") {
        return CompletionKind::File(before.len() - path.trim_start().len());
    }
    if let Some(name) = before.strip_prefix(BEFORE_FACTS) {
        return CompletionKind::Fact(before.len() - name.trim_start().len());
    }
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
    let start = before.rfind(|c| !is_part(c)).map_or(0, |at| at + 1);
    let Some(lead) = before.get(..start) else {
        return CompletionKind::Name;
    };
    let follows = |leads: &[&str]| leads.iter().any(|one| lead.ends_with(one));
    match () {
        () if follows(BEFORE_KEYS) => CompletionKind::Key(start),
        () if follows(BEFORE_CLASSES) => CompletionKind::Class(start),
        () => CompletionKind::Name,
    }
}

fn beginning(names: &[String], word: &str) -> Vec<String> {
    let found = names.iter().filter(|name| name.starts_with(word));
    found.cloned().collect()
}

/// Returns the files and folders whose paths begin with a text.
fn files_like(text: &str) -> Vec<String> {
    let (folder, name) = text
        .rsplit_once('/')
        .map_or(("", text), |(folder, name)| (folder, name));
    let lead = &text[..text.len() - name.len()];
    let listed = match lead {
        "" => fs::read_dir("."),
        "/" => fs::read_dir("/"),
        _ => fs::read_dir(folder),
    };
    let mut found: Vec<String> = listed
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let own = entry.file_name().into_string().ok()?;
            let end = if entry.path().is_dir() { "/" } else { "" };
            own.starts_with(name).then(|| format!("{lead}{own}{end}"))
        })
        .collect();
    found.sort_unstable();
    found
}

/// Returns the start of the word before an offset, and the names that begin with the word. After
/// `${` a variable has no `$`, and other names are possible too.
fn complete(names: &[String], line: &str, pos: usize) -> (usize, Vec<String>) {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '$');
    let before = line.get(..pos).unwrap_or(line);
    let start = before.rfind(|c| !is_part(c)).map_or(0, |at| {
        at + before[at..].chars().next().map_or(1, char::len_utf8)
    });
    let word = &before[start..];
    if word.is_empty() {
        return (start, Vec::new());
    }
    let found = names.iter().filter(|name| name.starts_with(word));
    let mut found: Vec<String> = found.cloned().collect();
    if before[..start].ends_with("${") {
        let bare = names.iter().filter_map(|name| name.strip_prefix('$'));
        let bare = bare.filter(|name| name.starts_with(word));
        found.extend(bare.map(str::to_owned));
    }
    (start, found)
}

#[cfg(test)]
mod tests {
    use super::{CompletionKind, complete, wanted};

    #[test]
    fn what_stands_before_a_word_tells_what_it_is() {
        assert_eq!(wanted(":load man"), CompletionKind::File(6));
        assert_eq!(wanted("include nt"), CompletionKind::Class(8));
        assert_eq!(wanted("$x = lookup('ntp::se"), CompletionKind::Key(13));
        assert_eq!(wanted(":lookup ntp"), CompletionKind::Key(8));
        assert_eq!(wanted(":facts os.fa"), CompletionKind::Fact(7));
        assert_eq!(wanted("notice(le"), CompletionKind::Name);
    }

    #[test]
    fn words_are_completed() {
        let names = ["$facts", "Integer", "include", "inline_epp"].map(str::to_owned);
        let check = |line: &str, want: (usize, &[&str])| {
            let (start, found) = complete(&names, line, line.len());
            assert_eq!(
                (start, found.iter().map(String::as_str).collect::<Vec<_>>()),
                (want.0, want.1.to_vec())
            );
        };
        check("notice(in", (7, &["include", "inline_epp"]));
        check("[$f", (1, &["$facts"]));
        check("é + Int", (5, &["Integer"]));
        check("\"${fa", (3, &["facts"]));
        check("\"${in", (3, &["include", "inline_epp"]));
        check("", (0, &[]));
    }
}
