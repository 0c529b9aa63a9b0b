//! Tests that excessive memory use and nesting that would overflow the stack end in an error.

use crate::common::Folder;

const TEXT: &str = "the text of a value is longer than it may be";
const MEMORY: &str = "evaluation needs more memory than it may take";

#[track_caller]
fn check(command: &[&str], code: &str, expected: &str) {
    let folder = Folder::new(&[("x.pp", code.as_bytes())]);
    let (status, out, log) = folder.run(&[command, &["x.pp"]].concat());
    let shown: String = (log + &out).chars().take(500).collect();
    assert!(
        (0..=1).contains(&status) && shown.contains(expected),
        "{code}: {status} {shown}"
    );
}

#[test]
fn what_is_large_at_once() {
    for code in [
        "notice(Array(Integer[0, 1000000000000]))",
        "notice(String(1, '%999999999d'))",
        "notice(sprintf('%99999999s', 1))",
        "notice(Integer[0, 1000000000000].map |$x| { $x })",
        "notice(Integer[0, 1000000000000].slice(100000000000))",
        "notice(Timespan(5).strftime('%999999999S'))",
        "notice(generate('/bin/cat', '/dev/zero'))",
    ] {
        check(&["eval", "--max-memory", "4M"], code, MEMORY);
    }
}

#[test]
fn what_doubles_and_doubles() {
    for code in [
        "notice(Integer[0, 60].reduce('a') |$m, $i| { \"${m}${m}\" })",
        "notice(Integer[0, 60].reduce([1, 2]) |$m, $i| { $m + $m })",
        "notice(Integer[0, 60].reduce([1]) |$m, $i| { [$m, $m] })",
        "notice(String(Integer[0, 60].reduce([1]) |$m, $i| { [$m, $m] }, '%#p'))",
        "notice(Integer[0, 60].reduce([1]) |$m, $i| { [$m, $m] }.flatten)",
        "notice(Integer[0, 60].reduce([1]) |$m, $i| { [$m, $m] }.join('-'))",
        "notice(regsubst(Integer[0, 20].reduce('a') |$m, $i| { \"${m}${m}\" }, 'a', 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz', 'G'))",
        "function f($x) { f(\"${x}${x}\") } f('a')",
        "define a { b { [\"x${title}\", \"y${title}\"]: } } define b { a { [\"x${title}\", \"y${title}\"]: } } a { 't': }",
    ] {
        check(&["eval", "--max-memory", "4M"], code, MEMORY);
    }
}

#[test]
fn nesting_without_end() {
    let array = "$x = Integer[1, 100000].reduce([]) |$m, $i| { [$m] }";
    let hash = "$x = Integer[1, 100000].reduce({}) |$m, $i| { {a => $m} }";
    let ty = "$x = Integer[1, 100000].reduce(Integer) |$m, $i| { Array[$m] }";
    for start in [array, hash, ty] {
        for rest in [
            "notice($x)",
            "notice($x == $x, {$x => 1}[$x], $x =~ Data, type($x) =~ Type)",
            "notice(String($x, '%#p'))",
            "notify { 'a': message => $x }",
            "notice(Sensitive($x), $x =~ Array[Array[Array]])",
            "define d(RichData $p) { } d { 'a': p => $x }",
            "notice(inline_epp('<%= $x %>', {x => $x}))",
            "notice([1] =~ $x)",
        ] {
            check(
                &["compile", "--manifest"],
                &format!("{start}\n{rest}\n"),
                "",
            );
        }
    }
}

/// A part that is shared many times is visited only once.
#[test]
fn what_is_shared() {
    let shared = "$x = Integer[0, 60].reduce([1]) |$m, $i| { [$m, $m] }\nnotice('before')";
    for rest in [
        "notify { 'a': message => $x }",
        "class c($p = $x) { } include c",
        "define d($p) { } d { 'a': p => $x }",
    ] {
        check(&["eval"], &format!("{shared}\n{rest}\n"), "before");
    }
}

/// Programs that would run for years end in an error, in all tiers.
#[test]
fn what_takes_too_long() {
    for code in [
        "Integer[0, 9000000000000000000].each |$x| { }",
        "Integer[0, 9000000000].each |$x| { Integer[0, 9000000000].each |$y| { } }",
        "function f(Integer $n) { if $n < 2 { $n } else { f($n - 1) + f($n - 2) } } notice(f(90))",
        "function g($n) { if $n == 0 { 0 } else { g($n - 1) + g($n - 1) } } notice(g(400))",
        "$s = Integer[0, 9000000000000].reduce(0) |$m, $x| { ($m + $x) % 7 }",
        "$r = Integer[0, 9000000000000].step(3).any |$x| { $x < 0 }",
        "$l = [1, 2].map |$x| { Integer[0, 900000000000].index |$y| { $y < 0 } }",
        "generate('/bin/sleep', '60')",
        "$l = Integer[1, 100000].reduce([]) |$m, $x| { [$m] } notice($l.tree_each.map |$x| { 1 })",
    ] {
        for jit in ["off", "auto", "always"] {
            check(
                &["eval", "--max-time", "50ms", "--jit", jit],
                &format!("{code}\n"),
                "evaluation takes longer than it may",
            );
        }
    }
}

