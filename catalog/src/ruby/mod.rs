//! Runs the Ruby code of modules: functions of both APIs, resource types and ERB templates.
//!
//! Owns the dialogue between a compilation and a Ruby process ([`ruby::worker`]); [`convert`]
//! defines how values travel. The compilation takes a process when it first needs one and releases
//! it at its end for the next compilation.

mod answer;
mod answer_context;
mod block;
mod changes;
mod context;
mod convert;
mod declarations;
mod declared;
mod function;
mod message;
mod native;
mod of_catalog;
mod pool;
mod resource_type;
mod scope;
mod template;

pub use crate::environment::ruby_code::{Api, Mode, RubyType, set_mode};
pub use block::YIELD;
pub use declarations::native_type;
pub use native::{CodeKind, Share, native_share};
pub use pool::{end_processes, program};
pub use resource_type::Read;

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};

use frontend::Issue;
use ruby::{Datum, Document, WorkerError};
use runtime::error::{Error, Form, Kind, Raise};
use runtime::host::ForeignFunction;
use runtime::{Cx, Heap, Res, Value, interp, limits, profile};

use crate::compiler::Compiler;
use crate::environment::Environment;
use crate::environment::files::{self, Loaded};
use crate::lookup;
use crate::read_set::{self, Topic};
use answer::Asking;
use changes::Watched;
use context::Contexts;
use function::Implementation;
use message::{Answer, One, ReadKind, Reply, Request};
use pool::Process;

/// The issue raised when Ruby code leaves a block with `break` or a call with `throw`; the
/// evaluation is left as well.
const LEFT: Issue = Issue("LEFT_BY_RUBY");

/// The Ruby side of one compilation.
pub struct Ruby<'h> {
    heap: &'h Heap,
    environment: &'h Environment,
    node: &'h str,
    process: Process,
    /// Values that Ruby code refers to by number.
    kept: RefCell<Vec<Value<'h>>>,
    /// Values that Ruby code may change in place.
    watched: Watched<'h>,
    contexts: Contexts,
    /// Errors raised while Ruby code was asking; Ruby code refers to them by number.
    raised: RefCell<Vec<Option<Box<Raise<'h>>>>>,
    functions: RefCell<Vec<Implementation<'h>>>,
    /// The values that native blocks of `cached_file_data` have computed, by file.
    files: native::Files<'h>,
    /// Operations that native code performed before it was given up; the process gets their results
    /// from here.
    replay: RefCell<VecDeque<native::Done<'h>>>,
    /// The loaded functions by API, file and name; the name is needed because one file may be
    /// loaded for several names.
    loaded: RefCell<HashMap<(Api, String, String), &'h ForeignFunction<'h>>>,
    /// The code of lambdas that call Ruby blocks, by its text.
    lambdas: RefCell<HashMap<String, &'h Loaded>>,
}

impl<'h> Ruby<'h> {
    /// Creates the Ruby side of a compilation without starting a process.
    pub fn new(heap: &'h Heap, environment: &'h Environment, node: &'h str) -> Ruby<'h> {
        Ruby {
            heap,
            environment,
            node,
            process: Process::default(),
            kept: RefCell::default(),
            watched: Watched::default(),
            contexts: Contexts::default(),
            raised: RefCell::default(),
            functions: RefCell::default(),
            files: native::Files::default(),
            replay: RefCell::default(),
            loaded: RefCell::default(),
            lambdas: RefCell::default(),
        }
    }

    /// Sends a request to the process and answers its questions until it is done. Returns the frame
    /// that ends the request, and its value. `what` names the Ruby code in messages.
    ///
    /// # Errors
    /// Fails with what the code raised, or if there is no Ruby process.
    fn request(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        what: &str,
        request: &Request<'_, 'h>,
    ) -> Res<'h, (Document, Datum)> {
        profile::within_named(cx, profile::Kind::Process, what, |cx| {
            self.exchange(cx, compiler, what, request)
        })
    }

