//! Functions written in Ruby, of both APIs.

use frontend::Symbol;
use ruby::{Datum, Document, Writer};
use runtime::closure::Closure;
use runtime::error::{Error, Raise};
use runtime::function::{BlockParameter, Occurs, Parameter, Signature};
use runtime::host::{ForeignDispatch, ForeignFunction};
use runtime::types::{self, Size, Type, TypeRef};
use runtime::{Cx, Res, Value, builtins, fail, limits};

use super::Ruby;
use super::block::{LEFT_OUT, past_lambda};
use crate::compiler::Compiler;

/// What a function is known by to its process.
#[derive(Clone)]
pub(super) enum Known {
    /// Of the 4.x API: by its file; whether its code may change arguments in place.
    Current(String, bool),
    /// Of the 3.x API: by its name.
    Legacy(String),
    /// What calls a block of Ruby code.
    Yield,
}

/// The ways in which functions are written in Ruby.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Api {
    /// 4.x: `lib/puppet/functions/NAME.rb`
    Current,
    /// 3.x: `lib/puppet/parser/functions/NAME.rb`
    Legacy,
}

/// A dispatch, and what it takes.
type Dispatch<'h> = (ForeignDispatch<'h>, Signature<'h>);

impl<'h> Ruby<'h> {
    /// The function that a file defines. It is loaded once in a compilation.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn function(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        api: Api,
        path: &str,
        name: &str,
    ) -> Res<'h, Option<&'h ForeignFunction<'h>>> {
        let key = (api, path.to_owned(), name.to_owned());
        if let Some(known) = self.loaded.borrow().get(&key) {
            return Ok(Some(known));
        }
        let function = self.load_function(cx, compiler, api, (path, name))?;
        if let Some(function) = function {
            self.loaded.borrow_mut().insert(key, function);
        }
        Ok(function)
    }

    fn load_function(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        api: Api,
        (path, name): (&str, &str),
    ) -> Res<'h, Option<&'h ForeignFunction<'h>>> {
        if api == Api::Current {
            let (name, dispatches, may_change) = self.load(cx, compiler, path, name)?;
            let known = Known::Current(path.to_owned(), may_change);
            return Ok(Some(self.known(known, &name, &dispatches)));
        }
        let what = format!("the function '{name}'");
        let document = self.request(cx, compiler, &what, |writer| {
            writer.array(3);
            writer.symbol("load_legacy");
            writer.string(path);
            writer.string(name);
        })?;
        let found = document.items(document.root).get(1).copied();
        Ok(found
            .filter(|&found| found != Datum::Nil)
            .map(|_| self.legacy(name)))
    }

    /// The function of the 3.x API of a name without a file, which a file that was loaded has
    /// defined beside its own.
    ///
    /// # Errors
    /// As of [`Ruby::function`].
    pub fn loaded_function(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        name: &str,
    ) -> Res<'h, Option<&'h ForeignFunction<'h>>> {
        if !self.process.is_running() {
            return Ok(None);
        }
        let what = format!("the function '{name}'");
        let found = self.value(cx, compiler, &what, |writer| {
            writer.array(2);
            writer.symbol("legacy?");
            writer.string(name);
        })?;
        Ok(found.is_truthy().then(|| self.legacy(name)))
    }

    /// A function of the 3.x API that the process has loaded.
    fn legacy(&self, name: &str) -> &'h ForeignFunction<'h> {
        let called = ForeignDispatch {
            method: self.heap.text(name),
            is_mismatch: false,
        };
        let dispatch = (called, self.legacy_signature());
        self.known(Known::Legacy(name.to_owned()), name, &[dispatch])
    }

    /// A function that the process has loaded.
    fn known(
        &self,
        known: Known,
        name: &str,
        dispatches: &[Dispatch<'h>],
    ) -> &'h ForeignFunction<'h> {
        let mut functions = self.functions.borrow_mut();
        functions.push(known);
        let signatures: Vec<Signature<'h>> = dispatches.iter().map(|(_, one)| *one).collect();
        let called: Vec<ForeignDispatch<'h>> =
            dispatches.iter().map(|(called, _)| *called).collect();
        let accepting = dispatches.iter().filter(|(called, _)| !called.is_mismatch);
        let accepting: Vec<Signature<'h>> = accepting.map(|(_, one)| *one).collect();
        self.heap.alloc(ForeignFunction {
            name: self.heap.text(name),
            id: functions.len() - 1,
            signatures: self.heap.slice(&signatures),
            accepting: self.heap.slice(&accepting),
            dispatches: self.heap.slice(&called),
        })
    }

    /// Any arguments, and a block or none.
    fn legacy_signature(&self) -> Signature<'h> {
        let any = Parameter {
            name: "args",
            ty: &Type::Any,
            occurs: Occurs::Repeated(Size { from: 0, to: None }),
        };
        Signature {
            parameters: self.heap.slice(&[any]),
            block: Some(BlockParameter {
                name: "block",
                ty: &Type::Callable(None),
                required: false,
            }),
            returns: None,
        }
    }

    /// The name and the dispatches of a function of the 4.x API, and whether its code may change its
    /// arguments in place.
    fn load(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        path: &str,
        name: &str,
    ) -> Res<'h, (String, Vec<Dispatch<'h>>, bool)> {
        let what = format!("the function '{name}'");
        let document = self.request(cx, compiler, &what, |writer| {
            writer.array(3);
            writer.symbol("load");
            writer.string(path);
            writer.string(name);
        })?;
        let loaded = document.items(document.root).get(1).copied();
        let [dispatches, local, name, may_change] = *document.items(loaded.unwrap_or(Datum::Nil))
        else {
            return fail("the Ruby process told nothing of a function");
        };
        let name = document.text(name).unwrap_or_default().to_owned();
        let mut names: Vec<Symbol> = Vec::new();
        let dispatches = self.dispatches(cx, &document, dispatches, local, &mut names);
        for name in names {
            types::alias::forget(cx, name);
        }
        let dispatches = dispatches.map_err(|raise| match *raise {
            Raise::Error(error) if error.issue != limits::LIMIT => {
                let problem = error.message;
                let message = format!("Function Load Error for function '{name}': {problem}");
                Error::plain(message).into()
            }
            other => Box::new(other),
        })?;
        Ok((name, dispatches, may_change == Datum::Boolean(true)))
    }

    /// All dispatches; the function's own types, whose names are told, are known to those that are
    /// declared behind them.
    fn dispatches(
        &self,
        cx: &mut Cx<'h>,
        document: &Document,
        dispatches: Datum,
        local: Datum,
        names: &mut Vec<Symbol>,
    ) -> Res<'h, Vec<Dispatch<'h>>> {
        let mut list = Vec::new();
        for &dispatch in document.items(dispatches) {
            let knows_local = document.items(dispatch).get(5) == Some(&Datum::Boolean(true));
            if knows_local && names.is_empty() {
                self.local_types(cx, document, local, names)?;
            }
            list.push(self.dispatch(cx, document, dispatch)?);
        }
        Ok(list)
    }

    fn local_types(
        &self,
        cx: &mut Cx<'h>,
        document: &Document,
        local: Datum,
        names: &mut Vec<Symbol>,
    ) -> Res<'h, ()> {
        for &item in document.items(local) {
            let [text, place] = *document.items(item) else {
                continue;
            };
            let text = document.text(text).unwrap_or_default();
            let name = types::alias::define_text(cx, text).map_err(|raise| {
                let place = document.text(place).unwrap_or_default();
                not_parsed(
                    raise,
                    &format!("'type \"{text}\"'"),
                    &format!("Called from <{place}>"),
                )
            })?;
            names.push(name);
        }
        Ok(())
    }

    fn dispatch(
        &self,
        cx: &mut Cx<'h>,
        document: &Document,
        datum: Datum,
    ) -> Res<'h, Dispatch<'h>> {
        let [mismatch, parameters, block, returns, method, _] = *document.items(datum) else {
            return fail("the Ruby process told nothing of a dispatch");
        };
        let text = |datum: Datum| document.text(datum).unwrap_or_default();
        let mut list = Vec::new();
        for &parameter in document.items(parameters) {
            let [occurs, ty, name] = *document.items(parameter) else {
                continue;
            };
            let occurs = match text(occurs) {
                "optional" => Occurs::Optional,
                "repeated" => Occurs::Repeated(Size { from: 0, to: None }),
                "required_repeated" => Occurs::Repeated(Size { from: 1, to: None }),
                _ => Occurs::Required,
            };
            list.push(Parameter {
                name: self.heap.text(text(name)),
                ty: type_named(cx, text(ty))?,
                occurs,
            });
        }
        let block = match *document.items(block) {
            [required, ty, name] => Some(BlockParameter {
                name: self.heap.text(text(name)),
                ty: block_type(cx, text(ty))?,
                required: required == Datum::Boolean(true),
            }),
            _ => None,
        };
        let returns = match document.text(returns) {
            Some(ty) => Some(type_named(cx, ty)?),
            None => None,
        };
        let signature = Signature {
            parameters: self.heap.slice(&list),
            block,
            returns,
        };
        let called = ForeignDispatch {
            method: self.heap.text(text(method)),
            is_mismatch: mismatch == Datum::Boolean(true),
        };
        Ok((called, signature))
    }

    /// Runs a dispatch of a function.
    ///
    /// # Errors
    /// What it raises.
    pub fn call(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        function: &'h ForeignFunction<'h>,
        dispatch: usize,
        arguments: &[Value<'h>],
        block: Option<&'h Closure<'h>>,
    ) -> Res<'h> {
        let known = self.functions.borrow()[function.id].clone();
        let what = format!("the function '{}'", function.name);
        match known {
            Known::Current(path, may_change) => {
                let numbers: Option<Vec<Vec<i64>>> = may_change.then(|| {
                    let numbers = arguments.iter();
                    let numbers = numbers.map(|argument| self.watched.number(cx, *argument, false));
                    numbers.collect()
                });
                let parameters: &[Parameter<'h>] = match block {
                    Some(block) => runtime::interp::closure_signature(cx, block)?.parameters,
                    None => &[],
                };
                self.value(cx, compiler, &what, |writer| {
                    writer.array(5 + usize::from(numbers.is_some()));
                    writer.symbol("call");
                    writer.string(&path);
                    writer.integer(dispatch as i64);
                    self.write_list(writer, arguments);
                    match block {
                        Some(block) => {
                            writer.array(2);
                            self.write(writer, Value::Callable(block));
                            write_parameters(writer, parameters);
                        }
                        None => writer.nil(),
                    }
                    if let Some(numbers) = numbers {
                        writer.array(numbers.len());
                        for numbers in numbers {
                            writer.array(numbers.len());
                            numbers.iter().for_each(|number| writer.integer(*number));
                        }
                    }
                })
            }
            Known::Yield => match arguments {
                [] => Ok(types::object::symbol(cx.heap, LEFT_OUT)),
                [number, arguments @ ..] => {
                    let result = self.value(cx, compiler, &what, |writer| {
                        writer.array(3);
                        writer.symbol("yield");
                        self.write(writer, *number);
                        self.write_list(writer, arguments);
                    });
                    result.map_err(past_lambda)
                }
            },
            Known::Legacy(name) => {
                let arguments = builtins::legacy_arguments(cx, arguments)?;
                self.value(cx, compiler, &what, |writer| {
                    writer.array(3);
                    writer.symbol("call_legacy");
                    writer.string(&name);
                    self.write_list(writer, &arguments);
                })
            }
        }
    }

    fn write_list(&self, writer: &mut Writer, values: &[Value<'h>]) {
        writer.array(values.len());
        values.iter().for_each(|value| self.write(writer, *value));
    }
}

