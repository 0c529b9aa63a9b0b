//! The textual form of MIR: printing.

use std::fmt::Write as _;

use crate::ir::{Constant, Function, Temp, Terminator, Unit, Use};
use crate::op::{Attribute, AttributeKind, Item, Op, Pass, Pattern, Query};

/// Prints the code of a file.
pub fn print_unit(unit: &Unit) -> String {
    let mut out = String::new();
    print(&unit.program, "main", &mut out);
    for definition in &unit.definitions {
        out.push('\n');
        print(&definition.function, &definition.name, &mut out);
    }
    out
}

/// Prints a function and the functions inside it, which are named `outer.N`.
pub fn print(function: &Function, name: &str, out: &mut String) {
    let kind = format!("{:?}", function.kind).to_lowercase();
    let _ = write!(out, "{kind} %{name}(");
    for (index, p) in function.parameters.iter().enumerate() {
        let comma = if index > 0 { ", " } else { "" };
        let rest = if p.captures_rest { "*" } else { "" };
        let _ = write!(out, "{comma}{rest}${}", p.name);
        if let Some(inner) = p.type_expr {
            let _ = write!(out, ": %{name}.{}", inner.0);
        }
        if let Some(inner) = p.default {
            let _ = write!(out, " = %{name}.{}", inner.0);
        }
    }
    out.push(')');
    if let Some(inner) = function.returns {
        let _ = write!(out, " -> %{name}.{}", inner.0);
    }
    out.push_str(" {\n");
    for (index, block) in function.blocks.iter().enumerate() {
        let parameters: Vec<String> = block
            .parameters
            .iter()
            .map(|t| typed(function, *t))
            .collect();
        match parameters.is_empty() {
            true => writeln!(out, "b{index}:"),
            false => writeln!(out, "b{index}({}):", parameters.join(", ")),
        }
        .expect("writing to a String cannot fail");
        for inst in &block.insts {
            let _ = write!(out, "    {} = ", typed(function, inst.result));
            operation(function, &inst.op, out);
            let _ = writeln!(out, " @{}", inst.at);
        }
        let _ = match &block.terminator {
            Terminator::Jump(to, values) => {
                let values: Vec<String> = values.iter().map(|t| format!("t{}", t.0)).collect();
                writeln!(out, "    jump b{}({})", to.0, values.join(", "))
            }
            Terminator::Branch(t, yes, no) => {
                writeln!(out, "    branch t{}, b{}, b{}", t.0, yes.0, no.0)
            }
            Terminator::Return(t) => writeln!(out, "    return t{}", t.0),
            Terminator::Leave(how, t, at) => {
                writeln!(
                    out,
                    "    {} t{} @{at}",
                    format!("{how:?}").to_lowercase(),
                    t.0
                )
            }
            Terminator::Unreachable => writeln!(out, "    unreachable"),
        };
    }
    out.push_str("}\n");
    for (index, inner) in function.inner.iter().enumerate() {
        print(inner, &format!("{name}.{index}"), out);
    }
}

fn typed(function: &Function, temp: Temp) -> String {
    format!("t{}: {}", temp.0, function.temps[temp.0 as usize].name())
}

fn quoted(text: &str) -> String {
    format!(
        "'{}'",
        text.replace('\\', "\\\\")
            .replace('\'', "\\'")
            .replace('\n', "\\n")
    )
}

fn constant(c: &Constant) -> String {
    match c {
        Constant::Undef => "undef".into(),
        Constant::Default => "default".into(),
        Constant::Boolean(b) => b.to_string(),
        Constant::Integer(i) => i.to_string(),
        Constant::Float(f) => format!("{f:?}"),
        Constant::String(s) => quoted(s),
        Constant::Regexp(s) => format!("/{s}/"),
    }
}

fn operand(u: Use) -> String {
    format!("t{}@{}", u.temp.0, u.at)
}

fn items(list: &[Item]) -> String {
    let item = |i: &Item| format!("{}{}", if i.splat { "*" } else { "" }, operand(i.value));
    list.iter().map(item).collect::<Vec<_>>().join(", ")
}

fn attributes(list: &[Attribute]) -> String {
    let attribute = |a: &Attribute| {
        let name = match &a.kind {
            AttributeKind::Set(name) => format!("{name} =>"),
            AttributeKind::Append(name) => format!("{name} +>"),
            AttributeKind::Splat => "* =>".into(),
        };
        format!("{name} {}", operand(a.value))
    };
    list.iter().map(attribute).collect::<Vec<_>>().join(", ")
}

