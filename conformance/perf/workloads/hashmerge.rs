//! The workload `hashmerge`, written by hand in Rust.
fn n() -> i64 { std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(12000) }
use indexmap::IndexMap;
fn main() {
    let mut h: IndexMap<String, i64> = IndexMap::new();
    for i in 1..=n() {
        let k = format!("k{}", i % 500);
        match h.get_mut(&k) { Some(o) => *o += i, None => { h.insert(k, i); } }
    }
    let sum = h.values().fold(0i64, |acc, v| (acc * 31 + v) % 1000003);
    println!("CHECK {} {}", h.len(), sum);
}
