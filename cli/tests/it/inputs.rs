//! Tests the sources of environments, settings and facts: bunraku.toml, variables, the current
//! folder, and all forms of facts.

use std::process::Command;

use crate::common::{Folder, ended};

/// A main manifest that logs the facts that the tests check.
const SITE: &[u8] = b"notice($facts['role'], $facts['os'], $trusted['extensions'])\n";

fn environment(more: &[(&str, &[u8])]) -> Folder {
    let mut files: Vec<(&str, &[u8])> = vec![
        ("repo/environment.conf", b"modulepath = modules\n"),
        ("repo/manifests/site.pp", SITE),
    ];
    files.extend(more);
    Folder::new(&files)
}

/// Runs bunraku in a subfolder with environment variables.
fn run_in(
    folder: &Folder,
    below: &str,
    variables: &[(&str, &str)],
    arguments: &[&str],
) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    command.envs(variables.iter().copied());
    command.args(arguments).current_dir(folder.0.join(below));
    ended(command.output())
}

fn notices(folder: &Folder, arguments: &[&str]) -> String {
    let (status, _, log) = run_in(folder, "repo", &[], arguments);
    assert_eq!(status, 0, "{arguments:?}: {log}");
    log.replace("Notice: Scope(Class[main]): ", "")
}

#[test]
fn the_official_control_repository_compiles_in_any_checkout() {
    let script = b"#!/bin/sh\n[ $# -eq 2 ] && [ -d \"$1\" ] && [ -d \"$1/$2/manifests\" ] || exit 1\necho version-$2\n";
    let folder = Folder::new(&[
        (
            "control-repo/environment.conf",
            b"modulepath = site-modules:modules:$basemodulepath\nconfig_version = 'scripts/config_version.sh $environmentpath $environment'\n",
        ),
        ("control-repo/scripts/config_version.sh", script),
        (
            "control-repo/manifests/site.pp",
            b"include role\nnotice($settings::environmentpath, $settings::modulepath, $settings::config_version)\nnotice($settings::confdir, $settings::codedir, $settings::vardir, $settings::basemodulepath)\n",
        ),
        ("control-repo/site-modules/role/manifests/init.pp", b"class role { }\n"),
    ]);
    let script = folder.0.join("control-repo/scripts/config_version.sh");
    make_executable(&script);
    let (status, catalog, log) =
        run_in(&folder, "control-repo/site-modules/role", &[], &["compile"]);
    assert_eq!(status, 0, "{log}");
    assert!(
        catalog.contains("\"version\": \"version-production\""),
        "{catalog}"
    );
    let root = folder.0.display();
    let base = "/etc/puppetlabs/code/modules:/opt/puppetlabs/puppet/modules";
    let repo = format!("{root}/control-repo");
    let expected = format!(
        "Notice: Scope(Class[main]): {root} {repo}/site-modules:{repo}/modules:{base} \
         scripts/config_version.sh {root} production\n\
         Notice: Scope(Class[main]): /etc/puppetlabs/puppet /etc/puppetlabs/code \
         /opt/puppetlabs/puppet/cache {base}\n"
    );
    assert_eq!(log, expected);
    // an error names the path that the settings show
    std::fs::write(&script, "#!/bin/sh\necho \"no $1\"\nexit 3\n").expect("writable");
    make_executable(&script);
    let (status, _, log) = run_in(&folder, "control-repo", &[], &["compile"]);
    assert_eq!(status, 1);
    let command = format!("{repo}/scripts/config_version.sh {root} production");
    assert!(log.contains(&format!(
        "Execution of config_version command `{command}` failed: Execution of '{command}' returned 3: no {root} on node"
    )), "{log}");
}

#[cfg(unix)]
fn make_executable(path: &std::path::Path) {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(path, mode).expect("permitted");
}

#[cfg(not(unix))]
fn make_executable(_path: &std::path::Path) {}

#[test]
fn an_environment_of_a_server_has_the_name_of_its_folder() {
    let folder = Folder::new(&[
        (
            "environments/staging/manifests/site.pp",
            b"notice($environment)\n",
        ),
        ("checkout/manifests/site.pp", b"notice($environment)\n"),
    ]);
    for (path, name) in [
        ("environments/staging", "staging"),
        ("checkout", "production"),
    ] {
        let (_, _, log) = folder.run(&["compile", "--environment", path]);
        assert_eq!(log, format!("Notice: Scope(Class[main]): {name}\n"));
    }
}