fn query(q: &Query) -> String {
    match q {
        Query::All => String::new(),
        Query::Value(value) => operand(*value),
        Query::Compare {
            name,
            value,
            negated,
        } => {
            format!(
                "{} {} {}",
                operand(*name),
                if *negated { "!=" } else { "==" },
                operand(*value)
            )
        }
        Query::And(a, b) => format!("({} and {})", query(a), query(b)),
        Query::Or(a, b) => format!("({} or {})", query(a), query(b)),
    }
}

fn pattern(function: &Function, p: &Pattern) -> String {
    match p {
        Pattern::Slot(slot, _) => slot_name(function, 0, *slot),
        Pattern::Array(list, _) => {
            let list: Vec<String> = list.iter().map(|p| pattern(function, p)).collect();
            format!("[{}]", list.join(", "))
        }
    }
}

fn slot_name(function: &Function, depth: u32, slot: u32) -> String {
    match function.slots.get(slot as usize) {
        Some(name) if depth == 0 => format!("${name}"),
        _ => format!("${depth}.{slot}"),
    }
}

fn pass_name(pass: Pass) -> &'static str {
    match pass {
        Pass::Element => "element",
        Pass::Pair => "pair",
    }
}

fn operation(function: &Function, op: &Op, out: &mut String) {
    let block = |b: &Option<Temp>| b.map_or(String::new(), |t| format!(" block t{}", t.0));
    let form = |f: &crate::op::CallForm| format!("{f:?}").to_lowercase();
    let _ = match op {
        Op::Const(index) => write!(
            out,
            "const {}",
            constant(&function.constants[*index as usize])
        ),
        Op::LoadSlot { depth, slot } => write!(out, "load {}", slot_name(function, *depth, *slot)),
        Op::StoreSlot { slot, value } => {
            write!(
                out,
                "store {}, {}",
                slot_name(function, 0, *slot),
                operand(*value)
            )
        }
        Op::AssignMany { pattern: p, value } => {
            write!(out, "assign {}, {}", pattern(function, p), operand(*value))
        }
        Op::LoadVariable(name) => write!(out, "variable ${name}"),
        Op::LoadMatch(index) => write!(out, "match ${index}"),
        Op::PushMatch => write!(out, "push_match"),
        Op::PopMatch(t) => write!(out, "pop_match t{}", t.0),
        Op::Reassign(name) => write!(out, "reassign ${name}"),
        Op::IsUndef(t) => write!(out, "is_undef t{}", t.0),
        Op::IterBegin {
            name,
            arguments,
            lambda,
            pass,
            ..
        } => {
            let list: Vec<String> = arguments.iter().map(|a| operand(*a)).collect();
            let (list, pass) = (list.join(", "), pass_name(*pass));
            write!(out, "iter_begin {pass} {name}({list}) .{}", lambda.0)
        }
        Op::IterMore { iter, index } => write!(out, "iter_more t{}, t{}", iter.0, index.0),
        Op::IterKey { iter, index } => write!(out, "iter_key t{}, t{}", iter.0, index.0),
        Op::IterGet { iter, index, pass } => {
            let pass = pass_name(*pass);
            write!(out, "iter_get {pass} t{}, t{}", iter.0, index.0)
        }
        Op::IterNext(t) => write!(out, "iter_next t{}", t.0),
        Op::IterEnd(t) => write!(out, "iter_end t{}", t.0),
        Op::ListBegin => write!(out, "list_begin"),
        Op::ListPush { list, value } => write!(out, "list_push t{}, t{}", list.0, value.0),
        Op::ListKeep {
            list,
            iter,
            index,
            pass,
        } => {
            let pass = pass_name(*pass);
            write!(
                out,
                "list_keep {pass} t{}, t{}, t{}",
                list.0, iter.0, index.0
            )
        }
        Op::ListEnd { list, kept } => {
            let kept = kept.map_or(String::new(), |(iter, pass)| {
                format!(" kept {} t{}", pass_name(pass), iter.0)
            });
            write!(out, "list_end t{}{kept}", list.0)
        }
        Op::CheckParameters { lambda, values, .. } => {
            let values: Vec<String> = values.iter().map(|t| format!(" t{}", t.0)).collect();
            write!(out, "check_parameters .{}{}", lambda.0, values.concat())
        }
        Op::Negate(value) => write!(out, "negate {}", operand(*value)),
        Op::Not(t) => write!(out, "not t{}", t.0),
        Op::ToBoolean(t) => write!(out, "to_boolean t{}", t.0),
        Op::Unfold(value) => write!(out, "unfold {}", operand(*value)),
        Op::Binary { op, left, right } => {
            write!(out, "{:?} {}, {}", op, operand(*left), operand(*right))
        }
        Op::Array(list) => write!(out, "array {}", items(list)),
        Op::Hash(entries) => {
            let entry = |(k, v): &(Use, Use)| format!("{} => {}", operand(*k), operand(*v));
            write!(
                out,
                "hash {}",
                entries.iter().map(entry).collect::<Vec<_>>().join(", ")
            )
        }
        Op::Concat(parts) => {
            let parts: Vec<String> = parts.iter().map(|p| operand(*p)).collect();
            write!(out, "concat {}", parts.join(", "))
        }
        Op::CheckText { syntax, text } => {
            let syntax = constant(&function.constants[*syntax as usize]);
            write!(out, "check_text {syntax}, {}", operand(*text))
        }
        Op::Access { left, keys } => write!(out, "access {}, {}", operand(*left), items(keys)),
        Op::TypeExpr(inner) => write!(out, "type_expr .{}", inner.0),
        Op::TypeName(name) => write!(out, "type {name}"),
        Op::Call {
            name,
            arguments,
            block: b,
            form: f,
        } => {
            write!(
                out,
                "call_{} {name}({}){}",
                form(f),
                items(arguments),
                block(b)
            )
        }
        Op::CallType {
            callee,
            arguments,
            block: b,
            form: f,
        } => {
            let callee = operand(*callee);
            write!(
                out,
                "call_type_{} {callee}({}){}",
                form(f),
                items(arguments),
                block(b)
            )
        }
        Op::Closure { inner, captures } => {
            let captures: Vec<String> = captures.iter().map(|t| format!(" t{}", t.0)).collect();
            write!(out, "closure .{}{}", inner.0, captures.concat())
        }
        Op::OptionMatches {
            option,
            splat,
            control,
        } => {
            let star = if *splat { "*" } else { "" };
            write!(
                out,
                "option_matches {star}{}, {}",
                operand(*option),
                operand(*control)
            )
        }
        Op::NoMatch(control) => write!(out, "no_match {}", operand(*control)),
        Op::CheckResourceType {
            operand: checked,
            accessed,
        } => {
            let how = if *accessed { " accessed" } else { "" };
            write!(out, "check_resource_type {}{how}", operand(*checked))
        }
        Op::CheckExport { collects } => {
            let what = if *collects { "collects" } else { "exports" };
            write!(out, "check_export {what}")
        }
        Op::IllegalType(span) => write!(out, "illegal_type {}..{}", span.start, span.end),
        Op::IllegalQuery { construct, .. } => write!(out, "illegal_query {construct}"),
        Op::CheckTitles(titles) => {
            let titles: Vec<String> = titles.iter().map(|t| operand(*t)).collect();
            write!(out, "check_titles {}", titles.join(", "))
        }
        Op::Resource {
            form,
            type_name,
            bodies,
        } => {
            let _ = write!(out, "resource {form:?} {}", operand(*type_name));
            for body in bodies {
                let list = attributes(&body.attributes);
                let _ = write!(out, " {{ {}: {list} }}", operand(body.title));
            }
            Ok(())
        }
        Op::ResourceDefaults {
            type_ref,
            attributes: list,
        } => {
            write!(
                out,
                "resource_defaults {} {{ {} }}",
                operand(*type_ref),
                attributes(list)
            )
        }
        Op::ResourceOverride {
            references,
            attributes: list,
        } => {
            write!(
                out,
                "resource_override {} {{ {} }}",
                operand(*references),
                attributes(list)
            )
        }
        Op::Collect {
            type_ref,
            exported,
            query: q,
            attributes: list,
        } => {
            let (open, close) = if *exported {
                ("<<|", "|>>")
            } else {
                ("<|", "|>")
            };
            let (q, list) = (query(q), attributes(list));
            write!(
                out,
                "collect {} {open} {q} {close} {{ {list} }}",
                operand(*type_ref)
            )
        }
        Op::Relate { op, left, right } => {
            write!(out, "relate {op:?} {}, {}", operand(*left), operand(*right))
        }
        Op::RenderText(index) => {
            write!(
                out,
                "render_text {}",
                constant(&function.constants[*index as usize])
            )
        }
        Op::Render(t) => write!(out, "render t{}", t.0),
    };
}
