//! Writes a tree as text, in the form in which it is compared with Ruby's own tree
//! (`conformance/oracle/ruby_tree.rb`).
//!
//! Code with the same meaning has the same text, as in the trees of Ruby's own parser: `a += 1` is
//! an assignment of a call, parentheses are not shown, adjacent texts are joined, and a literal
//! that is not the last statement is omitted.

use std::fmt::Write;

use super::tree::{Begin, Block, Call, Define, Kind, Node, Pair, Parameters, Part, Scope, When};

/// Returns a tree as text.
pub fn dump(node: &Node<'_>) -> String {
    let mut out = String::new();
    write_node(node, &mut out);
    out
}

fn list(name: &str, out: &mut String, inner: impl FnOnce(&mut String)) {
    out.push('(');
    out.push_str(name);
    inner(out);
    out.push(')');
}

fn child(node: &Node<'_>, out: &mut String) {
    out.push(' ');
    write_node(node, out);
}

fn optional(node: Option<&Node<'_>>, out: &mut String) {
    match node {
        Some(node) => child(node, out),
        None => out.push_str(" _"),
    }
}

fn word(text: &str, out: &mut String) {
    out.push(' ');
    out.push_str(text);
}

/// Writes bytes in quotes.
fn quoted(bytes: &[u8], out: &mut String) {
    out.push_str(" \"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => {
                out.push('\\');
                out.push(char::from(byte));
            }
            0x20..=0x7e => out.push(char::from(byte)),
            _ => {
                let _ = write!(out, "\\x{byte:02X}");
            }
        }
    }
    out.push('"');
}