#[test]
fn settings_that_puppet_lacks_name_the_nearest() {
    let folder = environment(&[]);
    for (setting, problem) in [
        (
            "strict_variable=false",
            "Puppet has no setting 'strict_variable'; did you mean 'strict_variables'?",
        ),
        (
            "strict=warn",
            "Invalid value 'warn' for setting strict: expected one of off, warning, error; did you mean 'warning'?",
        ),
        (
            "noop=yes",
            "Invalid value 'yes' for setting noop: expected one of true, false",
        ),
        (
            "runinterval=5x",
            "Invalid duration '5x' for setting runinterval",
        ),
        (
            "serverport=70000",
            "Invalid port '70000' for setting serverport",
        ),
        ("=x", "expected KEY=VALUE"),
        ("strict", "expected KEY=VALUE"),
    ] {
        let (status, _, log) = run_in(&folder, "repo", &[], &["compile", "--setting", setting]);
        assert_eq!(status, 2, "{log}");
        assert!(log.contains(problem), "{log}");
    }
    let code = "notice($settings::runinterval)";
    let (_, out, _) = run_in(
        &folder,
        "repo",
        &[],
        &["eval", "--setting", "runinterval=5m", "-e", code],
    );
    assert_eq!(out, "Notice: Scope(Class[main]): 300\n");
}

#[test]
fn nearer_places_go_before_farther_ones() {
    let folder = environment(&[
        (
            "bunraku.toml",
            b"facts = 'facts'\n[setting]\nstrict = 'off'\ndisable_warnings = 'deprecations'\n[compile]\nformat = 'summary'\ntrace = true\n",
        ),
        ("facts/n.example.com.json", b"{\"role\": \"file\", \"os\": 1}"),
        ("other/n.example.com.json", b"{\"role\": \"variable\", \"os\": 1}"),
        ("repo/below/x", b""),
    ]);
    let role = |variables: &[(&str, &str)], more: &[&str]| {
        let mut arguments = vec!["compile", "n.example.com"];
        arguments.extend(more);
        let (status, out, log) = run_in(&folder, "repo/below", variables, &arguments);
        assert_eq!(status, 0, "{log}");
        let role = log.replace("Notice: Scope(Class[main]): ", "");
        (role.split(' ').next().unwrap_or_default().to_owned(), out)
    };
    let (found, out) = role(&[], &[]);
    assert_eq!(found, "file");
    assert!(out.starts_with("n.example.com: "), "{out}");
    let variables = [("BUNRAKU_FACTS", "../../other"), ("BUNRAKU_FORMAT", "json")];
    let (found, out) = role(&variables, &[]);
    assert_eq!(found, "variable");
    assert!(out.starts_with('{'), "{out}");
    assert_eq!(role(&variables, &["--facts", "../../facts"]).0, "file");
    // an empty variable removes the value of the file
    let (found, _) = role(&[("BUNRAKU_FACTS", "")], &[]);
    assert_eq!(found, "");
    // `--flag=false` unsets a flag of the file, and settings are merged by name
    role(&[], &["--trace=false"]);
    let variables = [
        ("BUNRAKU_SETTING", "strict=warning; tasks=false"),
        ("BUNRAKU_JOBS", "3"),
    ];
    let (status, out, _) = run_in(&folder, "repo", &variables, &["config", "compile"]);
    assert_eq!(status, 0);
    let file = folder.0.join("bunraku.toml").display().to_string();
    let facts = folder.0.join("facts").display().to_string();
    let repo = folder.0.join("repo").display().to_string();
    for line in [
        format!("# {file}"),
        format!("environment = \"{repo}\"  # current folder"),
        format!("facts = \"{facts}\"  # {file}:1"),
        format!("format = \"summary\"  # {file}:6"),
        "jit = \"auto\"  # default".to_owned(),
        "jobs = 3  # BUNRAKU_JOBS".to_owned(),
        format!("setting.disable_warnings = \"deprecations\"  # {file}:4"),
        "setting.strict = \"warning\"  # BUNRAKU_SETTING".to_owned(),
        "setting.tasks = \"false\"  # BUNRAKU_SETTING".to_owned(),
        format!("trace = true  # {file}:7"),
        "# output is not set".to_owned(),
    ] {
        assert!(out.lines().any(|other| other == line), "{line}: {out}");
    }
    assert!(!out.contains("strict = \"off\""), "{out}");
    let variables_of_token = [("BUNRAKU_PUPPETDB_TOKEN", "hush")];
    let (_, out, _) = run_in(&folder, "repo", &variables_of_token, &["config", "compile"]);
    let line = "puppetdb-token = \"***\"  # BUNRAKU_PUPPETDB_TOKEN";
    assert!(out.contains(line) && !out.contains("hush"), "{out}");
    let json = run_in(
        &folder,
        "repo",
        &variables,
        &["config", "compile", "--format", "json"],
    )
    .1;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let options = json["options"].as_array().expect("a list");
    let jobs = options.iter().find(|option| option["name"] == "jobs");
    let jobs = jobs.expect("an option");
    assert_eq!(jobs["value"], "3");
    assert_eq!(jobs["origin"]["name"], "BUNRAKU_JOBS");
}

