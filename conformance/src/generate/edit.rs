//! Edits a generated environment as people do from one commit to the next.

use super::Choices;
use super::environment::Files;

/// Changes something in the files. Returns a description of the change.
pub fn edit(files: &mut Files, choices: &mut Choices<'_>) -> String {
    let kinds: [fn(&mut Files, &mut Choices<'_>) -> Option<String>; 14] = [
        change_value,
        change_value,
        change_code,
        change_code,
        change_fact,
        add_key,
        add_comment,
        add_statement,
        add_line,
        delete,
        rename,
        copy,
        add_file,
        add_module,
    ];
    // some edits find nothing to change
    for _ in 0..20 {
        if let Some(done) = choices.pick(&kinds)(files, choices) {
            return done;
        }
    }
    "nothing".to_owned()
}

/// Returns the path of a file for which `is` returns true.
fn path(files: &Files, choices: &mut Choices<'_>, is: impl Fn(&str) -> bool) -> Option<String> {
    let paths: Vec<&String> = files.keys().filter(|path| is(path)).collect();
    match paths.is_empty() {
        true => None,
        false => Some((*choices.pick(&paths)).clone()),
    }
}

fn is_data(path: &str) -> bool {
    path.ends_with(".yaml") || path.ends_with(".json") && !is_of_case(path)
}

/// Returns true if a file describes the nodes.
fn is_of_case(path: &str) -> bool {
    matches!(path, "nodes.json" | "trusted.json" | "enc.json")
}

fn is_code(path: &str) -> bool {
    path.ends_with(".pp")
        || path.ends_with(".epp")
        || path.ends_with(".erb")
        || path.ends_with(".rb")
}

/// Changes a digit or a letter of a word in a file.
fn change_word(files: &mut Files, choices: &mut Choices<'_>, path: String) -> Option<String> {
    let text = files.get_mut(&path)?;
    let is_end = |at: usize| {
        !text
            .as_bytes()
            .get(at + 1)
            .is_some_and(u8::is_ascii_alphanumeric)
    };
    let places: Vec<usize> = (0..text.len())
        .filter(|&at| text.as_bytes()[at].is_ascii_alphanumeric() && is_end(at))
        .collect();
    if places.is_empty() {
        return None;
    }
    let at = places[(choices.below(256) * 256 + choices.below(256)) % places.len()];
    let old = text.as_bytes()[at];
    let new = match old.is_ascii_digit() {
        true => char::from(b'0' + (old - b'0' + 1) % 10),
        false => *choices.pick(&['x', 'a', 'q']),
    };
    text.replace_range(at..=at, &new.to_string());
    Some(format!("{path}: {} becomes {new} at {at}", char::from(old)))
}

fn change_value(files: &mut Files, choices: &mut Choices<'_>) -> Option<String> {
    let path = path(files, choices, is_data)?;
    change_word(files, choices, path)
}

fn change_code(files: &mut Files, choices: &mut Choices<'_>) -> Option<String> {
    let path = path(files, choices, is_code)?;
    change_word(files, choices, path)
}

fn change_fact(files: &mut Files, choices: &mut Choices<'_>) -> Option<String> {
    let path = path(files, choices, is_of_case)?;
    change_word(files, choices, path)
}

/// Copies a key of a data file to another data file.
fn add_key(files: &mut Files, choices: &mut Choices<'_>) -> Option<String> {
    let from = path(files, choices, |path| {
        path.ends_with(".yaml") && path != "hiera.yaml"
    })?;
    let to = path(files, choices, |path| {
        path.ends_with(".yaml") && path != "hiera.yaml"
    })?;
    let lines: Vec<String> = files[&from]
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_alphabetic()) && line.contains(": "))
        .map(str::to_owned)
        .collect();
    let line = match lines.is_empty() {
        true => "new_key: 1".to_owned(),
        false => choices.pick(&lines).clone(),
    };
    let text = files.get_mut(&to)?;
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(&line);
    text.push('\n');
    Some(format!("{to}: has {line}"))
}

fn add_comment(files: &mut Files, choices: &mut Choices<'_>) -> Option<String> {
    let path = path(files, choices, |path| {
        path.ends_with(".pp") || path.ends_with(".yaml")
    })?;
    let text = files.get_mut(&path)?;
    match choices.chance(2) {
        true => text.insert_str(0, "# a comment\n"),
        false => text.push_str("\n# a comment\n"),
    }
    Some(format!("{path}: has a comment"))
}

fn add_statement(files: &mut Files, choices: &mut Choices<'_>) -> Option<String> {
    let path = path(files, choices, |path| path.contains("manifests/"))?;
    let text = files.get_mut(&path)?;
    let statement = *choices.pick(&[
        "notify { 'added': message => $facts['role'] }",
        "notice($facts['os']['family'])",
        "notify { \"more ${lookup('new_key', undef, undef, 'none')}\": }",
        "include delta",
        "notice(delta::new(1))",
        "$added = $facts['added']",
    ]);
    let at = text
        .rfind('}')
        .filter(|_| choices.chance(2))
        .unwrap_or(text.len());
    text.insert_str(at, &format!("\n{statement}\n"));
    Some(format!("{path}: {statement}"))
}

