//! Prints and parses definitions, functions, blocks and terminators.

use std::fmt::Write as _;

use frontend::Symbol;
use rubycore::alarm;

use super::field::{Field, Printer, name, quoted};
use super::reader::{Read, Reader, empty};
use super::{literal, table};
use crate::ir::{
    Block, BlockId, Capture, Definition, DefinitionKind, Function, Inner, Inst, Kind, Leave,
    NodeMatch, Parameter, Site, Temp, Terminator, Ty, Unit,
};

/// The depth up to which functions may be nested.
const INNER_MAX: usize = 200;

/// The kinds of functions, with the keywords before their names.
const KINDS: [(Kind, &str); 9] = [
    (Kind::Program, "program"),
    (Kind::Class, "class"),
    (Kind::Define, "define"),
    (Kind::Node, "node"),
    (Kind::Function, "function"),
    (Kind::Plan, "plan"),
    (Kind::Lambda, "lambda"),
    (Kind::Thunk, "thunk"),
    (Kind::Template, "template"),
];

/// Returns the name of a function as it is written after `%`.
pub fn label(text: &str) -> String {
    name(text)
}

/// Prints a definition: a line about it, then its function.
pub fn print_definition(definition: &Definition, out: &mut String) {
    let what = quoted(&definition.name);
    let _ = match &definition.kind {
        DefinitionKind::Class { parent: None } => write!(out, "definition class {what}"),
        DefinitionKind::Class { parent: Some(p) } => {
            write!(out, "definition class {what} inherits {}", quoted(p))
        }
        DefinitionKind::Define => write!(out, "definition define {what}"),
        DefinitionKind::Function => write!(out, "definition function {what}"),
        DefinitionKind::Plan => write!(out, "definition plan {what}"),
        DefinitionKind::TypeAlias { target } => {
            let _ = write!(out, "definition type {what} = ");
            literal::print(target, out);
            Ok(())
        }
        DefinitionKind::Node { matches } => {
            let one = |m: &NodeMatch| match m {
                NodeMatch::Name(text) => quoted(text),
                NodeMatch::Regexp(text) => format!("regexp {}", quoted(text)),
                NodeMatch::Default => "default".to_owned(),
            };
            let list: Vec<String> = matches.iter().map(one).collect();
            write!(out, "definition node {what} [{}]", list.join(", "))
        }
    };
    let _ = writeln!(out, " @{}", definition.at);
    print(&definition.function, &label(&definition.function.name), out);
}

/// Prints a function under a label, and the functions inside it.
pub fn print(function: &Function, label: &str, out: &mut String) {
    print_head(function, label, out);
    for (index, block) in function.blocks.iter().enumerate() {
        print_block(function, index, block, out);
    }
    out.push_str("}\n");
    for (index, inner) in function.inner.iter().enumerate() {
        print(inner, &format!("{label}.{index}"), out);
    }
}

fn print_head(function: &Function, label: &str, out: &mut String) {
    let known = KINDS.iter().find(|(kind, _)| *kind == function.kind);
    let (_, kind) = known.expect("the table has every kind");
    let _ = write!(out, "{kind} %{label}(");
    for (index, p) in function.parameters.iter().enumerate() {
        let comma = if index > 0 { ", " } else { "" };
        let rest = if p.captures_rest { "*" } else { "" };
        let _ = write!(out, "{comma}{rest}${}", name(p.name.as_str()));
        if let Some(inner) = p.type_expr {
            let _ = write!(out, ": .{}", inner.0);
        }
        if let Some(inner) = p.default {
            let _ = write!(out, " = .{}", inner.0);
        }
        Printer::new(function, out).offset(" ", p.at);
    }
    out.push(')');
    if let Some(inner) = function.returns {
        let _ = write!(out, " -> .{}", inner.0);
    }
    Printer::new(function, out).offset(" ", function.at);
    out.push_str(" {\n");
    let variable = |name_: &Symbol| format!("${}", name(name_.as_str()));
    let flag = |out: &mut String, word: &str, set: bool| {
        if set {
            let _ = writeln!(out, "    {word}");
        }
    };
    let list = |out: &mut String, word: &str, list: Vec<String>| {
        if !list.is_empty() {
            let _ = writeln!(out, "    {word} [{}]", list.join(", "));
        }
    };
    flag(out, "frameless", function.frameless);
    flag(out, "uses_match", function.uses_match);
    flag(out, "takes_listed", function.takes_listed);
    let own = function.slots.iter().skip(function.parameters.len());
    list(out, "slots", own.map(variable).collect());
    let captured = |c: &Capture| format!("{} => {}", variable(&c.name), c.slot);
    list(
        out,
        "captures",
        function.captures.iter().map(captured).collect(),
    );
    let site = |s: &Site| format!("@{} in {}", s.at, s.outer);
    list(out, "sites", function.sites.iter().map(site).collect());
}

