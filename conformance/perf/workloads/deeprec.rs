//! The workload `deeprec`, written by hand in Rust.
fn n() -> i64 { std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(250) }
fn down(k: i64) -> i64 { if k == 0 { 0 } else { k + down(k - 1) } }
fn tak(x: i64, y: i64, z: i64) -> i64 { if y >= x { z } else { tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y)) } }
fn main() {
    let mut acc = 0i64;
    for i in 1..=n() { acc = (acc + down(std::hint::black_box(100)) + tak(8, 4, i % 4)) % 1000003; }
    println!("CHECK {acc}");
}
