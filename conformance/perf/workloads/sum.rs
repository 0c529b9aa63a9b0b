//! The workload `sum`, written by hand in Rust.
fn n() -> i64 { std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(100000) }
fn main() {
    let r = (1..=n()).fold(0i64, |acc, x| (acc + x * 3 + x % 7) % 1000003);
    println!("CHECK {r}");
}
