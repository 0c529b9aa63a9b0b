//! Loads and calls functions of both APIs that are written in Ruby.

use std::sync::Arc;

use ruby::Datum;
use runtime::closure::Closure;
use runtime::function::{BlockParameter, Occurs, Parameter, Signature};
use runtime::host::{ForeignDispatch, ForeignFunction};
use runtime::types::{self, Size, Type};
use runtime::{Cx, Res, Value, builtins, fail};

use super::Ruby;
use super::block::{LEFT_OUT, YIELD, marked};
use super::declared::{Built, Declared};
use super::message::{Many, One, PassedBlock, Request};
use super::native::{self, Called};
use super::template::same;
use crate::compiler::Compiler;
use crate::environment::files::read_utf8;
use crate::environment::ruby_code::{Api, Mode};

/// The identity of a function in the Ruby process.
#[derive(Clone)]
pub(super) enum Implementation<'h> {
    /// A function that needs no process until native execution is given up.
    Native(&'h Native),
    /// A function of the 4.x API by its file, and whether its code may change arguments in place.
    Current(String, bool),
    /// A function of the 3.x API by its name.
    Legacy(String),
    /// The function that calls a block of Ruby code.
    Yield,
}

/// A function that ran natively, its dispatch, and the record of what it did.
type Again<'h> = (
    &'h ForeignFunction<'h>,
    &'h Native,
    usize,
    native::Record<'h>,
);

/// A function that needs no process.
pub(super) struct Native {
    way: Way,
    /// The path of its file.
    path: String,
    name: String,
}

enum Way {
    Current(Arc<native::Current>),
    Legacy(Arc<native::Legacy>),
}

