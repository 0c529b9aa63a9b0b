//! Owns the context of one evaluation: the state that every operation and function can reach.

use std::sync::Arc;

use hashbrown::HashSet;

use frontend::issue::Located;
use frontend::name::Map;
use frontend::{Source, Symbol};

use crate::activation::{Activation, Call, SharedMatch};
use crate::error::{Place, Raise};
use crate::frame::Frame;
use crate::function::{Resolved, Signature};
use crate::function_cache::{ComputedNames, FunctionCache};
use crate::heap::Heap;
use crate::host::{ForeignFunction, Host, UserFunction};
use crate::limits::{self, Exceeded};
use crate::log::{Entry, Level, Log};
use crate::loops::Loops;
use crate::regexp::Captures;
use crate::scope::{Scope, ScopeId, ScopeKind};
use crate::settings::Settings;
use crate::slots::Slots;
use crate::tier::Tier;
use crate::value::Value;
use crate::value::object::ObjectType;

/// The function that a name refers to.
#[derive(Clone, Copy)]
pub enum Callee<'h> {
    /// A built-in function.
    Builtin(&'static Resolved),
    /// A function written in the Puppet language.
    User(&'h UserFunction<'h>),
    /// A function that the host runs.
    Foreign(&'h ForeignFunction<'h>),
}

/// Registers of all running bodies together; the memory is taken when it is used.
const REGISTERS_MAX: usize = 1 << 20;

/// The context of one evaluation (one node, or one conformance request).
pub struct Cx<'h> {
    /// The heap that holds the values.
    pub heap: &'h Heap,
    /// Files, catalog, data.
    pub host: &'h dyn Host<'h>,
    /// The settings.
    pub settings: &'h Settings,
    /// All scopes; 0 is the top scope.
    pub scopes: Vec<Scope<'h>>,
    /// The log entries so far.
    pub log: Log,
    /// The place at which compiled code last found a text in a hash. The value there is likely to
    /// be replaced next.
    pub found: u32,
    /// The frame of the running code; while a built-in function runs, the caller's frame.
    pub frame: Option<&'h Frame<'h>>,
    /// The running call, for warnings and for resources made by functions.
    pub place: Option<CallPlace<'h>>,
    /// The call around it.
    pub outer_place: Option<CallPlace<'h>>,
    /// The file whose statements are running. The bodies of definitions and nodes run after them.
    pub program: Option<&'h Arc<Source>>,
    /// The depth of nested calls.
    pub depth: u32,
    /// The texts of the templates that are being rendered, the innermost last, each with whether it
    /// holds the clear text of a Sensitive value.
    pub rendered: Vec<(String, bool)>,
    /// Variables from arguments of templates without parameters: owner, name, value.
    pub template_variables: Vec<(&'h Frame<'h>, Symbol, Value<'h>)>,
    /// The parameter whose default is being evaluated.
    pub default_of: Option<Symbol>,
    /// True if the frames that this evaluation enters are recorded: see [`crate::profile`].
    pub is_profiled: bool,
    /// The counters of calls made by compiled code, which only code made for counting increments.
    pub counters: &'static crate::profile::Counters,
    /// The compiler tier.
    pub tier: Option<&'h dyn Tier>,
    /// The error or jump raised by compiled code, on its way to the caller.
    pub raised: Option<Box<Raise<'h>>>,
    /// The state that running compiled bodies restore when they end, with the call depth before
    /// them, and the match variables of a frame that all calls of a function share.
    pub activations: Vec<(Activation<'h>, u32, Option<SharedMatch<'h>>)>,
    /// Registers of the running bodies. The memory never moves, because compiled code points to it.
    pub registers: Vec<Value<'h>>,
    /// The end of the running body's registers. Registers after it are stale.
    pub top: usize,
    /// The frames of frameless functions, by the address of their code.
    function_frames: Map<*const (), &'h Frame<'h>>,
    last_function_frames: Slots<*const (), &'h Frame<'h>, 64>,
    /// The captures saved by the open `PushMatch`es.
    pub matches: Vec<Option<&'h Captures<'h>>>,
    /// Iterations and lists in progress.
    pub loops: Loops<'h>,
    /// The frames of code that has called functions with frames of their own.
    pub callers: Vec<&'h Frame<'h>>,
    /// The callers of the running functions, without compiled code and built-in functions.
    pub calls: Vec<Call<'h>>,
    /// The functions that computed names referred to.
    pub computed_names: ComputedNames<'h>,
    /// True if the last call by a computed name ended by `break`.
    pub broke: bool,
    /// Functions found by name so far.
    pub functions: Map<Symbol, Callee<'h>>,
    /// The same functions, in the form that calls of the interpreter use.
    pub found_functions: FunctionCache<'h>,
    /// Variables that have the same value wherever they are read.
    pub settled: Slots<Symbol, Value<'h>, 64>,
    /// Types found by name so far.
    pub type_names: Map<Symbol, Value<'h>>,
    /// Values of literal type expressions, by the address of their code.
    pub type_exprs: Map<*const (), Value<'h>>,
    /// Signatures of lambdas and functions, by the address of their code.
    pub signatures: Map<*const (), &'h Signature<'h>>,
    /// Annotations: the annotated value, the type of the annotation, and the annotation.
    pub annotations: Vec<(Value<'h>, &'h ObjectType<'h>, Value<'h>)>,
    warned: HashSet<String, foldhash::fast::FixedState>,
}