fn add_line(files: &mut Files, choices: &mut Choices<'_>) -> Option<String> {
    let path = path(files, choices, |path| !is_of_case(path))?;
    let line = *choices.pick(&["x", "", "@", "- 1", "<%= 1 %>", "new_key: 2"]);
    let text = files.get_mut(&path)?;
    text.push_str(&format!("\n{line}\n"));
    Some(format!("{path}: has the line {line}"))
}

fn delete(files: &mut Files, choices: &mut Choices<'_>) -> Option<String> {
    let path = path(files, choices, |path| !is_of_case(path))?;
    files.remove(&path);
    Some(format!("{path}: is gone"))
}

/// Returns a new name beside a file: that of another file with the same extension, if there is one.
fn other_name(files: &Files, choices: &mut Choices<'_>, from: &str) -> String {
    let extension = from.rsplit('.').next().unwrap_or_default().to_owned();
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    match path(files, choices, |path| {
        path.ends_with(&extension) && path != from
    }) {
        Some(other) if choices.chance(3) => other,
        _ => match folder {
            "" => format!("other.{extension}"),
            folder => format!("{folder}/other.{extension}"),
        },
    }
}

fn rename(files: &mut Files, choices: &mut Choices<'_>) -> Option<String> {
    let from = path(files, choices, |path| !is_of_case(path))?;
    let to = other_name(files, choices, &from);
    let text = files.remove(&from)?;
    files.insert(to.clone(), text);
    Some(format!("{from}: is {to}"))
}

fn copy(files: &mut Files, choices: &mut Choices<'_>) -> Option<String> {
    let from = path(files, choices, |path| !is_of_case(path))?;
    let to = other_name(files, choices, &from);
    let text = files.get(&from)?.clone();
    files.insert(to.clone(), text);
    Some(format!("{from}: is also {to}"))
}

/// Adds a file that a compilation may have looked for.
fn add_file(files: &mut Files, choices: &mut Choices<'_>) -> Option<String> {
    let (path, text) = *choices.pick(&[
        ("data/nodes/db.example.com.yaml", "new_key: node\n"),
        ("data/nodes/other.yaml", "lookup_options:\n  new_key: {merge: unique}\n"),
        ("data/common.yaml", "new_key: common\n"),
        ("data/role/web.yaml", "new_key: role\n"),
        ("hiera.yaml", "version: 5\nhierarchy:\n  - {name: a, paths: ['nodes/%{trusted.certname}.yaml', common.yaml]}\n"),
        ("functions/added.pp", "function environment::added() { 1 }\n"),
        ("modules/alpha/functions/added.pp", "function alpha::added() { 1 }\n"),
        ("modules/alpha/types/added.pp", "type Alpha::Added = Integer\n"),
        ("modules/alpha/manifests/added.pp", "class alpha::added { }\n"),
        ("modules/alpha/manifests/init.pp", "class alpha { notify { 'init': } }\n"),
        ("modules/alpha/hiera.yaml", "version: 5\nhierarchy: [{name: a, path: common.yaml}]\n"),
        ("modules/alpha/data/common.yaml", "alpha::x: 1\nother: 2\n"),
        ("modules/alpha/metadata.json", "{\"name\": \"a-alpha\"}"),
        ("modules/alpha/templates/added.epp", "<%= 1 %>"),
        ("modules/alpha/lib/puppet/functions/alpha/added.rb", "Puppet::Functions.create_function(:'alpha::added') { def added(*x) = 2 }\n"),
        ("modules/alpha/lib/puppet/type/notify.rb", "x\n"),
        ("manifests/added.pp", "notify { 'main': }\n"),
        ("environment.conf", "modulepath = modules:more\n"),
        ("more/alpha/manifests/init.pp", "class alpha { }\n"),
    ]);
    files.insert(path.to_owned(), text.to_owned());
    Some(format!("{path}: is there"))
}

fn add_module(files: &mut Files, choices: &mut Choices<'_>) -> Option<String> {
    let name = *choices.pick(&["delta", "epsilon", "beta", "gamma"]);
    let (below, text) = *choices.pick(&[
        ("manifests/init.pp", "class NAME { notify { 'NAME': } }\n"),
        ("functions/new.pp", "function NAME::new($x) { $x + 1 }\n"),
        (
            "lib/puppet/functions/NAME/new.rb",
            "Puppet::Functions.create_function(:'NAME::new') { def new(x) = x }\n",
        ),
        ("types/new.pp", "type NAME::New = Integer\n"),
        (
            "lib/puppet/type/new.rb",
            "Puppet::Type.newtype(:new) { newparam(:name) }\n",
        ),
        ("metadata.json", "{}"),
    ]);
    let path = format!("modules/{name}/{}", below.replace("NAME", name));
    files.insert(path.clone(), text.replace("NAME", name));
    Some(format!("{path}: is there"))
}
