//! Tests `--dump` and `--perf-map`: the code of a run.

use crate::common::Folder;

// A function that calls itself is not compiled in place of its calls.
const CODE: &str = "\
function twice(Integer $n) >> Integer { if $n > 200 { twice($n - 1) } else { $n * 2 } }
function other($n) { [$n].each |$x| { $x } }
$r = Integer[1, 200].reduce(0) |$m, $i| { $m + twice($i) }
other($r)
notice($r)
";

fn dump(options: &[&str]) -> String {
    let folder = Folder::new(&[("a.pp", CODE.as_bytes())]);
    let (status, out, errors) = folder.run(&[&["eval", "a.pp"], options].concat());
    assert_eq!(
        (status, out.as_str()),
        (0, "Notice: Scope(Class[main]): 40200\n")
    );
    errors
}

#[test]
fn mir_is_shown_in_every_mode() {
    for jit in ["--jit=off", "--jit=always"] {
        let all = dump(&[jit, "--dump=mir"]);
        for name in [
            "program %main(",
            "function %twice(",
            "function %other(",
            "iter_begin",
        ] {
            assert!(all.contains(name), "{name} in {all}");
        }
    }
}

#[test]
fn bytecode_of_what_is_interpreted_is_shown() {
    let all = dump(&["--jit=off", "--dump=bytecode"]);
    for name in [
        "bytecode %main {",
        "bytecode %twice {",
        "bytecode %other {",
        "IterBegin",
    ] {
        assert!(all.contains(name), "{name} in {all}");
    }
    let one = dump(&["--jit=off", "--dump=bytecode:twice"]);
    assert!(one.contains("%twice") && !one.contains("%main"), "{one}");
}

#[test]
fn mir_of_one_body_can_be_read_back() {
    let text = dump(&["--dump=mir:twice"]);
    assert!(
        !text.contains("%main") && !text.contains("%other"),
        "{text}"
    );
    let unit = mir::text::parse_unit(&text).expect("what is shown is parsed");
    assert_eq!(unit.definitions.len(), 1);
}

#[test]
fn compiled_code_is_shown() {
    let clif = dump(&["--jit=always", "--dump=clif:twice"]);
    assert!(clif.contains("; twice(Integer)"), "{clif}");
    assert!(
        clif.contains("block0") && !clif.contains("; main"),
        "{clif}"
    );
    let asm = dump(&["--jit=always", "--dump=asm"]);
    assert!(
        asm.contains("; twice(Integer)") && asm.contains("; main("),
        "{asm}"
    );
    assert!(!asm.contains("block0(v0"), "{asm}");
    // dumps of two forms at the same time
    let both = dump(&["--jit=always", "--dump=asm:other", "--dump=clif:twice"]);
    assert!(
        both.contains("; twice(Integer)") && both.contains("; other("),
        "{both}"
    );
}

#[test]
fn nothing_is_compiled_when_off() {
    assert_eq!(dump(&["--jit=off", "--dump=clif", "--dump=asm"]), "");
    assert_eq!(dump(&["--jit=always", "--dump=clif:nosuch"]), "");
}

#[test]
fn an_unknown_stage_is_refused() {
    let folder = Folder::new(&[("a.pp", b"")]);
    let (status, _, errors) = folder.run(&["eval", "--dump=llvm", "a.pp"]);
    assert_eq!(status, 2);
    assert!(
        errors.contains("expected mir, bytecode, clif or asm"),
        "{errors}"
    );
}

#[test]
fn compile_dumps_modules_too() {
    let class: &[u8] = b"class m($p = 1) { notice($p + 1) }";
    let folder = Folder::new(&[
        ("env/manifests/site.pp", b"include m"),
        ("env/modules/m/manifests/init.pp", class),
    ]);
    let arguments = ["compile", "--environment", "env", "--dump=mir:m"];
    let (status, _, errors) = folder.run(&arguments);
    assert_eq!(status, 0, "{errors}");
    assert!(errors.contains("class %m("), "{errors}");
    assert!(!errors.contains("%main"), "{errors}");
}

#[test]
fn compiled_code_has_names_for_perf() {
    let folder = Folder::new(&[("a.pp", CODE.as_bytes())]);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_bunraku"));
    command.args(["eval", "--jit=always", "--perf-map", "a.pp"]);
    command.current_dir(&folder.0);
    command.stdout(std::process::Stdio::null());
    let mut child = command.spawn().expect("the binary runs");
    let path = format!("/tmp/perf-{}.map", child.id());
    assert!(child.wait().expect("it ends").success());
    let map = std::fs::read_to_string(&path).expect("the map is written");
    let _ = std::fs::remove_file(&path);
    let line = map
        .lines()
        .find(|line| line.contains("puppet:twice(Integer)"));
    let mut words = line.expect("the function is in the map").split(' ');
    let mut number = || usize::from_str_radix(words.next().unwrap_or(""), 16);
    assert!(number().is_ok_and(|address| address > 0));
    assert!(number().is_ok_and(|size| size > 0));
}
