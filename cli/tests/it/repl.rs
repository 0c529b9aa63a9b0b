//! Tests `bunraku repl` with entries from a pipe.

use crate::common::Folder;
use std::io::Write;
use std::process::{Command, Stdio};

#[track_caller]
fn check(entries: &str, wanted: &str) {
    check_with(&[], entries, wanted, 0);
}

/// Like `check`, for entries of which some are errors.
#[track_caller]
fn check_wrong(entries: &str, wanted: &str) {
    check_with(&[], entries, wanted, 1);
}

#[track_caller]
fn check_with(arguments: &[&str], entries: &str, wanted: &str, status: i32) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bunraku"))
        .arg("repl")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program was built");
    let mut input = child.stdin.take().expect("it is piped");
    input
        .write_all(entries.as_bytes())
        .expect("the program reads");
    drop(input);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), wanted);
    assert_eq!(output.status.code(), Some(status));
}

#[test]
fn variables_functions_and_classes_stay() {
    check(
        "$x = 5\nfunction f($n) {\n  $n * 2\n}\nf($x)\nclass c {\n  $v = 'in c'\n}\ninclude c\n$c::v\n",
        "=> 5\n=> 10\n=> [Class[c]]\n=> 'in c'\n",
    );
}

#[test]
fn entries_go_on_until_they_are_complete() {
    check(
        "[1,\n2].map |$x| {\n$x + 1 }\n'a\nb'.length\n@(E)\n one\n |-E\n1 +\n2\n",
        "=> [2, 3]\n=> 3\n=> 'one'\n=> 3\n",
    );
}

#[test]
fn logs_and_errors_are_shown() {
    check_wrong(
        "notice(1)\n$a = 1\n$a = 2\n]\ndefine d { notice($title) }\nd { q: }\n",
        "Notice: Scope(Class[main]): 1\n=> 1\nError: Evaluation Error: Cannot reassign variable \
         '$a' (line: 3, column: 4)\nError: Syntax error at ']' (line: 4, column: 1)\nNotice: \
         Scope(D[q]): q\n=> [D['q']]\n",
    );
}

#[test]
fn commands() {
    check(
        ":type [1, 'a']\n:quit\n1\n",
        "Tuple[Integer[1, 1], String]\n",
    );
    check_wrong(
        ":mir 1\n$x\n:tyep 1\n",
        "program %main() {\nb0:\n    t0: Integer = const 1\n    return t0\n}\n\nError: Evaluation \
         Error: Unknown variable: 'x'. (line: 2, column: 1)\nThere is no command :tyep; did you mean \
         ':type'?; :help lists the commands\n",
    );
}

#[test]
fn the_code_of_what_has_a_name() {
    let function = "function %f($n @11) {\n    frameless\nb0(t0: Any):\n    return t0\n}\n";
    let class = "class %c() {\nb0:\n    t0: Undef = const undef @8\n    return t0\n}\n";
    check(
        "function f($n) { $n }\nclass c { }\n:mir f\n:mir ::f\n:mir c\n:mir lest\n:mir nobody\n",
        &format!(
            "{function}{function}{class}lest(Any arg, Callable[0, 0] block)  is built in\n\
             program %main() {{\nb0:\n    t0: String = const 'nobody'\n    return t0\n}}\n\n"
        ),
    );
}

#[test]
fn commands_without_code() {
    check_wrong(
        ":type\n:mir \n",
        "An expression is missing, as in  :type [1, 'a']\nAn expression or a name is missing, as in  :mir 1 + 2\n",
    );
    check_wrong(":time\n", "An expression is missing, as in  :time 1 + 2\n");
    check_wrong(
        ":lookup\n:load\n",
        "A key is missing, as in  :lookup ntp::servers\nA file is missing, as in  :load site.pp\n",
    );
}

#[test]
fn undef_is_shown_where_a_value_is_asked_for() {
    check(
        "undef\n$x = undef\n$x\n[1][5]\nnotice(1)\nclass c { }\n",
        "=> undef\n=> undef\n=> undef\nNotice: Scope(Class[main]): 1\n",
    );
}

#[test]
fn variables_and_resources_are_listed_and_forgotten() {
    check_wrong(
        "$a = 1\n$b = [2]\n:scope\nfile { '/x': ensure => file, mode => '0644' }\n:catalog File['/x']\n\
         :catalog file\n:catalog File[/y]\n:reset\n:scope\n$a = 2\n:catalog File\n",
        "=> 1\n=> [2]\n$a = 1\n$b = [2]\n=> [File['/x']]\n\
         File[/x]\n  ensure => 'file'\n  mode => '0644'\n\
         File[/x]\n  ensure => 'file'\n  mode => '0644'\n\
         There is no File[/y]; did you mean 'File[/x]'?\n=> 2\nThere is no File\n",
    );
}

#[test]
fn facts_data_and_manifests_are_at_hand() {
    let folder = Folder::new(&[
        ("environment.conf", b""),
        (
            "hiera.yaml",
            b"version: 5\nhierarchy:\n  - name: a\n    path: a.yaml\n",
        ),
        ("data/a.yaml", b"port: 80\n"),
        ("facts.json", b"{ \"os\": { \"family\": \"Debian\" } }"),
        ("one.pp", b"$loaded = 'yes'\nnotice($loaded)\n"),
        ("bad.pp", b"notice(\n"),
    ]);
    let path = |name: &str| folder.0.join(name).display().to_string();
    let (root, facts) = (path(""), path("facts.json"));
    let arguments = ["--environment", &root, "--facts", &facts];
    let entries = format!(
        ":facts os.family\n:lookup port\n:load {}\n$loaded\n:lookup nothing\n:lookup prt\n:facts os.famly\n:load {}\n:load /no/such\n",
        path("one.pp"),
        path("bad.pp")
    );
    let wanted = format!(
        "=> 'Debian'\n--- 80\nNotice: Scope(Class[main]): yes\n=> 'yes'\nNo data has 'nothing'\n\
         No data has 'prt'; did you mean 'port'?\nThere is no fact 'os.famly'; did you mean 'family'?\n\
         Error: Syntax error at end of input (file: {})\nError: /no/such: No such file or directory\n",
        path("bad.pp")
    );
    check_with(&arguments, &entries, &wanted, 1);
}

#[test]
fn the_time_of_an_evaluation_comes_after_its_answer() {
    let output = Command::new("sh")
        .args([
            "-c",
            "printf ':time 1 + 1\\n' | \"$0\" repl",
            env!("CARGO_BIN_EXE_bunraku"),
        ])
        .output()
        .expect("the program was built");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines.len() == 2 && lines[0] == "=> 2" && lines[1].ends_with(" ms"),
        "{text}"
    );
}
