//! Tests that limits of time and memory hold in every command, while files, data and standard input
//! are read, and whatever a Ruby process does.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::Folder;

const LATE: &str = "evaluation takes longer than it may";
const LARGE: &str = "evaluation needs more memory than it may take";
/// The limit of time, and the time in which a command that respects it ends on a busy machine.
const TIME: [&str; 2] = ["--max-time", "200ms"];
const ENDED: Duration = Duration::from_secs(5);

/// Runs a command that must exceed the limit of time.
#[track_caller]
fn check_late(folder: &Folder, command: &[&str]) {
    let start = Instant::now();
    let (status, out, log) = folder.run(&[command, &TIME].concat());
    let shown: String = (log + &out).chars().take(500).collect();
    assert!(
        status == 1 && shown.contains(LATE) && start.elapsed() < ENDED,
        "{command:?}: {status} {:?} {shown}",
        start.elapsed()
    );
}

#[test]
fn large_sources() {
    let resources: String = (0..400_000)
        .map(|at| format!("notify {{ \"a{at}\": message => \"x${{facts}}\" }}\n"))
        .collect();
    let literal = format!("$a = [{}]\n", "1,".repeat(12_000_000));
    let text = format!("$a = \"{}\"\n", "${a} ".repeat(3_000_000));
    let template = format!("<% {resources} %>");
    let folder = Folder::new(&[
        ("resources.pp", resources.as_bytes()),
        ("literal.pp", literal.as_bytes()),
        ("text.pp", text.as_bytes()),
        ("a.epp", template.as_bytes()),
    ]);
    for file in ["resources.pp", "literal.pp", "text.pp"] {
        for command in [
            &["eval"][..],
            &["check"],
            &["dump", "--stage", "tokens"],
            &["dump", "--stage", "ast"],
            &["dump", "--stage", "mir"],
            &["dump"],
            &["compile", "--manifest"],
        ] {
            check_late(&folder, &[command, &[file]].concat());
        }
    }
    check_late(&folder, &["epp", "render", "a.epp"]);
    check_late(&folder, &["epp", "dump", "a.epp"]);
}

#[test]
fn large_data() {
    let yaml: String = (0..400_000)
        .map(|at| format!("k{at}: {{a: [1, 2, x{at}]}}\n"))
        .collect();
    let json = format!("{{\"a\": [{}1]}}", "1,".repeat(8_000_000));
    let hiera = "version: 5\nhierarchy:\n- name: a\n  path: a.yaml\n";
    let folder = Folder::new(&[
        ("f.yaml", yaml.as_bytes()),
        ("f.json", json.as_bytes()),
        ("a.pp", b"notice(1)"),
        ("e/data/a.yaml", yaml.as_bytes()),
        ("e/hiera.yaml", hiera.as_bytes()),
        ("e/manifests/site.pp", b"notice(lookup('x'))"),
    ]);
    for facts in ["f.yaml", "f.json"] {
        check_late(&folder, &["eval", "a.pp", "--facts", facts]);
        check_late(
            &folder,
            &["compile", "--manifest", "a.pp", "--facts", facts],
        );
    }
    check_late(&folder, &["lookup", "x", "--environment", "e"]);
    check_late(&folder, &["compile", "--environment", "e"]);
}

/// Runs a command whose standard input stays open and gets a line from time to time.
#[track_caller]
fn check_slow_input(command: &[&str]) {
    let start = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_bunraku"))
        .args(command)
        .args(TIME)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut input = child.stdin.take().expect("is piped");
    while child.try_wait().expect("is a child").is_none() {
        assert!(start.elapsed() < ENDED, "{command:?} waits");
        let _ = input.write_all(b"# more\n");
        std::thread::sleep(Duration::from_millis(20));
    }
    let (status, out, log) = crate::common::ended(child.wait_with_output());
    assert!(
        status == 1 && (log.clone() + &out).contains(LATE),
        "{command:?}: {out}{log}"
    );
}

#[test]
fn input_that_does_not_end() {
    for command in [
        &["eval", "-"][..],
        &["check", "-"],
        &["dump", "-"],
        &["epp", "render"],
        &["epp", "check"],
        &["epp", "dump"],
    ] {
        check_slow_input(command);
    }
}

