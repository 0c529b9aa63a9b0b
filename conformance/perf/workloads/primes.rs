//! The workload `primes`, written by hand in Rust.
fn n() -> i64 { std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(10000) }
fn main() {
    let small: Vec<i64> = vec![2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97];
    let small = std::hint::black_box(small);
    let primes: Vec<i64> = (2..=n()).filter(|&i| small.iter().all(|&p| i == p || i % p != 0)).collect();
    let sum: i64 = primes.iter().fold(0, |a, &p| a + p);
    println!("CHECK {} {}", primes.len(), sum);
}