#[test]
fn a_wrong_configuration_names_its_place() {
    let folder = environment(&[]);
    for (text, problem) in [
        ("\njobz = 1", ":2: unknown key 'jobz'; did you mean 'jobs'?"),
        (
            "jobs = true",
            ":1: jobs: expected one value, found true or false",
        ),
        (
            "jobs = 'x'",
            ":1: jobs: invalid value 'x': invalid digit found in string",
        ),
        (
            "trace = 'yes'",
            ":1: trace: expected true or false, found a string",
        ),
        (
            "jit = 'atuo'",
            ":1: jit: invalid value 'atuo': expected one of ",
        ),
        (
            "[compile]\nexplain = true",
            ":2: bunraku compile has no option 'explain'",
        ),
        (
            "[compil]",
            ":1: unknown key 'compil'; did you mean 'compile'?",
        ),
        (
            "[setting]\nstrikt = 'off'",
            ":2: setting: invalid value 'strikt=off': Puppet has no setting 'strikt'; did you mean 'strict'?",
        ),
        ("jobs = 1\njobs = 2", ":2: "),
        ("jobs = ", ":1: "),
        ("facts = ''", ":1: facts: invalid value ''"),
    ] {
        let path = folder.0.join("repo/bunraku.toml");
        std::fs::write(&path, text).expect("writable");
        let (status, _, log) = run_in(&folder, "repo", &[], &["compile"]);
        assert_eq!(status, 2, "{text}: {log}");
        let place = format!("Error: {}{problem}", path.display());
        assert!(log.starts_with(&place), "{place}: {log}");
    }
    std::fs::remove_file(folder.0.join("repo/bunraku.toml")).expect("is there");
    let variables = [("BUNRAKU_JOBS", "x")];
    let (status, _, log) = run_in(&folder, "repo", &variables, &["compile"]);
    assert_eq!(status, 2);
    assert!(log.contains("BUNRAKU_JOBS: invalid value 'x'"), "{log}");
    let variables = [("BUNRAKU_FACT", "x")];
    let (status, _, log) = run_in(&folder, "repo", &variables, &["compile"]);
    assert_eq!(status, 0);
    assert!(
        log.contains("BUNRAKU_FACT sets no option; did you mean BUNRAKU_FACTS?"),
        "{log}"
    );
    let (status, _, log) = run_in(
        &folder,
        "repo",
        &[],
        &["--config", "nowhere.toml", "compile"],
    );
    assert_eq!(status, 2);
    assert!(
        log.contains("nowhere.toml: No such file or directory"),
        "{log}"
    );
}

#[test]
fn the_folder_at_hand_is_a_control_repository_and_no_module() {
    let folder = Folder::new(&[
        ("repo/manifests/site.pp", b"notice('site')\n"),
        (
            "repo/modules/m/manifests/init.pp",
            b"class m { notice('m') }\n",
        ),
        ("repo/modules/m/metadata.json", b"{}"),
        ("repo/modules/m/modules/x", b""),
        ("lonely/manifests/init.pp", b""),
    ]);
    let site = "Notice: Scope(Class[main]): site\n";
    let (status, _, log) = run_in(&folder, "repo/modules/m/manifests", &[], &["compile"]);
    assert_eq!((status, log.as_str()), (0, site));
    // `eval`, which gets its code from the command line, finds the environment too
    let (_, out, _) = run_in(&folder, "repo", &[], &["eval", "-e", "include m"]);
    assert_eq!(out, "Notice: Scope(Class[M]): m\n");
    let arguments = ["eval", "--no-environment", "-e", "include m"];
    assert_eq!(run_in(&folder, "repo", &[], &arguments).0, 1);
    let (status, _, log) = run_in(&folder, "lonely", &[], &["compile"]);
    assert_eq!(status, 2);
    assert!(
        log.contains("--environment <DIR> or --manifest <FILE> is required"),
        "{log}"
    );
}