/// Parameters as Ruby tells those of a method: `[[:req, :a], [:opt, :b], [:rest, :c]]`.
fn write_parameters(writer: &mut Writer, parameters: &[Parameter<'_>]) {
    writer.array(parameters.len());
    for parameter in parameters {
        writer.array(2);
        writer.symbol(match parameter.occurs {
            Occurs::Required => "req",
            Occurs::Optional => "opt",
            Occurs::Repeated(_) => "rest",
        });
        writer.symbol(parameter.name);
    }
}

/// The type that a declaration names.
fn type_named<'h>(cx: &mut Cx<'h>, text: &str) -> Res<'h, TypeRef<'h>> {
    let ty = types::parse::parse_text(cx, text)
        .map_err(|raise| not_parsed(raise, &format!("type string '\"{text}\"'"), ""))?;
    match ty {
        Value::Type(ty) => Ok(ty),
        _ => Ok(&Type::Any),
    }
}

/// The type that a declaration names for a block.
fn block_type<'h>(cx: &mut Cx<'h>, text: &str) -> Res<'h, TypeRef<'h>> {
    let ty = type_named(cx, text)?;
    match ty {
        Type::Callable(_) | Type::Variant(_) => Ok(ty),
        _ => {
            let class = runtime::platform::class_name(Value::Type(ty));
            fail(format!(
                "Expected PCallableType or PVariantType thereof, got {class}"
            ))
        }
    }
}

/// Of a text that is to be a type, and is none.
#[allow(clippy::boxed_local, reason = "raises travel in boxes")]
fn not_parsed<'h>(raise: Box<Raise<'h>>, what: &str, place: &str) -> Box<Raise<'h>> {
    match *raise {
        Raise::Error(error) if error.issue != limits::LIMIT => {
            let problem = error.message;
            let message = format!("Parsing of {what} failed with message: <{problem}>.\n{place}");
            Error::plain(message).into()
        }
        other => Box::new(other),
    }
}
