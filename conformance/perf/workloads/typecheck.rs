//! The workload `typecheck`, written by hand in Rust.
fn n() -> i64 { std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(12000) }
use indexmap::IndexMap;
enum V { I(i64), S(String), F(#[allow(dead_code)] f64), B(#[allow(dead_code)] bool), U, A(Vec<V>), H(IndexMap<String, V>) }
use V::*;
fn s(x: &str) -> V { S(x.into()) }
fn h(xs: Vec<(&str, V)>) -> V { H(xs.into_iter().map(|(k, v)| (k.to_string(), v)).collect()) }
fn str1(v: &V) -> bool { matches!(v, S(x) if !x.is_empty()) }
fn hash_si(v: &V) -> bool { matches!(v, H(m) if m.values().all(|x| matches!(x, I(_)))) }
fn is_struct(v: &V) -> bool {
    let H(m) = v else { return false };
    let mut seen = 0;
    for (k, x) in m {
        match k.as_str() {
            "name" => { if !str1(x) { return false } seen |= 1 }
            "port" => { if !matches!(x, I(1..=65535)) { return false } seen |= 2 }
            "tags" => { if !matches!(x, A(t) if t.iter().all(|y| matches!(y, S(_)))) { return false } }
            _ => return false,
        }
    }
    seen == 3
}
fn kind(v: &V) -> i64 {
    match v {
        I(i) if *i >= 0 => 1,
        I(_) => 2,
        F(_) => 3,
        B(_) => 4,
        U => 5,
        S(x) if x == "present" || x == "absent" => 6,
        S(x) if x.starts_with("ab") => 7,
        A(a) if a.iter().all(|x| matches!(x, I(_))) => 8,
        A(a) if a.iter().all(str1) => 9,
        A(a) if a.iter().all(hash_si) => 10,
        v if is_struct(v) => 11,
        v if hash_si(v) => 12,
        _ => 13,
    }
}
fn main() {
    let vals = vec![
        I(1), s("abc"), F(2.5), B(true), U, A(vec![I(1), I(2), I(3)]), A(vec![s("a"), s("b"), s("c")]),
        h(vec![("a", I(1)), ("b", I(2))]), h(vec![("name", s("web")), ("port", I(80))]),
        h(vec![("name", s("db")), ("port", I(5432)), ("tags", A(vec![s("x"), s("y")]))]),
        A(vec![h(vec![("a", I(1))]), h(vec![("b", I(2))])]), s("present"), I(-5), h(vec![("k", A(vec![I(1), I(2)]))]),
    ];
    let mut acc = 0i64;
    for i in 0..n() {
        let v = &vals[(i % 14) as usize];
        let t = kind(v);
        let u = match v { S(_) | U => 100, A(a) if a.iter().all(|x| matches!(x, I(_) | S(_))) => 100, _ => 0 };
        acc = (acc * 31 + t + u) % 1000003;
    }
    println!("CHECK {acc}");
}