    fn exchange(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        what: &str,
        request: &Request<'_, 'h>,
    ) -> Res<'h, (Document, Datum)> {
        self.note_code();
        let started = self.process.start(self.environment, self.node);
        started.map_err(|error| lost(what, &error))?;
        self.send(what, &request.frame())?;
        self.process.begin();
        loop {
            let document = self.receive(what)?;
            let done = match Reply::of(&document) {
                Some(Reply::Ask {
                    block,
                    caller,
                    question,
                    arguments,
                }) => {
                    let asking = Asking {
                        block,
                        caller,
                        question,
                        arguments,
                    };
                    let mut is_call = false;
                    let answer = interp::within_limits(cx, |cx| {
                        let (answer, call) = self.answer(cx, compiler, &document, asking);
                        is_call = call;
                        answer
                    });
                    self.send(what, &self.answered(answer, is_call))?;
                    continue;
                }
                Some(Reply::Read { kind, name }) => {
                    note_read(kind, name);
                    continue;
                }
                Some(Reply::Return { value }) => Ok(value),
                Some(Reply::Error {
                    classes,
                    message,
                    number,
                    position,
                    exception,
                }) => {
                    let has_place = !document.items(position).is_empty();
                    let passed = number.and_then(|number| self.raised_before(number));
                    Err(passed.unwrap_or_else(|| failure(&classes, message, has_place, exception)))
                }
                Some(Reply::Left {}) => Err(Error {
                    issue: LEFT,
                    ..Error::plain("left by Ruby code")
                }
                .into()),
                Some(Reply::NotFound {}) => Err(lookup::no_such_key()),
                Some(Reply::Ended {}) | None => {
                    let error = WorkerError::Broken("it sent no known message".to_owned());
                    Err(lost(what, &error))
                }
            };
            self.process.end();
            return done.map(|value| (document, value));
        }
    }

    /// Notes that the result may depend on any Ruby code of the modules.
    fn note_code(&self) {
        read_set::note(Topic::RubyCode, "", || {
            self.environment.answer(Topic::RubyCode, "")
        });
    }

    /// Sends a request and returns its value.
    ///
    /// # Errors
    /// Same as [`Ruby::request`].
    fn value(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        what: &str,
        request: &Request<'_, 'h>,
    ) -> Res<'h> {
        let (document, value) = self.request(cx, compiler, what, request)?;
        self.read(cx, &document, value)
    }

    /// Encodes the answer to a question; `is_call` is true if the question called a function.
    fn answered(&self, answer: Res<'h>, is_call: bool) -> Vec<u8> {
        let one = |value| One(self, value);
        match answer.map_err(|raise| *raise) {
            Ok(value) => Answer::Value { value: one(value) }.frame(),
            Err(Raise::Next(value, _) | Raise::Return(value, _)) if is_call => {
                Answer::Leave { value: one(value) }.frame()
            }
            Err(Raise::Error(error)) if error.issue == lookup::NOT_FOUND => {
                Answer::NotFound {}.frame()
            }
            Err(raise) => {
                let (class, message) = class_and_text(&raise);
                let exception = own_exception(&raise).map(i64::from);
                let mut raised = self.raised.borrow_mut();
                raised.push(Some(Box::new(raise)));
                let answer = Answer::Raise {
                    number: raised.len() as i64 - 1,
                    class,
                    message: &message,
                    exception,
                };
                answer.frame()
            }
        }
    }

    /// Returns the error that evaluation raised under a number and that Ruby code passed on.
    fn raised_before(&self, number: i64) -> Option<Box<Raise<'h>>> {
        let mut raised = self.raised.borrow_mut();
        let at = usize::try_from(number).ok()?;
        raised.get_mut(at).and_then(Option::take)
    }

    fn send(&self, what: &str, frame: &[u8]) -> Res<'h, ()> {
        self.process.send(frame).map_err(|error| lost(what, &error))
    }

    fn receive(&self, what: &str) -> Res<'h, Document> {
        self.process.receive().map_err(|error| lost(what, &error))
    }
}

/// Notes a file or another input that code in the process has read.
fn note_read(kind: ReadKind, name: &str) {
    match kind {
        ReadKind::File => drop(files::read_file(name.as_ref())),
        ReadKind::Exists => drop(files::exists(name)),
        ReadKind::IsFile => drop(files::is_file(name)),
        ReadKind::IsFolder => drop(files::is_folder(name)),
        ReadKind::Environment => read_set::note_environment(name),
        ReadKind::Volatile => {
            read_set::note_volatile(&format!("code in Ruby that looks at {name}"));
        }
    }
}

/// Builds the error that Ruby code raised.
fn failure<'h>(
    classes: &[&str],
    message: &str,
    has_place: bool,
    exception: Option<i64>,
) -> Box<Raise<'h>> {
    let number = exception.and_then(|number| u32::try_from(number).ok());
    let mut error = Error::of(number.map_or(Kind::Puppet, Kind::Ruby), message);
    if has_place || classes.contains(&"Puppet::PreformattedError") {
        // the message already says where, or has no place
        error.form = Form::Bare;
    }
    error.into()
}

/// Builds the error for a lost process; raises the time limit if the process took too long.
fn lost<'h>(what: &str, error: &WorkerError) -> Box<Raise<'h>> {
    limits::time();
    Error::plain(format!("{what} is written in Ruby: {error}")).into()
}

/// Returns the number of the exception if Ruby code raised it itself and it returns unchanged.
fn own_exception(raise: &Raise<'_>) -> Option<u32> {
    match raise {
        Raise::Error(Error {
            kind: Kind::Ruby(number),
            form: Form::Plain | Form::Default | Form::Bare,
            ..
        }) => Some(*number),
        _ => None,
    }
}

/// Returns the class and the text of the exception that Ruby code sees for a raised error.
fn class_and_text(raise: &Raise<'_>) -> (&'static str, String) {
    match raise {
        Raise::Error(error) if error.issue == limits::LIMIT || error.issue == LEFT => {
            ("Jump", error.message.clone())
        }
        Raise::Error(error) if error.kind == Kind::Semantic => {
            (error.class(), error.class().to_owned())
        }
        Raise::Error(error) => (error.class(), error.text(false)),
        Raise::Next(..) => (
            "Puppet::Pops::Evaluator::Next",
            "Puppet::Pops::Evaluator::Next".to_owned(),
        ),
        Raise::Return(..) => {
            let class = "Puppet::Pops::Evaluator::Return";
            (class, class.to_owned())
        }
        Raise::Break(_) => (
            "Puppet::Pops::Evaluator::PuppetStopIteration",
            "break() from context where this is illegal".to_owned(),
        ),
    }
}
