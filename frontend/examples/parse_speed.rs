//! Measures how fast the manifests of a folder are parsed and validated on one core.
//!
//! `cargo run --release -p frontend --example parse_speed -- FOLDER [ROUNDS]`

#![allow(
    clippy::disallowed_methods,
    reason = "a tool that reads files and a clock"
)]

use std::path::Path;
use std::time::Instant;

use bumpalo::Bump;
use frontend::Source;
use frontend::parser::{Options, parse_with};
use frontend::validate::validate;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| ".".to_string());
    let rounds: u32 = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(10);
    let mut sources = Vec::new();
    collect(Path::new(&folder), &mut sources);
    let bytes: usize = sources.iter().map(|source| source.text.len()).sum();
    println!(
        "{} files, {bytes} bytes, best of {rounds} rounds",
        sources.len()
    );
    report("parse", bytes, rounds, &sources, false);
    report("parse and validate", bytes, rounds, &sources, true);
}

/// Reads the manifests of a folder and its subfolders. Files that are not UTF-8 are left out.
fn collect(folder: &Path, sources: &mut Vec<Source>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            collect(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "pp")
            && let Ok(text) = std::fs::read_to_string(&path)
        {
            sources.push(Source::new(path.to_str(), text));
        }
    }
}

fn report(name: &str, bytes: usize, rounds: u32, sources: &[Source], validated: bool) {
    let mut arena = Bump::new();
    let mut best = f64::MAX;
    let mut faults = 0;
    let mut allocated = 0;
    for _ in 0..rounds {
        faults = 0;
        allocated = 0;
        let start = Instant::now();
        for source in sources {
            let mut warnings = Vec::new();
            match parse_with(&arena, source, Options::default(), &mut warnings) {
                Ok(program) if validated => {
                    faults += validate(&program, source, &Default::default()).len();
                }
                Ok(_) => {}
                Err(_) => faults += 1,
            }
            allocated += arena.allocated_bytes();
            arena.reset();
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    let speed = bytes as f64 / best / 1e6;
    println!(
        "{name}: {speed:.1} MB/s, {:.2} ms, {faults} faults, {allocated} bytes of arenas",
        best * 1e3
    );
}
