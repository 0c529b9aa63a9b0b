//! The workload `sort`, written by hand in Rust.
fn n() -> i64 { std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(6000) }
struct Rec { k: i64, v: i64 }
fn main() {
    let a: Vec<i64> = (1..=n()).map(|i| i * 7919 % 1000003).collect();
    let mut b = a.clone();
    b.sort_by(|x, y| y.cmp(x));
    let recs: Vec<Rec> = a.iter().map(|&x| Rec { k: x % 97, v: x }).collect();
    let mut c: Vec<&Rec> = recs.iter().collect();
    c.sort_by(|x, y| { let q = x.k.cmp(&y.k); if q.is_eq() { x.v.cmp(&y.v) } else { q } });
    let mut s: Vec<String> = a.iter().map(|x| format!("n{x}")).collect();
    s.sort();
    let r1 = b.iter().fold(0i64, |acc, &x| (acc * 31 + x) % 1000003);
    let r2 = c.iter().fold(0i64, |acc, x| (acc * 31 + x.v) % 1000003);
    println!("CHECK {r1} {r2} {} {}", s[0], s[s.len() - 1]);
}
