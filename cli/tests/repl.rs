//! `bunraku repl` with its entries from a pipe.

use std::io::Write;
use std::process::{Command, Stdio};

#[track_caller]
fn check(entries: &str, wanted: &str) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bunraku"))
        .arg("repl")
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
    assert!(output.status.success());
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
    check(
        "notice(1)\n$a = 1\n$a = 2\n]\ndefine d { notice($title) }\nd { q: }\n",
        "Notice: Scope(Class[main]): 1\n=> 1\nError: Evaluation Error: Cannot reassign variable \
         '$a' (line: 1, column: 4)\nError: Syntax error at ']' (line: 1, column: 1)\nNotice: \
         Scope(D[q]): q\n=> [D['q']]\n",
    );
}

#[test]
fn commands() {
    check(
        ":type [1, 'a']\n:quit\n1\n",
        "Tuple[Integer[1, 1], String]\n",
    );
    check(
        ":mir 1\n$x\n:nope\n",
        "program %main() {\nb0:\n    t0: Integer = const 1\n    return t0\n}\n\nError: Evaluation \
         Error: Unknown variable: 'x'. (line: 1, column: 1)\nThere is no :nope; :help lists what \
         is\n",
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
    check(
        ":type\n:mir \n",
        "What is the type of? As in  :type [1, 'a']\nThe code of what? As in  :mir 1 + 2\n",
    );
}
