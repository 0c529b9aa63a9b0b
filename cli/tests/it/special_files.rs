//! Tests files that are not regular files, that have no end or that link to each other, and output
//! that cannot be written.

use std::fs::File;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use crate::common::Folder;

/// Makes a folder with a pipe that has no writer in the place of a file.
fn with_pipe(files: &[(&str, &[u8])], pipe: &str) -> Folder {
    let folder = Folder::new(files);
    let path = folder.0.join(pipe);
    std::fs::create_dir_all(path.parent().expect("has a folder")).expect("writable");
    let made = Command::new("mkfifo").arg(&path).status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo {pipe}");
    folder
}

const NO_FILE: &str = "Not a regular file";

#[test]
fn pipes_on_the_command_line() {
    let folder = with_pipe(&[("a.pp", b"notice(1)")], "p");
    for command in [
        &["eval", "p"][..],
        &["check", "p"],
        &["dump", "p"],
        &["dump", "--stage", "mir", "p"],
        &["compile", "--manifest", "p"],
        &["eval", "--facts", "p", "a.pp"],
        &["eval", "--trusted", "p", "a.pp"],
        &["eval", "--server-facts", "p", "a.pp"],
        &["compile", "--manifest", "a.pp", "--facts", "p"],
        &["compile", "--manifest", "a.pp", "--trusted", "p"],
        &["epp", "check", "p"],
    ] {
        let (status, out, log) = folder.run(command);
        assert_eq!(status, 1, "{command:?}: {out}{log}");
        assert!((out + &log).contains(NO_FILE), "{command:?}");
    }
}

#[test]
fn pipes_in_an_environment() {
    let hiera = "version: 5\nhierarchy:\n- name: a\n  path: a.yaml\n";
    for (pipe, code) in [
        ("manifests/site.pp", ""),
        ("modules/m/manifests/init.pp", "include m"),
        ("modules/m/functions/f.pp", "m::f()"),
        ("modules/m/types/t.pp", "notice(1 =~ M::T)"),
        ("modules/m/templates/t.epp", "notice(epp('m/t.epp'))"),
        ("modules/m/templates/t.erb", "notice(template('m/t.erb'))"),
        ("modules/m/files/f", "notice(file('m/f'))"),
        ("modules/m/files/b", "notice(binary_file('m/b'))"),
        ("modules/m/metadata.json", "notice(1)"),
        ("environment.conf", "notice(1)"),
        ("data/a.yaml", "notice(lookup('a'))"),
        ("hiera.yaml", "notice(lookup('a'))"),
    ] {
        let mut files = vec![("e/hiera.yaml", hiera), ("e/manifests/site.pp", code)];
        files.retain(|(name, _)| *name != format!("e/{pipe}"));
        let files: Vec<_> = files.iter().map(|(n, c)| (*n, c.as_bytes())).collect();
        let folder = with_pipe(&files, &format!("e/{pipe}"));
        let (_, out, log) = folder.run(&["compile", "--environment", "e", "--max-time", "5"]);
        assert!((out + &log).contains(NO_FILE), "{pipe}: {log}");
    }
}

