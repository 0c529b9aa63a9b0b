//! Functions written in Ruby, of both APIs.

use frontend::Symbol;
use ruby::{Datum, Document};
use runtime::closure::Closure;
use runtime::function::{BlockParameter, Occurs, Parameter, Signature};
use runtime::host::ForeignFunction;
use runtime::types::{self, Size, Type, TypeRef};
use runtime::{Cx, Res, Value, builtins, dispatch, fail};

use super::Ruby;
use crate::compiler::Compiler;

/// What a function is known by to its process.
#[derive(Clone)]
pub(super) enum Known {
    /// Of the 4.x API: by its file.
    Current(String),
    /// Of the 3.x API: by its name.
    Legacy(String),
}

/// The ways in which functions are written in Ruby.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Api {
    /// 4.x: `lib/puppet/functions/NAME.rb`
    Current,
    /// 3.x: `lib/puppet/parser/functions/NAME.rb`
    Legacy,
}

impl<'h> Ruby<'h> {
    /// The function that a file defines.
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
        let (known, name, dispatches) = match api {
            Api::Current => {
                let (name, dispatches) = self.load(cx, compiler, path, name)?;
                (Known::Current(path.to_owned()), name, dispatches)
            }
            Api::Legacy => {
                let document = self.request(cx, compiler, |writer| {
                    writer.array(3);
                    writer.symbol("load_legacy");
                    writer.string(path);
                    writer.string(name);
                })?;
                let found = document.items(document.root).get(1).copied();
                if found.is_none_or(|found| found == Datum::Nil) {
                    return Ok(None);
                }
                let any = Parameter {
                    name: "args",
                    ty: &Type::Any,
                    occurs: Occurs::Repeated(Size { from: 0, to: None }),
                };
                let signature = Signature {
                    parameters: self.heap.slice(&[any]),
                    block: Some(BlockParameter {
                        name: "block",
                        ty: &Type::Callable(None),
                        required: false,
                    }),
                    returns: None,
                };
                let name = name.to_owned();
                (Known::Legacy(name.clone()), name, vec![(false, signature)])
            }
        };
        let mut functions = self.functions.borrow_mut();
        functions.push(known);
        let signatures: Vec<Signature<'h>> = dispatches.iter().map(|(_, one)| *one).collect();
        let mismatch: Vec<bool> = dispatches.iter().map(|(mismatch, _)| *mismatch).collect();
        let accepting = dispatches.iter().filter(|(mismatch, _)| !mismatch);
        let accepting: Vec<Signature<'h>> = accepting.map(|(_, one)| *one).collect();
        Ok(Some(self.heap.alloc(ForeignFunction {
            name: self.heap.text(&name),
            id: functions.len() - 1,
            signatures: self.heap.slice(&signatures),
            accepting: self.heap.slice(&accepting),
            mismatch: self.heap.slice(&mismatch),
        })))
    }

    /// The name and the dispatches of a function of the 4.x API.
    fn load(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        path: &str,
        name: &str,
    ) -> Res<'h, (String, Vec<(bool, Signature<'h>)>)> {
        let document = self.request(cx, compiler, |writer| {
            writer.array(3);
            writer.symbol("load");
            writer.string(path);
            writer.string(name);
        })?;
        let loaded = document.items(document.root).get(1).copied();
        let [dispatches, local, name] = *document.items(loaded.unwrap_or(Datum::Nil)) else {
            return fail("the Ruby process told nothing of a function");
        };
        let mut names: Vec<Symbol> = Vec::new();
        let mut read = |cx: &mut Cx<'h>| {
            for &text in document.items(local) {
                let text = document.text(text).unwrap_or_default();
                names.push(types::alias::define_text(cx, text)?);
            }
            let dispatches = document.items(dispatches).iter();
            dispatches
                .map(|&dispatch| self.dispatch(cx, &document, dispatch))
                .collect::<Res<'h, Vec<_>>>()
        };
        let dispatches = read(cx);
        for name in names {
            types::alias::forget(cx, name);
        }
        let name = document.text(name).unwrap_or_default().to_owned();
        Ok((name, dispatches?))
    }

    fn dispatch(
        &self,
        cx: &mut Cx<'h>,
        document: &Document,
        datum: Datum,
    ) -> Res<'h, (bool, Signature<'h>)> {
        let [mismatch, parameters, block, returns] = *document.items(datum) else {
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
                ty: type_named(cx, text(ty))?,
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
        Ok((mismatch == Datum::Boolean(true), signature))
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
        match known {
            Known::Current(path) => {
                let takes = match block {
                    Some(block) => {
                        let signature = runtime::interp::closure_signature(cx, block)?;
                        dispatch::arity(signature.parameters).from
                    }
                    None => 0,
                };
                self.value(cx, compiler, |writer| {
                    writer.array(5);
                    writer.symbol("call");
                    writer.string(&path);
                    writer.integer(dispatch as i64);
                    writer.array(arguments.len());
                    arguments
                        .iter()
                        .for_each(|value| self.write(writer, *value));
                    match block {
                        Some(block) => {
                            writer.array(2);
                            writer.integer(self.keep(Value::Callable(block)));
                            writer.integer(takes);
                        }
                        None => writer.nil(),
                    }
                })
            }
            Known::Legacy(name) => {
                let arguments = builtins::legacy_arguments(cx, arguments)?;
                self.value(cx, compiler, |writer| {
                    writer.array(3);
                    writer.symbol("call_legacy");
                    writer.string(&name);
                    writer.array(arguments.len());
                    arguments
                        .iter()
                        .for_each(|value| self.write(writer, *value));
                })
            }
        }
    }
}

/// The type that a declaration names.
fn type_named<'h>(cx: &mut Cx<'h>, text: &str) -> Res<'h, TypeRef<'h>> {
    match types::parse::parse_text(cx, text)? {
        Value::Type(ty) => Ok(ty),
        _ => Ok(&Type::Any),
    }
}
