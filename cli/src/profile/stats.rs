//! Writes the output of `--stats`: counts and times of each stage.

use std::fmt::Write;
use std::time::Duration;

use jit::Statistics;
use runtime::profile::{Figures, Kind, Profile};
use serde_json::{Map, Value, json};

use super::StatsForm;
use super::text::{bytes, millis};

/// The names of the stages, each with the kind of frames that it sums up.
const STAGES: &[(&str, Kind)] = &[
    ("files read", Kind::Load),
    ("manifests", Kind::Manifest),
    ("node definitions", Kind::NodeDefinition),
    ("classes", Kind::Class),
    ("define instances", Kind::Define),
    ("resource expressions", Kind::Resource),
    ("calls of Puppet functions", Kind::Function),
    ("calls of built-in functions", Kind::Builtin),
    ("calls of Ruby functions", Kind::RubyFunction),
    ("calls of lambdas", Kind::Lambda),
    ("EPP templates", Kind::Epp),
    ("ERB templates", Kind::Erb),
    ("lookups", Kind::Lookup),
    ("hierarchy levels", Kind::Level),
    ("data files", Kind::Data),
    ("Ruby exchanges", Kind::Process),
    ("commands", Kind::Command),
];

/// Returns the statistics of a run. `took` is its wall time.
pub fn write(profile: &Profile, form: StatsForm, took: Duration, jit: Statistics) -> String {
    match form {
        StatsForm::Text => text(profile, took, jit),
        StatsForm::Json => json(profile, took, jit),
    }
}

/// Returns the stages. Those that every evaluation goes through come first.
fn stages(profile: &Profile) -> Vec<(String, Figures)> {
    let mut rows = Vec::new();
    let frames = profile.frames().iter().zip(profile.by_frame());
    let mut steps: Vec<(String, Figures)> = frames
        .filter(|(frame, _)| frame.kind == Kind::Stage)
        .map(|(frame, figures)| (frame.name.clone(), figures))
        .collect();
    steps.sort_by(|a, b| a.0.cmp(&b.0));
    rows.extend(steps);
    let kinds = profile.by_kind();
    for (name, kind) in STAGES {
        let figures = kinds.get(kind).copied().unwrap_or_default();
        rows.push(((*name).to_owned(), figures));
    }
    rows
}

fn text(profile: &Profile, took: Duration, jit: Statistics) -> String {
    let mut out = String::new();
    let cpu: u64 = profile.evaluations.iter().map(|one| one.cpu_nanos).sum();
    let heap: u64 = profile.evaluations.iter().map(|one| one.bytes).sum();
    let largest = profile.evaluations.iter().map(|one| one.bytes).max();
    let _ = writeln!(
        out,
        "stats: {} nodes with {} resources in {} ms, {} ms of processor time; {} of heap, {} for the largest node; \
         peak memory {}",
        profile.evaluations.len(),
        resources(profile),
        millis(took.as_nanos() as u64),
        millis(cpu),
        bytes(heap),
        bytes(largest.unwrap_or_default()),
        peak_bytes().map_or("unknown".to_owned(), bytes),
    );
    let _ = writeln!(
        out,
        "{:>10} {:>11} {:>11} {:>9}  stage",
        "count", "self ms", "total ms", "heap"
    );
    for (name, figures) in stages(profile) {
        let _ = writeln!(
            out,
            "{:>10} {:>11} {:>11} {:>9}  {name}",
            figures.calls,
            millis(figures.self_nanos),
            millis(figures.total_nanos),
            bytes(figures.total_bytes),
        );
    }
    let _ = writeln!(
        out,
        "{:>10} {:>11} {:>11} {:>9}  functions compiled by Cranelift, {} failed",
        jit.functions,
        millis(jit.nanos),
        millis(jit.nanos),
        bytes(jit.bytes),
        jit.failed,
    );
    out
}

fn json(profile: &Profile, took: Duration, jit: Statistics) -> String {
    let mut stages_object = Map::new();
    for (name, figures) in stages(profile) {
        let entry = json!({
            "count": figures.calls,
            "self_ns": figures.self_nanos,
            "total_ns": figures.total_nanos,
            "bytes": figures.total_bytes,
        });
        stages_object.insert(name, entry);
    }
    let cpu: u64 = profile.evaluations.iter().map(|one| one.cpu_nanos).sum();
    let heap: u64 = profile.evaluations.iter().map(|one| one.bytes).sum();
    let document = json!({
        "format": "bunraku-stats",
        "version": 1,
        "nodes": profile.evaluations.len(),
        "resources": resources(profile),
        "wall_ns": took.as_nanos() as u64,
        "cpu_ns": cpu,
        "heap_bytes": heap,
        "heap_bytes_max": profile.evaluations.iter().map(|one| one.bytes).max(),
        "peak_memory_bytes": peak_bytes(),
        "stages": Value::Object(stages_object),
        "jit": {
            "versions": jit.compiled,
            "functions": jit.functions,
            "failed": jit.failed,
            "ns": jit.nanos,
            "bytes": jit.bytes,
        },
    });
    format!("{document}\n")
}

/// Returns the number of resources in all catalogs.
fn resources(profile: &Profile) -> u64 {
    profile.evaluations.iter().map(|one| one.resources).sum()
}

/// Returns the maximum memory of the process, if the system reports it.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes = peak.split_whitespace().next()?.parse::<u64>().ok()?;
    Some(kilobytes << 10)
}