fn print_block(function: &Function, index: usize, block: &Block, out: &mut String) {
    let typed = |temp: &Temp| {
        let ty = function.temps.get(temp.0 as usize).copied();
        let mut text = format!("t{}: ", temp.0);
        ty.unwrap_or(Ty::Any)
            .print(&mut Printer::new(function, &mut text));
        text
    };
    let parameters: Vec<String> = block.parameters.iter().map(typed).collect();
    let _ = match parameters.is_empty() {
        true => writeln!(out, "b{index}:"),
        false => writeln!(out, "b{index}({}):", parameters.join(", ")),
    };
    for inst in &block.insts {
        alarm::step();
        let _ = write!(out, "    {} = ", typed(&inst.result));
        let mut printer = Printer::new(function, out);
        table::print(&inst.op, &mut printer);
        printer.offset(" ", inst.at);
        if inst.site != 0 {
            let _ = write!(out, " in {}", inst.site);
        }
        out.push('\n');
    }
    out.push_str("    ");
    let mut printer = Printer::new(function, out);
    print_end(&block.terminator, &mut printer);
    out.push('\n');
}

fn print_end(terminator: &Terminator, out: &mut Printer<'_>) {
    let _ = match terminator {
        Terminator::Jump(to, values) => {
            let values: Vec<String> = values.iter().map(|t| format!("t{}", t.0)).collect();
            write!(out.out, "jump b{}({})", to.0, values.join(", "))
        }
        Terminator::Branch(t, yes, no) => {
            write!(out.out, "branch t{}, b{}, b{}", t.0, yes.0, no.0)
        }
        Terminator::Return(t) => write!(out.out, "return t{}", t.0),
        Terminator::Leave(how, t, at) => {
            out.out.push_str("leave ");
            how.print(out);
            let _ = write!(out.out, " t{}", t.0);
            out.offset(" ", *at);
            Ok(())
        }
        Terminator::Unreachable => write!(out.out, "unreachable"),
    };
}

/// Reads all functions of a text.
pub fn parse_unit(reader: &mut Reader<'_>) -> Read<Unit> {
    let mut program = None;
    let mut definitions = Vec::new();
    while !reader.at_end() {
        if reader.take_word("definition") {
            let (kind, name, at) = parse_definition(reader)?;
            let (_, function) = parse_outer(reader)?;
            definitions.push(Definition {
                kind,
                name,
                function,
                at,
            });
            continue;
        }
        let (name, function) = parse_outer(reader)?;
        if matches!(function.kind, Kind::Program | Kind::Template) {
            if program.replace(function).is_some() {
                return reader.problem("a second program");
            }
            continue;
        }
        let kind = match function.kind {
            Kind::Class => DefinitionKind::Class { parent: None },
            Kind::Define => DefinitionKind::Define,
            Kind::Plan => DefinitionKind::Plan,
            _ => DefinitionKind::Function,
        };
        definitions.push(Definition {
            kind,
            name: name.into(),
            at: function.at,
            function,
        });
    }
    Ok(Unit {
        program: program.unwrap_or_else(nothing),
        definitions,
    })
}

/// Makes a program whose value is `undef`.
fn nothing() -> Function {
    let mut program = empty();
    program.constants.push(crate::ir::Constant::Undef);
    program.temps.push(Ty::Undef);
    program.blocks.push(Block {
        parameters: Vec::new(),
        insts: vec![Inst {
            op: crate::Op::Const(0),
            result: Temp(0),
            at: 0,
            site: 0,
        }],
        terminator: Terminator::Return(Temp(0)),
    });
    program
}

