//! Answers the questions that Ruby code asks during a compilation.

use std::sync::Arc;

use frontend::{Source, Symbol};
use ruby::{Datum, Document};
use rubycore::semver;
use runtime::code::CodeUnit;
use runtime::error::{Error, Kind};
use runtime::frame::Frame;
use runtime::log::{Entry, Level};
use runtime::scope::ScopeId;
use runtime::types::object::{Attribute, Function, ObjectType};
use runtime::types::{self, Size, Type, TypeRef};
use runtime::{Cx, Res, Value, fail, interp};

use super::Ruby;
use super::answer_context::{AnswerContext, call_function};
use super::message::{Question, ScopeName};
use super::native::Done;
use super::scope::{self, set_variable};
use crate::compiler::{Compiler, ResourceChange, illegal_jump};
use crate::environment::files::Grammar;
use crate::lookup::{Source as AdapterSource, Step};

impl<'h> Ruby<'h> {
    /// Reads a question and answers it. Returns the answer, and true if `next` and `return` in the
    /// called code end the code that asked.
    pub(super) fn answer(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        document: &Document,
        asking: Asking<'_>,
    ) -> (Res<'h>, bool) {
        let question = match self.question(cx, document, &asking) {
            Ok(question) => question,
            Err(raise) => return (Err(raise), false),
        };
        let is_call = question.is_call();
        let context = self
            .given_block(cx, document, asking.block)
            .map(|block| AnswerContext {
                ruby: self,
                compiler,
                block,
                caller: asking.caller,
            });
        (
            context.and_then(|context| context.answer(cx, question)),
            is_call,
        )
    }

    fn question(
        &self,
        cx: &mut Cx<'h>,
        document: &Document,
        asking: &Asking<'_>,
    ) -> Res<'h, Question<'h>> {
        let arguments = asking.arguments.iter();
        let arguments = arguments.map(|&argument| self.read(cx, document, argument));
        let arguments = arguments.collect::<Res<'h, Vec<Value<'h>>>>()?;
        match Question::of(asking.question, arguments) {
            Some(question) => Ok(question),
            None => fail(format!(
                "'{}' is not known to this compilation",
                asking.question
            )),
        }
    }
}

/// The parts of a message that asks a question.
pub(super) struct Asking<'d> {
    pub(super) block: Datum,
    pub(super) caller: Option<&'d str>,
    pub(super) question: &'d str,
    pub(super) arguments: &'d [Datum],
}

