//! Generates loops in which collections grow, with many references to earlier versions of them.
//! In-place growth must never be visible.

use super::kind::Kind;
use super::{ProgramGenerator, Variable};

/// The shape of the value that grows in a loop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Numbers,
    Counts,
    Text,
    /// A Hash of arrays.
    Lists,
    /// A Hash of hashes.
    Nested,
    /// An Array of hashes.
    Rows,
    /// Numbers, and their earlier versions at some iterations.
    Watched,
    /// Counts, and their earlier versions at some iterations.
    WatchedCounts,
}

impl Shape {
    const ALL: [Shape; 10] = [
        Shape::Counts,
        Shape::Numbers,
        Shape::Lists,
        Shape::Text,
        Shape::Watched,
        Shape::WatchedCounts,
        Shape::Nested,
        Shape::Rows,
        Shape::Counts,
        Shape::Numbers,
    ];

    fn starts(self) -> &'static [&'static str] {
        match self {
            Shape::Numbers => &[
                "[]",
                "[1]",
                "[3, 2, 1]",
                "Array(Integer[1, 9])",
                "[0] + [1]",
            ],
            Shape::Counts => &[
                "{}",
                "{'a' => 1}",
                "{'k1' => 1, 2 => 2}",
                "Hash(Integer[1, 12].map |$x| { [$x, 0] })",
                "{'a' => 1} + {'b' => 2}",
            ],
            Shape::Text => &["''", "'é'", "'start '"],
            Shape::Lists => &["{}", "{'a' => []}", "{'k1' => [1, 2], 1 => [0]}"],
            Shape::Nested => &["{}", "{'a' => {}}", "{'k1' => {'a' => 1}}"],
            Shape::Rows => &["[]", "[{}]", "[{'a' => 1}, {'b' => 2}]"],
            Shape::Watched => &["[[], []]", "[[1, 2], []]", "[[1.5], [[1.5]]]"],
            Shape::WatchedCounts => &["[{}, []]", "[{'a' => 1}, []]"],
        }
    }

    /// Returns the kind of the values.
    fn kind(self) -> Kind {
        match self {
            Shape::Numbers => Kind::Integers,
            Shape::Counts => Kind::Record,
            Shape::Text => Kind::Text,
            Shape::Lists | Shape::Nested => Kind::Record,
            Shape::Rows | Shape::Watched | Shape::WatchedCounts => Kind::Mixed,
        }
    }
}

/// Values to iterate over, with their numbers of iterations.
const SOURCES: [(&str, u64); 10] = [
    ("Integer[1, 5]", 5),
    ("[3, 1, 2]", 3),
    ("Integer[0, 40]", 40),
    ("Integer[1, 12].filter |$f| { $f % 3 != 1 }", 12),
    ("Integer[1, 300]", 300),
    ("Integer[0, 20].map |$f| { $f * 7 % 5 }", 20),
    ("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].reverse_each", 10),
    ("Integer[1, 1200]", 1200),
    ("Integer[0, 90].step(3)", 30),
    ("[1, 2, 3].map |$f| { $f + 1 }.reverse_each", 3),
];
const KEYS: [&str; 8] = [
    "$i",
    "$i % 7",
    "\"k${i}\"",
    "'a'",
    "\"k${$i % 5}\"",
    "String($i)",
    "[$i % 3]",
    "$i * 1.5",
];
const VALUES: [&str; 7] = [
    "$i",
    "1",
    "$i * 3 - 7",
    "$i % 4",
    "$i * $i",
    "7 - $i",
    "4611686018427387904 + $i",
];
const TESTS: [&str; 6] = [
    "$i == 3",
    "$i % 16 == 2",
    "$i < 2",
    "$i > 9",
    "$i =~ Integer[4, 6]",
    "$i % 2 == 0",
];
/// Tests that are true in few iterations.
const RARE: [&str; 4] = ["$i == 3", "$i == 2", "$i % 128 == 5", "$i == 1"];

