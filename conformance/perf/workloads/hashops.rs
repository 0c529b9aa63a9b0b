//! The workload `hashops`, written by hand in Rust.
fn n() -> i64 { std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(8000) }
use indexmap::IndexMap;
struct Net { #[allow(dead_code)] ip: String, vlan: i64 }
struct Rec { id: i64, role: String, net: Net, tags: Vec<String> }
fn main() {
    let recs: Vec<Rec> = (1..=n()).map(|i| Rec { id: i, role: format!("role{}", i % 13), net: Net { ip: format!("10.0.{}.1", i % 256), vlan: i % 4094 }, tags: vec![format!("t{}", i % 5), format!("u{}", i % 3)] }).collect();
    let mut groups: IndexMap<&str, Vec<&Rec>> = IndexMap::new();
    for r in &recs { groups.entry(&r.role).or_default().push(r); }
    let sizes: Vec<i64> = groups.values().map(|v| v.len() as i64).collect();
    let vl = recs.iter().fold(0i64, |acc, r| (acc + r.net.vlan) % 1000003);
    let tagged = recs.iter().filter(|r| r.tags.iter().any(|t| t == "t3") && r.net.vlan > 100).count();
    let keys = recs.iter().fold(0i64, |acc, _| acc + 4);
    let sel: Vec<(i64, String)> = recs.iter().map(|r| (r.id, r.role.clone())).collect();
    let s2 = sel.iter().fold(0i64, |acc, r| (acc * 7 + r.0 + r.1.len() as i64) % 1000003);
    let szs = sizes.iter().fold(0i64, |acc, x| (acc * 31 + x) % 1000003);
    println!("CHECK {} {} {} {} {} {}", groups.len(), szs, vl, tagged, keys, s2);
}
