//! Tests `bunraku fleet --changed-since`: nodes that a change does not touch are reported as
//! before, and the result is the same as compiling everything.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::common::Folder;
use conformance::generate::Choices;
use conformance::generate::edit::edit;
use conformance::generate::environment::{Files, environment};
use serde_json::Value;

const START: [&str; 5] = ["fleet", "--environment", "env", "--facts", "facts"];

fn fleet(folder: &Folder, arguments: &[&str]) -> (i32, String, String) {
    folder.run(&[&START[..], arguments].concat())
}

/// Makes an environment whose nodes read different keys of one file.
fn site() -> Folder {
    Folder::new(&[
        (
            "env/manifests/site.pp",
            b"notify { lookup(\"of_${facts['role']}\"): }\nwarning('a log')\n",
        ),
        (
            "env/hiera.yaml",
            b"version: 5\nhierarchy: [{name: all, path: common.yaml}]\n",
        ),
        ("env/data/common.yaml", b"of_web: x\nof_db: y\n"),
        ("facts/web1.yaml", b"role: web\n"),
        ("facts/web2.yaml", b"role: web\n"),
        ("facts/db.yaml", b"role: db\n"),
        ("facts/bad.yaml", b"role: none\n"),
    ])
}

fn data(folder: &Folder, text: &str) {
    fs::write(folder.0.join("env/data/common.yaml"), text).expect("writable");
}

fn json(folder: &Folder, path: &str) -> Value {
    let text = fs::read(folder.0.join(path)).expect("a file");
    serde_json::from_slice(&text).expect("JSON")
}

/// Returns the catalogs of a folder without their versions.
fn catalogs(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("there").flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let names = names.filter(|name| name.ends_with(".json"));
    names
        .map(|name| {
            let text = fs::read_to_string(folder.join(&name)).expect("readable");
            let lines = text.lines().filter(|line| !line.contains("\"version\""));
            (name, lines.collect::<Vec<_>>().join("\n"))
        })
        .collect()
}

/// Returns the log lines about nodes, without the lines about progress.
fn of_nodes(log: &str) -> Vec<&str> {
    let lines = log.lines();
    lines
        .filter(|line| !line.starts_with("bunraku: "))
        .collect()
}

/// Returns the parts of a summary that do not depend on which run has compiled a node.
fn told(folder: &Folder, path: &str) -> (Value, BTreeMap<String, Value>) {
    let mut summary = json(folder, path);
    let nodes = summary["nodes"].as_object_mut().expect("an object");
    let nodes = std::mem::take(nodes).into_iter().map(|(name, mut node)| {
        if node["status"] == "unchanged" {
            node["status"] = "compiled".into();
        }
        (name, node)
    });
    let nodes = nodes.collect();
    (summary["causes"].take(), nodes)
}

/// Checks that the catalogs in `out` equal the catalogs of a run that compiles all nodes.
fn assert_as_compiled_anew(folder: &Folder) {
    fleet(folder, &["-o", "all"]);
    let of = |name: &str| catalogs(&folder.0.join(name));
    assert_eq!(of("out"), of("all"));
}

#[test]
fn untouched_nodes_are_unchanged() {
    let folder = site();
    let (status, _, log) = fleet(&folder, &["-o", "out", "--reads"]);
    assert_eq!(status, 1, "{log}");
    data(&folder, "of_web: x\nof_db: z\n");
    let list = ["--changed-since", "out", "--list-changed"];
    let (status, out, log) = fleet(&folder, &list);
    assert_eq!((status, &*log), (0, ""));
    assert!(
        out.starts_with("db: the key of_db of ") && out.ends_with("\n1 of 4 nodes are touched\n"),
        "{out}"
    );
    let more = [
        "--changed-since",
        "out",
        "-o",
        "new",
        "--junit",
        "junit.xml",
    ];
    let (status, out, changed_log) = fleet(&folder, &more);
    assert_eq!(status, 1, "{changed_log}");
    assert!(
        out.contains("\n1 of 4 catalogs compiled, 2 unchanged, 1 failed; "),
        "{out}"
    );
    let summary = json(&folder, "new/fleet/summary.json");
    assert_eq!(
        summary["counts"],
        serde_json::json!({"nodes": 4, "compiled": 1, "unchanged": 2, "failed": 1, "missing": 0})
    );
    assert_eq!(summary["nodes"]["web1"]["status"], "unchanged");
    assert_eq!(summary["nodes"]["bad"]["status"], "failed");
    let junit = fs::read_to_string(folder.0.join("junit.xml")).expect("written");
    assert!(
        junit.contains("tests=\"4\"")
            && junit.contains("failures=\"1\"")
            && !junit.contains("skipped"),
        "{junit}"
    );
    let (status, _, log) = fleet(&folder, &["-o", "all"]);
    assert_eq!((status, of_nodes(&log)), (1, of_nodes(&changed_log)));
    assert_eq!(
        catalogs(&folder.0.join("new")),
        catalogs(&folder.0.join("all"))
    );
    assert_eq!(
        told(&folder, "new/fleet/summary.json"),
        told(&folder, "all/fleet/summary.json")
    );
    // the new folder has its own read sets; without an output folder it is updated itself
    let (status, out, _) = fleet(&folder, &["--changed-since", "new", "web*", "db"]);
    assert_eq!(
        (
            status,
            out.contains("0 of 3 catalogs compiled, 3 unchanged; ")
        ),
        (0, true),
        "{out}"
    );
}

