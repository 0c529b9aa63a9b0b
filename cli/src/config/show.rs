//! `bunraku config`: shows each option's value and its origin.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use catalog::nearest::did_you_mean;
use clap::{Args, Command, ValueEnum};
use serde_json::{Value as Json, json};

use super::file;
use super::layers::{self, CommandLineOptions, ConfiguredValue, Layers, Origin};
use super::options::{self, CommandOption, Shape};

/// Options whose values must not appear in a log.
const SECRET: [&str; 1] = ["puppetdb-token"];

/// Show the options that bunraku.toml, BUNRAKU_* variables and defaults set, and the origin of each
/// value.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Show only the options of this command, such as `compile` or `epp render`.
    pub command: Vec<String>,
    /// Folder of the environment, where the search for bunraku.toml starts.
    #[arg(long, value_name = "DIR")]
    pub environment: Option<PathBuf>,
    /// Choose the form of the output.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// The values of `--format`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Lines in the syntax of bunraku.toml, each with its origin.
    Text,
    /// One JSON object.
    Json,
}

/// The values of an option, and the commands for which they are the same.
struct Row {
    name: String,
    shape: Shape,
    given: Vec<ConfiguredValue>,
    commands: Vec<String>,
}

/// Runs `bunraku config`. `root` is the definition of the command line, `file` the value of
/// `--config`.
pub fn execute(
    arguments: &Arguments,
    root: &Command,
    file: Option<PathBuf>,
    out: &mut dyn Write,
) -> ExitCode {
    let asked = CommandLineOptions {
        file,
        environment: arguments.environment.clone(),
        options: Vec::new(),
    };
    match show(arguments, root, asked) {
        Ok(text) => {
            // `out` keeps an error and reports it at the end
            let _ = out.write_all(text.as_bytes());
            ExitCode::SUCCESS
        }
        Err(message) => {
            let _ = writeln!(io::stderr(), "Error: {message}");
            ExitCode::from(2)
        }
    }
}

fn show(
    arguments: &Arguments,
    root: &Command,
    asked: CommandLineOptions,
) -> Result<String, String> {
    let all = options::all(root);
    let layers = Layers::read(&all, asked)?;
    let words = arguments.command.join(" ");
    let mut known: Vec<&CommandOption<'_>> = all.iter().collect();
    if !words.is_empty() {
        known.retain(|known| file::applies(known, &words));
        if !known.iter().any(|known| !known.command.is_empty()) {
            let commands = all.iter().map(|known| known.command.as_str());
            let near = did_you_mean(&words, commands.filter(|command| !command.is_empty()));
            return Err(format!(
                "bunraku has no command '{words}' with options{near}"
            ));
        }
    }
    for known in &known {
        let given = layers.of(known);
        if let Some(problem) = given.iter().find_map(|given| layers::wrong(known, given))
            && (!words.is_empty() || is_from_own_table(&layers, known))
        {
            return Err(problem);
        }
    }
    let rows = rows(&layers, &known);
    Ok(match arguments.format {
        Format::Text => text(&layers, &rows),
        Format::Json => json(&layers, &rows),
    })
}

/// Returns true if the file sets this option in the table of its command.
fn is_from_own_table(layers: &Layers, known: &CommandOption<'_>) -> bool {
    let mut entries = layers.file.iter().flat_map(|file| &file.entries);
    entries.any(|entry| {
        entry.name == known.name()
            && !entry.command.is_empty()
            && file::applies(known, &entry.command)
    })
}

fn rows(layers: &Layers, known: &[&CommandOption<'_>]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for known in known {
        let mut given = layers.of(known);
        given.retain(|given| !given.values.is_empty());
        if SECRET.contains(&known.name()) {
            given.iter_mut().for_each(hide);
        }
        if known.shape() == Shape::Keyed {
            given = last_of_keys(&given);
        }
        if given.is_empty() {
            given.push(ConfiguredValue {
                values: known.default(),
                origin: Origin::Default,
            });
        }
        let same = |row: &&mut Row| row.name == known.name() && row.given == given;
        match rows.iter_mut().find(same) {
            Some(row) => row.commands.push(known.command.clone()),
            None => rows.push(Row {
                name: known.name().to_owned(),
                shape: known.shape(),
                given,
                commands: vec![known.command.clone()],
            }),
        }
    }
    rows
}

/// Replaces a secret by stars, but not the path of a file that holds one.
fn hide(given: &mut ConfiguredValue) {
    for value in &mut given.values {
        if !Path::new(value).is_file() {
            "***".clone_into(value);
        }
    }
}

