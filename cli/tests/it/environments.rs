//! Compiles several environments in one process: none may affect another.

use std::fmt::Write as _;
use std::fs;

use crate::common::Folder;

/// Returns the files of an environment. They have the same names in both environments, and differ
/// only in `mark` and in what follows from it.
fn files(environment: &str, mark: usize) -> Vec<(String, String)> {
    let other = ["Integer[0, 9]", "Enum[small, large]"][mark % 2];
    let value = ["7", "'small'"][mark % 2];
    let files = [
        (
            "manifests/site.pp",
            format!(
                "$top = {mark}\nFile {{ mode => '060{mark}' }}\ninclude m\n\
                 node default {{ m::d {{ ['x', 'y']: }} include m::sub }}\n\
                 Integer[1, 40].each |$i| {{ notify {{ \"n${{i}}\": message => m::f($i) }} }}\n"
            ),
        ),
        (
            "hiera.yaml",
            "version: 5\nhierarchy:\n  - {name: role, path: \"%{facts.role}.yaml\"}\n  \
             - {name: all, path: all.yaml}\n"
                .to_owned(),
        ),
        (
            "data/all.yaml",
            format!("m::size: {value}\nm::list: [all{mark}]\nk: all{mark}\n"),
        ),
        (
            "data/web.yaml",
            format!("m::list: [web{mark}]\nlookup_options: {{m::list: {{merge: unique}}}}\n"),
        ),
        (
            "modules/m/types/size.pp",
            format!("type M::Size = {other}\n"),
        ),
        (
            "modules/m/types/point.pp",
            format!(
                "type M::Point = Object[{{attributes => {{x => {{type => Any, value => {mark}}}}}}}]\n"
            ),
        ),
        (
            "modules/m/functions/f.pp",
            format!("function m::f($x) >> String {{ \"{mark} ${{x}} ${{facts['role']}}\" }}\n"),
        ),
        (
            "modules/m/templates/t.epp",
            format!("<% | $a | %>{mark} <%= $a %> <%= $facts['role'] %>\n"),
        ),
        (
            "modules/m/manifests/init.pp",
            format!(
                "class m(M::Size $size, Array $list = []) {{\n\
                 notice($size, $list, type(M::Point()), M::Point().x, $top, $environment)\n\
                 file {{ '/m': content => epp('m/t.epp', {{a => {mark}}}) }}\n\
                 notify {{ 'k': message => [lookup('k'), $list, String(M::Size), regsubst('aXbX', 'X', '{mark}', 'G')] }}\n}}\n"
            ),
        ),
        (
            "modules/m/manifests/sub.pp",
            format!("class m::sub inherits m {{ File['/m'] {{ owner => 'o{mark}' }} }}\n"),
        ),
        (
            "modules/m/manifests/d.pp",
            format!(
                "define m::d($p = {mark}) {{ @notify {{ \"d${{title}}\": message => \"${{p}}\" }} Notify <| title == \"d${{title}}\" |> }}\n"
            ),
        ),
    ];
    let path = |(name, text): (&str, String)| (format!("{environment}/{name}"), text);
    files.into_iter().map(path).collect()
}

#[test]
fn environments_do_not_leak() {
    let mut list = files("one", 1);
    list.extend(files("two", 2));
    let names: Vec<String> = (0..12).map(|at| format!("n{at:02}")).collect();
    let mut enc = String::new();
    for (at, name) in names.iter().enumerate() {
        let environment = ["one", "two"][at % 2];
        let _ = writeln!(enc, "{name}: {{environment: {environment}}}");
        let role = ["web", "db", "mail"][at % 3];
        list.push((format!("facts/{name}.yaml"), format!("role: {role}\n")));
    }
    list.push(("enc.yaml".to_owned(), enc));
    let list: Vec<(&str, &[u8])> = list
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_bytes()))
        .collect();
    let folder = Folder::new(&list);
    let run = |environment: &str, name: &str, out: &str, more: &[&str]| {
        let fixed = [
            "compile",
            "--environment",
            environment,
            "--environment-name",
            name,
        ];
        let inputs = ["--facts", "facts", "-o", out];
        let (status, _, log) = folder.run(&[&fixed[..], &inputs, more].concat());
        assert_eq!(status, 0, "{log}");
        log
    };
    // each node in a process of its own
    let mut alone = String::new();
    for (at, name) in names.iter().enumerate() {
        let environment = ["one", "two"][at % 2];
        let log = run(environment, environment, "alone/", &[name]);
        // in a run of several nodes each line names its node
        for line in log.lines() {
            let _ = writeln!(alone, "{name}: {line}");
        }
    }
    let catalogs = |out: &str| -> Vec<String> {
        let read = |name| fs::read_to_string(folder.0.join(out).join(name)).expect("written");
        folder.names(out).iter().map(read).collect()
    };
    let wanted = catalogs("alone");
    assert_eq!(wanted.len(), names.len());
    assert_ne!(wanted[0], wanted[1]);
    let enc = ["--enc", "enc.yaml"];
    for more in [
        &["--jobs", "1"][..],
        &["--jobs", "1", "--jit", "always"],
        &["--jobs", "8"],
        &["--jobs", "8", "--jit", "always"],
        &["--jobs", "8", "--jit", "off"],
    ] {
        let log = run("one", "one", "together", &[&enc, more].concat());
        assert_eq!(log, alone, "{more:?}");
        assert!(catalogs("together") == wanted, "{more:?}");
    }
}
