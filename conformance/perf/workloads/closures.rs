//! The workload `closures`, written by hand in Rust.
fn n() -> i64 { std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(5000) }
fn main() {
    let r = (1..=n()).fold(0i64, |m, i| {
        let k = i % 11;
        let inner = [1i64, 2, 3, 4].iter().fold(0i64, |a, &x| {
            let y = x * k;
            a + [10i64, 20, 30].iter().fold(0i64, |b, &z| b + z * y + k)
        });
        let w = (|p: i64, q: i64| p + q)(inner, k);
        (m + w) % 1000003
    });
    println!("CHECK {r}");
}
