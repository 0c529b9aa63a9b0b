//! Owns the codes of findings and errors: the severity of each, and the page that explains it.
//!
//! [`CODES`] are those of findings in whole codebases. The others are Puppet's.

mod evaluation;
mod language;

use std::fmt::Write;

use frontend::{Diagnostic, Issue, Severity, Span};

pub use evaluation::EVALUATION_CODES;
pub use language::LANGUAGE_CODES;

/// A code of findings.
#[derive(Debug)]
pub struct Code {
    /// The name.
    pub name: &'static str,
    /// The severity of a certain finding. A probable finding is always a warning.
    pub severity: Severity,
    /// The meaning in one line.
    pub title: &'static str,
    /// The explanation: why the finding matters, when it may be wrong, and what to do.
    pub text: &'static str,
    /// Code with the finding, and the same code without it. Empty for the codes in
    /// [`WITHOUT_EXAMPLE`].
    ///
    /// A line `# path/of/file` begins a file. A line `# bunraku ...` is a command that reports the
    /// finding, if `check` and `eval` without options do not.
    pub example: (&'static str, &'static str),
}

/// The codes without an example, each with the reason.
pub const WITHOUT_EXAMPLE: &[(&str, &str)] = &[
    (
        "HOCON_ROOT_IS_LIST",
        "only the function `parsehocon` of the module stdlib raises it: `parsehocon('[1]')`",
    ),
    ("ILLEGAL_BOM", "a byte order mark is invisible on a page"),
    (
        "ILLEGAL_REGEXP",
        "no expression is known that passes the checks of the parser and is refused later",
    ),
    (
        "STACK_TOO_DEEP",
        "code that is nested so deeply does not fit on a page",
    ),
    (
        "UNCAUGHT_THROW_NO_SUCH_KEY",
        "only functions in Ruby can keep the context of a lookup after its end",
    ),
    (
        "UNREADABLE_FILE",
        "the cause is in the file system, and not in code",
    ),
];

/// Makes a finding with the severity of its code.
///
/// # Panics
/// Panics if the code is not in [`CODES`].
pub fn finding(code: &'static str, message: impl Into<String>, span: Span) -> Diagnostic {
    let known = find(code).expect("each code that is used is in the table");
    Diagnostic {
        severity: known.severity,
        ..Diagnostic::error(Issue(known.name), message, span)
    }
}

/// Makes a finding that is probable but not certain. It is a warning, whatever the severity of its
/// code.
pub fn probable(code: &'static str, message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic {
        severity: Severity::Warning,
        ..finding(code, message, span)
    }
}

/// The tables of all codes, with their titles.
pub const TABLES: [(&str, &[Code]); 3] = [
    ("Codes of check", CODES),
    ("Codes of Puppet's parser and static checks", LANGUAGE_CODES),
    ("Codes of evaluation", EVALUATION_CODES),
];

/// Returns all codes.
pub fn all() -> impl Iterator<Item = &'static Code> {
    TABLES.into_iter().flat_map(|(_, table)| table)
}

/// Returns the code of a name, also one of Puppet. Ignores case.
pub fn find_any(name: &str) -> Option<&'static Code> {
    all().find(|code| code.name.eq_ignore_ascii_case(name))
}

/// Returns the code of findings in whole codebases of a name. Ignores case.
pub fn find(name: &str) -> Option<&'static Code> {
    CODES
        .iter()
        .find(|code| code.name.eq_ignore_ascii_case(name))
}

/// Returns the page of a code in Markdown.
pub fn page(code: &Code) -> String {
    let severity = match code.severity {
        Severity::Error => "error",
        Severity::Warning | Severity::Deprecation => "warning",
    };
    let mut out = format!(
        "# {}\n\n{} ({severity})\n\n{}\n",
        code.name, code.title, code.text
    );
    let (wrong, right) = code.example;
    if !wrong.is_empty() {
        let _ = write!(out, "\nWrong:\n\n{}\n", indented(wrong));
    }
    if !right.is_empty() {
        let _ = write!(out, "\nRight:\n\n{}\n", indented(right));
    }
    if let Some((_, reason)) = WITHOUT_EXAMPLE.iter().find(|(name, _)| *name == code.name) {
        let _ = write!(out, "\nThere is no example: {reason}.\n");
    }
    out
}