/// Calls that nest deeper than the stack allows end in an error, in each way of calling.
#[test]
fn calls_of_any_depth() {
    for (jit, code) in [
        ("always", "function f($n) { f($n) } f(1)"),
        ("off", "function f($n = f()) { 1 } f()"),
        ("off", "function f($n) { call('f', 1) } f(1)"),
        ("off", "function f($n) { inline_epp('<%= f(1) %>') } f(1)"),
        (
            "off",
            "function f($n) { [2, 1].sort |$a, $b| { f(1) } } f(1)",
        ),
    ] {
        let command = ["eval", "--max-depth", "4294967295", "--jit", jit];
        check(&command, code, "stack level too deep");
    }
}

/// Every function that flattens arrays handles nested arrays without any value, and nested arrays
/// that share their parts.
#[test]
fn what_is_unfolded() {
    for start in ["[]", "['a']"] {
        let shared = format!("$x = Integer[0, 60].reduce({start}) |$m, $i| {{ [$m, $m] }}\n");
        for rest in [
            "notice(flatten($x))",
            "notice(Integer[$x])",
            "notice(File[$x])",
            "notice(Class[$x])",
            "notice([1][$x])",
            "include($x)",
            "notify { $x: }",
            "notify { 'a': require => $x }",
            "notify { 'a': tag => $x }",
            "notify { 'a': alias => $x }",
            "Notify['a'] { message +> $x } notify { 'a': message => 1 }",
            "$x -> Notify['a']",
        ] {
            let limits = ["--max-time", "100ms", "--max-memory", "20M"];
            let command = [&["eval"], &limits[..]].concat();
            check(&command, &format!("{shared}{rest}\n"), "Error: ");
        }
    }
}

/// An endless log exceeds the limit of memory, because entries are kept until the evaluation ends.
#[test]
fn logs_without_end() {
    for jit in ["off", "auto", "always"] {
        let code = "Integer[0, 9000000000000].each |$x| { notice($x) }";
        let command = ["eval", "--max-memory", "4M", "--jit", jit];
        let folder = Folder::new(&[("x.pp", code.as_bytes())]);
        let (status, out, log) = folder.run(&[&command[..], &["x.pp"]].concat());
        assert_eq!(status, 1);
        assert!((out + &log).contains(MEMORY));
    }
}

/// Long chains of type aliases, and cycles of them, end in a result or an error in time.
#[test]
fn chains_of_aliases() {
    let chain = |count: usize, target: &dyn Fn(usize) -> String| -> String {
        let line = |at: usize| format!("type A{at} = {}\n", target(at + 1));
        (0..count).map(line).collect()
    };
    let long = chain(5_000, &|next| format!("A{next}"));
    let end = "type A5000 = Integer\nnotice(1 =~ A0, 'a' =~ A0)\n";
    check(&["eval"], &(long + end), "true");
    for around in ["A", "Variant[A", "NotUndef[A"] {
        let close = if around == "A" { "" } else { "]" };
        let ring = chain(150, &|next| format!("{around}{}{close}", next % 150));
        let refused = "Type alias 'A0' cannot be resolved to a real type";
        check(&["eval"], &(ring + "notice(1 =~ A0)\n"), refused);
    }
    let ring = chain(600, &|next| format!("Optional[A{}]", next % 600));
    let limit = ["eval", "--max-time", "5"];
    check(
        &limit,
        &(ring + "notice(undef =~ A0, 1 =~ A0)\n"),
        "true false",
    );
}

/// The error about a limit names the place where it was exceeded.
#[test]
fn what_takes_too_much_has_a_place() {
    let shared = "$v = Integer[1, 40].reduce([1]) |$m, $i| { [$m, $m] }";
    for (code, place) in [
        (
            "\n[1].each |$y| { Integer[0, 90000000000].each |$x| { $x == $y } }",
            "line: 2",
        ),
        (
            "\n$s = Integer[0, 90000000000].reduce(0) |$m, $x| { $m + $x % 7 }",
            "line: 2",
        ),
        (&format!("{shared}\n\n$w = \"a${{v}}\""), "line: 3"),
        (
            "\n$w = Integer[1, 60].reduce(a) |$m, $i| {\n\"${m}${m}\" }",
            "line: 3",
        ),
        (
            "\n$w = Integer[1, 60].reduce([1]) |$m, $i| {\n$m + $m }",
            "line: 3",
        ),
    ] {
        for jit in ["off", "auto", "always"] {
            let limits = ["--max-time", "200ms", "--max-memory", "60M"];
            let command = [&["eval", "--jit", jit], &limits[..]].concat();
            check(&command, &format!("{code}\n"), place);
        }
    }
}