/// The operation that a question asks for, if it is one that native code may have performed before.
#[derive(Clone, Copy)]
enum Repeated<'a> {
    Function(&'a str),
    Block,
    OfContext(&'a str),
}

impl<'h> AnswerContext<'_, 'h> {
    pub(super) fn string(&self, text: &str) -> Value<'h> {
        Value::string(self.ruby.heap, text)
    }

    pub(super) fn strings<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Value<'h> {
        let texts: Vec<Value<'h>> = texts.map(|text| self.string(text)).collect();
        Value::array(self.ruby.heap, &texts)
    }

    // Long because each question has an arm.
    fn answer(&self, cx: &mut Cx<'h>, question: Question<'h>) -> Res<'h> {
        let compiler = self.compiler;
        Ok(match question {
            Question::Call {
                name,
                arguments,
                at_top,
            } => return self.call(cx, name, &arguments, at_top),
            Question::IsFunction { name } => {
                let name = Symbol::intern(name);
                Value::Boolean(interp::function_signatures(cx, name)?.is_some())
            }
            Question::Yield { lambda, arguments } => {
                return self.call_lambda(cx, lambda, &arguments);
            }
            Question::Log {
                level,
                source,
                message,
            } => log(cx, level, source, message),
            Question::Changed { changes } => self.changed(cx, changes),
            Question::Stack {} => self.stack(cx),
            Question::FindFile { folder, file } => {
                let path = cx.host.find_file(cx, folder, file)?;
                path.map_or(Value::Undef, |path| self.string(&path))
            }
            Question::Parse { text, file } => {
                self.parsed(cx, text, file)?;
                Value::Undef
            }
            Question::Evaluate { scope, text, file } => {
                return self.evaluated(cx, scope, text, file);
            }

            Question::Variable {
                scope,
                name,
                numbered,
            } => self.variable(cx, scope, name, numbered),
            Question::Variables {
                scope,
                names,
                outer,
                undef,
                numbered,
            } => self.variables(cx, scope, &names, (outer, undef), numbered),
            Question::LocalVariable { scope, name, inner } => {
                self.local_variable(cx, scope, name, inner)
            }
            Question::SetVariable { scope, name, value } => {
                return set_variable(cx, scope, name, value);
            }
            Question::Scope { scope } => self.describe_scope(cx, scope),
            Question::ScopeText { scope } => {
                let scope = scope.id(cx);
                self.string(&interp::scope_text(cx, scope))
            }
            Question::ScopeResource { scope } => compiler.resource_of_scope(scope.id(cx), cx),
            Question::Defaults { scope, type_name } => {
                compiler.defaults_of_scope(scope.id(cx), cx, type_name)
            }
            Question::ClassScope { name } => {
                let scope = cx.host.class_scope(cx, name);
                scope.map_or(Value::Undef, scope::number)
            }
            Question::Fact { name } => cx.fact(name).unwrap_or(Value::Undef),
            Question::Facts {} => match interp::scope_variable(cx, ScopeId::TOP, "facts") {
                Some(facts @ Value::Hash(_)) => facts,
                _ => Value::Undef,
            },
            Question::Settings {} => self.settings(),

            Question::Resource { type_name, title } => self.resource(cx, type_name, &title)?,
            Question::IsResource { type_name, title } => {
                let found = cx.host.resource_attributes(cx, type_name, &title.0)?;
                Value::Boolean(found.is_some())
            }
            Question::ResourceFacts { type_name, title } => {
                compiler.resource_facts(type_name, &title.0)
            }
            Question::Resources {} => compiler.all_resources(),
            Question::Parameter {
                type_name,
                title,
                name,
            } => {
                let found = cx.host.resource_attributes(cx, type_name, &title.0)?;
                let mut found = found.into_iter().flatten();
                let found = found.find(|(other, _)| *other == name);
                found.map_or(Value::Undef, |(_, value)| value)
            }
            Question::Attributes { type_name, title } => {
                compiler.attributes_of(type_name, &title.0)
            }
            Question::Tags { type_name, title } => {
                let tags = compiler.tags_of(type_name, &title.0);
                self.strings(tags.iter().map(String::as_str))
            }
            Question::Change {
                type_name,
                title,
                what,
                name,
                value,
            } => {
                let Some(change) = ResourceChange::of(what, name, value) else {
                    return fail(format!("resources have no change '{what}'"));
                };
                Value::Boolean(compiler.change_resource(cx, (type_name, &title.0), change))
            }
            Question::IsAttribute {
                type_name,
                title,
                name,
            } => {
                let is_known = compiler.takes_attribute(cx, (type_name, &title.0), name)?;
                Value::Boolean(is_known)
            }
            Question::NameAttributes { type_name } => {
                self.strings(compiler.name_attributes_of(type_name).into_iter())
            }
            Question::Definition { kind, name } => {
                return compiler.definition_facts(cx, kind, name);
            }
            Question::Definitions { kind } => self.strings(compiler.known_names(kind).into_iter()),
            Question::TypeKind { type_name } => return compiler.type_kind(cx, type_name),
            Question::Containment {} => compiler.containment(),
            Question::Classes {} => self.strings(compiler.evaluated_classes().iter().copied()),
            Question::CatalogTags {} => {
                self.strings(compiler.all_tags().iter().map(String::as_str))
            }
            Question::AddToCatalog { what, name } => {
                compiler.add_to_catalog(what, name);
                Value::Undef
            }

            Question::Type { text } => types::parse::parse_text(cx, text)?,
            Question::Inspect { value } => self.string(&runtime::text::ruby_inspect(value)),
            Question::Text { value } => self.string(&runtime::text::interpolated(value)),
            Question::Parts { ty } => of_type(ty, |ty| self.parts(ty)),
            Question::Instance { ty, value } => {
                of_type(ty, |ty| Value::Boolean(types::instance(ty, value)))
            }
            Question::Assignable { ty, other } => of_type(ty, |ty| {
                of_type(other, |other| Value::Boolean(types::assignable(ty, other)))
            }),
            Question::Generalize { ty } => {
                of_type(ty, |ty| Value::Type(types::generalize(self.ruby.heap, ty)))
            }
            Question::Infer { value, detailed } => {
                let inference = if detailed { "detailed" } else { "reduced" };
                cx.call_function("type", &[value, self.string(inference)], None)?
            }
            Question::Given { object } => self.given(object),
            Question::Matches { range, version } => Value::Boolean(match (range, version) {
                (Value::SemVerRange(range), Value::SemVer(version)) => range.contains(version),
                _ => false,
            }),
            Question::Method {
                object,
                name,
                arguments,
            } => return self.method(cx, object, name, &arguments),
            Question::IsMethod { object, name } => Value::Boolean(match object {
                Value::Object(object) => {
                    object.ty.attribute(name).is_some() || object.ty.function(name).is_some()
                }
                _ => false,
            }),
            Question::Entries { context } => return self.entries(cx, context),

            Question::Lookup {
                config,
                global_only,
                options,
            } => {
                let source = adapter_source(config, global_only);
                return compiler.lookup.by_adapter(cx, source, options);
            }
            Question::LookupStep {
                config,
                global_only,
                what,
                key,
                merge,
                overrides,
                defaults,
            } => {
                let step = Step {
                    what,
                    key,
                    merge,
                    overrides,
                    defaults,
                };
                let source = adapter_source(config, global_only);
                return compiler.lookup.step(cx, source, &step);
            }
            Question::Merge {
                strategy,
                first,
                second,
            } => return compiler.lookup.merge(cx, strategy, [first, second]),
            Question::MergeStrategy { strategy } => {
                return compiler.lookup.merge_strategy(cx, strategy);
            }
        })
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

    fn call(&self, cx: &mut Cx<'h>, name: &str, arguments: &[Value<'h>], at_top: bool) -> Res<'h> {
        match self.replayed(Repeated::Function(name)) {
            Some(result) => result,
            None => {
                let outer = cx.frame;
                // the top scope, outside of any frame
                if at_top {
                    cx.frame = None;
                }
                let result = call_function(cx, name, arguments, self.block, self.caller);
                cx.frame = outer;
                result
            }
        }
    }

    /// Returns the result that native code got when it asked for the same operation.
    fn replayed(&self, wanted: Repeated<'_>) -> Option<Res<'h>> {
        let done = self.ruby.replay.borrow_mut().pop_front()?;
        Some(match (done, wanted) {
            (Done::Called(name, result), Repeated::Function(wanted)) if name == wanted => result,
            (Done::Yielded(result), Repeated::Block) => result,
            (Done::OfContext(name, result), Repeated::OfContext(wanted)) if name == wanted => {
                result
            }
            _ => fail("Ruby code asked for something else than before"),
        })
    }

    fn call_lambda(&self, cx: &mut Cx<'h>, lambda: Value<'h>, arguments: &[Value<'h>]) -> Res<'h> {
        match lambda {
            Value::Callable(block) => match self.replayed(Repeated::Block) {
                Some(result) => result,
                None => cx.call_block(block, arguments),
            },
            _ => fail("a block was expected"),
        }
    }

    fn parsed(&self, cx: &mut Cx<'h>, text: &str, file: Option<&str>) -> Res<'h, &'h CodeUnit> {
        let file = file.filter(|file| !file.is_empty());
        let source = Arc::new(Source::new(file, text));
        self.compiler.load_text(cx, source, Grammar::Manifest)
    }

    fn evaluated(
        &self,
        cx: &mut Cx<'h>,
        name: ScopeName,
        text: &str,
        file: Option<&str>,
    ) -> Res<'h> {
        let program = self.parsed(cx, text, file)?.program();
        let scope = name.id(cx);
        let parent = match name {
            ScopeName::Calling => cx.frame,
            ScopeName::Numbered(_) => cx.scopes[scope.0 as usize].frame,
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
    fn method(
        &self,
        cx: &mut Cx<'h>,
        receiver: Value<'h>,
        name: &str,
        arguments: &[Value<'h>],
    ) -> Res<'h> {
        if let Value::SemVerRange(range) = receiver {
            return Ok(self.method_of_range(range, name, arguments));
        }
        let is_context = matches!(receiver, Value::Object(object) if object.ty.is_lookup_context());
        let repeated = Repeated::OfContext(name);
        let replayed = is_context.then(|| self.replayed(repeated)).flatten();
        replayed.unwrap_or_else(|| self.call_method(cx, receiver, name, arguments))
    }

    /// Calls a method of a range of versions. The sides of a range of several runs are unknown.
    fn method_of_range(
        &self,
        range: &'h semver::Range<'h>,
        name: &str,
        arguments: &[Value<'h>],
    ) -> Value<'h> {
        let heap = self.ruby.heap;
        let range_value = |range| Value::SemVerRange(heap.alloc(range));
        match (name, arguments, range.runs) {
            ("ranges", _, _) => {
                let parts = range.parts(heap).into_iter().map(range_value);
                Value::array(heap, &parts.collect::<Vec<_>>())
            }
            ("intersection", [Value::SemVerRange(other)], _) => {
                range_value(range.intersection(heap, other))
            }
            ("begin", _, [run]) => Value::SemVer(heap.alloc(run.begin())),
            ("end", _, [run]) => Value::SemVer(heap.alloc(run.end().version)),
            ("exclude_begin?", _, [run]) => Value::Boolean(run.min.is_some_and(|b| !b.inclusive)),
            ("exclude_end?", _, [run]) => Value::Boolean(!run.end().inclusive),
            _ => Value::Undef,
        }
    }

    /// Returns the entries of a lookup context's cache as an Array.
    fn entries(&self, cx: &mut Cx<'h>, context: Value<'h>) -> Res<'h> {
        let entries = self.call_method(cx, context, "cached_entries", &[])?;
        let ty = types::parse::parse_text(cx, "Array")?;
        cx.call_function("new", &[ty, entries], None)
    }

    fn call_method(
        &self,
        cx: &mut Cx<'h>,
        receiver: Value<'h>,
        name: &str,
        arguments: &[Value<'h>],
    ) -> Res<'h> {
        let mut member = || types::object::member(cx, receiver, name, arguments, self.block);
        let result = match name.starts_with("cache") {
            true => self.ruby.contexts.asking(member),
            false => member(),
        };
        result.unwrap_or_else(|| {
            let shown = runtime::platform::class_name(receiver);
            let text = format!("undefined method `{name}' for an object of the class {shown}");
            Err(Error::of(Kind::NoMethod, text).into())
        })
    }

    fn given(&self, object: Value<'h>) -> Value<'h> {
        let Value::Object(object) = object else {
            return Value::Boolean(false);
        };
        let given = object.given().into_iter();
        let given: Vec<_> = given
            .map(|(name, value)| (self.string(name), value))
            .collect();
        Value::hash(self.ruby.heap, &given)
    }

    /// Returns the components of a type under the names that Ruby code uses.
    // Long because each kind of type has an arm.
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

/// Returns the answer about a type; false if the value is none.
fn of_type<'h>(ty: Value<'h>, answer: impl FnOnce(TypeRef<'h>) -> Value<'h>) -> Value<'h> {
    match ty {
        Value::Type(ty) => answer(ty),
        _ => Value::Boolean(false),
    }
}

fn log<'h>(cx: &mut Cx<'h>, level: &str, source: Option<&str>, message: &str) -> Value<'h> {
    if let Some(level) = Level::of_name(level) {
        cx.log.push(Entry {
            level,
            source: source.unwrap_or("Puppet").to_owned(),
            message: message.to_owned(),
            place: None,
            located: frontend::issue::Located::Column,
            own_line: false,
            hint: None,
        });
    }
    Value::Undef
}

fn adapter_source(config: Option<&str>, is_global_only: bool) -> AdapterSource {
    AdapterSource {
        config: config.map(str::to_owned),
        is_global_only,
    }
}
