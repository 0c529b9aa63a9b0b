//! `bunraku eval`: evaluates a manifest and prints its log.

use std::cell::RefCell;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use bumpalo::Bump;
use clap::Args;

use frontend::ast::RelationshipOp;
use frontend::{Diagnostic, Severity, Source, Symbol};
use runtime::closure::Closure;
use runtime::code::CodeUnit;
use runtime::error::{Place, Raise, Res, fail};
use runtime::frame::{Body, Frame};
use runtime::host::{Attribute, Collector, Host, Include, ResourceExpression, UserFunction};
use runtime::scope::ScopeId;
use runtime::settings::Settings;
use runtime::types::TypeRef;
use runtime::{Cx, Heap, Value, interp};

/// Evaluates a manifest.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The manifest; `-` for standard input.
    #[arg(required_unless_present = "code")]
    pub file: Option<PathBuf>,
    /// Code instead of a file.
    #[arg(short = 'e', value_name = "CODE")]
    pub code: Option<String>,
}

/// Runs the command.
pub fn execute(arguments: &Arguments, out: &mut dyn Write) -> ExitCode {
    let source = match source(arguments) {
        Ok(source) => source,
        Err(message) => {
            let _ = writeln!(out, "Error: {message}");
            return ExitCode::from(1);
        }
    };
    // deep recursion of manifests needs a deep stack
    let run = || evaluate(source);
    let lines = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(1 << 30)
            .spawn_scoped(scope, run);
        thread.map(|thread| thread.join())
    });
    let Ok(Ok((text, fine))) = lines else {
        return ExitCode::from(1);
    };
    let _ = out.write_all(text.as_bytes());
    ExitCode::from(u8::from(!fine))
}

fn source(arguments: &Arguments) -> Result<Source, String> {
    if let Some(code) = &arguments.code {
        return Ok(Source::new(None, code.as_str()));
    }
    let path = arguments.file.as_deref().unwrap_or(Path::new("-"));
    let mut bytes = Vec::new();
    let read = match path.as_os_str() == "-" {
        true => io::stdin().read_to_end(&mut bytes).map(|_| ()),
        false => std::fs::read(path).map(|content| bytes = content),
    };
    read.map_err(|e| format!("Could not read {}: {e}", path.display()))?;
    let text =
        String::from_utf8(bytes).map_err(|_| format!("{} is not valid UTF-8", path.display()))?;
    let shown = path.to_string_lossy().into_owned();
    Ok(Source::new(
        (shown != "-").then_some(shown.as_str()),
        text.as_str(),
    ))
}

fn evaluate(source: Source) -> (String, bool) {
    let mut out = String::new();
    let source = Arc::new(source);
    let unit = match compile(&source, &mut out) {
        Ok(unit) => unit,
        Err(()) => return (out, false),
    };
    let heap = Heap::new();
    let settings = Settings::default();
    let host = Script {
        unit: &unit,
        inline: RefCell::new(Vec::new()),
    };
    let fine = run(&heap, &settings, &host, &unit, &mut out);
    (out, fine)
}

fn compile(source: &Arc<Source>, out: &mut String) -> Result<CodeUnit, ()> {
    let arena = Bump::new();
    let mut show = |d: &Diagnostic| {
        let text = d.with_position(source, source.base_name());
        let level = if d.severity == Severity::Error {
            "Error"
        } else {
            "Warning"
        };
        out.push_str(&format!("{level}: {text}\n"));
    };
    let program = frontend::parser::parse(&arena, source).map_err(|d| show(&d))?;
    Ok(CodeUnit::new(mir::lower::lower(&program), source.clone()).map_err(|_| ())?)
}

fn run<'h>(
    heap: &'h Heap,
    settings: &'h Settings,
    host: &'h Script<'h>,
    unit: &'h CodeUnit,
    out: &mut String,
) -> bool {
    let mut cx = Cx::new(heap, host, settings);
    let frame = Frame::new(&mut cx, unit.program(), None, ScopeId::TOP, false);
    let result = interp::run(&mut cx, frame);
    for entry in &cx.log {
        if entry.level >= runtime::log::Level::Notice {
            out.push_str(&entry.text(true));
            out.push('\n');
        }
    }
    let error = match result.map_err(|raise| *raise) {
        Ok(_) => return true,
        Err(Raise::Error(error)) => error.text(true),
        Err(Raise::Next(_, place)) => jump("next", &place),
        Err(Raise::Return(_, place)) => jump("return", &place),
        Err(Raise::Break(place)) => jump("break", &place),
    };
    out.push_str(&format!("Error: {error}\n"));
    false
}

fn jump(what: &str, place: &Place) -> String {
    match *interp::illegal_jump(what, place.clone()) {
        Raise::Error(error) => error.text(true),
        _ => String::new(),
    }
}

/// A host without a catalog: the language alone.
struct Script<'h> {
    unit: &'h CodeUnit,
    inline: RefCell<Vec<Arc<CodeUnit>>>,
}