fn parse_definition(reader: &mut Reader<'_>) -> Read<(DefinitionKind, Box<str>, u32)> {
    let word = reader.word()?;
    let name = reader.quoted()?.into();
    let kind = match word {
        "class" => {
            let parent = match reader.take_word("inherits") {
                true => Some(reader.quoted()?.into()),
                false => None,
            };
            DefinitionKind::Class { parent }
        }
        "define" => DefinitionKind::Define,
        "function" => DefinitionKind::Function,
        "plan" => DefinitionKind::Plan,
        "type" => {
            reader.expect("=")?;
            let target = literal::parse(reader)?;
            DefinitionKind::TypeAlias { target }
        }
        "node" => {
            reader.expect("[")?;
            let matches = reader.list("]", |reader| {
                Ok(match reader.peek() {
                    "default" => {
                        reader.word()?;
                        NodeMatch::Default
                    }
                    "regexp" => {
                        reader.word()?;
                        NodeMatch::Regexp(reader.quoted()?.into())
                    }
                    _ => NodeMatch::Name(reader.quoted()?.into()),
                })
            })?;
            DefinitionKind::Node { matches }
        }
        _ => return reader.problem(format!("`{word}` defines nothing")),
    };
    Ok((kind, name, reader.offset()?))
}

/// Parses a function that is in no other, with its name.
fn parse_outer(reader: &mut Reader<'_>) -> Read<(String, Function)> {
    let (kind, name) = parse_kind_and_name(reader)?;
    let mut function = parse_body(reader, kind)?;
    if !matches!(kind, Kind::Program | Kind::Template) {
        function.name = name.clone().into();
    }
    parse_inner(reader, &mut function, &label(&name), 1)?;
    Ok((name, function))
}

fn parse_kind_and_name(reader: &mut Reader<'_>) -> Read<(Kind, String)> {
    let word = reader.word()?;
    let Some((kind, _)) = KINDS.iter().find(|(_, name)| *name == word) else {
        return reader.problem(format!("`{word}` is no kind of function"));
    };
    reader.expect("%")?;
    Ok((*kind, reader.name()?))
}

/// Parses the inner functions of a function.
fn parse_inner(
    reader: &mut Reader<'_>,
    outer: &mut Function,
    label: &str,
    depth: usize,
) -> Read<()> {
    loop {
        let label = format!("{label}.{}", outer.inner.len());
        let rest = reader.rest();
        let word = reader.peek();
        let behind = rest[word.len()..].trim_start().strip_prefix('%');
        let inside = behind.and_then(|rest| rest.strip_prefix(label.as_str()));
        if !inside.is_some_and(|rest| rest.starts_with('(')) {
            return Ok(());
        }
        if depth == INNER_MAX {
            return reader.problem("nested too deeply");
        }
        let Some((kind, _)) = KINDS.iter().find(|(_, name)| *name == word) else {
            return reader.problem(format!("`{word}` is no kind of function"));
        };
        reader.word()?;
        reader.expect("%")?;
        reader.expect(&label)?;
        let mut function = parse_body(reader, *kind)?;
        parse_inner(reader, &mut function, &label, depth + 1)?;
        outer.inner.push(function);
    }
}

/// Parses parameters, properties and blocks.
fn parse_body(reader: &mut Reader<'_>, kind: Kind) -> Read<Function> {
    reader.function = empty();
    reader.function.kind = kind;
    reader.expect("(")?;
    let parameters = reader.list(")", parse_parameter)?;
    reader.function.slots = parameters.iter().map(|p| p.name).collect();
    reader.function.parameters = parameters;
    if reader.take("->") {
        reader.function.returns = Some(Inner::parse(reader)?);
    }
    reader.function.at = reader.offset()?;
    reader.expect("{")?;
    while parse_property(reader)? {}
    let mut count = 0;
    while !reader.take("}") {
        let block = parse_block(reader, count)?;
        reader.function.blocks.push(block);
        count += 1;
    }
    Ok(std::mem::replace(&mut reader.function, empty()))
}

fn parse_variable(reader: &mut Reader<'_>) -> Read<Symbol> {
    reader.expect("$")?;
    Symbol::parse(reader)
}

fn parse_parameter(reader: &mut Reader<'_>) -> Read<Parameter> {
    let captures_rest = reader.take("*");
    let name = parse_variable(reader)?;
    let mut inner = |mark: &str| match reader.take(mark) {
        true => Inner::parse(reader).map(Some),
        false => Ok(None),
    };
    let (type_expr, default) = (inner(":")?, inner("=")?);
    let at = reader.offset()?;
    Ok(Parameter {
        name,
        type_expr,
        default,
        captures_rest,
        at,
    })
}