/// The place of a call.
#[derive(Clone, Copy)]
pub struct CallPlace<'h> {
    /// The source.
    pub source: &'h Arc<Source>,
    /// Byte offset.
    pub offset: u32,
}

impl CallPlace<'_> {
    /// Returns the place in the form that errors and logs keep.
    pub fn place(self) -> Place {
        Place {
            source: self.source.clone(),
            offset: self.offset,
        }
    }
}

impl<'h> Cx<'h> {
    /// Makes a context with an empty top scope.
    pub fn new(heap: &'h Heap, host: &'h dyn Host<'h>, settings: &'h Settings) -> Cx<'h> {
        let top = Scope {
            kind: ScopeKind::Top,
            enclosing: None,
            parent: None,
            frame: None,
            running: None,
            variables: crate::scope::Variables::default(),
            module: None,
            resource: 0,
        };
        Cx {
            heap,
            host,
            settings,
            scopes: vec![top],
            log: Log::default(),
            found: 0,
            frame: None,
            place: None,
            outer_place: None,
            program: None,
            depth: 0,
            rendered: Vec::new(),
            template_variables: Vec::new(),
            default_of: None,
            is_profiled: crate::profile::is_on(),
            counters: crate::profile::counters(),
            tier: None,
            raised: None,
            activations: Vec::new(),
            registers: Vec::with_capacity(REGISTERS_MAX),
            top: 0,
            function_frames: Map::default(),
            last_function_frames: Slots::default(),
            matches: Vec::new(),
            loops: Loops::default(),
            callers: Vec::new(),
            calls: Vec::new(),
            functions: Map::default(),
            found_functions: FunctionCache::default(),
            computed_names: ComputedNames::default(),
            broke: false,
            settled: Slots::default(),
            type_names: Map::default(),
            type_exprs: Map::default(),
            signatures: Map::default(),
            annotations: Vec::new(),
            warned: HashSet::default(),
        }
    }

    /// Returns the frame that all calls of a frameless function share.
    pub fn function_frame(&mut self, body: &'h crate::frame::Body<'h>) -> &'h Frame<'h> {
        let key = std::ptr::from_ref(body).cast::<()>();
        let number = key as usize >> 5;
        if let Some(frame) = self.last_function_frames.get(number, key) {
            return frame;
        }
        let frame = match self.function_frames.get(&key) {
            Some(frame) => frame,
            None => {
                self.heap.pin();
                Frame::new(self, body, None, ScopeId::TOP, true)
            }
        };
        self.function_frames.insert(key, frame);
        self.last_function_frames.put(number, key, frame);
        frame
    }

    /// Returns the scope of the running code.
    pub fn scope_id(&self) -> ScopeId {
        self.frame.map_or(ScopeId::TOP, |frame| frame.scope)
    }

    /// Returns the scope of the running code.
    pub fn scope(&self) -> &Scope<'h> {
        &self.scopes[self.scope_id().0 as usize]
    }

    /// Logs a message of Puppet itself.
    pub fn log_plain(&mut self, level: Level, message: String) {
        self.log_from("Puppet".to_owned(), level, message);
    }

    /// Logs a message without a place. `source` names its subject.
    pub(crate) fn log_from(&mut self, source: String, level: Level, message: String) {
        self.log.push(Entry {
            level,
            source,
            message,
            place: None,
            located: Located::Column,
            own_line: false,
            hint: None,
        });
    }

    /// Logs a warning of Puppet itself at a place.
    pub fn warn(&mut self, message: impl Into<String>, place: Option<Place>, located: Located) {
        let message = message.into();
        let source = "Puppet".to_owned();
        self.log.push(Entry {
            level: Level::Warning,
            source,
            message,
            place,
            located,
            own_line: false,
            hint: None,
        });
    }

    /// Logs a warning once per evaluation and `key`.
    pub fn warn_once(
        &mut self,
        key: &str,
        message: impl Into<String>,
        place: Option<Place>,
        located: Located,
    ) {
        if self.warned.insert(key.to_owned()) {
            self.warn(message, place, located);
        }
    }

    /// Logs a deprecation warning of Puppet itself, once per `key`, unless the setting
    /// `disable_warnings` says otherwise. The place stands on a line of its own; a text for the
    /// unknown place replaces a missing one.
    pub fn deprecation(&mut self, key: &str, message: &str, place: Option<Place>) {
        let message = match place {
            Some(_) => message.to_owned(),
            None => format!("{message}\n   (file & line not available)"),
        };
        self.deprecation_at(key, message, place);
    }

    /// Works like `deprecation`, for a message that contains its place. Returns true if it was
    /// logged.
    pub fn deprecation_somewhere(&mut self, key: &str, message: String) -> bool {
        self.deprecation_at(key, message, None)
    }

    fn deprecation_at(&mut self, key: &str, message: String, place: Option<Place>) -> bool {
        let disabled = &self.settings.disable_warnings;
        if disabled.iter().any(|w| w == "deprecations") || !self.warned.insert(key.to_owned()) {
            return false;
        }
        self.log.push(Entry {
            level: Level::Warning,
            source: "Puppet".to_owned(),
            message,
            place,
            located: Located::Line,
            own_line: true,
            hint: None,
        });
        true
    }

    /// Returns the place of an offset of the running code.
    pub fn place_at(&self, offset: u32) -> Option<Place> {
        let source: &Arc<Source> = self.frame?.body.source;
        Some(Place {
            source: source.clone(),
            offset,
        })
    }

    /// Returns the place of the call that is running.
    pub fn call_place(&self) -> Option<Place> {
        self.place.map(CallPlace::place)
    }

    /// Returns the place of the call around the running one.
    pub fn outer_place(&self) -> Option<Place> {
        self.outer_place.map(CallPlace::place)
    }

    /// Returns the files and lines of the running call and of the call around it, as in Puppet's
    /// stack. The outermost entry is the statements of a file, with the line 0.
    pub fn call_frames(&self) -> Vec<(String, u32)> {
        let frame = |source: &Source, line| {
            let file = source.path.as_deref().unwrap_or("unknown");
            (file.to_owned(), line)
        };
        let at = |place: Place| frame(&place.source, place.source.line(place.offset));
        let Some(place) = self.call_place() else {
            return Vec::new();
        };
        let around = match self.outer_place() {
            Some(outer) => Some(at(outer)),
            None => self.program.map(|program| frame(program, 0)),
        };
        [Some(at(place)), around].into_iter().flatten().collect()
    }

    /// Returns the error of an evaluation that must stop, after the alarm was set. The alarm may
    /// also be set for a profile.
    #[cold]
    fn stopped(&self) -> Option<Box<Raise<'h>>> {
        crate::profile::sample_innermost(self);
        limits::stopped().map(|exceeded| exceeded.error().into())
    }

    /// Returns the error of an evaluation that exceeded a limit.
    #[inline]
    pub fn exceeded(&self) -> Option<Box<Raise<'h>>> {
        if limits::is_alarm_on()
            && let Some(error) = self.stopped()
        {
            return Some(error);
        }
        let over = self.heap.bytes() > self.settings.max_memory;
        over.then(|| Exceeded::Memory.error().into())
    }
}