impl ProgramGenerator<'_, '_> {
    /// Makes a loop that grows a value and reads earlier versions of it.
    pub(super) fn growing(&mut self) -> String {
        let (over, turns) = *self.choices.pick(&SOURCES);
        if !self.affords(turns * 14) {
            return self.assignment();
        }
        self.spend(turns * 14);
        let shape = *self.choices.pick(&Shape::ALL);
        let start = *self.choices.pick(shape.starts());
        let body = self.turn(shape, "$m");
        let types = if self.choices.chance(4) {
            shape.kind().types()[0]
        } else {
            "Any"
        };
        let (first, last) = (self.fresh("v"), self.fresh("v"));
        let reduce = |start: &str| format!("{over}.reduce({start}) |{types} $m, $i| {{ {body} }}");
        let loops = match self.choices.below(5) {
            0 => format!("${first} = {start}\n${last} = {}", reduce(start)),
            1 => format!(
                "${first} = {start}\n${last} = [1, 2].map |$o| {{ {} }}",
                reduce(&format!("${first}"))
            ),
            2 => format!(
                "${first} = {start}\n${last} = [1, 2].map |$o| {{ {} }}",
                reduce(start)
            ),
            3 => format!(
                "${first} = {start}\n${last} = [1, 2, 3].reduce(${first}) |$w, $o| {{ {} }}",
                reduce("$w")
            ),
            _ => format!(
                "${first} = {start}\n${last} = {}",
                reduce(&format!("${first}"))
            ),
        };
        let more = match self.choices.chance(3) {
            true => format!("\n{}", self.afterwards(shape, &format!("${last}"), &first)),
            false => String::new(),
        };
        let kind = shape.kind();
        self.variables.push(Variable {
            name: first.clone(),
            kind,
        });
        format!(
            "{loops}{more}\nnotice(String(${first})[0, 300])\nnotice(String(${last})[0, 500])\nnotice(md5(String(${last})))"
        )
    }

    /// Grows the variable with the result further, in two ways.
    fn afterwards(&mut self, shape: Shape, last: &str, first: &str) -> String {
        let [one, two] = [self.grown_once(shape, "$n"), self.grown_once(shape, "$n")];
        format!(
            "{last}.with |$n| {{\n$i = 77\n$b = {one}\n$c = {two}\nnotice(md5(\"${{b}} ${{c}} ${{n}} ${{{first}}}\"))\n}}"
        )
    }

    /// Makes the body of an iteration: statements, and the next value of the memo.
    fn turn(&mut self, shape: Shape, memo: &str) -> String {
        let next = self.grown_once(shape, memo);
        let other = self.grown_once(shape, memo);
        let (test, rare) = (*self.choices.pick(&TESTS), *self.choices.pick(&RARE));
        match self.choices.below(16) {
            0 => format!(
                "$b = {other}\n$c = {next}\nif {rare} {{ notice(\"${{b}} ${{c}} ${{m}}\"[0, 400]) }}\n$c"
            ),
            1 => format!("$b = {next}\n$c = {other}\nif {test} {{ $b }} else {{ $c }}"),
            2 => format!("if {rare} {{ next({other}) }}\n{next}"),
            3 => format!("if {rare} {{ break() }}\n{next}"),
            4 => format!("if {rare} {{ notice({memo}) }}\n{next}"),
            5 => format!("$b = {next}\nif {rare} {{ notice({memo}) }}\n$b"),
            6 => {
                let inner = self.grown_once(shape, "$n");
                format!(
                    "$b = Integer[1, 2].reduce({memo}) |$n, $y| {{ {inner} }}\nif {rare} {{ notice({memo}) }}\nif {test} {{ $b }} else {{ {next} }}"
                )
            }
            7 => {
                let inner = self.grown_once(shape, "$n");
                format!(
                    "$b = {memo}.with |$n| {{ {inner} }}\nif {rare} {{ notice(\"${{m}}\"[0, 300]) }}\n$b"
                )
            }
            8 => format!(
                "$b = [{memo}, {memo}].map |$n| {{ {} }}\nif {rare} {{ notice($b) }}\n$b[1]",
                self.grown_once(shape, "$n")
            ),
            9 => format!("case $i {{ 1, 3: {{ {next} }} 2: {{ {memo} }} default: {{ {other} }} }}"),
            10 => format!("if {test} {{ {memo} }} else {{ {next} }}"),
            11 => {
                let second = self.grown_once(shape, "$b");
                format!("$b = {next}\n$c = {second}\nif {rare} {{ notice($b) }}\n$c")
            }
            12 => match shape {
                Shape::Numbers => format!("if {rare} {{ {memo} << {memo} }} else {{ {next} }}"),
                Shape::Counts | Shape::Lists | Shape::Nested => {
                    format!("if {rare} {{ {memo} + {{'self' => {memo}}} }} else {{ {next} }}")
                }
                _ => next,
            },
            _ => next,
        }
    }

