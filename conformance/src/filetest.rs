//! Runs the filetests of MIR, which `mir/filetests/README.md` describes: textual MIR that every
//! tier runs, and the results of lowering and inference.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use bumpalo::Bump;
use catalog::compile::{self, Use};
use catalog::compiler::Compiler;
use catalog::data::Data;
use catalog::environment::{Environment, Main, Options};
use catalog::node::Node;
use frontend::{Source, parser};
use jit::{Engine, Mode};
use mir::{BlockId, Function, Temp, Ty, Unit};
use runtime::Cx;
use runtime::code::CodeUnit;
use runtime::error::Error;
use runtime::log::Level;

use crate::files;

/// The kind of test that a file contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Test {
    /// Every tier answers the `run:` lines.
    Run,
    /// Lowering the source gives the code of the file.
    Lower,
    /// Inference gives the types in the lines `;>`.
    Infer,
    /// The verifier refuses the code with the text after `error:`.
    Verify,
}

/// The parts of a filetest.
struct File {
    name: String,
    /// The lines before the code.
    head: Vec<String>,
    tests: Vec<Test>,
    /// The lines `;<`: the source that positions refer to.
    source: String,
    /// The textual MIR, with comments.
    code: String,
    /// The lines `;>`.
    expected: String,
    /// The texts after `run:`.
    runs: Vec<String>,
    /// The texts after `error:`.
    errors: Vec<String>,
}

fn paths(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for path in files::paths(folder)? {
        if path.is_dir() {
            paths(&path, found)?;
        } else if path.extension().is_some_and(|e| e == "mir") {
            found.push(path);
        }
    }
    found.sort();
    Ok(())
}

fn take_apart(path: &Path, problems: &mut Vec<String>) -> io::Result<File> {
    let text = files::text(path)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut file = File {
        name: name.into_owned(),
        head: Vec::new(),
        tests: Vec::new(),
        source: String::new(),
        code: String::new(),
        expected: String::new(),
        runs: Vec::new(),
        errors: Vec::new(),
    };
    for line in text.lines() {
        let Some(comment) = line.strip_prefix(';') else {
            file.code.push_str(line);
            file.code.push('\n');
            continue;
        };
        if let Some(source) = comment.strip_prefix('<') {
            file.source
                .push_str(source.strip_prefix(' ').unwrap_or(source));
            file.source.push('\n');
        } else if let Some(expected) = comment.strip_prefix('>') {
            file.expected
                .push_str(expected.strip_prefix(' ').unwrap_or(expected));
            file.expected.push('\n');
        } else if let Some(run) = comment.strip_prefix(" run: ") {
            file.runs.push(run.to_owned());
        } else if let Some(error) = comment.strip_prefix(" error: ") {
            file.errors.push(error.to_owned());
        } else {
            match comment.strip_prefix(" test ") {
                None => {}
                Some("run") => file.tests.push(Test::Run),
                Some("lower") => file.tests.push(Test::Lower),
                Some("infer") => file.tests.push(Test::Infer),
                Some("verify") => file.tests.push(Test::Verify),
                Some(test) => problems.push(format!("{}: there is no test `{test}`", file.name)),
            }
            file.head.push(line.to_owned());
        }
    }
    Ok(file)
}

/// Returns the text of the file with its current expectations.
fn put_together(file: &File) -> String {
    let mut out = file.head.join("\n") + "\n";
    for (mark, text) in [
        (";<", &file.source),
        ("", &file.code),
        (";>", &file.expected),
    ] {
        for line in text.trim_end().lines() {
            let _ = match (mark.is_empty(), line.is_empty()) {
                (true, _) => writeln!(out, "{line}"),
                (false, true) => writeln!(out, "{mark}"),
                (false, false) => writeln!(out, "{mark} {line}"),
            };
        }
    }
    for run in &file.runs {
        let _ = writeln!(out, "; run: {run}");
    }
    for error in &file.errors {
        let _ = writeln!(out, "; error: {error}");
    }
    out
}

/// The mode of the compiler, and the number of entries before a body is compiled.
type Tier = Option<(Mode, Option<u32>)>;

/// The log and the error.
type Answer = (Vec<String>, Option<String>);

/// The tiers that answer a run.
const TIERS: [(&str, Tier); 3] = [
    ("off", None),
    ("auto", Some((Mode::Auto, Some(1)))),
    ("always", Some((Mode::Always, None))),
];

/// A use of a compilation that returns its log and its error.
struct Lines;

impl Use<Answer> for Lines {
    fn call<'h>(
        self,
        _compiler: &'h Compiler<'h>,
        cx: &mut Cx<'h>,
        error: Option<Error>,
    ) -> Answer {
        let shown = cx.log.iter().filter(|entry| entry.level >= Level::Notice);
        let log = shown.map(|entry| entry.text(true)).collect();
        (log, error.map(|error| error.text(true)))
    }
}

