//! Tests the parts of messages that Puppet's text does not have: the place of an error that Puppet
//! shows without one, the attribute that an error is about, names that were probably meant, and
//! settings.

use crate::common::Folder;
use serde_json::{Value, json};

/// Returns the last message that a manifest makes, and the whole output as people see it.
fn failed(code: &[u8], more: &[(&str, &[u8])]) -> (Value, String) {
    failed_in("auto", code, more)
}

/// Returns the same as [`failed`], in a mode of the JIT.
fn failed_in(mode: &str, code: &[u8], more: &[(&str, &[u8])]) -> (Value, String) {
    let mut files = vec![("environment.conf", &b""[..]), ("manifests/site.pp", code)];
    files.extend(more);
    let folder = Folder::new(&files);
    let eval = |format| {
        folder.run(&[
            "eval",
            "--jit",
            mode,
            "--messages",
            format,
            "manifests/site.pp",
        ])
    };
    let (_, out, _) = eval("json");
    let last = out.lines().last().expect("there is a message");
    let error = serde_json::from_str(last).expect("each line is JSON");
    let (_, drawn, _) = eval("human");
    (error, drawn)
}

/// Checks the line and column of the code that an error is about, and that both forms show it.
#[track_caller]
fn check_about(code: &str, line: u32, column: Option<u32>) {
    let (error, drawn) = failed(code.as_bytes(), &[]);
    let about = &error["about"];
    assert_eq!(
        (&about["line"], &about["column"]),
        (&json!(line), &json!(column)),
        "{error}"
    );
    assert!(
        about["file"]
            .as_str()
            .is_some_and(|it| it.ends_with("site.pp")),
        "{error}"
    );
    assert!(drawn.contains(&format!("site.pp:{line}:")), "{drawn}");
}

/// Checks the hints of an error, in interpreted and compiled code.
#[track_caller]
fn check_hints(code: &str, more: &[(&str, &[u8])], hints: &[&str]) {
    for mode in ["off", "auto", "always"] {
        let (error, drawn) = failed_in(mode, code.as_bytes(), more);
        assert_eq!(error["hints"], json!(hints), "{mode}: {error}");
        for hint in hints {
            assert!(
                drawn.contains(&format!("= help: {hint}")),
                "{mode}: {drawn}"
            );
        }
    }
}

#[test]
fn errors_without_a_place_tell_what_they_are_about() {
    check_about("class a {\n  realize(File['/x'])\n}\ninclude a\n", 2, None);
    check_about("class a {\n  notice(1)\n\n", 2, None);
    check_about("function f($x) { f($x) }\n\nf(1)\n", 1, Some(18));
    check_about("notice(1)\nnotify { * => { } }\n", 2, Some(8));
    check_about("notice(1)\n$a::b = 1\n$c::d = 2\n", 2, None);
    let (error, drawn) = failed(b"notice(1)\nnotice('a\xff')\n", &[]);
    assert_eq!(error["about"]["line"], 2, "{error}");
    assert!(!drawn.contains("called here"), "{drawn}");
}

#[test]
fn the_attribute_that_an_error_is_about_is_marked() {
    let file = "file { '/x':\n  ensure => file,\n  modee  => '1',\n}\n";
    check_about(file, 3, Some(3));
    let define = "define d(Integer $n) { }\n";
    check_about(&format!("{define}d {{ 'x':\n  n => 'b',\n}}\n"), 3, Some(3));
    check_about(
        &format!("{define}d {{\n  'x': n => 1;\n  'y': n => 1, m => 2;\n}}\n"),
        4,
        Some(16),
    );
    let class = "class k(Integer $z) { }\nclass { 'k':\n  z => 'x',\n}\n";
    check_about(class, 3, Some(3));
    let (_, drawn) = failed(file.as_bytes(), &[]);
    assert!(
        drawn.contains("  modee  => '1',\n  |   ^^^^^^^^^^^^^\n"),
        "{drawn}"
    );
    // attributes that are set elsewhere: by defaults, an override, a collector
    let instance = "d { 'x': }\n";
    let defaults = format!("{define}D {{ n => 'b' }}\n{instance}");
    check_about(&defaults, 2, Some(5));
    let later = format!("{define}d {{ 'x': n => 1 }}\n");
    check_about(&format!("{later}D <| |> {{ nn => 2 }}\n"), 3, Some(11));
    let file = "file { '/x': }\n";
    check_about(
        &format!("{file}File <| |> {{\n  onwer => 'a',\n}}\n"),
        3,
        Some(3),
    );
    check_about(
        &format!("{file}File['/x'] {{ mode => '1', onwer => 'a' }}\n"),
        2,
        Some(27),
    );
}