/// Writes the pieces of a text. Adjacent bytes are one piece, and a text inside is part of it.
fn pieces(name: &str, parts: &[Part<'_>], out: &mut String) {
    let mut shown: Vec<String> = Vec::new();
    let mut bytes = Vec::new();
    let mut codes = 0;
    let flush = |bytes: &mut Vec<u8>, shown: &mut Vec<String>| {
        if !bytes.is_empty() {
            let mut text = String::new();
            quoted(bytes, &mut text);
            shown.push(text);
            bytes.clear();
        }
    };
    for part in parts {
        match part {
            Part::Bytes(more) => bytes.extend_from_slice(more),
            Part::Code(Node {
                kind: Kind::File | Kind::Text([]),
                ..
            }) => {}
            Part::Code(Node {
                kind: Kind::Text([Part::Bytes(more)]),
                ..
            }) => bytes.extend_from_slice(more),
            Part::Code(code) => {
                flush(&mut bytes, &mut shown);
                let mut text = String::new();
                child(code, &mut text);
                shown.push(text);
                codes += 1;
            }
        }
    }
    flush(&mut bytes, &mut shown);
    if shown.is_empty() {
        shown.push(" \"\"".to_owned());
    }
    let mark = if codes > 0 { "d" } else { "" };
    list(&format!("{mark}{name}"), out, |out| {
        shown.iter().for_each(|text| out.push_str(text));
    });
}

// Long because there is an arm for each kind of node.
fn write_node(node: &Node<'_>, out: &mut String) {
    match node.kind {
        Kind::Nil => out.push_str("nil"),
        Kind::True => out.push_str("true"),
        Kind::False => out.push_str("false"),
        Kind::SelfValue => out.push_str("self"),
        Kind::File => out.push_str("(str \"\")"),
        Kind::Integer(text) => integer(text, out),
        Kind::Float(text) => {
            let value: f64 = text.replace('_', "").parse().unwrap_or(f64::NAN);
            let _ = write!(out, "(float {:016x})", value.to_bits());
        }
        Kind::OtherNumber(text) => list("number", out, |out| word(text, out)),
        Kind::Text(parts) => pieces("str", parts, out),
        Kind::Command(parts) => pieces("xstr", parts, out),
        Kind::Symbol(parts) => pieces("sym", parts, out),
        Kind::Regexp(parts, _) => pieces("regex", parts, out),
        Kind::Array(items) => list("list", out, |out| items.iter().for_each(|i| child(i, out))),
        Kind::Hash(pairs) | Kind::Pairs(pairs) => write_pairs(pairs, out),
        Kind::Splat(inner) => list("splat", out, |out| optional(inner, out)),
        Kind::BlockPass(inner) => list("blockpass", out, |out| optional(inner, out)),
        Kind::Range {
            from,
            to,
            exclusive,
        } => list(if exclusive { "xrange" } else { "range" }, out, |out| {
            optional(from, out);
            optional(to, out);
        }),
        Kind::Local(name) => list("lvar", out, |out| word(name, out)),
        Kind::Instance(name) => list("ivar", out, |out| word(name, out)),
        Kind::ClassVariable(name) => list("cvar", out, |out| word(name, out)),
        Kind::Global(name) => list("gvar", out, |out| word(name, out)),
        Kind::Group(number) => {
            let _ = write!(out, "(nth {number})");
        }
        Kind::Matched(mark) => {
            let _ = write!(out, "(back {})", char::from(mark));
        }
        Kind::Constant(scope, name) => write_constant(scope, name, out),
        Kind::Call(call) => write_call(call, out),
        Kind::Super(arguments, block) => with_block(block, out, |out| match arguments {
            None => out.push_str("(zsuper)"),
            Some(items) => list("super", out, |out| items.iter().for_each(|i| child(i, out))),
        }),
        Kind::Yield(items) => list("yield", out, |out| items.iter().for_each(|i| child(i, out))),
        Kind::And(..) | Kind::Or(..) => write_logic(node, out),
        Kind::Defined(inner) => list("defined", out, |out| child(inner, out)),
        Kind::Assign(target, value) => write_assignment(target, out, |out| child(value, out)),
        Kind::OperatorAssign(target, operator, value) => {
            write_operator_assignment(target, operator, value, out);
        }
        Kind::MultipleAssign(targets, value) => list("masgn", out, |out| {
            child(value, out);
            targets.iter().for_each(|target| child_target(target, out));
        }),
        Kind::Targets(_) => write_target(node, out),
        Kind::If {
            condition,
            then,
            otherwise,
            unless,
        } => list(if unless { "unless" } else { "if" }, out, |out| {
            child(condition, out);
            child(then, out);
            match otherwise {
                Some(node) => child(node, out),
                None => out.push_str(" nil"),
            }
        }),
        Kind::While {
            condition,
            body: repeated,
            until,
            after,
        } => {
            let name = match (until, after) {
                (false, false) => "while",
                (false, true) => "dowhile",
                (true, false) => "until",
                (true, true) => "dountil",
            };
            list(name, out, |out| {
                child(condition, out);
                child(repeated, out);
            });
        }
        Kind::For(_, iterated, repeated) => list("for", out, |out| {
            out.push_str(" ?");
            child(iterated, out);
            child(repeated, out);
        }),
        Kind::Case {
            subject,
            branches,
            otherwise,
        } => write_case(subject, branches, otherwise, out, write_node),
        Kind::Begin(begin) => write_begin(begin, out, write_node),
        Kind::Grouped(inner) => write_node(inner, out),
        Kind::Define(define) => write_define(define, out),
        Kind::Class(path, superclass, inner) => list("class", out, |out| {
            child(path, out);
            optional(superclass, out);
            child(inner, out);
        }),
        Kind::SingletonClass(of, inner) => list("sclass", out, |out| {
            child(of, out);
            child(inner, out);
        }),
        Kind::Module(path, inner) => list("module", out, |out| {
            child(path, out);
            child(inner, out);
        }),
        Kind::Alias(new, old) => list("alias", out, |out| {
            child(new, out);
            child(old, out);
        }),
        Kind::Undef(names) => list("undef", out, |out| names.iter().for_each(|n| child(n, out))),
        Kind::Return(value) => list("return", out, |out| {
            value.iter().for_each(|v| child(v, out))
        }),
        Kind::Break(value) => list("break", out, |out| value.iter().for_each(|v| child(v, out))),
        Kind::Next(value) => list("next", out, |out| value.iter().for_each(|v| child(v, out))),
        Kind::Redo => out.push_str("(redo)"),
        Kind::Retry => out.push_str("(retry)"),
        Kind::Lambda(block) => list("lambda", out, |out| write_block(block, out)),
        Kind::Sequence(items) => write_sequence(items, out),
    }
}

fn integer(text: &str, out: &mut String) {
    let plain = text.replace('_', "").to_lowercase();
    let (sign, digits) = match plain.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", plain.trim_start_matches('+')),
    };
    let (base, digits) = match digits.as_bytes() {
        [b'0', b'x', ..] => (16, &digits[2..]),
        [b'0', b'b', ..] => (2, &digits[2..]),
        [b'0', b'o', ..] => (8, &digits[2..]),
        [b'0', b'd', ..] => (10, &digits[2..]),
        [b'0', _, ..] => (8, &digits[1..]),
        _ => (10, digits),
    };
    let shown = match u128::from_str_radix(digits, base) {
        Ok(value) => value.to_string(),
        Err(_) => digits.to_owned(),
    };
    let _ = write!(out, "(int {sign}{shown})");
}