/// A pipe that a shell opens for a process has a writer, so it is read.
#[test]
fn pipes_of_the_shell() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bunraku"))
        .args(["eval", "/dev/stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut input = child.stdin.take().expect("is piped");
    std::thread::sleep(std::time::Duration::from_millis(50));
    std::io::Write::write_all(&mut input, b"notice(7)").expect("reads");
    drop(input);
    let done = child.wait_with_output().expect("ends");
    assert!(String::from_utf8_lossy(&done.stdout).contains("Notice: Scope(Class[main]): 7"));
}

#[test]
fn devices_without_an_end() {
    let folder = Folder::new(&[("a.pp", b"notice(file('/dev/zero'))")]);
    for command in [
        &["eval", "a.pp"][..],
        &["eval", "/dev/zero"],
        &["eval", "--facts", "/dev/zero", "a.pp"],
        &["compile", "--manifest", "/dev/zero"],
    ] {
        let limited = [command, &["--max-memory", "64M"]].concat();
        // the system's limit is far below the amount that the default limit would allow to read
        let script = format!(
            "ulimit -v 1000000; exec {} {}",
            env!("CARGO_BIN_EXE_bunraku"),
            limited.join(" ")
        );
        let mut shell = Command::new("sh");
        let done = shell.args(["-c", &script]).current_dir(&folder.0).output();
        let done = done.expect("runs");
        let said = [done.stdout, done.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        assert_eq!(done.status.code(), Some(1), "{command:?}: {said}");
        assert!(said.contains("File too large"), "{command:?}: {said}");
    }
}

/// If the main manifest is a folder, links to folders are not followed, as in Puppet. Elsewhere,
/// links that lead back up are not followed.
#[test]
fn links_that_lead_to_each_other() {
    let folder = Folder::new(&[
        ("e/manifests/site.pp", b"notice('once') notice(m::f())"),
        ("e/modules/m/functions/f.pp", b"function m::f() { 'found' }"),
    ]);
    for below in ["manifests", "modules/m/functions", "modules", "modules/m"] {
        for name in ["a", "b", "c"] {
            symlink(".", folder.0.join("e").join(below).join(name)).expect("writable");
        }
    }
    let command = ["compile", "--environment", "e", "--format", "summary"];
    let (status, out, log) = folder.run(&command);
    assert_eq!((status, log.matches("once").count()), (0, 1), "{out}{log}");
    assert!(log.contains("found"));
    assert_eq!(folder.run(&["check", "e"]).0, 0);
}

/// Output to a full disk ends in an error. The device `/dev/full` behaves like one.
#[test]
fn standard_output_is_full() {
    let long = format!("notice('{}')", "a".repeat(100_000));
    let folder = Folder::new(&[("a.pp", long.as_bytes())]);
    for command in [
        &["eval", "a.pp"][..],
        &["dump", "a.pp"],
        &["dump", "--stage", "tokens", "a.pp"],
        &["check", "a.pp"],
        &["compile", "--manifest", "a.pp"],
        &["epp", "render", "a.pp"],
    ] {
        let mut bunraku = Command::new(env!("CARGO_BIN_EXE_bunraku"));
        let full = File::options().write(true).open("/dev/full");
        let done = bunraku.args(command).current_dir(&folder.0);
        let done = done.stdout(full.expect("a device")).output().expect("runs");
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(1), "{command:?}: {said}");
        let expected = "Error: standard output: No space left on device";
        assert_eq!(said.matches(expected).count(), 1, "{command:?}: {said}");
    }
}

/// A byte order mark is refused wherever code is read.
#[test]
fn byte_order_marks() {
    let refused = |name: &str, bytes: &str| {
        format!(
            "Illegal {name} Byte Order mark at beginning of input: [{bytes}] - remove these from \
             the puppet source"
        )
    };
    for (mark, name, bytes) in [
        (&b"\xef\xbb\xbf"[..], "UTF-8", "EF BB BF"),
        (b"\xff\xfe", "UTF-16", "FF FE"),
        (b"\xfe\xff", "UTF-16", "FE FF"),
        (b"\xff\xfe\0\0", "UTF-32", "FF FE 0 0"),
        (b"\0\0\xfe\xff", "UTF-32", "0 0 FE FF"),
    ] {
        let code = [mark, b"notice(1)"].concat();
        let folder = Folder::new(&[("a.pp", &code), ("a.epp", &code)]);
        for command in [
            &["eval", "a.pp"][..],
            &["check", "a.pp"],
            &["check", "a.epp"],
            &["dump", "a.pp"],
            &["compile", "--manifest", "a.pp"],
            &["epp", "check", "a.epp"],
            &["epp", "render", "a.epp"],
        ] {
            let (status, out, log) = folder.run(command);
            let said = out + &log;
            assert_eq!(status, 1, "{command:?}: {said}");
            assert!(said.contains(&refused(name, bytes)), "{command:?}: {said}");
        }
    }
}

/// The messages are those of `puppet parser validate`.
#[test]
fn metaparameters_as_parameters() {
    let code = b"class a($tag = 1, $own = 2) { class b($notify = 1) { } }\n\
                 define d($audit = 3) { }\nfunction f($require) { }\n";
    let folder = Folder::new(&[
        ("a.pp", code),
        ("b.pp", b"class c($x, $tag = 1, $require) { }"),
    ]);
    let warning = |name: &str, owner: &str| {
        format!(
            "Warning: {name} is a metaparam; this value will inherit to all contained resources \
             in the {owner} definition\n"
        )
    };
    for strict in ["off", "warning", "error"] {
        let command = ["check", "--format", "short", "--strict", strict];
        let (status, out, _) = folder.run(&[&command[..], &["a.pp"]].concat());
        let all = warning("notify", "a::b") + &warning("tag", "a") + &warning("audit", "d");
        assert_eq!((status, out), (0, all));
        let (status, out, _) = folder.run(&[&command[..], &["b.pp"]].concat());
        let error = "Error: require is a metaparameter; please choose another parameter name in \
                     the c definition\n";
        assert_eq!((status, out), (1, warning("tag", "c") + error));
    }
}

/// An error ends with the name of the node, as in Puppet.
#[test]
fn errors_name_the_node() {
    let code = b"function f($n) { f($n) } if $facts['x'] { fail('no') } else { f(1) }";
    let facts = br#"{"a.example.com": {"x": true}, "b.example.com": {"x": false}}"#;
    let folder = Folder::new(&[("a.pp", code), ("f.json", facts)]);
    let command = ["compile", "--manifest", "a.pp", "--facts", "f.json"];
    let (status, _, log) = folder.run(&command);
    assert_eq!(status, 1);
    assert!(log.contains("column: 43) on node a.example.com\n"), "{log}");
    assert!(
        log.contains("stack level too deep on node b.example.com\n"),
        "{log}"
    );
    let (_, _, log) = folder.run(&[&command[..], &["--messages", "json"]].concat());
    assert!(
        log.contains(r#"{"version":1,"node":"a.example.com","level":"err""#),
        "{log}"
    );
}

/// The messages about unreadable files are those of Puppet. Recorded cases cannot test this,
/// because they are recorded by a user who may read all files.
#[test]
fn permission_denied() {
    let code = "function m::f() { 1 }";
    let folder = Folder::new(&[
        ("modules/m/functions/f.pp", code.as_bytes()),
        ("modules/m/manifests/init.pp", b"class m { }"),
        ("modules/m/templates/t.epp", b"text"),
        ("modules/m/files/f", b"text"),
    ]);
    // another user must be able to run the binary
    let binary = folder.0.join("bunraku");
    std::fs::copy(env!("CARGO_BIN_EXE_bunraku"), &binary).expect("writable");
    for (file, code, at) in [
        ("functions/f.pp", "notice(m::f())", 8),
        ("manifests/init.pp", "include m", 1),
        ("templates/t.epp", "notice(epp('m/t.epp'))", 8),
        ("files/f", "notice(file('m/f'))", 8),
    ] {
        let path = folder.0.join("modules/m").join(file);
        let mode = |bits| std::fs::set_permissions(&path, std::fs::Permissions::from_mode(bits));
        mode(0o000).expect("ours");
        let mut command = Command::new(&binary);
        command.args(["eval", "--modulepath", "modules", "-e", code]);
        if path.metadata().expect("is there").uid() == 0 {
            command.uid(65534);
        }
        let (status, out, log) = crate::common::ended(command.current_dir(&folder.0).output());
        let path = path.display();
        let expected = format!(
            "Error: Evaluation Error: Error while evaluating a Function Call, Permission denied @ \
             rb_sysopen - {path} (line: 1, column: {at})\n"
        );
        assert_eq!((status, out), (1, expected), "{log}");
        mode(0o644).expect("ours");
    }
}

/// Folders that link to each other, so that there are endless paths, are searched in finite time.
#[test]
fn folders_without_an_end() {
    let folder = Folder::new(&[
        ("modules/m/functions/f.pp", b"function m::f() { 1 }"),
        ("a.pp", b"notice(m::f())"),
    ]);
    let below = folder.0.join("modules/m/functions");
    for name in 0..9 {
        let inner = below.join(name.to_string());
        std::fs::create_dir(&inner).expect("writable");
        for other in (0..9).filter(|other| *other != name) {
            symlink(format!("../{other}"), inner.join(format!("l{other}"))).expect("writable");
        }
    }
    let command = ["eval", "--modulepath", "modules", "a.pp"];
    let (status, out, _) = folder.run(&command);
    assert_eq!(status, 1);
    assert!(
        out.contains("modules/m/functions: more than 50000 folders"),
        "{out}"
    );
    let (_, out, _) = folder.run(&[&command[..], &["--max-time", "100ms"]].concat());
    assert!(out.contains("evaluation takes longer than it may"), "{out}");
}
