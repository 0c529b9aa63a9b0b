//! The workload `strings`, written by hand in Rust.
fn n() -> i64 { std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(25000) }
fn main() {
    let parts: Vec<String> = (1..=n()).map(|i| { let v = i * 3 % 17; format!("item-{i}: value={v}, name=host{i}.example.com") }).collect();
    let s = parts.join("\n");
    let u: Vec<String> = parts.iter().map(|p| p.to_uppercase()[0..6].to_string()).collect();
    let t = u.iter().filter(|x| *x == "ITEM-1").count();
    let sum = parts.iter().fold(0usize, |acc, p| acc + p.chars().count());
    println!("CHECK {} {} {}", s.chars().count(), t, sum);
}