/// Returns true if a statement has no effect unless it is the last one.
fn is_idle(node: &Node<'_>) -> bool {
    match node.kind {
        Kind::Nil
        | Kind::True
        | Kind::False
        | Kind::SelfValue
        | Kind::Integer(_)
        | Kind::Float(_)
        | Kind::OtherNumber(_) => true,
        Kind::Text(parts) | Kind::Symbol(parts) | Kind::Regexp(parts, _) => {
            parts.iter().all(|part| matches!(part, Part::Bytes(_)))
        }
        _ => false,
    }
}

fn flat<'n, 'a>(items: &'n [Node<'a>], all: &mut Vec<&'n Node<'a>>) {
    for item in items {
        match item.kind {
            Kind::Sequence(inner) => flat(inner, all),
            Kind::Grouped(Node {
                kind: Kind::Sequence(inner),
                ..
            }) => flat(inner, all),
            _ => all.push(item),
        }
    }
}

fn write_sequence(items: &[Node<'_>], out: &mut String) {
    let mut all = Vec::new();
    flat(items, &mut all);
    let last = all.len().saturating_sub(1);
    let mut at = 0;
    all.retain(|node| {
        at += 1;
        at > last || !is_idle(node)
    });
    match all[..] {
        [] => out.push_str("nil"),
        [single] => write_node(single, out),
        _ => list("seq", out, |out| {
            all.iter().for_each(|node| child(node, out))
        }),
    }
}

fn write_pairs(pairs: &[Pair<'_>], out: &mut String) {
    list("hash", out, |out| {
        for Pair { key, value } in pairs {
            match key {
                Some(key) => {
                    child(key, out);
                    child(value, out);
                }
                None => {
                    out.push(' ');
                    list("dsplat", out, |out| child(value, out));
                }
            }
        }
    });
}

fn write_constant(scope: Scope<'_>, name: &str, out: &mut String) {
    match scope {
        Scope::Lexical => list("const", out, |out| word(name, out)),
        Scope::Top => list("colon3", out, |out| word(name, out)),
        Scope::Of(of) => list("colon2", out, |out| {
            child(of, out);
            word(name, out);
        }),
    }
}

fn with_block(block: Option<&Block<'_>>, out: &mut String, inner: impl FnOnce(&mut String)) {
    let Some(block) = block else {
        return inner(out);
    };
    list("iter", out, |out| {
        out.push(' ');
        inner(out);
        write_block(block, out);
    });
}

fn write_call(call: &Call<'_>, out: &mut String) {
    with_block(call.block, out, |out| {
        list(if call.safe { "qcall" } else { "call" }, out, |out| {
            optional(call.receiver, out);
            word(call.name, out);
            call.arguments.iter().for_each(|item| child(item, out));
        });
    });
}

fn write_block(block: &Block<'_>, out: &mut String) {
    out.push(' ');
    write_parameters(&block.parameters, out);
    child(block.body, out);
}

fn operands<'n, 'a>(node: &'n Node<'a>, is_and: bool, all: &mut Vec<&'n Node<'a>>) {
    match node.kind {
        Kind::And(left, right) if is_and => {
            operands(left, is_and, all);
            operands(right, is_and, all);
        }
        Kind::Or(left, right) if !is_and => {
            operands(left, is_and, all);
            operands(right, is_and, all);
        }
        Kind::Sequence([single]) => operands(single, is_and, all),
        _ => all.push(node),
    }
}

fn write_logic(node: &Node<'_>, out: &mut String) {
    let is_and = matches!(node.kind, Kind::And(..));
    let mut all = Vec::new();
    operands(node, is_and, &mut all);
    list(if is_and { "and" } else { "or" }, out, |out| {
        all.iter().for_each(|node| child(node, out));
    });
}

/// Writes `(asgn target value)`. An assignment to a method or an index is written as a call.
fn write_assignment(target: &Node<'_>, out: &mut String, value: impl FnOnce(&mut String)) {
    match target.kind {
        Kind::Call(call) => list("attrasgn", out, |out| {
            optional(call.receiver, out);
            word(&format!("{}=", call.name), out);
            call.arguments.iter().for_each(|item| child(item, out));
            value(out);
        }),
        _ => list("asgn", out, |out| {
            child(target, out);
            value(out);
        }),
    }
}

fn write_operator_assignment(
    target: &Node<'_>,
    operator: &str,
    value: &Node<'_>,
    out: &mut String,
) {
    match (target.kind, operator) {
        (Kind::Call(call), _) if call.name == "[]" => list("opasgn1", out, |out| {
            optional(call.receiver, out);
            word(operator, out);
            call.arguments.iter().for_each(|item| child(item, out));
            child(value, out);
        }),
        (Kind::Call(call), _) => list("opasgn2", out, |out| {
            optional(call.receiver, out);
            word(call.name, out);
            word(operator, out);
            child(value, out);
        }),
        (_, "&&" | "||") => list(
            if operator == "&&" { "opand" } else { "opor" },
            out,
            |out| {
                child(target, out);
                child(value, out);
            },
        ),
        _ => write_assignment(target, out, |out| {
            out.push(' ');
            list("call", out, |out| {
                child(target, out);
                word(operator, out);
                child(value, out);
            });
        }),
    }
}

fn child_target(target: &Node<'_>, out: &mut String) {
    out.push(' ');
    write_target(target, out);
}

fn write_target(target: &Node<'_>, out: &mut String) {
    match target.kind {
        Kind::Targets(targets) => list("targets", out, |out| {
            targets.iter().for_each(|target| child_target(target, out));
        }),
        Kind::Splat(inner) => list("splat", out, |out| match inner {
            Some(inner) => child_target(inner, out),
            None => out.push_str(" _"),
        }),
        Kind::Call(_) => write_assignment(target, out, |_| ()),
        _ => write_node(target, out),
    }
}

fn write_case(
    subject: Option<&Node<'_>>,
    branches: &[When<'_>],
    otherwise: Option<&Node<'_>>,
    out: &mut String,
    value: fn(&Node<'_>, &mut String),
) {
    list("case", out, |out| {
        optional(subject, out);
        for branch in branches {
            out.push(' ');
            list("when", out, |out| {
                out.push(' ');
                list("list", out, |out| {
                    branch.conditions.iter().for_each(|node| child(node, out));
                });
                out.push(' ');
                value(branch.body, out);
            });
        }
        match otherwise {
            Some(node) => {
                out.push(' ');
                value(node, out);
            }
            None => out.push_str(" nil"),
        }
    });
}

/// Writes a body with its handlers. `last` writes the part whose value is the value of the whole.
fn write_begin(begin: &Begin<'_>, out: &mut String, last: fn(&Node<'_>, &mut String)) {
    let rescued = |out: &mut String| {
        if begin.rescues.is_empty() {
            let parts: Vec<Node<'_>> = [Some(begin.body), begin.otherwise]
                .into_iter()
                .flatten()
                .copied()
                .collect();
            return match parts[..] {
                [single] => last(&single, out),
                _ => write_sequence(&parts, out),
            };
        }
        list("rescue", out, |out| {
            out.push(' ');
            match begin.otherwise {
                Some(_) => write_node(begin.body, out),
                None => last(begin.body, out),
            }
            for one in begin.rescues {
                out.push(' ');
                list("resbody", out, |out| {
                    out.push(' ');
                    list("list", out, |out| {
                        one.classes.iter().for_each(|node| child(node, out));
                    });
                    out.push(' ');
                    match one.target {
                        Some(target) => write_target(target, out),
                        None => out.push('_'),
                    }
                    child(one.body, out);
                });
            }
            if let Some(otherwise) = begin.otherwise {
                out.push(' ');
                last(otherwise, out);
            }
        });
    };
    match begin.ensure {
        None => rescued(out),
        Some(ensure) => list("ensure", out, |out| {
            out.push(' ');
            rescued(out);
            child(ensure, out);
        }),
    }
}

fn write_define(define: &Define<'_>, out: &mut String) {
    let name = if define.singleton.is_some() {
        "defs"
    } else {
        "def"
    };
    list(name, out, |out| {
        define.singleton.iter().for_each(|of| child(of, out));
        word(define.name, out);
        out.push(' ');
        write_parameters(&define.parameters, out);
        out.push(' ');
        write_tail(define.body, out);
    });
}

/// Writes the end of a method, without a `return` that has no effect there.
fn write_tail(node: &Node<'_>, out: &mut String) {
    match node.kind {
        Kind::Return(None) => out.push_str("nil"),
        Kind::Return(Some(value)) => write_tail(value, out),
        Kind::Sequence(items) => {
            let mut all = Vec::new();
            flat(items, &mut all);
            match all.split_last() {
                None => out.push_str("nil"),
                Some((last, before)) => {
                    let before: Vec<_> = before.iter().filter(|node| !is_idle(node)).collect();
                    let says_nothing = matches!(last.kind, Kind::Nil | Kind::Return(None));
                    match before[..] {
                        [] => write_tail(last, out),
                        [single] if says_nothing => write_node(single, out),
                        _ => list("seq", out, |out| {
                            before.iter().for_each(|node| child(node, out));
                            if !says_nothing {
                                out.push(' ');
                                write_tail(last, out);
                            }
                        }),
                    }
                }
            }
        }
        Kind::Grouped(inner) => write_tail(inner, out),
        Kind::If {
            condition,
            then,
            otherwise,
            unless,
        } => list(if unless { "unless" } else { "if" }, out, |out| {
            child(condition, out);
            out.push(' ');
            write_tail(then, out);
            match otherwise {
                Some(node) => {
                    out.push(' ');
                    write_tail(node, out);
                }
                None => out.push_str(" nil"),
            }
        }),
        Kind::Case {
            subject,
            branches,
            otherwise,
        } => write_case(subject, branches, otherwise, out, write_tail),
        Kind::Begin(begin) => write_begin(begin, out, write_tail),
        _ => write_node(node, out),
    }
}

fn write_parameters(all: &Parameters<'_>, out: &mut String) {
    list("params", out, |out| {
        all.required.iter().for_each(|one| child_target(one, out));
        for (name, default) in all.optional {
            out.push(' ');
            list("opt", out, |out| {
                word(name, out);
                child(default, out);
            });
        }
        let named = |kind: &str, name: Option<&str>, out: &mut String| {
            if let Some(name) = name.filter(|name| !name.is_empty()) {
                out.push(' ');
                list(kind, out, |out| word(name, out));
            }
        };
        named("rest", all.rest, out);
        all.post.iter().for_each(|one| child_target(one, out));
        for (name, default) in all.keywords {
            out.push(' ');
            list("key", out, |out| {
                word(name, out);
                optional(default.as_ref(), out);
            });
        }
        named("keyrest", all.keyword_rest, out);
        named("block", all.block, out);
        for number in 1..=all.numbered {
            let _ = write!(out, " (lvar _{number})");
        }
    });
}
