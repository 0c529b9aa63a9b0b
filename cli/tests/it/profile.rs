//! Tests `--profile`, `--stats` and `bunraku profile`.

use std::collections::BTreeMap;
use std::fs;

use crate::common::Folder;
use serde_json::Value;

const SITE: &str = r#"
function fact(Integer $n) >> Integer {
  if $n <= 1 { 1 } else { $n * fact($n - 1) }
}
function odd($n) { if $n == 0 { false } else { even($n - 1) } }
function even($n) { if $n == 0 { true } else { odd($n - 1) } }
define d($v) {
  notify { "n ${title}": message => $v }
}
class a($x) {
  $y = lookup('k')
  d { ['one', 'two', 'three']: v => $y }
}
class b {
  include a
  file { '/x': content => epp('m/t.epp', { 'n' => 3 }) }
  file { '/y': content => template('m/t.erb') }
}
node default {
  include b
  $f = fact(10)
  $e = even(20)
  $g = [1, 2, 3, 4, 5].unique |$x| { $x % 2 }
  $out = generate('/bin/echo', 'x')
}
"#;

fn environment() -> Folder {
    Folder::new(&[
        ("manifests/site.pp", SITE.as_bytes()),
        (
            "hiera.yaml",
            b"version: 5\nhierarchy:\n  - name: all\n    path: common.yaml\n",
        ),
        ("data/common.yaml", b"a::x: 1\nk: value\n"),
        ("modules/m/templates/t.epp", b"<%- | $n | -%>\n<%= $n %>\n"),
        ("modules/m/templates/t.erb", b"<%= 1 + 1 %>\n"),
    ])
}