#[test]
fn facts_come_in_all_forms() {
    let fact = |name: &str, value: &str| {
        format!(
            "{{\"certname\": \"n.example.com\", \"name\": \"{name}\", \"value\": {value}, \"environment\": \"production\"}}"
        )
    };
    let trusted = "{\"certname\": \"n.example.com\", \"extensions\": {\"pp_role\": \"db\"}}";
    let rows = format!(
        "[{}, {}, {}]",
        fact("role", "\"db\""),
        fact("os", "5"),
        fact("trusted", trusted)
    );
    let list = format!(
        "[{{\"name\": \"role\", \"value\": \"db\"}}, {{\"name\": \"os\", \"value\": 5}}, {{\"name\": \"trusted\", \"value\": {trusted}}}]"
    );
    let factset = format!(
        "{{\"certname\": \"n.example.com\", \"hash\": \"0\", \"facts\": {{\"data\": {list}, \"href\": \"/x\"}}}}"
    );
    let inventory = format!(
        "{{\"certname\": \"n.example.com\", \"timestamp\": \"t\", \"facts\": {{\"role\": \"db\", \"os\": 5}}, \"trusted\": {trusted}}}"
    );
    let with = "db 5 {pp_role => db}\n";
    let without = "db 5 {}\n";
    let own_yaml = format!(
        "--- !ruby/object:Puppet::Node::Facts\nname: n.example.com\nvalues:\n  role: !ruby/sym db\n  os: 5\n  :_timestamp: 2019-10-10 10:10:10.123456789 +00:00\n  trusted: {trusted}\ntimestamp: 2019-10-10 10:10:10.123456789 +00:00\nexpiration: 2019-10-10\n"
    );
    let stored = "{\"name\": \"n.example.com\", \"values\": {\"role\": \"db\", \"os\": 5}, \"timestamp\": \"t\"}";
    for (name, text, expected) in [
        ("facts.json", rows.clone(), with),
        ("data.json", format!("{{\"data\": {rows}}}"), with),
        ("factsets.json", format!("[{factset}]"), with),
        ("factset.json", factset.clone(), with),
        ("inventory.json", format!("[{inventory}]"), with),
        (
            "inventory_data.json",
            format!("{{\"data\": [{inventory}], \"total\": 1}}"),
            with,
        ),
        ("answer", rows.clone(), with),
        ("own.yaml", own_yaml.clone(), with),
        (
            "show.json",
            "{\"role\": \"db\", \"os\": 5}".to_owned(),
            without,
        ),
        ("find.json", stored.to_owned(), without),
        ("facter.yaml", "---\nrole: db\nos: 5\n".to_owned(), without),
        (
            "by_node.json",
            format!("{{\"n.example.com\": {stored}, \"m.example.com\": {{}}}}"),
            without,
        ),
        (
            "by_node.yaml",
            "n.example.com: {role: db, os: 5}\nm.example.com:\n".to_owned(),
            without,
        ),
    ] {
        let folder = environment(&[(&format!("repo/{name}"), text.as_bytes())]);
        let found = notices(&folder, &["compile", "--facts", name, "n.example.com"]);
        assert_eq!(found, expected, "{name}");
        let code = String::from_utf8_lossy(SITE);
        let arguments = [
            "eval",
            "--facts",
            name,
            "--node",
            "n.example.com",
            "-e",
            &code,
        ];
        let (status, out, _) = run_in(&folder, "repo", &[], &arguments);
        assert_eq!(status, 0);
        assert_eq!(
            out.replace("Notice: Scope(Class[main]): ", ""),
            expected,
            "{name}"
        );
    }
    for (name, text) in [
        ("n.example.com.json", inventory.as_str()),
        ("n.example.com.yaml", &own_yaml),
        (
            "n.example.com.yml",
            "{role: db, os: 5, trusted: {extensions: {a: 1}}}",
        ),
        ("n.example.com.json", &rows),
    ] {
        let folder = environment(&[(&format!("repo/facts/{name}"), text.as_bytes())]);
        let found = notices(&folder, &["compile", "--facts", "facts"]);
        let expected = if name.ends_with("yml") { without } else { with };
        assert_eq!(found, expected, "{name}");
    }
    // given values take precedence over stored ones
    let folder = environment(&[
        ("repo/i.json", inventory.as_bytes()),
        ("repo/t.json", b"{\"extensions\": {\"x\": 1}}"),
    ]);
    let found = notices(
        &folder,
        &["compile", "--facts", "i.json", "--trusted", "t.json"],
    );
    assert_eq!(found, "db 5 {x => 1}\n");
}

