//! Tests code in Ruby that misbehaves: it ends in an error in time, it leaves no process running,
//! and the state that the code of one node leaves does not affect the next node.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::Folder;

/// Makes an environment whose function `m::f` has this body.
fn environment(body: &str) -> Folder {
    let function =
        format!("Puppet::Functions.create_function(:'m::f') do\n  def f\n    {body}\n  end\nend\n");
    Folder::new(&[
        ("env/manifests/site.pp", b"notice(m::f())\n"),
        (
            "env/modules/m/lib/puppet/functions/m/f.rb",
            function.as_bytes(),
        ),
    ])
}

/// Returns the ids of processes that have a text among their arguments.
fn running(marker: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").expect("/proc is there").flatten() {
        let arguments = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        if String::from_utf8_lossy(&arguments).contains(marker) {
            found.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    found
}

const COMPILE: [&str; 5] = ["compile", "--environment", "env", "--max-time", "2"];

#[test]
fn nothing_is_left() {
    let marker = format!("31.{}", std::process::id());
    for body in [
        "spawn('sleep MARKER', pgroup: true); 1",
        "fork { Process.setsid; fork { $stdin.close; $stdout.close; $stderr.close; exec('sleep MARKER') }; exit! }; sleep 0.1; 1",
        "fork { Process.setsid; exec('sleep MARKER') }; loop {}",
        "trap('TERM') {}; system('setsid sleep MARKER &'); sleep",
        "system('setsid sleep MARKER &'); exit!(0)",
        "system('setsid sleep MARKER &'); Process.kill(:KILL, $$); sleep",
    ] {
        let folder = environment(&body.replace("MARKER", &marker));
        let (_, _, log) = folder.run(&COMPILE);
        assert!(
            log.contains("site.pp, line: 1") || log.contains("): 1"),
            "{body}: {log}"
        );
        assert_eq!(running(&marker), Vec::<String>::new(), "{body}");
    }
}

#[test]
fn nothing_is_left_when_killed() {
    let marker = format!("32.{}", std::process::id());
    let folder = environment(&format!("system('setsid sleep {marker} &'); sleep"));
    for signal in ["INT", "KILL"] {
        // a job in the background of a shell ignores SIGINT, and so would its children
        let mut child = Command::new("env")
            .args(["--default-signal=INT", env!("CARGO_BIN_EXE_bunraku")])
            .args(["compile", "--environment", "env"])
            .current_dir(&folder.0)
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary is there");
        let begin = Instant::now();
        while running(&marker).is_empty() && begin.elapsed() < Duration::from_secs(20) {}
        let pid = child.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &pid]).status();
        assert!(sent.is_ok_and(|status| status.success()));
        child.wait().expect("it was started here");
        let begin = Instant::now();
        while !running(&marker).is_empty() {
            assert!(
                begin.elapsed() < Duration::from_secs(10),
                "left after {signal}"
            );
        }
    }
}

#[test]
fn errors_come_in_time() {
    for body in [
        r#"$stdout_of_bunraku.write("\0\0\1\0abc"); sleep"#,
        r#"$stdout_of_bunraku.write("\0\0\1\0abc"); exit!(0)"#,
        r#"$stdout_of_bunraku.write("\xff\xff\xff\xff"); sleep"#,
        r#"$stdout_of_bunraku.write("\0\0\0\4abcd"); sleep"#,
        "Process.kill(:STOP, $$)",
        "Process.kill(:KILL, Process.ppid); sleep",
        "ObjectSpace.each_object(IO) { |io| io.close rescue nil }; sleep",
        "exit!(0)",
        "exit",
        "loop {}",
    ] {
        let begin = Instant::now();
        let (status, _, log) = environment(body).run(&COMPILE);
        assert_eq!(status, 1, "{body}");
        assert!(log.contains("site.pp, line: 1, column: 8"), "{body}: {log}");
        assert!(begin.elapsed() < Duration::from_secs(20), "{body}");
    }
}

#[test]
fn nodes_see_nothing_of_each_other() {
    let folder = environment(
        "$n = $n.to_i + 1; @n = @n.to_i + 1; Object.const_set(:RFN, 1) unless defined?(RFN); [$n, @n, self.class.instance_variable_get(:@n), ENV['RFN'], ENV['RFN'] = 'x'].inspect",
    );
    for threads in ["1", "2"] {
        let nodes = ["a", "b", "c", "d"];
        let arguments = [
            "compile",
            "--environment",
            "env",
            "-j",
            threads,
            "--output",
            "out",
        ];
        let (status, _, log) = folder.run(&[&arguments[..], &nodes[..]].concat());
        assert_eq!(status, 0, "{log}");
        let same = log.matches("): [1, 1, nil, nil, \"x\"]").count();
        assert_eq!(same, nodes.len(), "{log}");
    }
}

/// Most templates need no process. If a template needs one, the error says that it is missing.
#[test]
fn templates_run_without_ruby() {
    let run = |template: &str| {
        let code = format!("$list = ['b', 'a']\nnotice(inline_template('{template}'))\n");
        let folder = Folder::new(&[("t.pp", code.as_bytes())]);
        let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
        command.args(["eval", "t.pp"]).current_dir(&folder.0);
        command.env("BUNRAKU_RUBY", "/nowhere/ruby");
        let output = command.output().expect("the command runs");
        let text = [output.stdout, output.stderr].concat();
        (
            output.status.success(),
            String::from_utf8_lossy(&text).into_owned(),
        )
    };
    let (done, log) = run("<% @list.sort.each do |one| -%><%= one.upcase %>;<% end -%>");
    assert!(done && log.contains("A;B;"), "{log}");
    for template in [
        "<%= rand(1) %>",
        "<%= @list.frobnicate %>",
        "<%= @list.first.foo %>",
        "<% @list << 1 %>",
    ] {
        let (done, log) = run(template);
        assert!(!done && log.contains("ruby"), "{template}: {log}");
    }
}