/// Evaluates code in which the functions of the file are defined.
///
/// # Errors
/// Fails if the file has an error or the tier fails.
fn evaluate(file: &File, code: String, mode: Tier) -> Result<Answer, String> {
    let main = Main::Text {
        path: None,
        code: code.into_bytes(),
    };
    let options = Options {
        main,
        ..Options::default()
    };
    let mut environment = Environment::open(options)?;
    let source = Arc::new(Source::new(Some(&file.name), file.source.as_str()));
    environment.add_main(&file.name, CodeUnit::new(parse(file)?, source)?);
    let engine =
        mode.map(|(mode, threshold)| Arc::new(Engine::new(mode, threshold).waiting().counting()));
    if let Some(engine) = &engine {
        environment.tier = Some(engine.clone());
    }
    let node = Node {
        name: "test.example.com".to_owned(),
        facts: None,
        trusted: None,
        server_facts: None,
        variables: vec![("kernel".to_owned(), Data::string("Linux"))],
        classes: Data::Undef,
        rich: false,
    };
    let answer = compile::compile(&environment, &node, Lines);
    let Some(engine) = engine else {
        return Ok(answer);
    };
    let left = engine.statistics().interpreted;
    match engine.problem() {
        Some(problem) => Err(problem),
        None if left > 0 && mode.is_some_and(|(mode, _)| mode == Mode::Always) => {
            Err(format!("{left} bodies were left to the interpreter"))
        }
        None => Ok(answer),
    }
}

fn parse(file: &File) -> Result<Unit, String> {
    mir::text::parse_unit(&file.code).map_err(|problem| format!("in the code: {problem}"))
}

/// Returns a run line, with the answer of a tier filled in.
fn answer(file: &File, expression: &str, mode: Tier) -> String {
    let code = format!("notice(String([{expression}], '%p'))");
    let (log, error) = match evaluate(file, code, mode) {
        Ok(answer) => answer,
        Err(problem) => return format!("{expression} fails: {problem}"),
    };
    let (value, before) = match (&error, log.split_last()) {
        (Some(error), _) => (format!("raises {error}"), log.as_slice()),
        (None, Some((last, before))) => {
            let value = last.strip_prefix("Notice: Scope(Class[main]): [");
            let value = value.and_then(|v| v.strip_suffix(']')).unwrap_or(last);
            (format!("== {value}"), before)
        }
        (None, None) => ("== nothing".to_owned(), log.as_slice()),
    };
    let logged: Vec<String> = before.iter().map(|line| format!(" logs {line}")).collect();
    format!("{expression} {value}{}", logged.concat()).replace('\n', "\\n")
}

/// Returns the expression of a run line.
fn expression(run: &str) -> &str {
    let ends = [" raises ", " == "].map(|mark| run.find(mark));
    &run[..ends.into_iter().flatten().min().unwrap_or(run.len())]
}

fn runs(file: &File, problems: &mut Vec<String>) -> Vec<String> {
    let mut found = Vec::new();
    for run in &file.runs {
        let asked = expression(run);
        for (name, mode) in TIERS {
            let given = answer(file, asked, mode);
            if given != *run {
                problems.push(format!("{}, {name}:\n  {run}\n  {given}", file.name));
            }
            if mode.is_none() {
                found.push(given);
            }
        }
    }
    found
}

/// Lowers the source and returns its code as text.
fn lowered(file: &File) -> Result<String, String> {
    let source = Source::new(Some(&file.name), file.source.as_str());
    let arena = Bump::new();
    let options = parser::Options::default();
    let program = parser::parse_with(&arena, &source, options, &mut Vec::new());
    let program = program.map_err(|error| format!("the source: {}", error.message))?;
    let unit = mir::lower::lower(&program);
    let text = mir::text::print_unit(&unit);
    // omits a program that does nothing
    let is_idle = |program: &str| {
        let mut operations = program.lines().filter_map(|line| line.split_once(" = "));
        operations.all(|(_, operation)| operation.starts_with("const "))
    };
    Ok(match text.split_once("\n\n") {
        Some((program, rest)) if is_idle(program) => rest.to_owned(),
        _ => text,
    })
}