#[test]
fn broken_facts_say_what_is_wrong() {
    for (name, text, problem) in [
        (
            "f.json",
            "[{\"certname\": \"a\"}]",
            "f.json: row 1: has no facts: expected name and value, or facts",
        ),
        (
            "f.json",
            "[{\"name\": \"a\", \"value\": 1}]",
            "f.json: row 1: has no certname",
        ),
        ("f.json", "[1]", "f.json: row 1: is not a hash"),
        (
            "f.json",
            "[]",
            "f.json: the answer has no facts of any node",
        ),
        (
            "f.json",
            "[{\"certname\": \"a\", \"facts\": {\"href\": \"/x\"}}]",
            "f.json: row 1: has only the address of the facts, not the facts",
        ),
        (
            "f.json",
            "[{\"certname\": \"a\", \"facts\": [1]}]",
            "f.json: row 1: has facts that are not a hash",
        ),
        (
            "f.json",
            "{\"a\": ",
            "f.json: EOF while parsing a value at line 1 column 6",
        ),
        ("f.json", "3", "f.json: does not contain a hash"),
        ("f.yaml", "- 1\n- 2\n", "f.yaml: row 1: is not a hash"),
        (
            "f.txt",
            "architecture => x86_64\nos => {\n  a => 1\n}\n",
            "write the facts with `facter --json` or `puppet facts show`",
        ),
        (
            "f.yaml",
            "a: :b\n",
            "(f.yaml): Tried to load unspecified class: Symbol",
        ),
    ] {
        let folder = environment(&[(&format!("repo/{name}"), text.as_bytes())]);
        let (status, out, log) = run_in(&folder, "repo", &[], &["compile", "--facts", name]);
        assert_eq!((status, out.as_str()), (1, ""), "{text}");
        assert!(
            log.starts_with("Error: ") && log.contains(problem),
            "{text}: {log}"
        );
    }
    let folder = environment(&[("repo/facts/facts/n.json", b"{}"), ("repo/n/x.json", b"{")]);
    let (_, _, log) = run_in(&folder, "repo", &[], &["compile", "--facts", "facts"]);
    assert!(
        log.contains(
            "facts: there are no files of facts (.json, .yaml); did you mean facts/facts?"
        ),
        "{log}"
    );
    let (status, _, log) = run_in(&folder, "repo", &[], &["compile", "--facts", "n"]);
    assert_eq!(status, 1);
    assert!(log.contains("n/x.json: EOF while parsing"), "{log}");
}

/// A set with three axes that uses all parts of the format.
const SET: &str = "\
base: base.json
facts: {'os.release.major': '0', list.0: x}
trusted: {extensions.pp_env: ci}
axes:
  role:
    web: {facts: {role: web, 'mounts.\"/.x\".size': 1}}
    db: {facts: {role: db}, remove: [virtual], trusted: {extensions.pp_role: db}}
  os:
    debian12: {facts: {os.family: Debian, os.release.major: '12'}}
    rocky9: {base: {os: {family: RedHat}}}
    none:
name: '%{role}-%{os}.example.com'
exclude:
  - {role: db, os: none}
include:
  - {role: db, os: rocky9, name: special.example.com, facts: {role: special}}
";