/// Returns the entries of an option with keys that count: the last entry of each key.
fn last_of_keys(given: &[ConfiguredValue]) -> Vec<ConfiguredValue> {
    let key = |entry: &str| entry.split('=').next().unwrap_or_default().to_owned();
    let mut last: Vec<(String, ConfiguredValue)> = Vec::new();
    for given in given {
        for value in &given.values {
            let found = ConfiguredValue {
                values: vec![value.clone()],
                origin: given.origin.clone(),
            };
            match last.iter_mut().find(|(other, _)| *other == key(value)) {
                Some((_, place)) => *place = found,
                None => last.push((key(value), found)),
            }
        }
    }
    last.into_iter().map(|(_, given)| given).collect()
}

/// Returns lines in the form of bunraku.toml: the options with equal values for all commands, then
/// a table for each command that has others.
fn text(layers: &Layers, rows: &[Row]) -> String {
    let mut out = match &layers.file {
        Some(file) => format!("# {}\n", file.path.display()),
        None => "# no bunraku.toml\n".to_owned(),
    };
    for variable in &layers.unknown_variables {
        out.push_str(&format!("# {variable} sets no option\n"));
    }
    let is_shared = |row: &&Row| rows.iter().filter(|other| other.name == row.name).count() == 1;
    let mut shared: Vec<&Row> = rows.iter().filter(is_shared).collect();
    shared.sort_by(|a, b| a.name.cmp(&b.name));
    shared.iter().for_each(|row| lines(row, &mut out));
    let own = rows.iter().filter(|row| !is_shared(row));
    let mut commands: Vec<&String> = own.clone().flat_map(|row| &row.commands).collect();
    commands.sort();
    commands.dedup();
    for command in commands {
        out.push_str(&format!("\n[{}]\n", command.replace(' ', ".")));
        let own = own.clone().filter(|row| row.commands.contains(command));
        own.for_each(|row| lines(row, &mut out));
    }
    out
}

/// Writes the lines of an option.
fn lines(row: &Row, out: &mut String) {
    let name = &row.name;
    for given in &row.given {
        let origin = &given.origin;
        let line = match (row.shape, given.values.as_slice()) {
            (_, []) => format!("# {name} is not set"),
            (Shape::Keyed, values) => {
                for value in values {
                    let (key, value) = value.split_once('=').unwrap_or((value, ""));
                    let value = quoted(value, Shape::One);
                    out.push_str(&format!("{name}.{key} = {value}  # {origin}\n"));
                }
                continue;
            }
            (Shape::Many, values) => {
                let items: Vec<String> = values.iter().map(|v| quoted(v, Shape::One)).collect();
                format!("{name} = [{}]  # {origin}", items.join(", "))
            }
            (shape, [value, ..]) => format!("{name} = {}  # {origin}", quoted(value, shape)),
        };
        out.push_str(&line);
        out.push('\n');
    }
}

/// Returns a value in TOML's notation.
fn quoted(value: &str, shape: Shape) -> String {
    let is_number = value
        .parse::<i64>()
        .is_ok_and(|number| number.to_string() == value);
    match shape == Shape::Flag || is_number {
        true => value.to_owned(),
        false => Json::from(value).to_string(),
    }
}

fn json(layers: &Layers, rows: &[Row]) -> String {
    let values = |row: &Row, given: &ConfiguredValue| match (row.shape, given.values.as_slice()) {
        (Shape::Flag, [value, ..]) => Json::from(value == "true"),
        (Shape::One, [value, ..]) => Json::from(value.as_str()),
        (Shape::Many | Shape::Keyed, values) if !values.is_empty() => Json::from(values),
        _ => Json::Null,
    };
    let origin = |origin: &Origin| match origin {
        Origin::File(path, line) => {
            json!({"kind": "file", "path": path.to_string_lossy(), "line": line})
        }
        Origin::Variable(name) => json!({"kind": "variable", "name": name}),
        Origin::AtHand => json!({"kind": "folder at hand"}),
        Origin::Default => json!({"kind": "default"}),
    };
    let options = rows.iter().flat_map(|row| {
        row.given.iter().map(move |given| {
            let mut commands = row.commands.clone();
            commands.retain(|command| !command.is_empty());
            json!({
                "name": row.name,
                "commands": commands,
                "value": values(row, given),
                "origin": origin(&given.origin),
            })
        })
    });
    let options: Vec<Json> = options.collect();
    let path = layers.file.as_ref().map(|file| file.path.to_string_lossy());
    let whole = json!({
        "file": path,
        "options": options,
        "unknown_variables": layers.unknown_variables,
    });
    format!("{whole:#}\n")
}
