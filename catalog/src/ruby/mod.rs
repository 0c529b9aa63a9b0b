//! Code of modules that is written in Ruby: functions of both APIs, resource types and templates.
//!
//! Owns what a compilation says to a Ruby process ([`ruby::worker`]) and what it answers to its
//! questions; values travel as [`convert`] has it. A process is taken when the first such code is
//! needed, and is free for the next compilation when this one is over.

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

/// Ruby code left a block with `break`, or what it called with `throw`: evaluation leaves it, too.
const LEFT: Issue = Issue("LEFT_BY_RUBY");

/// What one compilation has to do with Ruby.
pub struct Ruby<'h> {
    heap: &'h Heap,
    environment: &'h Environment,
    node: &'h str,
    process: Process,
    /// Values that Ruby code speaks of by number.
    kept: RefCell<Vec<Value<'h>>>,
    /// Values that Ruby code may change in place.
    watched: Watched<'h>,
    contexts: Contexts,
    /// What was raised while Ruby code was asking; it comes back by its number.
    raised: RefCell<Vec<Option<Box<Raise<'h>>>>>,
    functions: RefCell<Vec<Implementation<'h>>>,
    /// What blocks of native code have made of files.
    files: native::Files<'h>,
    /// What native code had done before it was given up; the process has it from here.
    replay: RefCell<VecDeque<native::Done<'h>>>,
    /// The functions that are loaded, by API and file, and by name, since a file may be asked for by another one.
    loaded: RefCell<HashMap<(Api, String, String), &'h ForeignFunction<'h>>>,
    /// The code of lambdas that ask Ruby, by its text.
    lambdas: RefCell<HashMap<String, &'h Loaded>>,
}

impl<'h> Ruby<'h> {
    /// Nothing runs yet.
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

    /// Has a request worked on; gives what came back, whose second item is the value. `what` names
    /// what is written in Ruby.
    ///
    /// # Errors
    /// What the code raised, or why there is no Ruby.
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
                // told, not asked
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

    /// Notes that something may depend on any Ruby code of the modules.
    fn note_code(&self) {
        read_set::note(Topic::RubyCode, "", || {
            self.environment.answer(Topic::RubyCode, "")
        });
    }

    /// The value that a request gave.
    ///
    /// # Errors
    /// As [`Ruby::request`].
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

    /// The answer to a question; `is_call` if it called a function.
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

    /// The error that Ruby code raised, or passed on.
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
            // it says itself where, or nowhere
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

/// Notes what code in the process has looked at.
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

/// The error of a process that cannot be used any longer; raises when it took too long.
fn lost<'h>(what: &str, fault: &Fault) -> Box<Raise<'h>> {
    limits::time();
    Error::plain(format!("{what} is written in Ruby: {fault}")).into()
}

/// The number of the exception that Ruby code has raised itself, if it comes back as it was.
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

/// The class of the exception that Ruby code sees for what was raised, and its text.
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