#[test]
fn keys_and_files_that_were_probably_meant() {
    check_hints(
        "$h = { 'alpha' => { 'x' => 1 } }\nnotice($h['alpah']['x'])\n",
        &[],
        &["the hash has no key 'alpah', did you mean 'alpha'?"],
    );
    check_hints(
        "class c($h = { 'a' => { 'name' => { } } }) {\n  notice($h['a']['nmae']['b'])\n}\ninclude c\n",
        &[],
        &["the hash has no key 'nmae', did you mean 'name'?"],
    );
    check_hints("$h = { 'alpha' => 1 }\nnotice($h['x']['y'])\n", &[], &[]);
    for use_of in [
        "$h['prot'] + 1",
        "2 * $h['prot']",
        "round($h['prot'])",
        "f($h['prot'])",
    ] {
        check_hints(
            &format!("function f(Integer $n) {{ $n }}\n$h = {{ 'port' => 1 }}\nnotice({use_of})\n"),
            &[],
            &["the hash has no key 'prot', did you mean 'port'?"],
        );
    }
    for code in [
        "class c(Integer $n) { }\n$h = { 'port' => 1 }\nclass { 'c': n => $h['prot'] }\n",
        "function f($h) { $h['prot'] + 1 }\nf({ 'port' => 1 })\n",
        "function f($h) { $i = $h['prot'] + 1; $i + $h['port'] }\nf({ 'port' => 1 })\n",
        "function f($h) { [1].each |$i| { notice($h['prot'] + $i) } }\nf({ 'port' => 1 })\n",
        "$a = [{ 'port' => 1 }]\n$a.each |$h| { notice($h['prot'] + 1) }\n",
        "$a = [{ 'port' => 1 }]\n$a.each |$h| { file { $h['prot']: } }\n",
        "$a = [{ 'port' => 1 }]\nnotice($a.reduce(0) |$sum, $h| { $sum + $h['prot'] })\n",
        "$a = [{ 'port' => 1 }]\nnotice($a.map |$h| { $h['prot'].upcase })\n",
        "define d(Integer $n) { }\n$h = { 'port' => 1 }\nd { 'x': n => $h['prot'] }\n",
        "define d(Integer $n) { }\n$a = { 'x' => { 'port' => 1 } }\n$a.each |$x, $h| { d { $x: n => $h['prot'] } }\n",
    ] {
        check_hints(
            code,
            &[],
            &["the hash has no key 'prot', did you mean 'port'?"],
        );
    }
    check_hints(
        "class c(Integer $n, $m) { }\n$h = { 'port' => 1 }\nclass { 'c': n => undef, m => $h['prot'] }\n",
        &[],
        &[],
    );
    check_hints(
        "$h = { 'port' => 1, 'prot' => undef }\nnotice(1 + $h['prot'])\n",
        &[],
        &[],
    );
    let module: &[(&str, &[u8])] = &[
        ("modules/m/templates/motd.erb", b"a"),
        ("modules/m/templates/vhost/main.epp", b"a"),
        ("modules/m/files/key.pem", b"a"),
    ];
    check_hints(
        "notice(template('m/motd.rb'))\n",
        module,
        &["did you mean 'm/motd.erb'?"],
    );
    check_hints(
        "notice(epp('m/vhost/mian.epp'))\n",
        module,
        &["did you mean 'm/vhost/main.epp'?"],
    );
    check_hints(
        "notice(file('m/key.pm'))\n",
        module,
        &["did you mean 'm/key.pem'?"],
    );
    check_hints("notice(template('nn/zzzzzzz.erb'))\n", module, &[]);
}

#[test]
fn settings_that_let_an_error_pass() {
    let strict = "the setting strict=warning would allow this";
    check_hints(
        "$a = { 'k' => 1, 'k' => 2 }\n",
        &[],
        &["only the last value counts", strict],
    );
    check_hints(
        "$a = [{ 'k' => 1, 'k' => 2 }, { 'k' => 1, 'k' => 2 }]\n",
        &[],
        &[strict],
    );
    check_hints(
        "notice(lookup('a'))\n",
        &[("hiera.yaml", b"version: 3\n")],
        &[strict],
    );
}

#[test]
fn unknown_settings_of_an_environment_have_a_hint() {
    let files: &[(&str, &[u8])] = &[
        ("environment.conf", b"modulpath = modules\n"),
        ("manifests/site.pp", b""),
    ];
    let folder = Folder::new(files);
    let (status, _, drawn) = folder.run(&["compile", "--messages", "human", "n"]);
    assert_eq!(status, 0, "{drawn}");
    assert!(
        drawn.contains("ignored: modulpath\n")
            && drawn.contains("  = help: did you mean 'modulepath'?\n"),
        "{drawn}"
    );
    let (_, _, plain) = folder.run(&["compile", "--messages", "text", "n"]);
    assert!(!plain.contains("did you mean"), "{plain}");
}