impl<'h> Ruby<'h> {
    /// Returns the function that a file defines. The file is loaded once per compilation.
    ///
    /// # Errors
    /// Fails if the file cannot be loaded.
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
        if let Some(function) = self.native(cx, api, path, name)? {
            return Ok(Some(function));
        }
        if api == Api::Current {
            let (name, dispatches, may_change) = self.load(cx, compiler, path, name)?;
            let implementation = Implementation::Current(path.to_owned(), may_change);
            return Ok(Some(self.register(implementation, &name, &dispatches)));
        }
        let is_there = self.load_legacy(cx, compiler, path, name)?;
        Ok(is_there.then(|| self.legacy(name)))
    }

    /// Lets the process load a function of the 3.x API; returns true if the file defines it.
    fn load_legacy(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        path: &str,
        name: &str,
    ) -> Res<'h, bool> {
        let what = format!("the function '{name}'");
        let request = Request::LoadLegacy { path, name };
        let (_, found) = self.request(cx, compiler, &what, &request)?;
        Ok(found != Datum::Nil)
    }

    /// Returns a function of the 3.x API that has no file of its own name because another file,
    /// already loaded, defines it.
    ///
    /// # Errors
    /// Same as [`Ruby::function`].
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
        let found = self.value(cx, compiler, &what, &Request::IsLegacy { name })?;
        Ok(found.is_truthy().then(|| self.legacy(name)))
    }

    /// Registers a function of the 3.x API that the process has loaded.
    fn legacy(&self, name: &str) -> &'h ForeignFunction<'h> {
        let dispatch = self.legacy_dispatch(name);
        self.register(Implementation::Legacy(name.to_owned()), name, &[dispatch])
    }

    fn legacy_dispatch(&self, name: &str) -> Built<'h> {
        let called = ForeignDispatch {
            method: self.heap.text(name),
            is_mismatch: false,
        };
        (called, self.legacy_signature())
    }

    /// Registers a function, which gets the next number.
    fn register(
        &self,
        implementation: Implementation<'h>,
        name: &str,
        dispatches: &[Built<'h>],
    ) -> &'h ForeignFunction<'h> {
        let mut functions = self.functions.borrow_mut();
        functions.push(implementation);
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

    /// Builds the signature that accepts any arguments and an optional block.
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

    /// Lets the process load a function of the 4.x API; returns its name, its dispatches, and
    /// whether its code may change its arguments in place.
    fn load(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        path: &str,
        name: &str,
    ) -> Res<'h, (String, Vec<Built<'h>>, bool)> {
        let what = format!("the function '{name}'");
        let request = Request::Load { path, name };
        let (document, loaded) = self.request(cx, compiler, &what, &request)?;
        let [dispatches, local, name, may_change] = *document.items(loaded) else {
            return fail("the Ruby process did not describe a function");
        };
        let name = document.text(name).unwrap_or_default().to_owned();
        let declared = Declared::read(&document, dispatches, local)?;
        let dispatches = declared.build(cx, &name)?;
        Ok((name, dispatches, may_change == Datum::Boolean(true)))
    }

    /// Returns the function of a file if it can run without a process.
    ///
    /// # Errors
    /// Fails if a type that it names is invalid.
    fn native(
        &self,
        cx: &mut Cx<'h>,
        api: Api,
        path: &str,
        name: &str,
    ) -> Res<'h, Option<&'h ForeignFunction<'h>>> {
        if self.environment.ruby == Mode::Process {
            return Ok(None);
        }
        // the process reports why a file cannot be read
        let Some(code) = read_utf8(path) else {
            return Ok(None);
        };
        let (way, built) = match api {
            Api::Current => {
                let Some(function) = native::current(&code) else {
                    return Ok(None);
                };
                if function.name.trim_start_matches("::") != name {
                    return Ok(None);
                }
                let built = function.declared.build(cx, &function.name);
                // if a type is invalid, the process reports the error with its place
                let Ok(built) = built else {
                    return Ok(None);
                };
                (Way::Current(function), built)
            }
            Api::Legacy => match native::legacy(&code) {
                Some(function) if function.name == name => {
                    (Way::Legacy(function), vec![self.legacy_dispatch(name)])
                }
                _ => return Ok(None),
            },
        };
        let native = self.heap.keep(Arc::new(Native {
            way,
            path: path.to_owned(),
            name: name.to_owned(),
        }));
        Ok(Some(self.register(
            Implementation::Native(native),
            name,
            &built,
        )))
    }

    /// Runs a function natively; if native execution is given up, the process runs it.
    fn call_native(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        (function, native): (&'h ForeignFunction<'h>, &'h Native),
        dispatch: usize,
        arguments: &[Value<'h>],
        block: Option<&'h Closure<'h>>,
    ) -> Res<'h> {
        let around = (compiler, self.environment, &self.files);
        let called = match &native.way {
            Way::Current(way) => way.call(cx, around, dispatch, arguments, block),
            Way::Legacy(way) => {
                let arguments = builtins::legacy_arguments(cx, arguments)?;
                way.call(cx, around, &arguments)
            }
        };
        let record = match called {
            Called::Value(value, record) if self.environment.ruby == Mode::Both => {
                let call = (function, native, dispatch, record);
                let other = self.call_again(cx, compiler, call, arguments, block);
                let what = format!("the function '{}'", function.name);
                return same(&what, Ok(value), other);
            }
            Called::Value(value, _) => return Ok(value),
            Called::Raised(raise) => return Err(raise),
            Called::GivenUp(record) => record,
        };
        let call = (function, native, dispatch, record);
        self.call_again(cx, compiler, call, arguments, block)
    }

    /// Lets the process run a function that has run natively, replaying the operations in the
    /// record.
    fn call_again(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        (function, native, dispatch, record): Again<'h>,
        arguments: &[Value<'h>],
        block: Option<&'h Closure<'h>>,
    ) -> Res<'h> {
        let known = self.load_known(cx, compiler, native)?;
        self.functions.borrow_mut()[function.id] = known;
        self.replay.replace(record.done);
        let result = self.call(cx, compiler, function, dispatch, arguments, block);
        self.functions.borrow_mut()[function.id] = Implementation::Native(native);
        self.replay.borrow_mut().clear();
        result
    }

    /// Lets the process load a native function; returns its identity there.
    fn load_known(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        native: &'h Native,
    ) -> Res<'h, Implementation<'h>> {
        let (path, name) = (&*native.path, &*native.name);
        match native.way {
            Way::Current(_) => {
                let (_, _, may_change) = self.load(cx, compiler, path, name)?;
                Ok(Implementation::Current(path.to_owned(), may_change))
            }
            Way::Legacy(_) => {
                self.load_legacy(cx, compiler, path, name)?;
                Ok(Implementation::Legacy(name.to_owned()))
            }
        }
    }

    /// Runs a dispatch of a function.
    ///
    /// # Errors
    /// Fails with every error that the function raises.
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
        let what = || format!("the function '{}'", function.name);
        match known {
            Implementation::Native(native) => {
                self.call_native(cx, compiler, (function, native), dispatch, arguments, block)
            }
            Implementation::Current(path, may_change) => {
                let numbers: Option<Vec<Vec<i64>>> = may_change.then(|| {
                    let number = |argument: &Value<'h>| {
                        let is_copy = runtime::interp::is_parameter(cx, *argument);
                        self.watched.number(cx, *argument, is_copy)
                    };
                    arguments.iter().map(number).collect()
                });
                let parameters: &[Parameter<'h>] = match block {
                    Some(block) => runtime::interp::closure_signature(cx, block)?.parameters,
                    None => &[],
                };
                let request = Request::Call {
                    path: &path,
                    dispatch: dispatch as i64,
                    arguments: Many(self, arguments),
                    block: block.map(|closure| PassedBlock {
                        ruby: self,
                        closure,
                        parameters,
                    }),
                    numbers,
                };
                self.value(cx, compiler, &what(), &request)
            }
            Implementation::Yield => match arguments {
                [] => Ok(types::object::symbol(cx.heap, LEFT_OUT)),
                [number, arguments @ ..] => {
                    let request = Request::Yield {
                        number: One(self, *number),
                        arguments: Many(self, arguments),
                    };
                    let result = self.value(cx, compiler, &what(), &request);
                    result.map_err(marked)
                }
            },
            Implementation::Legacy(name) => {
                let arguments = builtins::legacy_arguments(cx, arguments)?;
                let request = Request::CallLegacy {
                    name: &name,
                    arguments: Many(self, &arguments),
                };
                self.value(cx, compiler, &what(), &request)
            }
        }
    }
}

impl<'h> Ruby<'h> {
    /// Creates the function [`YIELD`]. Called without arguments, it returns the value that stands
    /// for an argument that is left out.
    pub fn yielding(&self) -> &'h ForeignFunction<'h> {
        let mut functions = self.functions.borrow_mut();
        functions.push(Implementation::Yield);
        let any = |name, occurs| Parameter {
            name,
            ty: &Type::Any,
            occurs,
        };
        let rest = Occurs::Repeated(Size { from: 0, to: None });
        let signature = Signature {
            parameters: self
                .heap
                .slice(&[any("number", Occurs::Optional), any("arguments", rest)]),
            block: None,
            returns: None,
        };
        let signatures = self.heap.slice(&[signature]);
        self.heap.alloc(ForeignFunction {
            name: YIELD,
            id: functions.len() - 1,
            signatures,
            accepting: signatures,
            dispatches: &[ForeignDispatch {
                method: YIELD,
                is_mismatch: false,
            }],
        })
    }
}