impl<'h> Host<'h> for Script<'h> {
    fn function(&self, cx: &mut Cx<'h>, name: Symbol) -> Res<'h, Option<&'h UserFunction<'h>>> {
        for (definition, body) in self.unit.definitions() {
            if matches!(definition.kind, mir::DefinitionKind::Function)
                && *definition.name == *name.as_str()
            {
                let frame = Frame::new(cx, body, None, ScopeId::TOP, true);
                let signature = *interp::signature(cx, body, frame)?;
                let name = &definition.name;
                return Ok(Some(cx.heap.alloc(UserFunction {
                    name,
                    body,
                    signature,
                })));
            }
        }
        Ok(None)
    }
    fn named_type(&self, cx: &mut Cx<'h>, name: &str) -> Res<'h, Option<TypeRef<'h>>> {
        for (definition, body) in self.unit.definitions() {
            if matches!(definition.kind, mir::DefinitionKind::TypeAlias)
                && *definition.name == *name
            {
                return runtime::types::alias::define(cx, &definition.name, body).map(Some);
            }
        }
        Ok(None)
    }
    fn is_resource_type(&self, _cx: &mut Cx<'h>, _name: &str) -> Res<'h, bool> {
        Ok(true)
    }
    fn class_scope(&self, _cx: &mut Cx<'h>, _name: &str) -> Option<ScopeId> {
        None
    }
    fn declare(&self, _cx: &mut Cx<'h>, _expression: ResourceExpression<'h>) -> Res<'h> {
        fail("there is no catalog")
    }
    fn resource_defaults(
        &self,
        _: &mut Cx<'h>,
        _: &'h str,
        _: Vec<Attribute<'h>>,
        _: Place,
    ) -> Res<'h> {
        fail("there is no catalog")
    }
    fn resource_override(
        &self,
        _: &mut Cx<'h>,
        _: Value<'h>,
        _: Vec<Attribute<'h>>,
        _: Place,
    ) -> Res<'h> {
        fail("there is no catalog")
    }
    fn collect(&self, _cx: &mut Cx<'h>, _collector: Collector<'h>) -> Res<'h> {
        fail("there is no catalog")
    }
    fn relate(
        &self,
        _cx: &mut Cx<'h>,
        _op: RelationshipOp,
        _left: (Value<'h>, Place),
        _right: (Value<'h>, Place),
        _place: Place,
    ) -> Res<'h> {
        fail("there is no catalog")
    }
    fn resource_attribute(&self, _: &mut Cx<'h>, _: &'h str, _: &'h str, _: &str) -> Res<'h> {
        fail("there is no catalog")
    }
    fn resource_attributes(
        &self,
        _: &mut Cx<'h>,
        _: &str,
        _: &str,
    ) -> Option<Vec<(&'h str, Value<'h>)>> {
        None
    }
    fn include(&self, _cx: &mut Cx<'h>, _how: Include, _classes: &[Value<'h>]) -> Res<'h> {
        fail("there is no catalog")
    }
    fn catalog_function(
        &self,
        _cx: &mut Cx<'h>,
        _name: &str,
        _arguments: &[Value<'h>],
        _block: Option<&'h Closure<'h>>,
    ) -> Res<'h> {
        fail("there is no catalog")
    }
    fn lookup(
        &self,
        _cx: &mut Cx<'h>,
        _function: &str,
        _arguments: &[Value<'h>],
        _block: Option<&'h Closure<'h>>,
    ) -> Res<'h> {
        fail("there is no data")
    }
    fn find_file(&self, _: &mut Cx<'h>, _: &str, _: &str) -> Res<'h, Option<String>> {
        Ok(None)
    }
    fn read_file(&self, _cx: &mut Cx<'h>, path: &str) -> Res<'h, Vec<u8>> {
        fail(format!("could not read {path}"))
    }
    fn module_directory(&self, _cx: &mut Cx<'h>, _module: &str) -> Option<String> {
        None
    }
    fn template(&self, _cx: &mut Cx<'h>, path: &str) -> Res<'h, &'h Body<'h>> {
        fail(format!("could not read {path}"))
    }
    fn inline_template(&self, cx: &mut Cx<'h>, code: &str) -> Res<'h, &'h Body<'h>> {
        let arena = Bump::new();
        let source = Arc::new(Source::new(Some("inlined-epp-text"), code));
        let unit = match frontend::parser::parse_epp(&arena, &source) {
            Ok(program) => CodeUnit::new(mir::lower::lower(&program), source.clone()),
            Err(d) => Err(format!(
                "inline_epp(): Invalid EPP: {}",
                d.with_position(&source, Some("inlined-epp-text"))
            )),
        };
        match unit {
            Ok(unit) => {
                let unit = Arc::new(unit);
                self.inline.borrow_mut().push(unit.clone());
                Ok(cx.heap.keep(unit).program())
            }
            Err(message) => fail(message),
        }
    }
    fn environment_name(&self) -> &'h str {
        "production"
    }
    fn now(&self) -> i128 {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.map_or(0, |now| now.as_nanos() as i128)
    }
}