/// A value that shares its parts is only written up to a limit of memory.
#[test]
fn what_is_shared_is_written_up_to_a_limit() {
    let shared = "$t = Integer[0, 16].reduce(a) |$m, $i| { \"${m}${m}\" }\n\
                  $x = Integer[0, 60].reduce([$t]) |$m, $i| { [$m, $m] }";
    let cannot = format!("the catalog cannot be written: {TEXT}");
    for (rest, expected) in [
        ("notice($x)", TEXT),
        ("$y = \"${type($x)}\"", TEXT),
        ("notify { 'a': message => $x }", &cannot),
    ] {
        let code = format!("{shared}\n{rest}\n");
        check(&["compile", "--manifest"], &code, expected);
    }
}

/// Regular expression matches check the limit of time too.
#[test]
fn a_match_knows_when_time_is_over() {
    let code = "$r = Integer[1, 99999].map |$i| { 'aaaaaaaaaaaaaaaaaaa' =~ /(?=x?)(a|aa)*\\1c/ }\n";
    let late = "evaluation takes longer than it may";
    check(&["eval", "--max-time", "400ms"], code, late);
}

/// Each shared part is compared only once.
#[test]
fn what_is_shared_is_compared() {
    for (start, step, rest) in [
        ("[1]", "[$m, $m]", "notice($x == $y, $x =~ Data, $y =~ $t)"),
        (
            "[1]",
            "[$m, $m]",
            "notice({$x => 'found'}[$y], [$x, $y].unique.length)",
        ),
        (
            "{a => 1}",
            "{a => $m, b => $m}",
            "notice($x == $y, $x =~ $t, $x =~ RichData)",
        ),
        (
            "Integer",
            "Tuple[$m, $m]",
            "notice($x == $y, $x <= $t, {$x => 1}[$y])",
        ),
        (
            "Integer",
            "Struct[{a => $m, b => $m}]",
            "notice($x == $y, $x <= $t)",
        ),
        (
            "Integer",
            "Variant[Array[$m], Tuple[$m, $m]]",
            "notice([[[a]]] =~ $x, $x <= $y)",
        ),
        (
            "[a]",
            "[$m]",
            "type T = Variant[Array[T], Tuple[T], Integer]\nnotice($x =~ T)",
        ),
    ] {
        let code = format!(
            "$t = Integer[0, 60].reduce(Any) |$m, $i| {{ Variant[Tuple[$m, $m], Hash[String, $m]] }}\n\
             $x = Integer[0, 60].reduce({start}) |$m, $i| {{ {step} }}\n\
             $y = Integer[0, 60].reduce({start}) |$m, $i| {{ {step} }}\n{rest}\nnotice('the end')\n"
        );
        check(&["eval", "--max-time", "20"], &code, "the end");
    }
}

/// A shared part is matched only once as an option, except where each match sets match variables:
/// there the limit of time ends the match.
#[test]
fn what_is_shared_is_matched_as_an_option() {
    let shared = "$x = Integer[0, 60].reduce([1]) |$m, $i| { [$m, $m] }\n\
                  $y = Integer[0, 60].reduce([1]) |$m, $i| { [$m, $m] }\n\
                  $h = Integer[0, 60].reduce({a => 1}) |$m, $i| { {a => $m, b => $m} }\n\
                  $g = Integer[0, 60].reduce({a => 1}) |$m, $i| { {a => $m, b => $m} }\n\
                  $r = Integer[0, 60].reduce(['a', /a/]) |$m, $i| { [$m, $m] }\n\
                  $s = Integer[0, 60].reduce(['a', 'a']) |$m, $i| { [$m, $m] }\n";
    for (rest, expected) in [
        (
            "notice($x ? { $y => 'the end', default => 'no' })",
            "the end",
        ),
        ("case $x { $y: { notice('the end') } }", "the end"),
        ("case $h { $x: { } $g: { notice('the end') } }", "the end"),
        // each match sets the match variables, so the whole tree is visited
        (
            "case $s { $r: { notice($0) } }",
            "evaluation takes longer than it may",
        ),
    ] {
        for mode in ["--jit=off", "--jit=always"] {
            let code = format!("{shared}{rest}\n");
            check(&["eval", "--max-time", "2", mode], &code, expected);
        }
    }
}