    /// Makes an expression that adds something to a value. `$i` is the number of the iteration.
    fn grown_once(&mut self, shape: Shape, of: &str) -> String {
        let (key, value) = (*self.choices.pick(&KEYS), *self.choices.pick(&VALUES));
        let test = *self.choices.pick(&TESTS);
        match shape {
            Shape::Numbers => more_numbers(self.choices.below(16), of, value, test),
            Shape::Counts => more_counts(self.choices.below(16), of, key, value, test),
            Shape::Text => match self.choices.below(6) {
                0 => format!("\"${{({of})}}${{i}}\""),
                1 => format!("\"${{i}}${{({of})}}\"[0, 40]"),
                2 => format!("\"${{({of})}}-${{({value})}}é\""),
                3 => format!("[{of}, $i].join(',')"),
                4 => format!("(if {test} {{ {of} }} else {{ \"${{({of})}}x\" }})"),
                _ => format!("\"${{({of})}}${{({value})}},\""),
            },
            Shape::Lists => {
                let entry = format!("({of}[{key}] ? {{ undef => [], default => {of}[{key}] }})");
                let larger = self.grown_once(Shape::Numbers, &entry);
                format!("({of} + {{{key} => {larger}}})")
            }
            Shape::Nested => {
                let entry = format!("({of}[{key}] ? {{ undef => {{}}, default => {of}[{key}] }})");
                let larger = self.grown_once(Shape::Counts, &entry);
                format!("({of} + {{{key} => {larger}}})")
            }
            Shape::Rows => match self.choices.below(4) {
                0 => format!("({of} << {{{key} => {value}}})"),
                1 => format!("({of} + [{{{key} => {value}}}, {{}}])"),
                2 => {
                    let first = format!("({of}[0] ? {{ undef => {{}}, default => {of}[0] }})");
                    let larger = self.grown_once(Shape::Counts, &first);
                    format!("([{larger}] + {of}[1, -1])")
                }
                _ => format!(
                    "({of} << ({of}[-1] ? {{ Hash => {of}[-1], default => {{}} }}) + {{{key} => {value}}})"
                ),
            },
            Shape::Watched | Shape::WatchedCounts => {
                let inner = match shape {
                    Shape::Watched => Shape::Numbers,
                    _ => Shape::Counts,
                };
                let rare = *self.choices.pick(&RARE);
                match self.choices.below(4) {
                    0 => {
                        let larger = self.grown_once(inner, "$l");
                        format!(
                            "{of}.with |$p| {{\n[$l, $s] = $p\n[{larger}, if {rare} {{ $s << $l }} else {{ $s }}]\n}}"
                        )
                    }
                    1 => {
                        let larger = self.grown_once(inner, "$l");
                        format!(
                            "{of}.with |$p| {{\n[$l, $s] = $p\n$t = {larger}\n[$t, if {rare} {{ $s + [$l, $t] }} else {{ $s }}]\n}}"
                        )
                    }
                    _ => {
                        let larger = self.grown_once(inner, &format!("{of}[0]"));
                        format!("[{larger}, if {rare} {{ {of}[1] << {of}[0] }} else {{ {of}[1] }}]")
                    }
                }
            }
        }
    }

