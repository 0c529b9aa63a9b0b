//! Ruby code of modules: functions of both APIs, resource types and ERB templates.
//!
//! Owns the dialogue between a compilation and a Ruby process ([`ruby::worker`]); [`convert`]
//! defines how values travel. The compilation takes a process when it first needs one and releases
//! it at its end for the next compilation.

mod answer;
mod block;
mod changes;
mod context;
mod convert;
mod declared;
mod function;
mod mode;
mod native;
mod of_catalog;
mod pool;
mod resource_type;
mod scope;
mod template;

pub use block::YIELD;
pub use function::Api;
pub(crate) use mode::usual as usual_mode;
pub use mode::{Mode, set_mode};
pub use native::{CodeKind, Share, native_share};
pub use pool::{end_processes, program};
pub use resource_type::{Read, RubyType};

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};

use frontend::Issue;
use ruby::{Datum, Document, Fault, Writer};
use runtime::error::{Error, Form, Kind, Raise};
use runtime::host::ForeignFunction;
use runtime::{Cx, Heap, Res, Value, interp, limits, profile};

use crate::compiler::Compiler;
use crate::environment::Environment;
use crate::environment::files::{self, Loaded};
use crate::lookup;
use crate::read_set::{self, Topic};
use changes::Watched;
use context::Contexts;
use function::Implementation;
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
    /// Errors raised while Ruby code was asking; Ruby code hands them back by number.
    raised: RefCell<Vec<Option<Box<Raise<'h>>>>>,
    functions: RefCell<Vec<Implementation<'h>>>,
    /// The values that native blocks of `cached_file_data` have computed, by file.
    files: native::Files<'h>,
    /// Operations that native code performed before it was given up; the process gets their results
    /// from here.
    replay: RefCell<VecDeque<native::Done<'h>>>,
    /// The loaded functions by API, file and name; the name is needed because one file may be asked
    /// for several names.
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

    /// Sends a request to the process and answers its questions until it is done. Returns the
    /// reply, whose second item is the value. `what` names the Ruby code in messages.
    ///
    /// # Errors
    /// Fails with what the code raised, or if there is no Ruby process.
    fn request(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        what: &str,
        write: impl FnOnce(&mut Writer),
    ) -> Res<'h, Document> {
        profile::within_named(cx, profile::Kind::Process, what, |cx| {
            self.exchange(cx, compiler, what, write)
        })
    }

    fn exchange(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        what: &str,
        write: impl FnOnce(&mut Writer),
    ) -> Res<'h, Document> {
        self.note_code();
        let started = self.process.start(self.environment, self.node);
        started.map_err(|fault| lost(what, &fault))?;
        let mut writer = Writer::default();
        write(&mut writer);
        self.say(what, &writer.finish())?;
        self.process.begin();
        loop {
            let document = self.hear(what)?;
            let items = document.items(document.root);
            let part = |at: usize| items.get(at).copied().unwrap_or(Datum::Nil);
            match document.text(part(0)) {
                Some("return") => {
                    self.process.end();
                    return Ok(document);
                }
                Some("error") => {
                    self.process.end();
                    return Err(self.failure(&document, items));
                }
                Some("left") => {
                    self.process.end();
                    return Err(Error {
                        issue: LEFT,
                        ..Error::plain("left by Ruby code")
                    }
                    .into());
                }
                Some("not_found") => {
                    self.process.end();
                    return Err(lookup::no_such_key());
                }
                // a report, which needs no answer
                Some("read") => {
                    let kind = document.text(part(1)).unwrap_or_default();
                    note_read(kind, document.text(part(2)).unwrap_or_default());
                }
                _ => {
                    let answer =
                        interp::within_limits(cx, |cx| self.answer(cx, compiler, &document, items));
                    let is_call = document.text(part(3)) == Some("call");
                    self.say(what, &self.answered(answer, is_call))?;
                }
            }
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
        write: impl FnOnce(&mut Writer),
    ) -> Res<'h> {
        let document = self.request(cx, compiler, what, write)?;
        let value = document.items(document.root).get(1).copied();
        self.read(cx, &document, value.unwrap_or(Datum::Nil))
    }

    /// Encodes the answer to a question; `is_call` is true if the question called a function.
    fn answered(&self, answer: Res<'h>, is_call: bool) -> Vec<u8> {
        let mut writer = Writer::default();
        match answer.map_err(|raise| *raise) {
            Ok(value) => {
                writer.array(2);
                writer.symbol("answer");
                self.write(&mut writer, value);
            }
            Err(Raise::Next(value, _) | Raise::Return(value, _)) if is_call => {
                writer.array(2);
                writer.symbol("leave");
                self.write(&mut writer, value);
            }
            Err(Raise::Error(error)) if error.issue == lookup::NOT_FOUND => {
                writer.array(1);
                writer.symbol("not_found");
            }
            Err(raise) => {
                let (class, message) = class_and_text(&raise);
                let own = own_exception(&raise);
                let mut raised = self.raised.borrow_mut();
                raised.push(Some(Box::new(raise)));
                writer.array(5);
                writer.symbol("raise");
                writer.integer(raised.len() as i64 - 1);
                writer.symbol(class);
                writer.string(&message);
                writer.integer(own.map_or(-1, i64::from));
            }
        }
        writer.finish()
    }

    /// Builds the error that Ruby code raised or passed on.
    fn failure(&self, document: &Document, items: &[Datum]) -> Box<Raise<'h>> {
        let part = |at: usize| items.get(at).copied().unwrap_or(Datum::Nil);
        if let Datum::Integer(number) = part(3) {
            let mut raised = self.raised.borrow_mut();
            let at = usize::try_from(number).unwrap_or(usize::MAX);
            if let Some(raise) = raised.get_mut(at).and_then(Option::take) {
                return raise;
            }
        }
        let message = document.text(part(2)).unwrap_or_default();
        let number = match part(6) {
            Datum::Integer(number) => u32::try_from(number).ok(),
            _ => None,
        };
        let mut error = Error::of(number.map_or(Kind::Puppet, Kind::Ruby), message);
        let mut kinds = document.items(part(1)).iter();
        let is_lookup =
            kinds.any(|&kind| document.text(kind) == Some("Puppet::DataBinding::LookupError"));
        if is_lookup || !document.items(part(4)).is_empty() {
            // the message already says where, or has no place
            error.form = Form::Bare;
        }
        error.into()
    }

    fn say(&self, what: &str, frame: &[u8]) -> Res<'h, ()> {
        self.process.say(frame).map_err(|fault| lost(what, &fault))
    }

    fn hear(&self, what: &str) -> Res<'h, Document> {
        self.process.hear().map_err(|fault| lost(what, &fault))
    }
}

/// Notes a file or another input that code in the process has read.
fn note_read(kind: &str, name: &str) {
    match kind {
        "file" => drop(files::read_file(name.as_ref())),
        "exists" => drop(files::exists(name)),
        "is_file" => drop(files::is_file(name)),
        "is_folder" => drop(files::is_folder(name)),
        "environment" => read_set::note_environment(name),
        _ => read_set::note_volatile(&format!("code in Ruby that looks at {name}")),
    }
}

/// Builds the error for a lost process; raises the time limit if the process took too long.
fn lost<'h>(what: &str, fault: &Fault) -> Box<Raise<'h>> {
    limits::time();
    Error::plain(format!("{what} is written in Ruby: {fault}")).into()
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