#[test]
fn sets_of_facts_are_generated() {
    let site = b"notice($trusted['certname'], $facts['role'], $facts['os'], $facts['virtual'], $facts['networking'], $trusted['extensions'], $facts['mounts'], $facts['fqdn'])\n";
    let base = b"{\"virtual\": \"kvm\", \"os\": {\"family\": \"Base\"}, \"fqdn\": \"old\", \"list\": [1, 2], \"networking\": {\"ip\": \"::1\"}}";
    let folder = Folder::new(&[
        ("environment.conf", b""),
        ("manifests/site.pp", site),
        ("sets/base.json", base),
        ("sets/s.yaml", SET.as_bytes()),
    ]);
    let all = [
        "compile",
        "--facts-set",
        "sets/s.yaml",
        "--format",
        "summary",
    ];
    let (status, out, log) = folder.run(&all);
    assert_eq!(status, 0, "{log}");
    let names: Vec<&str> = out
        .lines()
        .filter_map(|line| line.split_once(": ").map(|(name, _)| name))
        .filter(|name| name.ends_with(".example.com"))
        .collect();
    assert_eq!(
        names,
        [
            "web-debian12.example.com",
            "web-rocky9.example.com",
            "web-none.example.com",
            "db-debian12.example.com",
            "db-rocky9.example.com",
            "special.example.com"
        ]
    );
    let one = |name: &str| {
        let (_, _, log) = folder.run(&["compile", name, "--facts-set", "sets/s.yaml"]);
        log.replace("Notice: Scope(Class[main]): ", "")
            .replace('\n', "|")
    };
    assert_eq!(
        one("web-debian12.example.com"),
        "web-debian12.example.com web {family => Debian, release => {major => 12}} kvm {ip => ::1, fqdn => web-debian12.example.com, hostname => web-debian12, domain => example.com} {pp_env => ci} {/.x => {size => 1}} web-debian12.example.com|"
    );
    assert_eq!(
        one("special.example.com"),
        "special.example.com special {family => RedHat, release => {major => 0}}  {ip => ::1, fqdn => special.example.com, hostname => special, domain => example.com} {pp_env => ci, pp_role => db}  special.example.com|"
    );
    let (status, _, log) = folder.run(&[
        "compile",
        "web-rocky8.example.com",
        "--facts-set",
        "sets/s.yaml",
    ]);
    assert_eq!(status, 1);
    assert!(log.contains("sets/s.yaml: generates no node 'web-rocky8.example.com'; did you mean 'web-rocky9.example.com'?"), "{log}");
    let code = "notice($facts['role'])";
    let arguments = [
        "eval",
        "--facts-set",
        "sets/s.yaml",
        "--node",
        "db-debian12.example.com",
        "-e",
        code,
    ];
    assert_eq!(folder.run(&arguments).1, "Notice: Scope(Class[main]): db\n");
}

#[test]
fn a_broken_set_names_the_key() {
    for (text, problem) in [
        (
            "axes: {a: {x: }}\nfact: 1",
            "unknown key 'fact'; did you mean 'facts'?",
        ),
        ("base: {}", "axes: the axes are missing"),
        ("axes: {a: {}}", "axes.a: there are no variants"),
        (
            "axes: {a: {x: {fact: 1}}}",
            "axes.a.x: unknown key 'fact'; did you mean 'facts'?",
        ),
        (
            "axes: {a: {x: {facts: {'a..b': 1}}}}",
            "axes.a.x.facts: an empty part in 'a..b'",
        ),
        (
            "axes: {a: {x: , y: }}\nname: n",
            "name: a=x and a=y are both called n",
        ),
        (
            "axes: {a: {x: }}\nname: '%{b}'",
            "name: there is no axis 'b'",
        ),
        (
            "axes: {a: {x: }}\nname: '%{a'",
            "name: '%{' without '}' in '%{a'",
        ),
        (
            "axes: {a: {x: }}\nexclude: [{a: z}]",
            "exclude[0].a: there is no variant 'z'",
        ),
        (
            "axes: {role: {x: }}\nexclude: [{rule: x}]",
            "exclude[0]: there is no axis 'rule'; did you mean 'role'?",
        ),
        ("axes: {a: {x: }}\nexclude: [{a: x}]", "generates no node"),
        (
            "axes: {a: {x: }}\ninclude: [{name: n}]",
            "include[0]: the variant of a is missing",
        ),
        (
            "axes: {a: {x: {facts: {b.c: 1}}}}\nfacts: {b: 1}",
            "x: b.c: the value before 'c' is neither a hash nor a list",
        ),
        (
            "base: nowhere.json\naxes: {a: {x: }}",
            "nowhere.json: No such file or directory",
        ),
    ] {
        let folder = environment(&[("repo/s.yaml", text.as_bytes())]);
        let (status, _, log) = run_in(&folder, "repo", &[], &["compile", "--facts-set", "s.yaml"]);
        assert_eq!(status, 1, "{text}");
        assert!(log.contains(problem), "{text}: {log}");
    }
    let axis = |name: &str| {
        format!(
            "  {name}: {{{}}}\n",
            (0..200)
                .map(|n| format!("v{n}: "))
                .collect::<Vec<_>>()
                .join(", ")
        )
    };
    let text = format!("axes:\n{}{}{}", axis("a"), axis("b"), axis("c"));
    let folder = environment(&[("repo/s.yaml", text.as_bytes())]);
    let (status, _, log) = run_in(&folder, "repo", &[], &["compile", "--facts-set", "s.yaml"]);
    assert_eq!(status, 1);
    assert!(
        log.contains("axes: there are more than 1000000 combinations"),
        "{log}"
    );
}

