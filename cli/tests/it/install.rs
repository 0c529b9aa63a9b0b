//! Tests the scripts that install bunraku on a machine, and the commands that other programs run.

use crate::common::Folder;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const FACTS: &[u8] = b"{ \"kernel\": \"Linux\" }";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).expect("the file is there")
}

/// Runs a bash script in a folder. `bunraku` is in its PATH.
fn bash(folder: &Path, script: &str, variables: &[(&str, &str)]) -> Output {
    let binary = Path::new(env!("CARGO_BIN_EXE_bunraku"));
    let programs = binary.parent().expect("it lies in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    Command::new("bash")
        .args(["-euo", "pipefail", "-c", script])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", programs.display()))
        .envs(variables.iter().copied())
        .output()
        .expect("there is a bash")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns the scripts of the key `run` or of the list `script` of a YAML file, in order.
fn scripts(yaml: &str, key: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = yaml.lines().peekable();
    while let Some(line) = lines.next() {
        let indent = line.len() - line.trim_start().len();
        let inner = line.trim_start();
        let value = match key {
            "-" => inner
                .strip_prefix("- ")
                .filter(|it| it.starts_with("bunraku") || *it == "|"),
            _ => inner.strip_prefix(key).map(str::trim),
        };
        match value {
            Some("|") => {
                let mut script = String::new();
                let is_inside = |line: &&str| {
                    line.trim().is_empty() || line.len() - line.trim_start().len() > indent
                };
                while let Some(line) = lines.next_if(is_inside) {
                    script.push_str(line.trim_start());
                    script.push('\n');
                }
                found.push(script);
            }
            Some(script) => found.push(script.to_owned()),
            None => {}
        }
    }
    found
}

/// Makes a control repository with two commits. Also returns the name of the first commit.
fn repository() -> (Folder, String) {
    let folder = Folder::new(&[
        ("environment.conf", b"modulepath = modules\n"),
        ("manifests/site.pp", b"notify { 'a': }\n"),
        ("facts/web.json", FACTS),
    ]);
    let commit = "git -c user.name=a -c user.email=a@b commit -q";
    let made = format!(
        "git init -q; git add .; {commit} -m first; git rev-parse HEAD; \
         echo \"notify {{ 'b': }}\" >> manifests/site.pp; {commit} -am second"
    );
    let output = bash(&folder.0, &made, &[]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let first = text(&output.stdout).trim().to_owned();
    (folder, first)
}

#[test]
fn the_version_tells_what_the_program_is_made_of() {
    let folder = Folder::new(&[]);
    let (status, out, _) = folder.run(&["--version"]);
    assert_eq!(status, 0);
    let lines: Vec<&str> = out.lines().collect();
    let begins = |at: usize, start: &str| lines.get(at).is_some_and(|line| line.starts_with(start));
    assert!(begins(0, "bunraku 0."), "{out}");
    assert!(
        begins(1, "reference: Puppet 8.") && begins(2, "compiler: Cranelift 0."),
        "{out}"
    );
    assert!(begins(3, "ruby: "), "{out}");
    let (_, out, _) = folder.run(&["-V"]);
    assert_eq!(out.lines().count(), 1);
}

#[test]
fn completions_are_made_for_each_shell() {
    let folder = Folder::new(&[]);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (status, out, _) = folder.run(&["completions", shell]);
        assert_eq!(status, 0);
        assert!(
            out.contains("bunraku") && out.contains("self-check"),
            "{shell}"
        );
    }
    let script = "bunraku completions bash > c; bash -n c; . ./c; \
                  COMP_WORDS=(bunraku fle); COMP_CWORD=1; _bunraku bunraku fle bunraku; \
                  echo \"${COMPREPLY[@]}\"";
    let output = bash(&folder.0, &script.replace("-euo", ""), &[]);
    assert_eq!(
        text(&output.stdout).trim(),
        "fleet",
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn each_command_has_a_man_page() {
    let folder = Folder::new(&[]);
    let (status, _, err) = folder.run(&["man", "--output", "pages"]);
    assert_eq!((status, &*err), (0, ""));
    let names = folder.names("pages");
    for name in [
        "bunraku.1",
        "bunraku-check.1",
        "bunraku-fleet-merge.1",
        "bunraku-epp-render.1",
    ] {
        assert!(names.iter().any(|one| one == name), "{name}: {names:?}");
    }
    let page = fs::read_to_string(folder.0.join("pages/bunraku-check.1")).expect("readable");
    assert!(
        page.contains(".TH bunraku-check 1") && page.contains("\\-\\-explain"),
        "{page}"
    );
    let (status, _, err) = folder.run(&["man", "--output", "pages/bunraku.1/x"]);
    assert_eq!(status, 1);
    assert!(err.starts_with("Error: "), "{err}");
}

#[test]
fn self_check_tells_what_is_missing() {
    let folder = Folder::new(&[]);
    let (status, out, _) = folder.run(&["self-check"]);
    assert_eq!(status, 0, "{out}");
    assert!(
        out.contains("ok       evaluation") && out.contains("ok       compiled code"),
        "{out}"
    );
    let (_, out, _) = folder.run(&["self-check", "--format", "json"]);
    let document: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(document["parts"].as_array().map(Vec::len), Some(7));
    // a machine where everything is missing
    let output = Command::new(env!("CARGO_BIN_EXE_bunraku"))
        .arg("self-check")
        .env("PATH", "")
        .env("TMPDIR", "/no-such-folder")
        .output()
        .expect("the program was built");
    let out = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{out}");
    for part in ["ruby", "git", "temporary folder"] {
        assert!(out.contains(&format!("note     {part}")), "{part}: {out}");
    }
}

#[test]
fn the_action_for_github_checks_and_compares() {
    let (folder, first) = repository();
    let scripts = scripts(&read("contrib/github/action.yml"), "run:");
    let [check, diff] = &scripts[..] else {
        panic!("the action has two steps: {scripts:?}");
    };
    let output = bash(&folder.0, check, &[("BUNRAKU_PATH", ".")]);
    assert!(output.status.success(), "{}", text(&output.stdout));
    let variables = [
        ("BUNRAKU_PATH", "."),
        ("BUNRAKU_FACTS_AT", "facts"),
        ("BUNRAKU_BASE", &*first),
        ("RUNNER_TEMP", "."),
        ("GITHUB_STEP_SUMMARY", "summary.md"),
    ];
    let output = bash(&folder.0, diff, &variables);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let summary = fs::read_to_string(folder.0.join("summary.md")).expect("it was written");
    assert!(summary.contains("Notify[b]"), "{summary}");
    fs::write(
        folder.0.join("manifests/site.pp"),
        "include nobody::here\n$a =\n",
    )
    .expect("writable");
    let output = bash(&folder.0, check, &[("BUNRAKU_PATH", ".")]);
    assert!(!output.status.success());
    assert!(
        text(&output.stdout).contains("::error "),
        "{}",
        text(&output.stdout)
    );
}

#[test]
fn the_jobs_for_gitlab_check_and_compare() {
    let (folder, first) = repository();
    let scripts = scripts(&read("contrib/ci/gitlab-check.yml"), "-");
    let [check, diff] = &scripts[..] else {
        panic!("there are two jobs: {scripts:?}");
    };
    let variables = [("CI_MERGE_REQUEST_DIFF_BASE_SHA", &*first)];
    for script in [check, diff] {
        let output = bash(&folder.0, script, &variables);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let diff = fs::read_to_string(folder.0.join("diff.md")).expect("it was written");
    assert!(diff.contains("Notify[b]"), "{diff}");
}

#[test]
fn hooks_of_pre_commit_run() {
    let hooks = read(".pre-commit-hooks.yaml");
    let entries = scripts(&hooks, "entry:");
    assert_eq!(entries.len(), 3);
    let folder = Folder::new(&[
        ("good.pp", b"notice('a')\n"),
        ("bad.pp", b"notice(\n"),
        ("style.pp", b"notice(\"a\")\n"),
        ("other.yaml", b"a: b: c\n"),
    ]);
    let run = |entry: &str, files: &str| bash(&folder.0, &format!("{entry} {files}"), &[]);
    assert!(
        run(&entries[0], "good.pp style.pp other.yaml")
            .status
            .success()
    );
    assert!(!run(&entries[0], "good.pp bad.pp").status.success());
    let output = run(&entries[1], "style.pp");
    assert!(text(&output.stdout).contains("double_quoted_strings"));
    assert!(run(&entries[2], "style.pp").status.success());
    let style = fs::read_to_string(folder.0.join("style.pp")).expect("readable");
    assert_eq!(style, "notice('a')\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_built_program_is_packed() {
    let folder = Folder::new(&[]);
    let script = root().join("scripts/dist");
    let binary = env!("CARGO_BIN_EXE_bunraku");
    let target = "x86_64-unknown-linux-gnu";
    let call = format!(
        "'{}' --output out --target {target} --binary '{binary}'",
        script.display()
    );
    let output = bash(&folder.0, &call, &[]);
    let err = text(&output.stderr);
    // a test build may be too large to ship, which the script must report
    if err.contains("more than 20000000") {
        assert!(!output.status.success());
        return;
    }
    assert!(output.status.success(), "{err}");
    let names = folder.names("out");
    assert!(names.contains(&"SHA256SUMS".to_owned()), "{names:?}");
    let check = bash(&folder.0.join("out"), "sha256sum -c SHA256SUMS", &[]);
    assert!(check.status.success());
}
