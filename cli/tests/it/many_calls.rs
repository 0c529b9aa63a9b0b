//! Tests that calls release their registers: makes far more calls than there are registers.

use crate::common::Folder;

const CODE: &str = "\
function plain($x) { $x + 1 }
function twice(Integer $x, Integer $by = 2) >> Integer { [$x].each |$y| { $y } plain($x) * $by }
$r = Integer[1, 150000].reduce(0) |$memo, $i| { ($memo + twice($i)) % 1000003 }
notice($r)
";

#[test]
fn every_tier_ends_what_it_begins() {
    let folder = Folder::new(&[("a.pp", CODE.as_bytes())]);
    // the sum of 2 * (i + 1)
    let sum: u64 = (1..=150_000u64).map(|i| 2 * (i + 1)).sum();
    let wanted = format!("Notice: Scope(Class[main]): {}\n", sum % 1_000_003);
    for jit in ["--jit=off", "--jit=auto", "--jit=always"] {
        let (status, out, _) = folder.run(&["eval", jit, "a.pp"]);
        assert_eq!((status, out.as_str()), (0, wanted.as_str()), "{jit}");
    }
}