    /// Makes a function that calls itself with a growing second argument, and reads its argument
    /// after the call.
    pub(super) fn accumulating(&mut self) -> String {
        let shape = *self.choices.pick(&Shape::ALL);
        let name = self.fresh("f");
        let most = *self.choices.pick(&[5, 40, 250]);
        let [next, other] = [self.grown_once(shape, "$m"), self.grown_once(shape, "$m")];
        let rare = *self.choices.pick(&RARE);
        let (ty, start) = (
            *self
                .choices
                .pick(&["", "Any ", "Variant[Collection, String] "]),
            *self.choices.pick(shape.starts()),
        );
        let step = match self.choices.below(4) {
            0 => format!("$r = {name}($i - 1, {next})\nif {rare} {{ notice($m) }}\n$r"),
            1 => format!(
                "$b = {other}\n$r = {name}($i - 1, {next})\nif {rare} {{ notice(\"${{b}} ${{m}}\"[0, 200]) }}\n$r"
            ),
            2 => format!("if {rare} {{ return({name}($i - 1, {next})) }}\n{name}($i - 1, {other})"),
            _ => format!("{name}($i - 1, {next})"),
        };
        let result = shape.kind();
        self.functions.push(super::Function {
            name: name.clone(),
            parameters: vec![Kind::Integer],
            required: 1,
            rest: None,
            recursion: Some(most.min(250)),
            result,
            cost: u64::from(most) * 10,
        });
        format!(
            "function {name}(Integer[0, {most}] $i, {ty}$m = {start}) {{\nif $i == 0 {{ $m }} else {{\n{step}\n}}\n}}"
        )
    }
}

/// Makes an expression that adds elements to an array.
fn more_numbers(choice: usize, of: &str, value: &str, test: &str) -> String {
    match choice {
        0 => format!("({of} + [{value}, $i])"),
        1 => format!("[*{of}, {value}]"),
        2 => format!("(({of} << {value}) << $i)"),
        3 => format!("(({of} << {value}) + [1])[1, -1]"),
        4 => format!("({of}[0, 5] + [{value}])"),
        5 => format!("([{value}] + {of}[0, 4])"),
        6 => format!("({of} - [{value}])"),
        7 => format!("({of} + {of}[0, 1])"),
        8 => format!("({of}.filter |$q| {{ $q != 3 }} << {value})"),
        9 => format!("[{of}, [{value}]].flatten"),
        10 => format!("(if {test} {{ {of} }} else {{ {of} << {value} }})"),
        11 => format!("({of} + ({of}[0, 2] << {value}))"),
        12 | 13 => format!("({of} << {value})"),
        _ => format!("({of} + [{value}])"),
    }
}

/// Makes an expression that adds entries to a hash.
fn more_counts(choice: usize, of: &str, key: &str, value: &str, test: &str) -> String {
    match choice {
        0 => format!("({of} + {{{key} => {value}, 'two' => $i}})"),
        1 => format!("({of} - {key})"),
        2 => format!("({{{key} => {value}}} + {of})"),
        3 => format!("({of} + {{{key} => {of}.length}})"),
        4 => format!(
            "({of} + {{{key} => ({of}[{key}] ? {{ Integer => {of}[{key}], default => 0 }}) + 1}})"
        ),
        5 => format!("({of} + [[{key}, {value}]])"),
        6 => format!("({of}.filter |$q, $r| {{ $q != 'k3' }} + {{{key} => {value}}})"),
        7 => format!("(({of} + {{{key} => {value}}}) + {{'a' => $i}})"),
        8 => format!("(({of} + {{{key} => {value}}}) - 'a')"),
        9 => format!("(if {test} {{ {of} }} else {{ {of} + {{{key} => {value}}} }})"),
        10 => format!("({of} + ({of} + {{{key} => {value}}}))"),
        11 => format!("({of} + {{{key} => {of}['a']}})"),
        12 => format!("({of} + {{$i => undef}})"),
        _ => format!("({of} + {{{key} => {value}}})"),
    }
}
