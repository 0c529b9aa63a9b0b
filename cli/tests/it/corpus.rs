//! Tests `conformance corpus` with a fake repository and a fake Puppet: its questions, counts and
//! stored answers.

use crate::common::Folder;

/// A fake Puppet that answers that every class compiles and every define fails.
const ORACLE: &str = r#"
echo '{"implementation": "made", "version": "1"}'
while read -r line; do
  case "$line" in
    *'"open"'*) echo '{"opened": true}' ;;
    *'"close"'*) echo '{"closed": true}' ;;
    *'include m::wrong'*) echo '{"logs": [], "error": "Error: made up", "catalog": null}' ;;
    *'m::d {'*) echo '{"logs": [], "error": "Error: Evaluation Error: Error while evaluating a Resource Statement, Evaluation Error: Error while evaluating a Function Call, no (file: '"$PWD"'/corpus/environments/o+r/production/modules/m/manifests/d.pp, line: 1, column: 29) (line: 1)", "catalog": null}' ;;
    *) echo '{"late": true}' ;;
  esac
  echo "$line" >> asked
done
"#;

const FILES: [(&str, &[u8]); 6] = [
    ("oracle.sh", ORACLE.as_bytes()),
    (
        "lists/repositories.tsv",
        b"# name, commit, kind, group\no/r\t1\tmodule\tmend\no/absent\t2\tmodule\tmend\n",
    ),
    (
        "corpus/public/o+r/metadata.json",
        br#"{"name": "o-m", "version": "1.0.0", "author": "o", "license": "x", "source": "x", "dependencies": []}"#,
    ),
    (
        "corpus/public/o+r/manifests/d.pp",
        b"define m::d(Enum['a'] $x) { fail('no') }",
    ),
    (
        "corpus/public/o+r/manifests/wrong.pp",
        b"class m::wrong { }",
    ),
    (
        "corpus/public/o+r/manifests/late.pp",
        b"class m::late(Integer[3] $y) { }",
    ),
];

fn folder() -> Folder {
    let folder = Folder::new(&FILES);
    for system in ["debian", "redhat", "sles", "windows", "freebsd", "macos"] {
        let path = folder.0.join("lists/facts").join(format!("{system}.json"));
        std::fs::create_dir_all(path.parent().expect("has a folder")).expect("writable");
        std::fs::write(path, "{\"clientcert\": \"a.example.com\"}").expect("writable");
    }
    folder
}

const COMMAND: [&str; 6] = [
    "conformance",
    "corpus",
    "--lists",
    "lists",
    "--oracle",
    "sh oracle.sh",
];

#[test]
fn scores_are_kept_and_the_first_stays() {
    let folder = folder();
    let read = |name: &str| std::fs::read_to_string(folder.0.join(name)).unwrap_or_default();
    let (status, out, log) = folder.run(&[&COMMAND[..], &["--first-sight"]].concat());
    assert_eq!(status, 1, "{out}{log}");
    let first = read("lists/first-sight.tsv");
    let row = first
        .lines()
        .find(|line| line.starts_with("o/r"))
        .unwrap_or_default();
    let fields: Vec<&str> = row.split('\t').collect();
    // the six instances of the define have the same error; the class can be declared in two ways
    assert_eq!(fields[..4], ["o/r", "1", "0", "6"], "{out}");
    assert!(out.contains("8 unanswered by made-1"), "{out}");
    assert!(read("lists/SCORE.md").contains("| o/r | mend |"));
    assert!(read("lists/scores/made-1.tsv").contains("o/r\t1\t0\t6"));

    // a second run asks nothing, and only instances that were never compared count as first seen
    std::fs::remove_file(folder.0.join("asked")).expect("was asked");
    let (_, out, log) = folder.run(&[&COMMAND[..], &["--write"]].concat());
    assert!(out.contains("o/r: 0 equal, 6 same errors"), "{out}{log}");
    assert_eq!(read("asked"), "");
    let (status, out, _) = folder.run(&[&COMMAND[..], &["--first-sight"]].concat());
    assert!(status == 0 && !out.contains("o/r:"), "{out}");
    assert_eq!(read("lists/first-sight.tsv"), first);
}

#[test]
fn differences_are_grouped_and_shown() {
    let folder = folder();
    let (_, out, log) = folder.run(&[&COMMAND[..], &["--question", "class m::wrong"]].concat());
    assert!(out.contains("expected: Error: made up"), "{out}{log}");
    assert!(out.contains("no error: Error: made up"), "{out}{log}");
    assert!(
        out.contains("--repository 'o/r' --question 'class m::wrong@"),
        "{out}{log}"
    );
    assert!(!folder.0.join("lists/SCORE.md").exists());
}

#[test]
fn parameters_get_values_of_their_types() {
    let folder = folder();
    let (status, out, log) = folder.run(&[&COMMAND[..], &["--print", "--sample", "0"]].concat());
    assert_eq!((status, log.as_str()), (0, ""));
    assert_eq!(out.matches("x => 'a'").count(), 6, "{out}");
    assert_eq!(out.matches("y => 3").count(), 6, "{out}");
}

#[test]
fn what_is_missing_is_said() {
    let folder = Folder::new(&FILES[..2]);
    let (status, _, log) = folder.run(&COMMAND);
    assert!(status == 2 && log.contains("scripts/fetch-corpus"), "{log}");
}