fn indented(code: &str) -> String {
    let lines: Vec<String> = code.lines().map(|line| format!("    {line}")).collect();
    lines.join("\n")
}

use Severity::{Error, Warning};

/// All codes, sorted by name.
pub const CODES: &[Code] = &[
    Code {
        name: "ARGUMENT_COUNT",
        severity: Error,
        title: "A function gets too few or too many arguments",
        text: "The call fails whenever it is evaluated. Calls with a splat (`*$list`) are not looked at, \
               nor are functions in Ruby whose files do not say what they take.",
        example: ("notice(join())", "notice(join(['a', 'b'], ','))"),
    },
    Code {
        name: "ARGUMENT_TYPE",
        severity: Error,
        title: "A function gets an argument of a type that it does not take",
        text: "Said when the argument is a literal, or a variable whose declared type has no value that the \
               function takes. The call fails whenever it is evaluated.",
        example: ("notice(abs([1]))", "notice(abs(-1))"),
    },
    Code {
        name: "ASSIGNMENT_COUNT",
        severity: Error,
        title: "An assignment to several variables gets another number of values",
        text: "An array must have as many items as there are variables, a hash must have a key of each \
               variable's name, and any other value counts as an array of one.",
        example: (
            "[$a, $b] = [1]\nnotice($a, $b)",
            "[$a, $b] = [1, 2]\nnotice($a, $b)",
        ),
    },
    Code {
        name: "BRANCH_NEVER_TAKEN",
        severity: Warning,
        title: "A branch can never be taken",
        text: "The condition is a literal, or an earlier option of the `case` or selector takes the same value.",
        example: (
            "case $x {\n  'a': { notice(1) }\n  'a': { notice(2) }\n  default: { }\n}",
            "case $x {\n  'a': { notice(1) }\n  'b': { notice(2) }\n  default: { }\n}",
        ),
    },
    Code {
        name: "CODE_NEVER_REACHED",
        severity: Warning,
        title: "Statements after `fail`, `return`, `next` or `break` are never evaluated",
        text: "The statement before them ends the block in any case.",
        example: ("fail('no')\nnotice('never')", "fail('no')"),
    },
    Code {
        name: "CONSTANT_ERROR",
        severity: Error,
        title: "An expression without variables always fails",
        text: "The expression was evaluated, and the message is Puppet's. Only operators, types and functions \
               that depend on nothing else are evaluated. Some expressions, such as `'1' + 1`, fail only with \
               `strict=error`: they are errors or warnings as `--strict` says.",
        example: ("$a = 1 + 'abc'", "$a = \"1${b}\""),
    },
    Code {
        name: "DATA_SYNTAX",
        severity: Error,
        title: "A file of data cannot be read",
        text: "Every lookup that reaches the file fails. The message is that of the reader of YAML or \
               JSON. A file that no hierarchy reads gets a warning.",
        example: ("a: b: c", "a: 'b: c'"),
    },
    Code {
        name: "DATA_TYPE",
        severity: Error,
        title: "A value in the data does not fit the parameter that it feeds",
        text: "A class gets this value for its parameter by automatic lookup and fails. What `lookup_options` \
               make of it counts: `convert_to: Sensitive` does not fit a parameter of the type String. It is a \
               warning if the options are in a file that not every node reads. Values with interpolations \
               are not looked at.",
        example: (
            "ntp::port: '123'    # class ntp(Integer $port)",
            "ntp::port: 123",
        ),
    },
    Code {
        name: "DATA_UNKNOWN_PARAMETER",
        severity: Warning,
        title: "A key of the data has the name of a class, but the class has no such parameter",
        text: "Nothing reads the key unless code looks it up by name; such keys are not reported.",
        example: (
            "ntp::prot: 123      # class ntp(Integer $port)",
            "ntp::port: 123",
        ),
    },
    Code {
        name: "DUPLICATE_ATTRIBUTE",
        severity: Error,
        title: "An attribute is set twice in one resource",
        text: "Puppet's parser accepts the code, but the declaration fails whenever it is evaluated.",
        example: (
            "file { '/a': mode => '0644', mode => '0600' }",
            "file { '/a': mode => '0600' }",
        ),
    },
    Code {
        name: "DUPLICATE_DEFINITION",
        severity: Error,
        title: "A name is defined twice",
        text: "Puppet refuses the second class, define, function, type or node of the same name when it loads the file. \
               Classes and defines share their names. Of two files in modules only one is loaded, so only names in \
               one file, or in the main manifest, are compared.",
        example: ("class a { }\nclass a { }", "class a { }\nclass b { }"),
    },
    Code {
        name: "DUPLICATE_RESOURCE",
        severity: Error,
        title: "A resource is declared twice on every path",
        text: "Both declarations are evaluated whenever the class, define or node is, and the second one fails with \
               `Duplicate declaration`. They may stand in classes that it always includes, or in defines that it \
               always uses. Declarations inside of conditions and lambdas are not looked at.",
        example: (
            "file { '/a': ensure => file }\nfile { '/a': ensure => absent }",
            "file { '/a': ensure => file }",
        ),
    },
    Code {
        name: "ENVIRONMENT_CONFIG",
        severity: Error,
        title: "`environment.conf` or a module cannot be loaded",
        text: "The message is the one with which Puppet refuses or ignores the environment or module. An unknown \
               setting is an error because it never has an effect, although Puppet only warns about it and \
               compiles. A second value of a setting, a path in the environment that does not exist and a \
               module that another one of the same name hides are warnings.",
        example: (
            "# environment.conf\nenvironment_timout = 5m",
            "# environment.conf\nenvironment_timeout = 5m",
        ),
    },
    Code {
        name: "EPP_PARAMETER",
        severity: Error,
        title: "A template in EPP gets parameters that do not fit",
        text: "A parameter without a default is missing, one is not known, or a value has the wrong type. Only \
               calls with the name of the template and a hash written at the call are looked at.",
        example: (
            "epp('m/motd.epp', { 'hots' => 'a' })    # <%- | String $host | -%>",
            "epp('m/motd.epp', { 'host' => 'a' })",
        ),
    },
    Code {
        name: "ERB_SYNTAX",
        severity: Error,
        title: "A template in ERB is not valid Ruby",
        text: "The template fails whenever it is rendered. When no `ruby` is installed that confirms it, the \
               finding is a warning.",
        example: ("<% if @a %>", "<% if @a %><% end %>"),
    },
    Code {
        name: "HIERA_CONFIG",
        severity: Error,
        title: "A `hiera.yaml` is not valid",
        text: "Every lookup in its layer fails. The message is Puppet's.",
        example: ("version: 6", "version: 5"),
    },
    Code {
        name: "INCLUDE_CYCLE",
        severity: Warning,
        title: "Classes that require or contain each other",
        text: "Each class waits for the other, so the catalog has a cycle and cannot be applied. A class that \
               inherits from itself by way of others is an error at once.",
        example: (
            "class a { require b }\nclass b { require a }",
            "class a { require b }\nclass b { }",
        ),
    },
    Code {
        name: "LOOKUP_OPTIONS",
        severity: Error,
        title: "An entry of `lookup_options` is wrong",
        text: "Each lookup of a key to which it applies fails: the options must be a hash, and `merge` is `first`, \
               `unique`, `hash` or `deep`, or a hash with the key `strategy`.",
        example: (
            "lookup_options:\n  ntp::servers:\n    merge: uniq",
            "lookup_options:\n  ntp::servers:\n    merge: unique",
        ),
    },
    Code {
        name: "METADATA",
        severity: Error,
        title: "A `metadata.json` is not valid",
        text: "Puppet ignores or refuses the module, or tools that read the file fail.",
        example: (
            "{ \"name\": \"ntp\" ",
            "{ \"name\": \"me-ntp\", \"version\": \"1.0.0\" }",
        ),
    },
    Code {
        name: "MISSING_MODULE",
        severity: Warning,
        title: "Code names a module that is not there",
        text: "Its classes, types and functions cannot be checked. Install the modules (`r10k puppetfile \
               install`) before the check, or add their folder to `modulepath`. Each module is reported once.",
        example: (
            "# manifests/site.pp\ninclude ntp\n# modules/m/manifests/init.pp\nclass m { }",
            "# manifests/site.pp\ninclude ntp\n# modules/ntp/manifests/init.pp\nclass ntp { }",
        ),
    },
    Code {
        name: "MISSING_PARAMETER",
        severity: Error,
        title: "A parameter without a default gets no value",
        text: "The declaration fails. For classes this is a warning, since data may give the value. Parameters \
               that defaults, overrides or collectors set somewhere are not reported.",
        example: (
            "define d($a) { }\nd { 'x': }",
            "define d($a) { }\nd { 'x': a => 1 }",
        ),
    },
    Code {
        name: "NO_MATCHING_OPTION",
        severity: Error,
        title: "A selector has no option for its value",
        text: "A selector without a `default` fails when no option matches. It is an error if no option matches \
               any value that there may be, and a warning if one of a few values is left out: one of an \
               Enum, or `true` or `false`. A condition around the selector may rule that value out.",
        example: (
            "$x = 'a' ? { 'b' => 1, /^c/ => 2 }\nnotice($x)",
            "$x = 'a' ? { 'b' => 1, default => 2 }\nnotice($x)",
        ),
    },
    Code {
        name: "OPERAND_TYPE",
        severity: Error,
        title: "An operator gets an operand that it does not take",
        text: "Said when the types of both operands are known: those of literals, of variables with a declared \
               type or one known value, and of results of functions. `[]` stands for an access. The evaluation \
               fails whenever it comes there.",
        example: (
            "function f(Array $list) { $list * 2 }",
            "function f(Array $list) { $list + $list }",
        ),
    },
    Code {
        name: "PARAMETER_ORDER",
        severity: Error,
        title: "A function or lambda requires a parameter after an optional one",
        text: "The call fails, whatever arguments it gives. Parameters with defaults must come last. Classes and \
               defines get their parameters by name and may declare them in any order.",
        example: (
            "function f($a = 1, $b) { $b }",
            "function f($b, $a = 1) { $b }",
        ),
    },
    Code {
        name: "PARAMETER_TYPE",
        severity: Error,
        title: "A parameter gets a value of the wrong type",
        text: "Said when the value is a literal, or a variable whose declared type has no value that the \
               parameter takes, and for defaults that do not fit the type of their own parameter.",
        example: (
            "define d(Integer $a) { }\nd { 'x': a => '1' }",
            "define d(Integer $a) { }\nd { 'x': a => 1 }",
        ),
    },
    Code {
        name: "REASSIGNMENT",
        severity: Error,
        title: "A variable gets a second value",
        text: "A variable is set once in its scope, and a parameter has its value already. The assignment fails \
               whenever it is evaluated. In a lambda the same name is another variable.",
        example: ("$a = 1\n$a = 2", "$a = 1\n$b = 2"),
    },
    Code {
        name: "RESOURCE_NOT_DECLARED",
        severity: Error,
        title: "A relationship names a resource that nothing declares",
        text: "The compilation fails with `Could not find resource`. Only environments whose modules are all there \
               are looked at, and only types whose titles are all literals: no variable, `create_resources`, \
               exported resource or function of a module may declare such a resource.",
        example: (
            "notify { 'a': require => Exec['b'] }",
            "exec { 'b': command => '/bin/true' }\nnotify { 'a': require => Exec['b'] }",
        ),
    },
    Code {
        name: "RESOURCE_REFERENCE",
        severity: Error,
        title: "A reference does not name a resource",
        text: "A reference needs a title, and the metaparameters `before`, `notify`, `require` and `subscribe` need \
               references: `File['/a']`, or a text of that form.",
        example: (
            "service { 'a': require => 'b' }",
            "service { 'a': require => Package['b'] }",
        ),
    },
    Code {
        name: "RESOURCE_TITLE",
        severity: Error,
        title: "The title of a resource is not a String, or it is empty",
        text: "The declaration fails whenever it is evaluated. An array of titles must contain only texts.",
        example: ("user { 1000: }", "user { 'root': uid => 1000 }"),
    },
    Code {
        name: "RETURN_TYPE",
        severity: Error,
        title: "A function returns a value that its own return type does not accept",
        text: "The value of the last statement counts. Said when it is a literal, or when no value of its type fits. \
               Puppet does not check values that `return` gives.",
        example: (
            "function f() >> Integer { '1' }",
            "function f() >> Integer { 1 }",
        ),
    },
    Code {
        name: "SOURCE_NOT_FOUND",
        severity: Warning,
        title: "A `puppet:///modules/...` source names a file that is not there",
        text: "The catalog compiles, but the agent fails to fetch the file.",
        example: (
            "# modules/m/manifests/init.pp\nclass m {\n  file { '/a': source => 'puppet:///modules/m/a' }\n}",
            "# modules/m/manifests/init.pp\nclass m {\n  file { '/a': source => 'puppet:///modules/m/a' }\n}\n# modules/m/files/a\ntext",
        ),
    },
    Code {
        name: "TEMPLATE_NOT_FOUND",
        severity: Error,
        title: "A template or file is not there",
        text: "`template`, `epp` and `file` fail when the module is there and the file is not.",
        example: (
            "template('ntp/ntp.cnf.erb')",
            "template('ntp/ntp.conf.erb')",
        ),
    },
    Code {
        name: "UNKNOWN_CLASS",
        severity: Error,
        title: "A class is not defined",
        text: "The module is there, but none of its files defines the class.",
        example: ("include ntp::sever", "include ntp::server"),
    },
    Code {
        name: "UNKNOWN_DATA_TYPE",
        severity: Error,
        title: "A data type is not defined",
        text: "Neither Puppet nor any module defines the type.",
        example: (
            "class a(Stdlib::Prot $port) { }",
            "class a(Stdlib::Port $port) { }",
        ),
    },
    Code {
        name: "UNKNOWN_FACT",
        severity: Warning,
        title: "A fact that neither Facter nor a module of the codebase has",
        text: "The value is `undef` unless a package on the nodes brings the fact. The entries of the structured facts \
               of Facter, such as `os` and `networking`, are known too.",
        example: ("$facts['osfamliy']", "$facts['os']['family']"),
    },
    Code {
        name: "UNKNOWN_FUNCTION",
        severity: Error,
        title: "A function is not defined",
        text: "The call fails whenever it is evaluated. It is a warning when modules are missing that may \
               define it.",
        example: ("$a = emtpy($b)", "$a = empty($b)"),
    },
    Code {
        name: "UNKNOWN_PARAMETER",
        severity: Error,
        title: "A class, define or resource type has no such parameter",
        text: "The declaration fails. Attributes of resource types in Ruby are known where the file of the type \
               only names them; types that make their attributes as they run are not looked at.",
        example: (
            "file { '/a': conten => 'x' }",
            "file { '/a': content => 'x' }",
        ),
    },
    Code {
        name: "UNKNOWN_RESOURCE_TYPE",
        severity: Error,
        title: "A resource type or define is not defined",
        text: "Neither Puppet nor any module defines it.",
        example: ("flie { '/a': }", "file { '/a': }"),
    },
    Code {
        name: "UNKNOWN_VARIABLE",
        severity: Error,
        title: "A variable is never set",
        text: "With `strict_variables`, the default of Puppet 8, the evaluation fails. A variable of another \
               class (`$a::b`) that the class never sets is an error; any other variable is a warning, since \
               a classifier may set it.",
        example: (
            "class a($port) { notice($prot) }",
            "class a($port) { notice($port) }",
        ),
    },
    Code {
        name: "UNUSED_DATA_KEY",
        severity: Warning,
        title: "Nothing reads a key of the data",
        text: "No class has a parameter of that name, and the key stands nowhere in code, templates or other \
               data.",
        example: (
            "# manifests/site.pp\nnotice(1)\n# hiera.yaml\nversion: 5\n# data/common.yaml\nports: [80]",
            "# manifests/site.pp\nnotice(lookup('ports'))\n# hiera.yaml\nversion: 5\n# data/common.yaml\nports: [80]",
        ),
    },
    Code {
        name: "UNUSED_FUNCTION",
        severity: Warning,
        title: "Nothing calls a function of the environment",
        text: "Only functions of the environment itself are looked at: those of modules are for others.",
        example: (
            "# functions/one.pp\nfunction one() { 1 }",
            "# functions/one.pp\nfunction one() { 1 }\n# manifests/site.pp\nnotice(one())",
        ),
    },
    Code {
        name: "UNUSED_PARAMETER",
        severity: Warning,
        title: "A parameter is never read",
        text: "Neither the body nor a template reads it, and no other code reads it as a variable of the class. \
               A parameter whose name begins with `_` is not reported, nor are those of classes that others \
               inherit from.",
        example: (
            "define d($a, $b) { notice($a) }",
            "define d($a) { notice($a) }",
        ),
    },
    Code {
        name: "UNUSED_VARIABLE",
        severity: Warning,
        title: "A variable is set and never read",
        text: "Neither the code nor a template reads it, and no other code reads it as a variable of the class. \
               A variable whose name begins with `_` is not reported.",
        example: ("function f($x) { $y = $x + 1 $x }", "function f($x) { $x }"),
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use regex::Regex;

    use super::*;

    #[test]
    fn the_table_is_in_order_and_each_page_has_its_parts() {
        for (_, table) in TABLES {
            assert!(table.windows(2).all(|pair| pair[0].name < pair[1].name));
        }
        for code in all() {
            assert!(
                code.title.len() > 10 && code.text.len() > 20,
                "{}",
                code.name
            );
            let page = page(code);
            assert!(page.starts_with(&format!("# {}\n", code.name)));
        }
        assert!(find("unknown_class").is_some());
        assert!(find("nothing").is_none());
    }

    /// Lists texts in capitals that are not codes of findings, and codes that no report shows.
    const OTHER: &[&str] = &[
        // environment variables, constants of Ruby and headers
        "BUNRAKU_RUBY",
        "CARGO_MANIFEST_DIR",
        "HTTP_X_CLIENT_DN",
        "HTTP_X_CLIENT_VERIFY",
        "LC_ALL",
        "LC_COLLATE",
        "LC_CTYPE",
        "LC_MESSAGES",
        "LC_MONETARY",
        "LC_NUMERIC",
        "LC_TIME",
        "RUBY_PLATFORM",
        "RUBY_VERSION",
        // marks of errors on their way to the code that handles them
        "LEFT_BY_RUBY",
        "PASSING_A_LAMBDA",
        "PLACE_IN_HEREDOC",
    ];

    fn add_codes(folder: &Path, pattern: &Regex, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            match path.extension() {
                _ if path.is_dir() => add_codes(&path, pattern, found),
                Some(end) if end == "rs" => {
                    let text = fs::read_to_string(&path).expect("readable");
                    let codes = pattern.captures_iter(&text).map(|one| one[1].to_owned());
                    found.extend(codes);
                }
                _ => {}
            }
        }
    }

    #[test]
    fn each_code_in_the_sources_has_a_page() {
        let pattern = Regex::new(r#""([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)""#).expect("it is valid");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut found = BTreeSet::new();
        for name in ["frontend", "mir", "runtime", "catalog", "check"] {
            add_codes(&root.join(name).join("src"), &pattern, &mut found);
        }
        found.retain(|name| !OTHER.contains(&name.as_str()) && find_any(name).is_none());
        assert!(found.is_empty(), "{found:?}");
    }
}
