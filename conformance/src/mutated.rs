//! Runs recorded requests in which some texts are damaged: code, data files, keys, formats and all
//! other parts of a request. None may panic or take long, and all modes must agree.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Map, Value};

use crate::case::{self, Kind};
use crate::engine::Engine;
use crate::files;
use crate::generate::Choices;
use crate::modes::{self, ModeArguments, ModeComparison};

/// The time over all modes from which on a request is reported as slow.
const SLOW: Duration = Duration::from_secs(5);
/// Pieces of text that often break programs.
const ODD: [&str; 30] = [
    "",
    "\0",
    "\u{FEFF}",
    "\u{200D}",
    "é",
    "日",
    "\u{1F600}",
    "\r\n",
    "\\",
    "'",
    "\"",
    "${",
    "}",
    "%{",
    "%",
    "<%",
    "%>",
    "@(",
    "|",
    "((",
    "[[",
    "{",
    "-",
    "9223372036854775808",
    "1e999",
    "&a",
    "*a",
    "!!binary",
    "\t",
    "0x",
];

/// Arguments of `mutated`.
#[derive(Args, Debug)]
pub struct MutatedArguments {
    /// Folders of cases.
    #[arg(default_value = "conformance/cases")]
    pub folders: Vec<PathBuf>,
    /// Run only areas whose names begin with this text.
    #[arg(long, default_value = "")]
    pub area: String,
    /// The first seed.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// The number of seeds.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub count: u64,
    /// The options of the comparison.
    #[command(flatten)]
    pub modes: ModeArguments,
}

type Fields = Map<String, Value>;

/// Runs the damaged requests of the seeds. Returns true if there is no problem.
///
/// # Errors
/// Fails if the cases cannot be read or the output cannot be written.
pub fn run(args: &MutatedArguments, engine: &dyn Engine, out: &mut dyn Write) -> io::Result<bool> {
    let requests = requests(args)?;
    let mut judge = ModeComparison::new(engine, &args.modes)?;
    let mut wrong = 0;
    for seed in args.seed..args.seed.saturating_add(args.count) {
        let mut choices = Choices::of_seed(seed);
        let Some(request) = spoilt(&mut choices, &requests) else {
            return Err(io::Error::other("there are no requests"));
        };
        let begun = Instant::now();
        let compared = judge.compare(&request);
        let slow = begun.elapsed() > SLOW;
        if slow || compared.difference.is_some() {
            wrong += 1;
            let how = compared.difference.unwrap_or_else(|| "# slow".to_owned());
            writeln!(out, "# seed {seed}\n{}\n{how}\n", Value::from(request))?;
            out.flush()?;
        }
    }
    writeln!(out, "{wrong} of {} requests are answered wrong", args.count)?;
    Ok(wrong == 0)
}

/// Returns the requests to damage. Those that run programs of the machine are left out.
fn requests(args: &MutatedArguments) -> io::Result<Vec<Fields>> {
    let mut requests = Vec::new();
    for folder in &args.folders {
        for case in case::find(folder)? {
            if !case.area.starts_with(&args.area) {
                continue;
            }
            match case.kind {
                Kind::Request { request, .. } => requests.push(request),
                // a request must be UTF-8, but some manifests are not
                Kind::Manifest(path) => {
                    let code = files::bytes(&path)?;
                    requests.push(modes::request(&String::from_utf8_lossy(&code)));
                }
                Kind::Node { .. } => {}
            }
        }
    }
    requests.retain(|request| !runs_programs(&Value::from(request.clone()).to_string()));
    Ok(requests)
}

/// Returns true if a request may run programs of the machine: with the function `generate`, or with
/// the command that returns an environment's version. A damaged one could do anything.
pub fn runs_programs(request: &str) -> bool {
    ["generate", "config_version"]
        .iter()
        .any(|name| request.contains(name))
}

/// Returns one of the requests with one of its texts changed.
fn spoilt(choices: &mut Choices<'_>, requests: &[Fields]) -> Option<Fields> {
    let [one, other] = [(); 2].map(|()| {
        let at = choices.below(256) << 16 | choices.below(256) << 8 | choices.below(256);
        requests.get(at % requests.len().max(1))
    });
    let mut request = Value::from(one?.clone());
    let mut donor = Value::from(other?.clone());
    let donor: Vec<String> = texts(&mut donor)
        .into_iter()
        .map(|text| text.clone())
        .collect();
    let mut texts = texts(&mut request);
    if texts.is_empty() {
        return Some(one?.clone());
    }
    let at = choices.below(texts.len());
    let from = choices.below(donor.len());
    let changes = 1 + choices.below(4);
    for _ in 0..changes {
        *texts[at] = changed(
            choices,
            texts[at],
            donor.get(from).map_or("", String::as_str),
        );
    }
    request.as_object().cloned()
}

/// Returns the texts of a request that can be changed.
fn texts(value: &mut Value) -> Vec<&mut String> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter_mut().flat_map(texts).collect(),
        Value::Object(map) => {
            let spoilt = |key: &str| !["kind", "__ptype", "node", "environment"].contains(&key);
            let parts = map.iter_mut().filter(|(key, _)| spoilt(key));
            parts.flat_map(|(_, part)| texts(part)).collect()
        }
        _ => Vec::new(),
    }
}

fn changed(choices: &mut Choices<'_>, text: &str, donor: &str) -> String {
    let (pieces, others) = (pieces(text), pieces(donor));
    let place = |choices: &mut Choices<'_>, len: usize| {
        (choices.below(256) << 8 | choices.below(256)) % len.max(1)
    };
    let (at, len) = (place(choices, pieces.len() + 1), 1 + choices.below(4));
    let end = (at + len).min(pieces.len());
    let from = place(choices, others.len());
    let to = (from + len).min(others.len());
    let odd = [*choices.pick(&ODD)];
    let middle: &[&str] = match choices.below(6) {
        0 => &[],
        1 => &others[from.min(to)..to],
        2 => &odd,
        3 => &pieces[..at],
        4 => &pieces[at..end],
        _ => &pieces[at / 2..end],
    };
    let rest = if choices.chance(2) {
        &pieces[end..]
    } else {
        &pieces[at..]
    };
    [&pieces[..at], middle, rest].concat().concat()
}

/// Splits a text into words, blanks and other single characters.
fn pieces(text: &str) -> Vec<&str> {
    let class = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' => 1,
        c if c.is_whitespace() => 2,
        _ => 0,
    };
    let (mut pieces, mut begin) = (Vec::new(), 0);
    let mut before = None;
    for (at, c) in text.char_indices() {
        let is_new = before.is_some_and(|b| class(b) != class(c) || class(c) == 0);
        if is_new {
            pieces.push(&text[begin..at]);
            begin = at;
        }
        before = Some(c);
    }
    pieces.push(&text[begin..]);
    pieces
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn texts_are_cut_into_pieces() {
        assert_eq!(pieces("ab  é1(("), ["ab", "  ", "é1", "(", "("]);
        assert_eq!(pieces(""), [""]);
    }
}