#[test]
fn read_sets_are_never_those_of_other_catalogs() {
    let folder = site();
    let touched = || fleet(&folder, &["--changed-since", "out", "--list-changed"]).1;
    fleet(&folder, &["-o", "out", "--reads"]);
    // a run without read sets writes catalogs of the same length from other data
    data(&folder, "of_web: z\nof_db: y\n");
    fleet(&folder, &["-o", "out", "web1"]);
    data(&folder, "of_web: x\nof_db: y\n");
    assert_eq!(
        touched(),
        "web1: it was not compiled before\n1 of 4 nodes are touched\n"
    );
    // a run that is ended early also leaves catalogs without read sets
    fleet(&folder, &["--changed-since", "out"]);
    data(&folder, "of_web: z\nof_db: y\nof_none: [1\n");
    let (_, _, log) = fleet(
        &folder,
        &["--changed-since", "out", "--fail-fast", "--jobs", "1"],
    );
    assert!(log.contains("failed"), "{log}");
    data(&folder, "of_web: x\nof_db: y\n");
    fleet(&folder, &["--changed-since", "out"]);
    assert_as_compiled_anew(&folder);
}

#[test]
fn shards_have_read_sets_that_merge_joins() {
    let folder = site();
    let shards = |since: Option<&str>| {
        for shard in ["1", "2"] {
            let (share, output) = (format!("{shard}/2"), format!("out{shard}"));
            let read = since.map_or(vec!["--reads"], |since| vec!["--changed-since", since]);
            let (status, _, log) = fleet(
                &folder,
                &[&["--shard", &*share, "-o", &*output][..], &read].concat(),
            );
            assert!(status < 2, "{log}");
        }
        folder.run(&["fleet", "merge", "out1", "out2", "-o", "out"])
    };
    let (_, _, log) = shards(None);
    assert_eq!(log, "");
    data(&folder, "of_web: x\nof_db: z\n");
    let (_, out, log) = shards(Some("out"));
    assert!(
        log.is_empty() && out.contains("\n1 of 4 catalogs compiled, 2 unchanged, 1 failed; "),
        "{out}{log}"
    );
    assert_as_compiled_anew(&folder);
    let (_, out, _) = fleet(&folder, &["--changed-since", "out", "--list-changed"]);
    assert_eq!(out, "0 of 4 nodes are touched\n");
    // the next run compiles the nodes of a shard that has stored no read sets
    data(&folder, "of_web: x\nof_db: zz\n");
    fleet(
        &folder,
        &["--shard", "1/2", "-o", "out1", "--changed-since", "out1"],
    );
    fleet(&folder, &["--shard", "2/2", "-o", "out2"]);
    folder.run(&["fleet", "merge", "out1", "out2", "-o", "out"]);
    let (_, out, _) = fleet(&folder, &["--changed-since", "out", "--list-changed"]);
    assert!(out.contains("it was not compiled before"), "{out}");
    fleet(&folder, &["--changed-since", "out"]);
    assert_as_compiled_anew(&folder);
}

