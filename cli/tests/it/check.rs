//! Tests `bunraku check` on whole codebases through the command line.

use crate::common::Folder;
use std::fs;
use std::process::Command;

/// Makes a small environment with one error in a module and one in a module that git ignores.
fn environment() -> Folder {
    Folder::new(&[
        ("environment.conf", b"modulepath = modules:vendor\n"),
        (".gitignore", b"/vendor/\n"),
        ("manifests/site.pp", b"node default { include web }\n"),
        (
            "modules/web/manifests/init.pp",
            b"class web {\n  include lib::part\n  include lib::prt\n}\n",
        ),
        (
            "vendor/lib/manifests/part.pp",
            b"class lib::part { include lib::gone }\n",
        ),
    ])
}

#[test]
fn the_environment_at_hand_is_checked_without_arguments() {
    let folder = environment();
    let (status, out, _) = folder.run(&["check", "--format", "short"]);
    assert_eq!(status, 1);
    assert!(out.contains("Unknown class 'lib::prt'"), "{out}");
    // modules that git ignores are known, but their errors are not reported
    assert!(!out.contains("lib::gone"), "{out}");
    let (_, out, _) = folder.run(&["check", "--format", "short", "vendor"]);
    assert!(out.contains("lib::gone"), "{out}");
}

#[test]
fn a_place_without_code_says_so() {
    let folder = Folder::new(&[("a.txt", b"")]);
    let (status, _, err) = folder.run(&["check"]);
    assert_eq!(status, 1);
    assert!(err.contains("no path is given"), "{err}");
    assert!(err.contains("`bunraku check .`"), "{err}");
}

#[test]
fn modules_that_are_not_checked_out_are_missing() {
    let folder = Folder::new(&[
        (
            "modules/web/manifests/init.pp",
            b"class web { lib::vhost { 'a': } include lib include web::gone }\n",
        ),
        ("manifests/site.pp", b"include web\n"),
    ]);
    fs::create_dir(folder.0.join("modules/lib")).expect("writable");
    let (status, out, _) = folder.run(&["check", "--format", "short"]);
    assert_eq!(status, 1);
    let errors = out.lines().filter(|line| line.starts_with("Error"));
    assert_eq!(errors.count(), 1, "{out}");
    assert!(out.contains("Unknown class 'web::gone'"), "{out}");
    assert!(out.contains("'lib'"), "{out}");
}

#[test]
fn functions_of_a_hierarchy_are_known() {
    let folder = environment();
    for (function, line) in [
        (
            "data_hash: yaml_dta",
            "error Unable to find 'data_hash' function named 'yaml_dta' (did you mean 'yaml_data'?)",
        ),
        (
            "lookup_key: lib::find",
            "error Unable to find 'lookup_key' function named 'lib::find'",
        ),
        ("data_hash: yaml_data", ""),
    ] {
        let text =
            format!("version: 5\nhierarchy:\n  - name: a\n    {function}\n    path: a.yaml\n");
        fs::write(folder.0.join("hiera.yaml"), text).expect("writable");
        let (_, out, _) = folder.run(&["check", "--format", "json", "."]);
        assert_eq!(findings(&out, "HIERA_CONFIG"), line, "{out}");
    }
}