/// Returns the types of all temps of all functions, as inferred from the declared types of their
/// parameters.
fn inferred(unit: &Unit) -> String {
    fn function(function: &Function, label: &str, out: &mut String) {
        let entry = &function.blocks[0].parameters;
        let given: Vec<(Temp, Ty)> = entry
            .iter()
            .map(|temp| (*temp, function.temps[temp.0 as usize]))
            .collect();
        let types = mir::infer::infer(function, BlockId(0), &given, &mut |_, _| Some(Ty::Any));
        let _ = writeln!(out, "%{label}");
        for (index, block) in function.blocks.iter().enumerate() {
            if !types.reached[index] {
                let _ = writeln!(out, "b{index} is not reached");
                continue;
            }
            let temps = block.parameters.iter();
            for temp in temps.chain(block.insts.iter().map(|inst| &inst.result)) {
                let ty = types.of(*temp).map_or("nothing", Ty::name);
                let _ = writeln!(out, "t{}: {ty}", temp.0);
            }
        }
        let result = types.result.map_or("nothing", Ty::name);
        let _ = writeln!(out, "result: {result}");
    }
    let mut out = String::new();
    for definition in &unit.definitions {
        function(&definition.function, &definition.name, &mut out);
    }
    out
}

/// Compares a part of a file with the expected text, and adds a problem if they differ.
fn compare(file: &File, what: &str, given: &str, expected: &str, problems: &mut Vec<String>) {
    let lines = |text: &str| text.lines().count();
    let mut pairs = given.lines().zip(expected.lines());
    if let Some((given, expected)) = pairs.find(|(a, b)| a != b) {
        problems.push(format!("{}, {what}:\n  {expected}\n  {given}", file.name));
    } else if lines(given) != lines(expected) {
        problems.push(format!("{}, {what}: more or fewer lines", file.name));
    }
}

/// Checks a file, and replaces its expectations by the actual results.
///
/// # Errors
/// Fails if the source or the code cannot be parsed.
fn check(file: &mut File, problems: &mut Vec<String>) -> Result<(), String> {
    if file.tests.contains(&Test::Lower) {
        let given = lowered(file)?;
        compare(file, "lower", &given, file.code.trim_end(), problems);
        file.code = given;
    }
    let unit = parse(file)?;
    let functions = unit.definitions.iter().map(|d| &d.function);
    let broken: Vec<String> = std::iter::once(&unit.program)
        .chain(functions)
        .filter_map(|function| mir::verify::verify(function).err())
        .collect();
    compare(
        file,
        "verify",
        &broken.join("\n"),
        &file.errors.join("\n"),
        problems,
    );
    let is_broken = !broken.is_empty();
    file.errors = broken;
    if is_broken != file.tests.contains(&Test::Verify) {
        return Err(format!("the verifier says {:?}", file.errors));
    }
    let printed = mir::text::print_unit(&unit);
    let again = mir::text::parse_unit(&printed).map_err(|problem| problem.to_string())?;
    let again = mir::text::print_unit(&again);
    compare(file, "round trip", &again, &printed, problems);
    if file.tests.contains(&Test::Infer) {
        let given = inferred(&unit);
        compare(file, "infer", &given, &file.expected, problems);
        file.expected = given;
    }
    if file.tests.contains(&Test::Run) {
        file.runs = runs(file, problems);
    }
    Ok(())
}

/// Operations that no function has. Cases of templates test them.
const NOT_RUN: [&str; 2] = ["render", "render_text"];

/// Returns the operations that occur in no file with run lines.
fn missing(files: &[File]) -> Vec<&'static str> {
    let run = files
        .iter()
        .filter(|file| file.tests.contains(&Test::Run) && !file.runs.is_empty());
    let words: BTreeSet<&str> = run
        .flat_map(|file| file.code.lines())
        .filter_map(|line| line.split_once(" = ")?.1.split(' ').next())
        .collect();
    let all = mir::text::MNEMONICS.iter().map(|(word, _)| *word);
    all.filter(|word| !words.contains(word) && !NOT_RUN.contains(word))
        .collect()
}

/// Runs the filetests below a folder whose names contain `part`. Returns the problems and the
/// number of files. With `bless`, writes the actual results as expectations.
///
/// # Errors
/// Fails if a file cannot be read or written.
pub fn run(folder: &Path, part: &str, bless: bool) -> io::Result<(Vec<String>, usize)> {
    let mut found = Vec::new();
    paths(folder, &mut found)?;
    found.retain(|path| path.to_string_lossy().contains(part));
    let (mut problems, mut files) = (Vec::new(), Vec::new());
    for path in found {
        let mut file = take_apart(&path, &mut problems)?;
        if let Err(problem) = check(&mut file, &mut problems) {
            problems.push(format!("{}: {problem}", file.name));
        } else if bless {
            fs::write(&path, put_together(&file))?;
        }
        files.push(file);
    }
    let missing = missing(&files);
    if part.is_empty() && !missing.is_empty() {
        problems.push(format!("no filetest runs {}", missing.join(", ")));
    }
    Ok((problems, files.len()))
}