fn json(folder: &Folder, file: &str) -> Value {
    let text = fs::read_to_string(folder.0.join(file)).expect("the profile was written");
    serde_json::from_str(&text).expect("JSON")
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

/// Returns the number of calls of each frame by kind and name. Files are named by their last
/// component.
fn calls(profile: &Value) -> BTreeMap<String, u64> {
    let frames = profile["frames"].as_array().expect("frames");
    let entry = |frame: &Value| {
        let name = frame["name"].as_str().expect("a name");
        let name = name.rsplit_once('/').map_or(name, |(_, last)| last);
        let kind = frame["kind"].as_str().expect("a kind");
        (format!("{kind} {name}"), number(&frame["calls"]))
    };
    frames.iter().map(entry).collect()
}

/// Checks that own times and bytes add up, and that each frame includes what it calls.
fn check_sums(profile: &Value) {
    let tree = profile["tree"].as_array().expect("a tree");
    let frames = profile["frames"].as_array().expect("frames");
    let evaluations = profile["evaluations"].as_array().expect("evaluations");
    for (own, whole) in [("self_ns", "wall_ns"), ("self_bytes", "bytes")] {
        let sum: u64 = tree.iter().map(|node| number(&node[own])).sum();
        let expected: u64 = evaluations.iter().map(|one| number(&one[whole])).sum();
        assert_eq!(sum, expected, "{own}");
        let of_frames: u64 = frames.iter().map(|frame| number(&frame[own])).sum();
        assert_eq!(of_frames, expected, "{own}");
    }
    let root = &frames[number(&tree[0]["frame"]) as usize];
    let sum: u64 = evaluations.iter().map(|one| number(&one["wall_ns"])).sum();
    assert_eq!(number(&root["total_ns"]), sum);
    for frame in frames {
        assert!(number(&frame["self_ns"]) <= number(&frame["total_ns"]));
        assert!(number(&frame["total_ns"]) <= sum, "{frame}");
    }
    for (index, node) in tree.iter().enumerate().skip(1) {
        assert!(number(&node["parent"]) < index as u64);
    }
}

#[test]
fn counts_are_exact_in_every_mode() {
    let folder = environment();
    for mode in ["off", "auto", "always"] {
        let (status, _, log) = folder.run(&[
            "compile",
            "--environment",
            ".",
            "--jit",
            mode,
            "--profile",
            "p.json",
            "--profile-exact",
            "n",
        ]);
        assert_eq!(status, 0, "{log}");
        let profile = json(&folder, "p.json");
        check_sums(&profile);
        let calls = calls(&profile);
        let expected = [
            ("class a", 1),
            ("class b", 1),
            ("define d", 3),
            ("node default", 1),
            ("function fact", 10),
            ("function even", 11),
            ("function odd", 10),
            ("lambda lambda", 5),
            ("epp t.epp", 1),
            ("erb t.erb", 1),
            // the first access is for lookup_options
            ("lookup a::x", 1),
            ("lookup k", 1),
            ("level all", 3),
            ("data file common.yaml", 3),
            ("load site.pp", 1),
            ("load common.yaml", 1),
            ("builtin unique", 1),
            ("builtin epp", 1),
            ("builtin include", 2),
            ("resource d", 1),
            ("resource notify", 3),
            ("resource file", 2),
            ("command echo", 1),
            ("stage finish", 1),
            ("evaluation evaluation", 1),
        ];
        for (name, count) in expected {
            assert_eq!(
                calls.get(name),
                Some(&count),
                "{mode}: {name} of {calls:#?}"
            );
        }
    }
}

/// Short lambdas are not recorded at each call, but the number of their calls and what they call
/// are exact.
#[test]
fn short_lambdas_are_counted() {
    const PROGRAM: &str = "$a = Integer[1, 40000].map |$i| { $i * 7919 % 40009 }
        $odd = $a.unique |$x| { $x % 2 }
        $some = $a.unique |$x| { if $x % 1000 == 0 { ensure_told($x) } else { 0 } }
        $texts = $a.unique |$x| { \"text ${x}\" }
        function ensure_told($x) { [1, 2].unique |$y| { type($y) == Integer[$x, $x] } }
        notice(size($odd), size($some), size($texts))\n";
    let folder = Folder::new(&[("p.pp", PROGRAM.as_bytes())]);
    for mode in ["off", "auto", "always"] {
        let profiled = ["eval", "--jit", mode, "--profile", "p.json", "p.pp"];
        let (status, _, log) = folder.run(&profiled);
        assert_eq!(status, 0, "{log}");
        let profile = json(&folder, "p.json");
        check_sums(&profile);
        let frames = profile["frames"].as_array().expect("frames");
        let lambda = |line: u64| {
            let mut found = frames.iter();
            let is_it = |frame: &&Value| frame["kind"] == "lambda" && frame["line"] == line;
            found.find(is_it).expect("a frame of the lambda")
        };
        let counted = [2, 3, 4, 5].map(|line| number(&lambda(line)["calls"]));
        assert_eq!(counted, [40_000, 40_000, 40_000, 80], "{mode}");
        // each text is at least as long as `text 1`
        assert!(number(&lambda(4)["self_bytes"]) >= 40_000 * 6, "{mode}");
        let tree = profile["tree"].as_array().expect("a tree");
        let frame_of = |node: &Value| &frames[number(&node["frame"]) as usize];
        let told = tree
            .iter()
            .filter(|node| frame_of(node)["name"] == "ensure_told");
        for node in told {
            let around = &tree[number(&node["parent"]) as usize];
            assert_eq!(frame_of(around)["line"], 3, "{mode}");
        }
    }
}

#[test]
fn every_form_is_written() {
    let folder = environment();
    for file in ["p.txt", "p.folded", "p.svg", "p.speedscope.json"] {
        let run = ["compile", "--environment", ".", "--profile", file, "n"];
        let (status, _, log) = folder.run(&run);
        assert_eq!(status, 0, "{log}");
    }
    let read = |file: &str| fs::read_to_string(folder.0.join(file)).expect("written");
    let text = read("p.txt");
    for part in [
        "Profile of node n",
        "class a",
        "site.pp:10",
        "Lookup keys",
        "Slowest call paths",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    for line in read("p.folded").lines() {
        let (stack, weight) = line.rsplit_once(' ').expect("a weight");
        assert!(stack.starts_with("evaluation"), "{line}");
        assert!(weight.parse::<u64>().is_ok(), "{line}");
    }
    let svg = read("p.svg");
    assert!(svg.starts_with("<?xml"), "{svg}");
    assert!(svg.contains("class b\n"), "{svg}");
    // the picture must refer to no other file
    let links = svg.matches("http").count();
    let own = svg.matches("http://www.w3.org/").count();
    assert_eq!(links, own);
    let speedscope = json(&folder, "p.speedscope.json");
    let count = speedscope["shared"]["frames"]
        .as_array()
        .expect("frames")
        .len() as u64;
    for profile in speedscope["profiles"].as_array().expect("profiles") {
        let samples = profile["samples"].as_array().expect("samples");
        let weights = profile["weights"].as_array().expect("weights");
        assert_eq!(samples.len(), weights.len());
        let sum: u64 = weights.iter().map(number).sum();
        assert_eq!(sum, number(&profile["endValue"]));
        let mut frames = samples
            .iter()
            .flat_map(|one| one.as_array().expect("a stack"));
        assert!(frames.all(|frame| number(frame) < count));
    }
}

#[test]
fn profiles_merge() {
    let folder = environment();
    let one = |file: &str, nodes: &[&str]| {
        let run = [
            "compile",
            "--environment",
            ".",
            "-j",
            "2",
            "--profile",
            file,
        ];
        let (status, _, log) = folder.run(&[&run[..], nodes].concat());
        assert_eq!(status, 0, "{log}");
    };
    one("both.json", &["a", "b"]);
    one("a.json", &["a"]);
    one("b.json", &["b"]);
    let (status, out, _) = folder.run(&["profile", "b.json", "a.json", "-o", "merged.json"]);
    assert_eq!((status, &*out), (0, ""));
    let (both, merged) = (json(&folder, "both.json"), json(&folder, "merged.json"));
    check_sums(&both);
    check_sums(&merged);
    let names = |profile: &Value| {
        let list = profile["evaluations"].as_array().expect("evaluations");
        let names = list
            .iter()
            .map(|one| one["name"].as_str().expect("a name").to_owned());
        names.collect::<Vec<_>>()
    };
    assert_eq!(names(&both), ["a", "b"]);
    assert_eq!(names(&both), names(&merged));
    // files are read once per process
    let without_files = |profile: &Value| {
        let mut calls = calls(profile);
        let of_files = [
            "load ",
            "stage parse",
            "stage check",
            "stage lower",
            "ruby process",
        ];
        calls.retain(|name, _| !of_files.iter().any(|prefix| name.starts_with(prefix)));
        calls
    };
    assert_eq!(without_files(&both), without_files(&merged));
    let (status, out, _) = folder.run(&["profile", "merged.json"]);
    assert_eq!(status, 0);
    assert!(out.contains("Profile of 2 nodes"), "{out}");
}

#[test]
fn fleets_have_one_profile() {
    let folder = environment();
    let facts = |name: &str| fs::write(folder.0.join(format!("facts/{name}.json")), "{}");
    fs::create_dir(folder.0.join("facts")).expect("writable");
    for name in ["a", "b", "c"] {
        facts(name).expect("writable");
    }
    let run = [
        "fleet",
        "--environment",
        ".",
        "--facts",
        "facts",
        "-j",
        "2",
        "-q",
    ];
    let (status, _, log) = folder.run(&[&run[..], &["--profile", "p.json", "--stats"]].concat());
    assert_eq!(status, 0, "{log}");
    assert!(log.contains("stats: 3 nodes with"), "{log}");
    let profile = json(&folder, "p.json");
    check_sums(&profile);
    assert_eq!(calls(&profile).get("define d"), Some(&9));
}

#[test]
fn failures_have_a_profile_too() {
    let folder = Folder::new(&[(
        "site.pp",
        b"function down($n) { down($n + 1) }\nclass c { fail('no') }\ninclude c\n",
    )]);
    let (status, out, log) = folder.run(&["eval", "site.pp", "--profile", "p.json"]);
    assert_eq!(status, 1, "{out} {log}");
    let profile = json(&folder, "p.json");
    check_sums(&profile);
    assert_eq!(calls(&profile).get("class c"), Some(&1));
    for mode in ["off", "always"] {
        let code = "function down($n) { 1 + down($n + 1) }\ndown(0)";
        let run = ["eval", "-e", code, "--jit", mode, "--max-depth", "100000"];
        let (status, out, log) = folder.run(&[&run[..], &["--profile", "deep.json"]].concat());
        assert_eq!(status, 1, "{out} {log}");
        let profile = json(&folder, "deep.json");
        check_sums(&profile);
        assert!(profile["tree"].as_array().expect("a tree").len() < 20);
    }
}

#[test]
fn wrong_names_and_files_are_told() {
    let folder = environment();
    let run = ["compile", "--environment", ".", "--profile"];
    let (status, _, log) = folder.run(&[&run[..], &["p.pdf", "n"]].concat());
    assert_eq!(status, 2);
    assert!(log.contains(".speedscope.json"), "{log}");
    let (status, _, log) = folder.run(&[&run[..], &["none/p.txt", "n"]].concat());
    assert_eq!(status, 1);
    assert!(log.contains("none/p.txt"), "{log}");
    let bad = [
        ("{", "not a profile"),
        (
            "{\"format\": \"x\", \"version\": 1, \"evaluations\": [], \"frames\": [], \"tree\": []}",
            "its format is 'x'",
        ),
        (
            "{\"format\": \"bunraku-profile\", \"version\": 9, \"evaluations\": [], \"frames\": [], \"tree\": []}",
            "version 9",
        ),
        (
            "{\"format\": \"bunraku-profile\", \"version\": 1, \"evaluations\": [], \"frames\": [], \"tree\": [{\"frame\": 1, \"parent\": null, \"calls\": 1, \"self_ns\": 1, \"self_bytes\": 1}]}",
            "unknown frame",
        ),
    ];
    for (text, problem) in bad {
        fs::write(folder.0.join("bad.json"), text).expect("writable");
        let (status, out, log) = folder.run(&["profile", "bad.json"]);
        assert_eq!((status, &*out), (1, ""));
        assert!(log.contains("bad.json") && log.contains(problem), "{log}");
    }
    let (status, _, log) = folder.run(&["profile", "absent.json"]);
    assert_eq!(status, 1);
    assert!(log.contains("absent.json"), "{log}");
}

#[test]
fn statistics_count_stages() {
    let folder = environment();
    let run = ["compile", "--environment", ".", "--format", "summary"];
    let (status, out, log) = folder.run(&[&run[..], &["--stats", "n", "m"]].concat());
    assert_eq!(status, 0, "{log}");
    let counts = out.lines().filter_map(|line| {
        let (before, _) = line.split_once(" resources, ")?;
        before.rsplit_once(' ')?.1.parse::<u64>().ok()
    });
    let resources: u64 = counts.sum();
    assert!(resources >= 18, "{out}");
    let head = format!("stats: 2 nodes with {resources} resources in");
    assert!(log.contains(&head), "{log}");
    assert!(log.contains("define instances"), "{log}");
    let (status, _, log) = folder.run(&[&run[..], &["--stats=json", "n", "m"]].concat());
    assert_eq!(status, 0, "{log}");
    let line = log.lines().last().expect("a line");
    let stats: Value = serde_json::from_str(line).expect("JSON");
    assert_eq!(stats["nodes"], 2);
    assert_eq!(stats["resources"], resources);
    for (stage, count) in [
        ("classes", 4),
        ("define instances", 6),
        ("lookups", 4),
        ("parse", 2),
        ("lower", 2),
        ("commands", 2),
    ] {
        assert_eq!(stats["stages"][stage]["count"], count, "{stage}: {stats}");
    }
    assert!(number(&stats["peak_memory_bytes"]) > 1 << 20);
}

#[test]
fn a_profile_changes_no_catalog() {
    let folder = environment();
    let run = ["compile", "--environment", ".", "n"];
    let (_, plain, _) = folder.run(&run);
    let (_, profiled, _) = folder.run(&[&run[..], &["--profile", "p.txt", "--stats"]].concat());
    let without_version = |text: &str| {
        let lines = text.lines().filter(|line| !line.contains("\"version\""));
        lines.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(without_version(&plain), without_version(&profiled));
}
