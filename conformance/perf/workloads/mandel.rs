//! The workload `mandel`, written by hand in Rust.
fn n() -> i64 { std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(14) }
fn main() {
    let (n, iters) = (n(), 50);
    let total = (0..n).fold(0i64, |rowacc, py| {
        let ci = py as f64 * 2.0 / n as f64 - 1.0;
        rowacc + (0..n).fold(0i64, |colacc, px| {
            let cr = px as f64 * 3.0 / n as f64 - 2.0;
            let z = (1..=iters).fold((0.0f64, 0.0f64, 0i64), |s, _i| {
                let (zr, zi) = (s.0, s.1);
                if zr * zr + zi * zi > 4.0 { s } else { (zr * zr - zi * zi + cr, 2.0 * zr * zi + ci, s.2 + 1) }
            });
            colacc + z.2
        })
    });
    println!("CHECK {total}");
}
