//! Reads `bunraku.toml`: options by their names, and tables of options for single commands.

use std::fs;
use std::path::{Path, PathBuf};

use catalog::environment::files::{read_text, reason};
use catalog::nearest::did_you_mean;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::options::{self, CommandOption, Shape};

/// The name of the file.
pub(super) const NAME: &str = "bunraku.toml";

/// An option that the file sets.
pub(super) struct Entry {
    /// The command whose table contains the option; empty for the top of the file.
    pub(super) command: String,
    pub(super) name: String,
    pub(super) values: Vec<String>,
    pub(super) line: usize,
}

/// The contents of a file. Paths in it are relative to its folder.
pub(super) struct File {
    pub(super) path: PathBuf,
    pub(super) entries: Vec<Entry>,
}

/// Returns the file in a folder, or in the nearest folder around it that has one.
pub(super) fn find(folder: &Path) -> Option<PathBuf> {
    let folder = std::path::absolute(folder).ok()?;
    let mut paths = folder.ancestors().map(|folder| folder.join(NAME));
    paths.find(|path| path.is_file())
}

/// Reads a file.
///
/// # Errors
/// Fails if the file cannot be read or has an error. The message names the file and the line.
pub(super) fn read(path: &Path, known: &[CommandOption<'_>]) -> Result<File, String> {
    let path = std::path::absolute(path)
        .map_err(|error| format!("{}: {}", path.display(), reason(&error)))?;
    let text = match fs::metadata(&path) {
        Ok(_) => read_text(&path)?,
        Err(error) => return Err(format!("{}: {}", path.display(), reason(&error))),
    };
    let mut reader = Reader {
        path: &path,
        text: &text,
        known,
        entries: Vec::new(),
    };
    let table = DeTable::parse(&text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        reader.problem(at, error.message())
    })?;
    reader.table("", table.get_ref())?;
    let entries = reader.entries;
    Ok(File { path, entries })
}

struct Reader<'f> {
    path: &'f Path,
    text: &'f str,
    known: &'f [CommandOption<'f>],
    entries: Vec<Entry>,
}