/// Parses a property of the function, if one comes next.
fn parse_property(reader: &mut Reader<'_>) -> Read<bool> {
    if reader.take_word("frameless") {
        reader.function.frameless = true;
    } else if reader.take_word("uses_match") {
        reader.function.uses_match = true;
    } else if reader.take_word("takes_listed") {
        reader.function.takes_listed = true;
    } else if reader.take_word("slots") {
        reader.expect("[")?;
        let slots = reader.list("]", parse_variable)?;
        reader.function.slots.extend(slots);
    } else if reader.take_word("captures") {
        reader.expect("[")?;
        reader.function.captures = reader.list("]", |reader| {
            let name = parse_variable(reader)?;
            reader.expect("=>")?;
            let slot = reader.number()?;
            Ok(Capture { name, slot })
        })?;
    } else if reader.take_word("sites") {
        reader.expect("[")?;
        reader.function.sites = reader.list("]", |reader| {
            let at = reader.offset()?;
            let outer = parse_site(reader)?;
            Ok(Site { outer, at })
        })?;
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// Parses `in 2`; returns 0 for anything else.
fn parse_site(reader: &mut Reader<'_>) -> Read<u32> {
    match reader.take_word("in") {
        true => reader.number(),
        false => Ok(0),
    }
}

/// Parses `t1: Integer`.
fn parse_typed(reader: &mut Reader<'_>) -> Read<Temp> {
    let temp = Temp::parse(reader)?;
    reader.expect(":")?;
    let ty = Ty::parse(reader)?;
    let temps = &mut reader.function.temps;
    let index = temp.0 as usize;
    // keep the table in proportion to the number of temps that a text of this length can define
    if index > temps.len() + 100_000 {
        return reader.problem(format!("t{index} is far from the other temps"));
    }
    if temps.len() <= index {
        temps.resize(index + 1, Ty::Any);
    }
    temps[index] = ty;
    Ok(temp)
}

fn parse_block(reader: &mut Reader<'_>, index: u32) -> Read<Block> {
    let number = reader.numbered("b")?;
    if number != index {
        return reader.problem(format!("expected block b{index}, found b{number}"));
    }
    let parameters = match reader.take("(") {
        true => reader.list(")", parse_typed)?,
        false => Vec::new(),
    };
    reader.expect(":")?;
    let mut insts = Vec::new();
    loop {
        if let Some(terminator) = parse_end(reader)? {
            return Ok(Block {
                parameters,
                insts,
                terminator,
            });
        }
        let result = parse_typed(reader)?;
        reader.expect("=")?;
        let word = reader.word()?;
        let op = table::parse(word, reader)?;
        let at = reader.offset()?;
        let site = parse_site(reader)?;
        insts.push(Inst {
            op,
            result,
            at,
            site,
        });
    }
}

fn parse_target(reader: &mut Reader<'_>) -> Read<BlockId> {
    reader.numbered("b").map(BlockId)
}

/// Parses the terminator of a block, if it comes next.
fn parse_end(reader: &mut Reader<'_>) -> Read<Option<Terminator>> {
    Ok(Some(match reader.peek() {
        "jump" => {
            reader.word()?;
            let to = parse_target(reader)?;
            let values = match reader.take("(") {
                true => reader.list(")", Temp::parse)?,
                false => Vec::new(),
            };
            Terminator::Jump(to, values.into_boxed_slice())
        }
        "branch" => {
            reader.word()?;
            let temp = Temp::parse(reader)?;
            reader.expect(",")?;
            let yes = parse_target(reader)?;
            reader.expect(",")?;
            Terminator::Branch(temp, yes, parse_target(reader)?)
        }
        "return" => {
            reader.word()?;
            Terminator::Return(Temp::parse(reader)?)
        }
        "leave" => {
            reader.word()?;
            let how = Leave::parse(reader)?;
            let temp = Temp::parse(reader)?;
            Terminator::Leave(how, temp, reader.offset()?)
        }
        "unreachable" => {
            reader.word()?;
            Terminator::Unreachable
        }
        _ => return Ok(None),
    }))
}