/// Programs that are started in place of Ruby and write half a frame, frames without end, or
/// nothing.
#[test]
fn processes_that_are_no_ruby() {
    let code = b"Puppet::Functions.create_function(:'m::f') do\n  def f\n    1\n  end\nend\n";
    let folder = Folder::new(&[
        ("modules/m/lib/puppet/functions/m/f.rb", code),
        ("a.pp", b"notice(m::f())"),
    ]);
    for (script, expected) in [
        ("exec cat /dev/zero", LATE),
        ("printf '\\000\\000'; exec sleep 60", LATE),
        ("printf '\\077\\377\\377\\377'; exec cat /dev/zero", LATE),
        ("exec sleep 60", LATE),
        ("kill -STOP $$", LATE),
        ("while :; do printf '\\000\\000\\000\\000'; done", LATE),
        ("printf '\\000\\000\\000\\377abc'", "the Ruby process"),
        ("exit 0", "the Ruby process"),
        ("exec 1>&- 0<&-; exec sleep 60", "the Ruby process"),
    ] {
        let ruby = folder.0.join("ruby");
        std::fs::write(&ruby, format!("#!/bin/sh\n{script}\n")).expect("writable");
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&ruby, mode).expect("ours");
        let start = Instant::now();
        let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
        command
            .args(["--ruby", "process"])
            .args(["eval", "--modulepath", "modules", "a.pp"])
            .args(TIME);
        command.env("BUNRAKU_RUBY", &ruby).current_dir(&folder.0);
        let (status, out, log) = crate::common::ended(command.output());
        assert!(
            status == 1 && (out.clone() + &log).contains(expected) && start.elapsed() < ENDED,
            "{script}: {out}{log}"
        );
    }
}

/// Returns the status, the output and the maximum memory of a run in megabytes.
fn run_measured(folder: &Folder, command: &[&str]) -> (i32, String, u64) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bunraku"))
        .args(command)
        .current_dir(&folder.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    let status_file = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().expect("is a child").is_none() {
        let status = std::fs::read_to_string(&status_file).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        peak = peak.max(kilobytes.unwrap_or(0) >> 10);
        std::thread::sleep(Duration::from_millis(2));
    }
    let (status, out, log) = crate::common::ended(child.wait_with_output());
    (status, out + &log, peak)
}

/// The limit of memory also covers memory that evaluation does not count: syntax trees, code, the
/// tables of collectors, the frames of a Ruby process.
#[test]
fn memory_of_the_process() {
    let resources: String = (0..250_000)
        .map(|at| format!("notify {{ \"a{at}\": message => \"x${{facts}}\" }}\n"))
        .collect();
    let text = format!("$a = \"{}\"\n", "${a} ".repeat(1_500_000));
    let shared = "$x = Integer[0, 40].reduce([1]) |$m, $i| { [$m, $m] }\n";
    let template = format!("{shared}$y = inline_template('<%= @x %>')\n");
    let tags = "Integer[1, 1000000000].each |$x| { tag(\"a${x}\") }\n";
    let collectors = "Integer[1, 1000000000].each |$x| { Notify <| title == \"a${x}\" |> }\n";
    let folder = Folder::new(&[
        ("resources.pp", resources.as_bytes()),
        ("text.pp", text.as_bytes()),
        ("template.pp", template.as_bytes()),
        ("tags.pp", tags.as_bytes()),
        ("collectors.pp", collectors.as_bytes()),
    ]);
    for command in [
        &["eval", "resources.pp"][..],
        &["check", "text.pp"],
        &["dump", "text.pp"],
        &["dump", "--stage", "mir", "text.pp"],
        &["eval", "template.pp"],
        &["eval", "tags.pp"],
        &["eval", "collectors.pp"],
    ] {
        let limited = [command, &["--max-memory", "200M"]].concat();
        let (status, said, peak) = run_measured(&folder, &limited);
        let shown: String = said.chars().take(300).collect();
        // while a table grows, its old and new copies exist at the same time
        assert!(
            status == 1 && said.contains(LARGE) && peak < 360,
            "{command:?}: {status}, {peak} MB, {shown}"
        );
    }
}
