//! The workload `regex`, written by hand in Rust.
fn n() -> i64 { std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(10000) }
use regex::Regex;
fn main() {
    let a = Regex::new(r"\Ahost(\d+)\.dc0\.").unwrap();
    let b = Regex::new(r"\.dc1\.example\.com eth([02])").unwrap();
    let c = Regex::new(r"eth\d (\d+)\.(\d+)\.(\d+)\.(\d+)").unwrap();
    let ip = Regex::new(r"(\d+)\.(\d+)\.(\d+)\.(\d+)").unwrap();
    let vow = Regex::new(r"[aeiou]").unwrap();
    let sp = Regex::new(r"[ .]").unwrap();
    let mut acc = 0i64;
    for i in 1..=n() {
        let line = format!("host{i}.dc{}.example.com eth{} 10.0.{}.{} up", i % 3, i % 4, i % 256, i % 199);
        let d = if let Some(m) = a.captures(&line) { m[1].parse::<i64>().unwrap() % 10 }
            else if let Some(m) = b.captures(&line) { 20 + m[1].parse::<i64>().unwrap() }
            else if let Some(m) = c.captures(&line) { m[4].parse::<i64>().unwrap() }
            else { 7 };
        let s = ip.replace(&line, "$4.$3.$2.$1");
        let g = vow.replace_all(&line, "_");
        let w: Vec<&str> = sp.split(&line).collect();
        acc = (acc * 31 + d + s.len() as i64 + w.len() as i64 + g.find('_').unwrap() as i64) % 1000003;
    }
    println!("CHECK {acc}");
}