#[test]
fn facts_of_a_folder_are_read_when_their_node_is_compiled() {
    let folder = environment(&[
        ("repo/facts/a.json", b"{\"role\": \"a\"}"),
        ("repo/facts/broken.json", b"{"),
    ]);
    let arguments = ["compile", "a", "--facts", "facts", "--format", "summary"];
    let (status, _, log) = run_in(&folder, "repo", &[], &arguments);
    assert_eq!(status, 0, "{log}");
}

#[test]
fn every_command_takes_the_same_inputs() {
    let inventory = b"[{\"certname\": \"a.example.com\", \"facts\": {\"role\": \"db\"}, \"trusted\": {\"extensions\": {\"x\": 1}}}, {\"certname\": \"b.example.com\", \"facts\": {\"role\": \"web\"}}]";
    let folder = environment(&[
        (
            "repo/hiera.yaml",
            b"version: 5\nhierarchy:\n  - {name: role, path: \"%{facts.role}.yaml\"}\n",
        ),
        ("repo/data/db.yaml", b"key: of db\n"),
        (
            "repo/modules/m/manifests/init.pp",
            b"class m { notice($facts['role']) }\n",
        ),
        ("repo/modules/m/templates/t.epp", b"<%= $facts['role'] %>\n"),
        ("repo/inventory.json", inventory),
        (
            "repo/bunraku.toml",
            b"facts = 'inventory.json'\n[fleet]\noutput = 'catalogs'\nquiet = true\n",
        ),
    ]);
    let node = ["--node", "a.example.com"];
    let run = |command: &[&str], more: &[&str]| {
        let (status, out, log) = run_in(&folder, "repo/modules", &[], &[command, more].concat());
        assert_eq!(status, 0, "{command:?}: {log}");
        (out, log)
    };
    let (out, _) = run(&["eval", "-e", "include m"], &node);
    assert_eq!(out, "Notice: Scope(Class[M]): db\n");
    assert_eq!(run(&["lookup", "key"], &node).0, "--- of db\n");
    assert_eq!(run(&["epp", "render", "m/t.epp"], &node).0, "db\n");
    let (_, log) = run(&["compile", "a.example.com"], &[]);
    assert_eq!(log, "Notice: Scope(Class[main]): db  {x => 1}\n");
    run(&["fleet"], &[]);
    let mut names = folder.names("repo/catalogs");
    names.retain(|name| name.ends_with("example.com.json") || name == "catalogs");
    assert!(!names.is_empty(), "{:?}", folder.names("repo/catalogs"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    command.args(["repl", "--node", "b.example.com"]);
    command.current_dir(folder.0.join("repo"));
    command.stdin(std::process::Stdio::piped());
    command.stdout(std::process::Stdio::piped());
    let mut repl = command.spawn().expect("the binary runs");
    let input = repl.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut &input, b"include m\n$facts['role']\n").expect("it reads");
    drop(input);
    let (status, out, _) = ended(repl.wait_with_output());
    assert_eq!(status, 0);
    assert!(out.contains("Notice: Scope(Class[M]): web\n"), "{out}");
    assert!(out.contains("=> 'web'\n"), "{out}");
}
