//! Answers the questions that Ruby code asks during a compilation.

use std::sync::Arc;

use frontend::{Issue, Source, Symbol};
use ruby::{Datum, Document};
use rubycore::case::Downcase;
use runtime::closure::Closure;
use runtime::error::{Error, Form, Kind};
use runtime::frame::Frame;
use runtime::log::{Entry, Level};
use runtime::scope::ScopeId;
use runtime::types::object::{Attribute, Function, ObjectType};
use runtime::types::{self, Size, Type, TypeRef};
use runtime::{Cx, Res, Value, fail, interp};

use super::Ruby;
use super::block::behind_lambda;
use super::native::Done;
use super::scope::CALLING;
use crate::compiler::{Compiler, illegal_jump};
use crate::environment::files::Grammar;

impl<'h> Ruby<'h> {
    /// Answers a question. `items` holds a tag, the block given with the question, the name of the
    /// function that asks, the question's name, and its arguments.
    pub(super) fn answer(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        document: &Document,
        items: &[Datum],
    ) -> Res<'h> {
        let [_, block, asker, question, rest @ ..] = items else {
            return fail("Ruby code asked for nothing");
        };
        let mut arguments = Vec::with_capacity(rest.len());
        for &argument in rest {
            arguments.push(self.read(cx, document, argument)?);
        }
        let question = document.text(*question).unwrap_or_default();
        let asked = Asked {
            ruby: self,
            compiler,
            arguments,
            block: self.given_block(cx, document, *block)?,
            asker: document.text(*asker),
        };
        asked.answer(cx, question)
    }
}