#[test]
fn what_does_not_go_together_is_told() {
    let folder = site();
    for (arguments, words) in [
        (&["--reads"][..], "--output"),
        (&["--reads", "-o", "out", "--resume"], "--resume"),
        (
            &["--changed-since", "out", "-o", "out", "--resume"],
            "--resume",
        ),
        (&["--changed-since", "out", "--exported"], "--exported"),
        (&["--list-changed"], "--changed-since"),
        (&["--changed-since", "HEAD"], "needs --output"),
    ] {
        let (status, _, log) = fleet(&folder, arguments);
        assert_eq!(
            (status, log.contains(words)),
            (2, true),
            "{arguments:?}: {log}"
        );
    }
    assert!(!folder.0.join("out").exists());
}

/// Changes the files of the environment from `before` to `now`.
fn write(folder: &Folder, before: &Files, now: &Files) {
    let root = folder.0.join("env");
    for path in before.keys().filter(|path| !now.contains_key(*path)) {
        let mut path = root.join(path);
        let _ = fs::remove_file(&path);
        // removes folders that have become empty
        while path.pop() && path != root && fs::remove_dir(&path).is_ok() {}
    }
    for (path, text) in now
        .iter()
        .filter(|(path, text)| before.get(*path) != Some(text))
    {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("has a folder")).expect("writable");
        fs::write(path, text).expect("writable");
    }
    fs::write(
        folder.0.join("facts.json"),
        now.get("nodes.json").expect("nodes"),
    )
    .expect("writable");
}

/// Edits an environment `edits` times. Each time, a fleet that compiles only what changed must give
/// the same result as one that compiles everything. Returns the numbers of all nodes and of
/// unchanged nodes.
fn check(seed: u64, edits: usize) -> (u64, u64) {
    let folder = Folder::new(&[]);
    let choices = &mut Choices::of_seed(seed);
    let mut files = environment(choices);
    write(&folder, &Files::new(), &files);
    let start = [
        "fleet",
        "--environment",
        "env",
        "--facts",
        "facts.json",
        "-o",
    ];
    let run = |more: &[&str]| folder.run(&[&start[..], more].concat());
    let mut done = Vec::new();
    let (mut nodes, mut unchanged) = (0, 0);
    for round in 0..=edits {
        if round > 0 {
            let before = files.clone();
            done.push(edit(&mut files, choices));
            write(&folder, &before, &files);
        }
        let has_reads = folder.0.join("out/reads.bunraku").exists();
        let all = run(&["all"]);
        // every second time the read sets go to another folder and back
        let changed = match (has_reads, round % 2) {
            (false, _) => run(&["out", "--reads"]),
            (true, 0) => run(&["out", "--changed-since", "out"]),
            (true, _) => {
                let changed = run(&["other", "--changed-since", "out"]);
                fs::remove_dir_all(folder.0.join("out")).expect("there");
                let _ = fs::rename(folder.0.join("other"), folder.0.join("out"));
                changed
            }
        };
        let context = format!("seed {seed}: {done:#?}");
        assert_eq!(changed.0, all.0, "{context}\n{}", changed.2);
        if all.0 > 1 || !folder.0.join("out/fleet/summary.json").exists() {
            // the environment cannot be opened, or there is no node
            let _ = fs::remove_dir_all(folder.0.join("out"));
            continue;
        }
        assert_eq!(of_nodes(&changed.2), of_nodes(&all.2), "{context}");
        let summary = "fleet/summary.json";
        assert_eq!(
            told(&folder, &format!("out/{summary}")),
            told(&folder, &format!("all/{summary}")),
            "{context}"
        );
        assert_eq!(
            catalogs(&folder.0.join("out")),
            catalogs(&folder.0.join("all")),
            "{context}"
        );
        if round > 0 {
            let counts = json(&folder, "out/fleet/summary.json")["counts"].take();
            nodes += counts["nodes"].as_u64().unwrap_or(0);
            unchanged += counts["unchanged"].as_u64().unwrap_or(0);
        }
    }
    (nodes, unchanged)
}

#[test]
fn a_fleet_of_what_changed_is_the_whole_fleet() {
    let number = |name: &str, usual: u64| {
        let given = std::env::var(name).ok();
        given.and_then(|given| given.parse().ok()).unwrap_or(usual)
    };
    let (first, count) = (number("CHANGED_SEED", 0), number("CHANGED_FLEETS", 12));
    let edits = number("CHANGED_EDITS", 5) as usize;
    let (mut nodes, mut unchanged) = (0, 0);
    for seed in first..first + count {
        let found = check(seed, edits);
        nodes += found.0;
        unchanged += found.1;
    }
    println!("{unchanged} of {nodes} nodes were unchanged");
    assert!(unchanged * 4 > nodes, "{unchanged} of {nodes}");
}
