//! Tests that loops with a constant amount of live data run in constant memory, in every mode of
//! the JIT.

use crate::common::Folder;

/// Programs that allocate hundreds of megabytes in total, with their logs.
const PROGRAMS: &[(&str, &str)] = &[
    (
        "$r = Integer[1, 1500000].reduce(0) |$m, $i| {
           $h = { 'a' => $i, 'b' => \"x${i}\" }
           $m + $h['a'] + $h['b'].size
         }
         notice($r)",
        "1125011638896",
    ),
    (
        "function rest(*$r) { $r.size }
         notice(Integer[1, 3000000].reduce(0) |$m, $i| { $m + rest($i, 'a', [1]) })",
        "9000000",
    ),
    (
        "$state = Integer[1, 400000].reduce({ 'n' => 0, 'seen' => {}, 'last' => [] }) |$s, $i| {
           {
             'n'    => $s['n'] + 1,
             'seen' => $s['seen'] + { \"k${$i % 100}\" => \"${i}\" },
             'last' => ($s['last'] << \"${i}\")[-3, 3],
           }
         }
         notice($state['n'], $state['seen']['k7'], $state['last'])",
        "400000 399907 [399998, 399999, 400000]",
    ),
    (
        "function add(Hash $s, Integer $i) { $s + { 'v' => $s['v'] + $i, \"t${$i % 9}\" => \"${i}\" } }
         $r = Integer[1, 500000].reduce({ 'v' => 0 }) |$s, $i| { add($s, $i) }
         notice($r['v'], $r['t4'])",
        "125000250000 499999",
    ),
    (
        "Integer[1, 200].each |$k| {
           $words = Integer[1, 5000].map |$i| { \"w${i}-${k}\" }
           $long = $words.filter |$w| { $w =~ /9/ }
           if $k == 200 { notice($long.size, $long[-1]) }
         }",
        "1355 w4999-200",
    ),
    (
        "$all = Integer[1, 300000].map |$i| { $parts = \"${i}:b:c\".split(':'); $parts[0] }
         notice($all.size, $all[0], $all[-1])",
        "300000 1 300000",
    ),
    (
        "$all = Array(Integer[1, 40000])
         $r = Integer[1, 400].reduce(0) |$m, $i| { $more = $all + [$i] $m + $more.size }
         notice($r)",
        "16000400",
    ),
    (
        "$long = Integer[1, 80000].map |$i| { 'zone' }.join
         notice(Integer[1, 400].reduce(0) |$m, $i| { $m + \"${long}${i}\".size })",
        "128001092",
    ),
    (
        "notice(Integer[1, 60000].reduce('') |$m, $i| { \"${m}zone${$m[0, 3]}\" }.size)",
        "419997",
    ),
];

#[test]
fn rounds_leave_nothing_behind() {
    for (code, expected) in PROGRAMS {
        let folder = Folder::new(&[("x.pp", code.as_bytes())]);
        for jit in ["off", "auto", "always"] {
            let arguments = ["eval", "--jit", jit, "--max-memory", "72M", "x.pp"];
            let (status, out, log) = folder.run(&arguments);
            let shown = out + &log;
            assert!(
                status == 0 && shown.contains(&format!("Scope(Class[main]): {expected}\n")),
                "{jit}: {code}: {shown}"
            );
        }
    }
}

#[test]
fn rounds_do_the_same_when_each_takes_memory_back() {
    for (code, _) in PROGRAMS {
        let short = code.replace("00000]", "00]").replace("5000]", "500]");
        let folder = Folder::new(&[("x.pp", short.as_bytes())]);
        let (_, plain, log) = folder.run(&["eval", "--jit", "off", "x.pp"]);
        for jit in ["off", "auto", "always"] {
            let arguments = ["eval", "--stress-memory", "--jit", jit, "x.pp"];
            let (status, out, stressed) = folder.run(&arguments);
            assert_eq!(
                (status, &out, &stressed),
                (0, &plain, &log),
                "{jit}: {short}"
            );
        }
    }
}
