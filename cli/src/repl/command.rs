//! Parses the commands of the REPL, which begin with a colon.

use catalog::nearest::did_you_mean;

/// The names of all commands.
pub(super) const NAMES: &[&str] = &[
    ":catalog", ":facts", ":help", ":load", ":lookup", ":mir", ":quit", ":reset", ":scope",
    ":time", ":type",
];

pub(super) const HELP: &str = "\
Enter statements and expressions of the Puppet language. An incomplete entry continues on the
next line. Variables, functions, types and classes stay defined.

:type EXPR               show the type of a value
:time EXPR               show the time that an evaluation takes
:facts [NAME]            show the facts of the node, or one of them: `os.family`
:scope                   show the variables that were set here
:lookup [--explain] KEY  look up a key in the data, and explain where the value comes from
:catalog [TYPE[TITLE]]   show the resources that were declared here, or the attributes of one
:load FILE               evaluate a manifest
:reset                   forget everything that was evaluated
:mir EXPR                show the intermediate code of an expression
:mir NAME                show the intermediate code of a function, class or define
:help                    show this text
:quit                    end the session, as the end of the input does

Ctrl-C ends an evaluation, or discards an entry. The Tab key completes names, classes after
`include`, keys inside `lookup('`, facts after `:facts`, files after `:load`.
";

/// An entry: a command, or code.
pub(super) enum Command<'e> {
    Quit,
    Help,
    Reset,
    Scope,
    Type(&'e str),
    Time(&'e str),
    Mir(&'e str),
    Facts(&'e str),
    Lookup(&'e str),
    Catalog(&'e str),
    Load(&'e str),
    Unknown(&'e str),
    Code(&'e str),
}

/// Parses an entry.
pub(super) fn command(entry: &str) -> Command<'_> {
    if !entry.starts_with(':') || entry.starts_with("::") {
        return Command::Code(entry);
    }
    let (name, rest) = entry.split_once(char::is_whitespace).unwrap_or((entry, ""));
    let rest = rest.trim();
    match name {
        ":q" | ":quit" => Command::Quit,
        ":help" => Command::Help,
        ":reset" => Command::Reset,
        ":scope" => Command::Scope,
        ":type" => Command::Type(rest),
        ":time" => Command::Time(rest),
        ":mir" => Command::Mir(rest),
        ":facts" => Command::Facts(rest),
        ":lookup" => Command::Lookup(rest),
        ":catalog" => Command::Catalog(rest),
        ":load" => Command::Load(rest),
        other => Command::Unknown(other),
    }
}

/// Returns the answer to an unknown command.
pub(super) fn unknown(name: &str) -> String {
    let advice = did_you_mean(name, NAMES.iter().copied());
    format!("There is no command {name}{advice}; :help lists the commands\n")
}
