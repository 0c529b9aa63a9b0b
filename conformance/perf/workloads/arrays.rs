//! The workload `arrays`, written by hand in Rust.
fn n() -> i64 { std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(40000) }
fn main() {
    let a: Vec<i64> = (1..=n()).map(|i| i * 7919 % 100003).collect();
    let b: Vec<i64> = a.iter().copied().filter(|x| x % 3 == 0).collect();
    let c: Vec<[i64; 2]> = b.iter().map(|&x| [x, x * 2]).collect();
    let d: Vec<i64> = c.iter().map(|p| p[0] + p[1]).collect();
    let e = d.iter().fold(0i64, |acc, &x| (acc * 31 + x) % 1000003);
    let mx = d.iter().copied().reduce(|m, x| if x > m { x } else { m }).unwrap();
    println!("CHECK {} {} {}", b.len(), e, mx);
}