/// The operation that a question asks for, if it is one that native code may have performed before.
#[derive(Clone, Copy)]
enum Asking<'a> {
    Function(&'a str),
    Block,
    OfContext(&'a str),
}

/// The arguments of a question and the compilation that it is asked in.
pub(super) struct Asked<'a, 'h> {
    pub(super) ruby: &'a Ruby<'h>,
    pub(super) compiler: &'a Compiler<'h>,
    arguments: Vec<Value<'h>>,
    block: Option<&'h Closure<'h>>,
    /// The function that asks for a call of another one.
    asker: Option<&'a str>,
}

impl<'h> Asked<'_, 'h> {
    pub(super) fn argument(&self, at: usize) -> Value<'h> {
        self.arguments.get(at).copied().unwrap_or(Value::Undef)
    }

    pub(super) fn text(&self, at: usize) -> &'h str {
        match self.argument(at) {
            // names may be Symbols
            Value::Object(object) => object
                .values
                .first()
                .and_then(|name| name.as_str())
                .unwrap_or_default(),
            other => other.as_str().unwrap_or_default(),
        }
    }

    pub(super) fn list(&self, at: usize) -> Vec<Value<'h>> {
        let items = self.argument(at).as_array();
        items.map_or_else(Vec::new, |items| items.iter().collect())
    }

    pub(super) fn string(&self, text: &str) -> Value<'h> {
        Value::string(self.ruby.heap, text)
    }

    pub(super) fn strings<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Value<'h> {
        let texts: Vec<Value<'h>> = texts.map(|text| self.string(text)).collect();
        Value::array(self.ruby.heap, &texts)
    }

    fn answer(&self, cx: &mut Cx<'h>, question: &str) -> Res<'h> {
        match question {
            "log" => Ok(self.log(cx)),
            "changed" => {
                self.changed(cx);
                Ok(Value::Undef)
            }
            "call" => self.call(cx),
            "yield" => self.run_block(cx),
            "function?" => {
                let name = Symbol::intern(self.text(0));
                let found = interp::function_signatures(cx, name)?.is_some();
                Ok(Value::Boolean(found))
            }
            "fact" | "facts" => Ok(self.facts(cx, question)),
            "method" | "entries" => self.method(cx, question),
            "method?" => Ok(Value::Boolean(match self.argument(0) {
                Value::Object(object) => {
                    let name = self.text(1);
                    object.ty.attribute(name).is_some() || object.ty.function(name).is_some()
                }
                _ => false,
            })),
            "type" | "text" | "parts" | "instance" | "assignable" | "generalize" | "infer"
            | "given" | "matches" => self.about_types(cx, question),
            "merge_strategy" => self.compiler.lookup.merge_strategy(cx, self.argument(0)),
            "merge" => {
                let values = [self.argument(1), self.argument(2)];
                self.compiler.lookup.merge(cx, self.argument(0), values)
            }
            "parse" | "evaluate" => self.run_text(cx, question),
            "find_file" => {
                let path = cx.host.find_file(cx, self.text(0), self.text(1))?;
                Ok(path.map_or(Value::Undef, |path| self.string(&path)))
            }
            _ => match self.about_scopes(cx, question) {
                Some(answer) => answer,
                None => self.about_catalog(cx, question),
            },
        }
    }

    /// Returns the places of the function's call and of the calls around it.
    pub(super) fn stack(&self, cx: &Cx<'h>) -> Value<'h> {
        let frames = cx.call_frames().into_iter();
        let frames = frames.map(|(file, line)| {
            let frame = [self.string(&file), Value::Integer(i64::from(line))];
            Value::array(self.ruby.heap, &frame)
        });
        let frames: Vec<Value<'h>> = frames.collect();
        Value::array(self.ruby.heap, &frames)
    }

    /// Returns the scope that the question is about.
    pub(super) fn scope(&self, cx: &Cx<'h>) -> ScopeId {
        match self.argument(0).as_integer() {
            None | Some(CALLING) => cx.scope_id(),
            Some(number) => ScopeId(u32::try_from(number).unwrap_or(0)),
        }
    }

    fn log(&self, cx: &mut Cx<'h>) -> Value<'h> {
        let source = match self.argument(1) {
            Value::Undef => "Puppet",
            _ => self.text(1),
        };
        if let Some(level) = Level::of_name(self.text(0)) {
            cx.log.push(Entry {
                level,
                source: source.to_owned(),
                message: self.text(2).to_owned(),
                place: None,
                located: frontend::issue::Located::Column,
                own_line: false,
            });
        }
        Value::Undef
    }

    fn call(&self, cx: &mut Cx<'h>) -> Res<'h> {
        let name = self.text(0);
        match self.replayed(Asking::Function(name)) {
            Some(result) => result,
            None => {
                let outer = cx.frame;
                // the top scope, outside of any frame
                if matches!(self.argument(2), Value::Boolean(true)) {
                    cx.frame = None;
                }
                let result = call_function(cx, name, &self.list(1), self.block, self.asker);
                cx.frame = outer;
                result
            }
        }
    }

    /// Returns the result that native code got when it asked for the same operation.
    fn replayed(&self, wanted: Asking<'_>) -> Option<Res<'h>> {
        let done = self.ruby.replay.borrow_mut().pop_front()?;
        Some(match (done, wanted) {
            (Done::Called(name, result), Asking::Function(wanted)) if name == wanted => result,
            (Done::Yielded(result), Asking::Block) => result,
            (Done::OfContext(name, result), Asking::OfContext(wanted)) if name == wanted => result,
            _ => fail("Ruby code asked for something else than before"),
        })
    }

    fn run_block(&self, cx: &mut Cx<'h>) -> Res<'h> {
        match self.argument(0) {
            Value::Callable(block) => match self.replayed(Asking::Block) {
                Some(result) => result,
                None => cx.call_block(block, &self.list(1)),
            },
            _ => fail("a block was expected"),
        }
    }

    fn facts(&self, cx: &mut Cx<'h>, question: &str) -> Value<'h> {
        match question {
            "facts" => match interp::scope_variable(cx, ScopeId::TOP, "facts") {
                Some(facts @ Value::Hash(_)) => facts,
                _ => Value::Undef,
            },
            _ => cx.fact(self.text(0)).unwrap_or(Value::Undef),
        }
    }

    /// Parses Puppet code and, unless the question is `parse`, evaluates it in a scope.
    fn run_text(&self, cx: &mut Cx<'h>, question: &str) -> Res<'h> {
        let at = usize::from(question == "evaluate");
        let file = Some(self.text(at + 1)).filter(|file| !file.is_empty());
        let source = Arc::new(Source::new(file, self.text(at)));
        let unit = self.compiler.load_text(cx, source, Grammar::Manifest)?;
        if question == "parse" {
            return Ok(Value::Undef);
        }
        let program = unit.program();
        let scope = self.scope(cx);
        let is_calling = self.argument(0).as_integer() == Some(CALLING);
        let parent = match is_calling {
            true => cx.frame,
            false => cx.scopes[scope.0 as usize].frame,
        };
        let is_function = parent.is_some_and(|frame| frame.is_function);
        let frame = Frame::new(cx, program, parent, scope, is_function);
        let outer = cx.program.replace(program.source);
        let result = interp::run(cx, frame).map_err(illegal_jump);
        cx.program = outer;
        let result = result?;
        for (name, value) in frame.assigned() {
            cx.scopes[scope.0 as usize].variables.insert(name, value);
        }
        Ok(result)
    }

    /// Calls a method of a value of an Object type.
    fn method(&self, cx: &mut Cx<'h>, question: &str) -> Res<'h> {
        let receiver = self.argument(0);
        let is_context = matches!(receiver, Value::Object(object) if object.ty.is_lookup_context());
        let is_replayed = question == "method" && is_context;
        let asking = Asking::OfContext(self.text(1));
        if let Some(result) = is_replayed.then(|| self.replayed(asking)).flatten() {
            return result;
        }
        let (name, arguments) = match question {
            "entries" => ("cached_entries", Vec::new()),
            _ => (self.text(1), self.list(2)),
        };
        let mut member = || types::object::member(cx, receiver, name, &arguments, self.block);
        let result = match name.starts_with("cache") {
            true => self.ruby.contexts.asking(member),
            false => member(),
        };
        match result {
            Some(result) if question == "entries" => {
                let entries = result?;
                let ty = types::parse::parse_text(cx, "Array")?;
                cx.call_function("new", &[ty, entries], None)
            }
            Some(result) => result,
            None => {
                let shown = runtime::platform::class_name(receiver);
                let text = format!("undefined method `{name}' for an object of the class {shown}");
                Err(Error::of(Kind::NoMethod, text).into())
            }
        }
    }

    fn about_types(&self, cx: &mut Cx<'h>, question: &str) -> Res<'h> {
        let (first, second) = (self.argument(0), self.argument(1));
        Ok(match (question, first, second) {
            ("type", ..) => types::parse::parse_text(cx, self.text(0))?,
            ("instance", Value::Type(ty), value) => Value::Boolean(types::instance(ty, value)),
            ("assignable", Value::Type(to), Value::Type(from)) => {
                Value::Boolean(types::assignable(to, from))
            }
            ("generalize", Value::Type(ty), _) => {
                Value::Type(types::generalize(self.ruby.heap, ty))
            }
            ("infer", value, detailed) => {
                let how = if detailed.is_truthy() {
                    "detailed"
                } else {
                    "reduced"
                };
                cx.call_function("type", &[value, self.string(how)], None)?
            }
            ("matches", Value::SemVerRange(range), Value::SemVer(version)) => {
                Value::Boolean(range.contains(version))
            }
            ("parts", Value::Type(ty), _) => self.parts(ty),
            ("given", Value::Object(object), _) => {
                let given = object.given().into_iter();
                let given: Vec<_> = given
                    .map(|(name, value)| (self.string(name), value))
                    .collect();
                Value::hash(self.ruby.heap, &given)
            }
            ("text", value, _) => self.string(&runtime::text::interpolated(value)),
            _ => Value::Boolean(false),
        })
    }

    /// Returns the components of a type under the names that Ruby code uses.
    fn parts(&self, ty: TypeRef<'h>) -> Value<'h> {
        let heap = self.ruby.heap;
        let types = |types: &[TypeRef<'h>]| {
            let types: Vec<Value<'h>> = types.iter().map(|ty| Value::Type(ty)).collect();
            Value::array(heap, &types)
        };
        let whole = |bound: Option<i64>| bound.map_or(Value::Undef, Value::Integer);
        let float = |bound: Option<f64>| bound.map_or(Value::Undef, Value::Float);
        let inner = |ty: Option<TypeRef<'h>>| ty.map_or(Value::Undef, Value::Type);
        let size = |size: Option<Size>| match size {
            Some(Size { from, to }) => Value::ty(
                heap,
                Type::Integer {
                    min: Some(from),
                    max: to,
                },
            ),
            None => Value::Undef,
        };
        let parts: Vec<(&str, Value<'h>)> = match *ty {
            Type::Integer { min, max } => vec![("from", whole(min)), ("to", whole(max))],
            Type::Float { min, max } => vec![("from", float(min)), ("to", float(max))],
            Type::Array {
                element,
                size: count,
            } => vec![
                ("element_type", Value::Type(element)),
                ("size_type", size(count)),
            ],
            Type::Hash {
                key,
                value,
                size: count,
            } => vec![
                ("key_type", Value::Type(key)),
                ("value_type", Value::Type(value)),
                ("size_type", size(count)),
            ],
            Type::Tuple {
                types: list,
                size: count,
            } => vec![("types", types(list)), ("size_type", size(count))],
            Type::Variant(list) => vec![("types", types(list))],
            Type::Enum { values, .. } => vec![("values", self.strings(values.iter().copied()))],
            Type::Struct(elements) => {
                let elements = elements.iter().map(|element| {
                    let parts = [
                        self.string(element.name),
                        Value::Boolean(element.optional),
                        Value::Type(element.value),
                    ];
                    Value::array(heap, &parts)
                });
                let elements: Vec<Value<'h>> = elements.collect();
                vec![("elements", Value::array(heap, &elements))]
            }
            Type::String(count) => vec![("size_type", size(count))],
            Type::StringValue(text) => vec![("value", self.string(text))],
            Type::Optional(ty) | Type::NotUndef(ty) => {
                vec![("optional_type", inner(ty)), ("type", inner(ty))]
            }
            Type::Sensitive(ty) | Type::Type(ty) => vec![("type", inner(ty))],
            Type::Callable(Some(callable)) => vec![
                ("param_types", types(callable.parameters)),
                ("block_type", inner(callable.block)),
                ("return_type", inner(callable.returns)),
            ],
            Type::Object(object) => self.parts_of_object(object),
            Type::Alias(alias) => vec![
                ("name", self.string(alias.name)),
                ("resolved_type", Value::Type(ty.resolved())),
            ],
            _ => Vec::new(),
        };
        let parts: Vec<_> = parts
            .into_iter()
            .map(|(name, value)| (self.string(name), value))
            .collect();
        Value::hash(heap, &parts)
    }

    /// Describes each attribute by its name, type, kind, whether it has a value, that value,
    /// whether it is final, and whether it overrides another one; describes each function by its
    /// name and type.
    fn parts_of_object(&self, object: &ObjectType<'h>) -> Vec<(&'static str, Value<'h>)> {
        let heap = self.ruby.heap;
        let attribute = |attribute: &Attribute<'h>| {
            let kind = match attribute.kind.text() {
                "" => Value::Undef,
                kind => self.string(kind),
            };
            let parts = [
                self.string(attribute.name),
                Value::Type(attribute.ty),
                kind,
                Value::Boolean(attribute.value.is_some()),
                attribute.value.unwrap_or(Value::Undef),
                Value::Boolean(attribute.is_final),
                Value::Boolean(attribute.overrides),
            ];
            Value::array(heap, &parts)
        };
        let function = |function: &Function<'h>| {
            Value::array(
                heap,
                &[self.string(function.name), Value::Type(function.ty)],
            )
        };
        let attributes: Vec<Value<'h>> = object.attributes.iter().map(attribute).collect();
        let functions: Vec<Value<'h>> = object.functions.iter().map(function).collect();
        vec![
            (
                "name",
                object.name.map_or(Value::Undef, |name| self.string(name)),
            ),
            ("parent", object.parent.map_or(Value::Undef, Value::Type)),
            ("own_attributes", Value::array(heap, &attributes)),
            ("own_functions", Value::array(heap, &functions)),
        ]
    }
}

/// Calls a function for Ruby code; `asker` is the function of the 4.x API that asks.
///
/// # Errors
/// Every error that the function raises.
pub(super) fn call_function<'h>(
    cx: &mut Cx<'h>,
    name: &str,
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
    asker: Option<&str>,
) -> Res<'h> {
    let plain = name.strip_prefix("::").unwrap_or(name).downcase();
    // the 4.x API calls other functions in the place where it is defined, which is outside of any
    // frame
    let outer = cx.frame;
    if asker.is_some() {
        cx.frame = None;
    }
    let result = cx.call_function(&plain, arguments, block);
    cx.frame = outer;
    result.map_err(behind_lambda).map_err(|raise| match *raise {
        runtime::error::Raise::Error(error)
            if error.issue == Issue("UNKNOWN_FUNCTION")
                && error.form == Form::Plain
                && asker.is_some() =>
        {
            let asker = asker.unwrap_or_default();
            Error::plain(format!("Function {asker}(): Unknown function: '{name}'")).into()
        }
        other => Box::new(other),
    })
}