impl Reader<'_> {
    fn line(&self, at: usize) -> usize {
        let before = self.text.as_bytes().get(..at).unwrap_or_default();
        before.iter().filter(|byte| **byte == b'\n').count() + 1
    }

    fn problem(&self, at: usize, what: &str) -> String {
        format!("{}:{}: {what}", self.path.display(), self.line(at))
    }

    /// Adds the entries of a table: the table of a command, or the whole file.
    fn table(&mut self, command: &str, table: &DeTable<'_>) -> Result<(), String> {
        // keeps the order of the file
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        for (key, value) in entries {
            let name: &str = key.get_ref();
            let at = key.span().start;
            let inner = match command {
                "" => name.to_owned(),
                _ => format!("{command} {name}"),
            };
            // an option may have the name of a command, but its value is never a table
            if let DeValue::Table(table) = value.get_ref()
                && self.is_command(&inner)
            {
                self.table(&inner, table)?;
                continue;
            }
            let found = self.known.iter().find(|known| {
                known.name() == name && (command.is_empty() || applies(known, command))
            });
            match found {
                Some(found) => self.option(command, found, at, value)?,
                None => return Err(self.unknown(command, name, at)),
            }
        }
        Ok(())
    }

    /// Returns true if there is a command with these words, or one that begins with them.
    fn is_command(&self, words: &str) -> bool {
        let begins = |known: &CommandOption<'_>| {
            let rest = known.command.strip_prefix(words);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        self.known.iter().any(begins)
    }

    fn unknown(&self, command: &str, name: &str, at: usize) -> String {
        let of_command = |known: &&CommandOption<'_>| command.is_empty() || applies(known, command);
        let names = self
            .known
            .iter()
            .filter(of_command)
            .map(CommandOption::name);
        let commands = self.known.iter().filter(|_| command.is_empty());
        let commands = commands.filter_map(|known| known.command.split(' ').next());
        let near = did_you_mean(name, names.chain(commands.filter(|word| !word.is_empty())));
        let what = match command {
            "" => format!("unknown key '{name}'{near}"),
            _ => format!("bunraku {command} has no option '{name}'{near}"),
        };
        self.problem(at, &what)
    }

    fn option(
        &mut self,
        command: &str,
        known: &CommandOption<'_>,
        at: usize,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<(), String> {
        let name = known.name();
        let line = self.line(at);
        let entry = |values: Vec<String>, line: usize| Entry {
            command: command.to_owned(),
            name: name.to_owned(),
            values,
            line,
        };
        let wrong = |wanted: &str, at: usize, found: &DeValue<'_>| {
            let what = format!("{name}: expected {wanted}, found {}", kind(found));
            self.problem(at, &what)
        };
        let start = value.span().start;
        let new = match (known.shape(), value.get_ref()) {
            (Shape::Flag, DeValue::Boolean(is_set)) => vec![entry(vec![is_set.to_string()], line)],
            (Shape::Flag, other) => return Err(wrong("true or false", start, other)),
            (Shape::One, other) => {
                let text = plain(other).ok_or_else(|| wrong("one value", start, other))?;
                vec![entry(vec![text], line)]
            }
            (Shape::Keyed, DeValue::Table(table)) => {
                let mut entries: Vec<_> = table.iter().collect();
                entries.sort_by_key(|(key, _)| key.span().start);
                let mut new = Vec::new();
                for (key, value) in entries {
                    let at = key.span().start;
                    let text = match value.get_ref() {
                        DeValue::Boolean(value) => Some(value.to_string()),
                        other => plain(other),
                    };
                    let text = text.ok_or_else(|| wrong("one value", at, value.get_ref()))?;
                    new.push(entry(
                        vec![format!("{}={text}", key.get_ref())],
                        self.line(at),
                    ));
                }
                new
            }
            (Shape::Many | Shape::Keyed, DeValue::Array(items)) => {
                let text = |item: &Spanned<DeValue<'_>>| {
                    let found = item.get_ref();
                    plain(found).ok_or_else(|| wrong("a list of strings", item.span().start, found))
                };
                let values = items.iter().map(text).collect::<Result<_, _>>()?;
                vec![entry(values, line)]
            }
            (Shape::Many | Shape::Keyed, other) => {
                let text = plain(other).ok_or_else(|| wrong("a list", start, other))?;
                vec![entry(vec![text], line)]
            }
        };
        let folder = self.path.parent().unwrap_or(Path::new("/"));
        for mut entry in new {
            for value in &mut entry.values {
                *value = options::from_folder(known.arg, value, folder);
            }
            self.check(&entry)?;
            self.entries.push(entry);
        }
        Ok(())
    }

    /// Checks the values of an option. At the top of the file it is enough that one command accepts
    /// them, because other commands may have an option of the same name with another meaning.
    fn check(&self, entry: &Entry) -> Result<(), String> {
        let mut first = None;
        let concerned = |known: &&CommandOption<'_>| {
            known.name() == entry.name
                && (entry.command.is_empty() || applies(known, &entry.command))
        };
        for known in self.known.iter().filter(concerned) {
            let mut values = entry.values.iter();
            match values.try_for_each(|value| options::check(known.arg, value)) {
                Ok(()) => return Ok(()),
                Err(problem) => drop(first.get_or_insert(problem)),
            }
        }
        match first {
            None => Ok(()),
            Some(problem) => Err(format!(
                "{}:{}: {}: {problem}",
                self.path.display(),
                entry.line,
                entry.name
            )),
        }
    }
}

/// Returns true if an option belongs to the command, to one of its subcommands or to all commands.
pub(super) fn applies(known: &CommandOption<'_>, command: &str) -> bool {
    known.command.is_empty() || known.command == command || {
        let rest = known.command.strip_prefix(command);
        rest.is_some_and(|rest| rest.starts_with(' '))
    }
}

/// Converts a value to its form on the command line, or returns `None` if it has none.
fn plain(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().replace('_', "")),
        DeValue::Integer(number) => {
            let digits = number.as_str().replace('_', "");
            let number = i64::from_str_radix(&digits, number.radix()).ok()?;
            Some(number.to_string())
        }
        DeValue::Float(number) => Some(number.as_str().replace('_', "")),
        _ => None,
    }
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "a number",
        DeValue::Float(_) => "a decimal number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