/// Returns the findings of a code, each with its severity, message and hint.
fn findings(out: &str, code: &str) -> String {
    let report: serde_json::Value = serde_json::from_str(out).expect("JSON");
    let all = report["diagnostics"].as_array().expect("a list").iter();
    let lines = all.filter(|one| one["code"] == code).map(|one| {
        let text = |key: &str| one[key].as_str().unwrap_or_default();
        let hint = match text("hint") {
            "" => String::new(),
            hint => format!(" ({hint})"),
        };
        format!("{} {}{hint}", text("severity"), text("message"))
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn entries_of_facts_and_tests_of_types_are_known() {
    let folder = environment();
    let code = "class web(Integer $port = 1, Optional[String] $name_of = undef) {
  notice($facts['os']['fmily'], $facts['os']['family'], $facts['os']['distro']['x'])
  if $port =~ String { notice(1) }
  if $port !~ String { notice(2) }
  if $name_of =~ String { notice(3) }
}
";
    fs::write(folder.0.join("modules/web/manifests/init.pp"), code).expect("writable");
    let (_, out, _) = folder.run(&["check", "--format", "json", "."]);
    assert_eq!(
        findings(&out, "UNKNOWN_FACT"),
        "warning The fact 'os' of Facter has no entry 'fmily' (did you mean 'family'?)"
    );
    assert_eq!(
        findings(&out, "BRANCH_NEVER_TAKEN"),
        "warning The condition of 'if' is always false\nwarning The condition of 'if' is always true"
    );
}

#[test]
fn requirements_of_metadata_are_ranges() {
    let folder = environment();
    let metadata = |range: &str| {
        format!(
            "{{\"name\":\"me-web\",\"version\":\"1.0.0\",\"author\":\"me\",\"summary\":\"s\",\"license\":\"l\",\
             \"source\":\"s\",\"dependencies\":[{{\"name\":\"me-lib\",\"version_requirement\":\"{range}\"}}]}}"
        )
    };
    let message = "warning The 'dependencies' in the metadata must have valid ranges of versions";
    for (range, want) in [
        (">= 1.0.0 < 3.0.0", ""),
        ("1.x", ""),
        (">=1.2.3 <2.0.0 || 3.x", ""),
        (">= abc", message),
    ] {
        let path = folder.0.join("modules/web/metadata.json");
        fs::write(path, metadata(range)).expect("writable");
        let (_, out, _) = folder.run(&["check", "--format", "json", "."]);
        assert_eq!(findings(&out, "METADATA"), want, "{range}: {out}");
    }
}

#[test]
fn problems_of_environment_conf_have_one_place() {
    let folder = environment();
    for (text, message) in [
        ("modulepath\n", "Could not match line modulepath"),
        (
            "modulpath = modules\n",
            "Unknown setting 'modulpath', which Puppet ignores",
        ),
    ] {
        fs::write(folder.0.join("environment.conf"), text).expect("writable");
        let (status, out, _) = folder.run(&["check", "--format", "short"]);
        assert_eq!(status, 1, "{out}");
        let path = folder.0.join("environment.conf");
        let path = path.display();
        let line = format!("Error: {message} (file: {path}, line: 1, column: 1)");
        assert!(out.lines().any(|one| one == line), "{out}");
    }
}

#[test]
fn each_file_can_be_checked_alone() {
    let folder = environment();
    let (status, out, _) = folder.run(&["check", "--syntax-only", "."]);
    assert_eq!(
        (status, out.lines().last()),
        (0, Some("2 files checked: 0 errors, 0 warnings"))
    );
}

#[test]
fn patterns_and_lists_choose_files() {
    let folder = environment();
    let (status, out, _) = folder.run(&["check", "--exclude", "modules/web", "."]);
    assert_eq!(status, 0, "{out}");
    fs::write(folder.0.join("list"), "modules/web/manifests/init.pp\n").expect("writable");
    let (status, out, _) = folder.run(&["check", "--files-from", "list"]);
    assert_eq!(status, 1);
    assert!(
        out.ends_with("1 file checked: 1 error, 0 warnings\n"),
        "{out}"
    );
    let (status, _, err) = folder.run(&["check", "--exclude", "[", "."]);
    assert_eq!(status, 1);
    assert!(err.contains("--exclude ["), "{err}");
}

#[test]
fn only_what_differs_from_a_revision_is_reported() {
    let folder = environment();
    let git = |words: &[&str]| {
        let status = Command::new("git")
            .args(["-c", "user.name=a", "-c", "user.email=a@b"])
            .args(words)
            .current_dir(&folder.0)
            .output();
        assert!(
            status.is_ok_and(|output| output.status.success()),
            "{words:?}"
        );
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-qm", "first"]);
    let (status, out, _) = folder.run(&["check", "--changed", "HEAD"]);
    assert_eq!(
        (status, &*out),
        (0, "0 files checked: 0 errors, 0 warnings\n")
    );
    fs::write(folder.0.join("manifests/new.pp"), "include lib::prt\n").expect("writable");
    let (status, out, _) = folder.run(&["check", "--changed", "HEAD"]);
    assert_eq!(status, 1);
    assert!(
        out.ends_with("1 file checked: 1 error, 0 warnings\n"),
        "{out}"
    );
    let (status, _, err) = folder.run(&["check", "--changed", "no-such-revision"]);
    assert_eq!(status, 1);
    assert!(err.contains("no-such-revision"), "{err}");
}

#[test]
fn patterns_stand_for_files_and_folders() {
    let folder = Folder::new(&[
        ("one/manifests/a.pp", b"$a = 1 +\n"),
        ("two/manifests/b.pp", b"$b = 2\n"),
        ("three/c.pp", b"$c = 3\n"),
    ]);
    let (status, out, _) = folder.run(&["check", "--syntax-only", "*/manifests"]);
    assert_eq!(status, 1);
    assert!(out.contains("--> one/manifests/a.pp"), "{out}");
    assert!(out.contains("2 files checked: 1 error"), "{out}");
    let (status, out, _) = folder.run(&["check", "--syntax-only", "t*/**/*.pp"]);
    assert_eq!(
        (status, out.contains("2 files checked")),
        (0, true),
        "{out}"
    );
    let (status, _, err) = folder.run(&["check", "four/*.pp"]);
    assert_eq!(status, 1);
    assert!(err.contains("no file or folder matches"), "{err}");
}

#[test]
fn codes_have_pages() {
    let folder = Folder::new(&[]);
    let (status, out, _) = folder.run(&["check", "--explain", "unknown_class"]);
    assert_eq!(status, 0);
    assert!(out.starts_with("# UNKNOWN_CLASS\n"), "{out}");
    for code in ["SYNTAX_ERROR", "DIV_BY_ZERO"] {
        let (status, out, _) = folder.run(&["check", "--explain", code]);
        assert!(status == 0 && out.contains("\nWrong:\n"), "{out}");
    }
    let (status, out, _) = folder.run(&["check", "--explain", "all"]);
    assert_eq!(status, 0);
    assert!(out.lines().count() > 25, "{out}");
    let (status, _, err) = folder.run(&["check", "--explain", "UNKOWN_CLASS"]);
    assert_eq!(status, 1);
    assert!(err.contains("did you mean 'UNKNOWN_CLASS'?"), "{err}");
}

#[test]
fn style_is_mended_in_place_and_only_once() {
    let manifest = b"file { \"/a\":\n  ensure => file,\n  mode => '644',  \n}\n";
    let folder = Folder::new(&[("a.pp", manifest), ("b.pp", b"$a = \n")]);
    let (status, out, err) = folder.run(&["check", "--fix", "a.pp", "b.pp"]);
    // the syntax error remains, and its file is unchanged
    assert_eq!(status, 1, "{out}");
    assert_eq!(err, "4 findings fixed\n");
    let text = |name: &str| fs::read_to_string(folder.0.join(name)).expect("readable");
    assert_eq!(
        text("a.pp"),
        "file { '/a':\n  ensure => file,\n  mode   => '0644',\n}\n"
    );
    assert_eq!(text("b.pp"), "$a = \n");
    let (status, out, err) = folder.run(&["check", "--fix", "a.pp"]);
    assert_eq!((status, &*err), (0, "0 findings fixed\n"), "{out}");
    assert_eq!(folder.names("."), ["a.pp", "b.pp"]);
}

#[test]
fn findings_after_a_fix_are_those_of_the_new_text() {
    let manifest = b"# c\nclass m {\n\tnotice('a')\n  notice(\"b\") \n  $c = [1 , 2]\n}\n";
    let folder = Folder::new(&[("a.pp", manifest)]);
    let run = |arguments: &[&str]| folder.run(&[&["check"], arguments, &["a.pp"]].concat());
    let (_, fixed, _) = run(&["--fix"]);
    let (_, again, _) = run(&["--lint"]);
    assert_eq!(fixed, again);
    assert!(!fixed.contains("soft_tabs"), "{fixed}");
}

#[test]
fn checks_of_style_are_chosen_by_name() {
    let folder = Folder::new(&[("a.pp", b"notice(\"a\")  \n")]);
    let (_, out, _) = folder.run(&[
        "check",
        "--lint=trailing_whitespace",
        "--format",
        "json",
        "a.pp",
    ]);
    assert!(
        out.contains("trailing_whitespace") && !out.contains("double_quoted"),
        "{out}"
    );
    let (_, out, _) = folder.run(&[
        "check",
        "--lint=all,-trailing_whitespace",
        "--format",
        "json",
        "a.pp",
    ]);
    assert!(
        !out.contains("trailing_whitespace") && out.contains("double_quoted"),
        "{out}"
    );
    let (status, _, err) = folder.run(&["check", "--lint=tabs", "a.pp"]);
    assert_eq!(status, 1);
    assert!(err.contains("there is no check 'tabs'"), "{err}");
}

#[test]
fn bad_files_stop_nothing() {
    let deep = format!("$a = {}1{}\n", "[".repeat(900), "]".repeat(900));
    let folder = Folder::new(&[
        ("m/metadata.json", b"{ \"name\": \"me-m\", "),
        ("m/manifests/init.pp", b"class m { include m::gone }\n"),
        ("m/manifests/deep.pp", deep.as_bytes()),
        ("m/manifests/binary.pp", b"\xff\xfe\x00"),
        ("m/manifests/empty.pp", b""),
        ("m/templates/binary.erb", b"\xff\xfe\x00"),
        ("m/data/common.yaml", b"a: &a [*a]\n"),
        ("m/hiera.yaml", b"\t- [\n"),
    ]);
    #[cfg(unix)]
    std::os::unix::fs::symlink("..", folder.0.join("m/manifests/loop")).expect("writable");
    let (status, out, err) = folder.run(&["check", "m", "missing.pp"]);
    assert_eq!((status, &*err), (1, ""));
    for part in [
        "m::gone",
        "METADATA",
        "HIERA_CONFIG",
        "UNREADABLE_FILE",
        "missing.pp",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
}

#[cfg(unix)]
#[test]
fn pipes_are_not_waited_for() {
    let folder = Folder::new(&[("m/manifests/init.pp", b"class m { include m::gone }\n")]);
    for name in ["m/metadata.json", "m/hiera.yaml", "m/manifests/pipe.pp"] {
        let made = Command::new("mkfifo").arg(folder.0.join(name)).status();
        assert!(made.is_ok_and(|status| status.success()));
    }
    let (status, out, _) = folder.run(&["check", "m"]);
    assert!(status == 1 && out.contains("m::gone"), "{out}");
}

#[test]
fn other_environments_and_modules_outside_of_the_module_path_are_left_alone() {
    let folder = Folder::new(&[
        (
            "apache/manifests/init.pp",
            b"class apache { include apache::nope }\n",
        ),
        ("nginx/manifests/init.pp", b"class nginx { }\n"),
        // another module with the name `nginx`, too deep to be loaded from this folder of modules
        (
            "external/nginx/manifests/init.pp",
            b"class nginx { file { '/a': content => template('nginx/own.erb') } }\n",
        ),
        ("external/nginx/templates/own.erb", b"a"),
        // a define that code may use, because a real module path may contain that other module
        (
            "external/nginx/manifests/vhost.pp",
            b"define nginx::vhost { }\n",
        ),
        (
            "apache/manifests/proxy.pp",
            b"class apache::proxy { nginx::vhost { 'a': } }\n",
        ),
        // an environment without environment.conf
        (
            "bootstrap/manifests/site.pp",
            b"include base\nFile { mode => '0644' }\n",
        ),
        (
            "bootstrap/modules/base/manifests/init.pp",
            b"class base { include base::gone }\n",
        ),
        ("bootstrap/manifests/broken.pp", b"notice(\n"),
        // a compiled policy, and an image among the templates
        ("nginx/files/policy.pp", b"\x8f\xff\x7c\xf9"),
        ("nginx/templates/logo.png", b"\x89PNG\xff"),
    ]);
    let (status, out, _) = folder.run(&["check", ".", "--format", "short"]);
    assert_eq!(status, 1);
    let errors: Vec<&str> = out
        .lines()
        .filter(|line| line.starts_with("Error"))
        .collect();
    assert_eq!(errors.len(), 2, "{out}");
    assert!(out.contains("Unknown class 'apache::nope'"), "{out}");
    assert!(
        errors.iter().any(|line| line.contains("broken.pp")),
        "{out}"
    );
    assert!(!out.contains("policy.pp"), "{out}");
    assert!(out.contains("Warning: The text is not UTF-8"), "{out}");
}
