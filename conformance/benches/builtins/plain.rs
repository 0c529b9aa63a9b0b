//! Does the same work in plain Rust and prints the CPU seconds of each part: `rustc -O plain.rs &&
//! ./plain`.

use std::collections::{HashMap, HashSet};
use std::hint::black_box;

/// Returns the CPU seconds of this process in user mode so far.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let ticks = stat.split(' ').nth(13).and_then(|field| field.parse().ok());
    ticks.unwrap_or(0.0) / 100.0
}

fn time<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let start = cpu();
    let result = black_box(work());
    println!("{name} {:.2}", cpu() - start);
    result
}

type Nested = HashMap<String, HashMap<&'static str, String>>;

fn main() {
    let a: Vec<String> = time("base", || {
        let number = |i: u64| (i * 7919) % 1_000_003;
        (1..=1_000_000).map(|i| format!("item{}", number(i))).collect()
    });
    time("sort", || {
        let mut sorted = a.clone();
        sorted.sort();
        sorted
    });
    time("unique", || {
        let mut seen = HashSet::new();
        let first = a.iter().filter(|s| seen.insert(s.as_str()));
        first.cloned().collect::<Vec<_>>()
    });
    let text = time("join", || a.join(","));
    let nested: Vec<_> = a.iter().map(|s| (s.clone(), vec![s.clone()])).collect();
    time("flatten", || {
        let all = nested.iter().flat_map(|(s, v)| std::iter::once(s).chain(v));
        all.cloned().collect::<Vec<String>>()
    });
    time("regsubst", || {
        let replaced = a.iter().map(|s| s.replace(|c: char| c.is_ascii_digit(), "x"));
        replaced.collect::<Vec<_>>()
    });
    time("split", || {
        text.split(',').map(str::to_owned).collect::<Vec<_>>()
    });
    let nested = |key: &'static str| -> Nested {
        let inner = |s: &String| (s.clone(), HashMap::from([(key, s.clone())]));
        a.iter().map(inner).collect()
    };
    let (h, g) = (nested("a"), nested("b"));
    time("deep_merge", || {
        let mut merged = h.clone();
        for (key, inner) in &g {
            let into = merged.entry(key.clone()).or_default();
            into.extend(inner.iter().map(|(k, v)| (*k, v.clone())));
        }
        merged
    });
}
