//! Defines, and the binding of parameters that classes and defines share.

use frontend::Symbol;
use runtime::error::{Error, Form, Raise};
use runtime::frame::Frame;
use runtime::scope::ScopeKind;
use runtime::{Cx, Res, Value, dispatch, fail, interp};

use super::known::Definition;
use super::resource::{Family, Parameter, ResourceId};
use super::{Compiler, bare};
use crate::core_types;

impl<'h> Compiler<'h> {
    /// A define by its name in lower case; files are loaded until it is found.
    ///
    /// # Errors
    /// What is wrong with these files.
    pub(super) fn find_define(
        &self,
        cx: &mut Cx<'h>,
        name: &str,
    ) -> Res<'h, Option<&'h Definition<'h>>> {
        let find = || self.state.borrow().known.define(name);
        match find() {
            Some(define) => Ok(Some(define)),
            None => self.autoload(cx, name, find),
        }
    }

    /// Runs the bodies of the define instances that exist now; gives whether there were any.
    ///
    /// # Errors
    /// The first error of a body, wrapped with the line of its instance.
    pub(super) fn evaluate_defines(&self, cx: &mut Cx<'h>) -> Res<'h, bool> {
        let waiting = std::mem::take(&mut self.state.borrow_mut().waiting);
        let mut any = false;
        let mut left = Vec::new();
        for id in waiting {
            let (is_virtual, evaluated) = {
                let state = self.state.borrow();
                let resource = state.resources.get(id);
                (resource.is_virtual, resource.evaluated)
            };
            if is_virtual {
                left.push(id);
            } else if !evaluated {
                any = true;
                self.evaluate_define(cx, id)?;
            }
        }
        // those left over come before the new ones
        let mut state = self.state.borrow_mut();
        left.append(&mut state.waiting);
        state.waiting = left;
        Ok(any)
    }

    fn evaluate_define(&self, cx: &mut Cx<'h>, id: ResourceId) -> Res<'h, ()> {
        let result = self.run_define(cx, id);
        result.map_err(|raise| match *raise {
            Raise::Error(error) => {
                let message = match error.form {
                    Form::Plain => error.message.clone(),
                    _ => error.text(false),
                };
                let place = self.state.borrow().resources.get(id).place.clone();
                let message = format!("Error while evaluating a Resource Statement, {message}");
                Error {
                    message,
                    form: Form::Evaluation,
                    place,
                    line_only: true,
                    ..error
                }
                .into()
            }
            other => Box::new(other),
        })
    }

    fn run_define(&self, cx: &mut Cx<'h>, id: ResourceId) -> Res<'h, ()> {
        self.add_scope_tags(cx, id);
        let (definition, title, shown, declared_in) = {
            let mut state = self.state.borrow_mut();
            state.resources.get_mut(id).evaluated = true;
            let resource = state.resources.get(id);
            let ty = state.resources.ty(resource.ty);
            let Family::Define(definition) = ty.family else {
                return Ok(());
            };
            (definition, resource.title, ty.shown, resource.scope)
        };
        let enclosing = self.enclosing(cx, declared_in);
        let scope = self.new_scope(
            cx,
            ScopeKind::Define(shown, title),
            enclosing,
            declared_in,
            id,
        );
        self.state.borrow_mut().resources.get_mut(id).body_scope = Some(scope);
        self.set_name(cx, scope, title);
        self.set_modules(cx, scope, definition);
        let frame = Frame::new(cx, definition.body, None, scope, false);
        cx.scopes[scope.0 as usize].frame = Some(frame);
        self.bind_parameters(cx, id, definition, frame)?;
        match interp::run(cx, frame).map_err(|raise| *raise) {
            Ok(_) | Err(Raise::Next(..) | Raise::Return(..)) => Ok(()),
            Err(Raise::Break(place)) => {
                let message = "break() from context where this is illegal";
                let form = Form::Bare;
                Err(Error {
                    form,
                    place: Some(place),
                    line_only: true,
                    ..Error::plain(message)
                }
                .into())
            }
            Err(raise) => Err(Box::new(raise)),
        }
    }

    /// Gives the parameters of a class or define their values: as given, looked up (classes), or
    /// by default; then checks them all.
    ///
    /// # Errors
    /// A plain error with all that is wrong; what defaults and lookups raise.
    pub(super) fn bind_parameters(
        &self,
        cx: &mut Cx<'h>,
        id: ResourceId,
        definition: &'h Definition<'h>,
        frame: &'h Frame<'h>,
    ) -> Res<'h, ()> {
        let is_class = matches!(definition.kind, mir::DefinitionKind::Class { .. });
        let parameters = &definition.body.mir.parameters;
        let mut missing = 0;
        for (slot, parameter) in parameters.iter().enumerate() {
            let given = self
                .state
                .borrow()
                .resources
                .get(id)
                .parameter(parameter.name)
                .copied();
            if let Some(given) = given.filter(|given| !given.value.is_undef()) {
                frame.assign(cx, slot, given.value);
                continue;
            }
            let found = match is_class {
                true => self.look_up_parameter(cx, definition.name, parameter.name, frame)?,
                false => None,
            };
            let value = match (found, parameter.default) {
                (Some(value), _) => value,
                (None, Some(default)) => {
                    let result = interp::run_inner(cx, frame, default);
                    result.map_err(|raise| self.early_access(raise, id, definition, slot, frame))?
                }
                (None, None) if given.is_some() => Value::Undef,
                (None, None) => {
                    missing += 1;
                    continue;
                }
            };
            frame.assign(cx, slot, value);
            let parameter = Parameter {
                name: parameter.name,
                origin: 0,
                at: parameter.at,
                value,
            };
            self.state.borrow_mut().resources.get_mut(id).set(parameter);
        }
        self.check_parameters(cx, id, definition, frame, missing)
    }

    fn look_up_parameter(
        &self,
        cx: &mut Cx<'h>,
        class: &str,
        name: Symbol,
        frame: &'h Frame<'h>,
    ) -> Res<'h, Option<Value<'h>>> {
        let key = format!("{class}::{name}");
        let outer = cx.frame.replace(frame);
        let result = self.lookup.class_parameter(cx, &key);
        cx.frame = outer;
        result
    }

    /// A default that reads a parameter without a value has a text of its own.
    fn early_access(
        &self,
        raise: Box<Raise<'h>>,
        id: ResourceId,
        definition: &Definition<'h>,
        slot: usize,
        frame: &'h Frame<'h>,
    ) -> Box<Raise<'h>> {
        let parameters = &definition.body.mir.parameters;
        let Raise::Error(error) = &*raise else {
            return raise;
        };
        let name = match error
            .message
            .strip_prefix("Unknown variable: '")
            .and_then(|text| text.strip_suffix("'."))
        {
            Some(name) if error.issue.0 == "UNKNOWN_VARIABLE" => name,
            _ => return raise,
        };
        let wanted = parameters
            .iter()
            .position(|parameter| parameter.name.as_str() == name);
        let Some(wanted) = wanted.filter(|&wanted| frame.get(wanted).is_none()) else {
            return raise;
        };
        let subject = self.state.borrow().resources.reference(id);
        let message = match wanted >= slot {
            true => {
                let own = parameters[slot].name;
                format!(
                    "{subject}: default expression for ${own} tries to illegally access not yet evaluated ${name}"
                )
            }
            false => format!("{subject}: expects a value for parameter ${name}"),
        };
        Error::plain(message).into()
    }

    /// Unknown, missing and mismatched parameters, all in one text.
    fn check_parameters(
        &self,
        cx: &mut Cx<'h>,
        id: ResourceId,
        definition: &'h Definition<'h>,
        frame: &'h Frame<'h>,
        missing: usize,
    ) -> Res<'h, ()> {
        let problems = self.parameter_problems(cx, id, definition, frame, missing)?;
        if problems.is_empty() {
            return Ok(());
        }
        let subject = self.state.borrow().resources.reference(id);
        fail(match &problems[..] {
            [problem] => format!("{subject}: {problem}"),
            _ => format!("{subject}:\n  {}", problems.join("\n  ")),
        })
    }

    fn parameter_problems(
        &self,
        cx: &mut Cx<'h>,
        id: ResourceId,
        definition: &'h Definition<'h>,
        frame: &'h Frame<'h>,
        missing: usize,
    ) -> Res<'h, Vec<String>> {
        let parameters = &definition.body.mir.parameters;
        let mut problems = Vec::new();
        {
            let state = self.state.borrow();
            let given = &state.resources.get(id).parameters;
            // without unknown ones there are exactly as many as have a value
            if given.len() + missing > parameters.len() {
                for parameter in given {
                    let known = parameters.iter().any(|known| known.name == parameter.name);
                    if !known && !core_types::is_metaparameter(parameter.name.as_str()) {
                        problems.push(format!("has no parameter named '{}'", parameter.name));
                    }
                }
            }
        }
        let signature = interp::signature(cx, definition.body, frame)?;
        for (slot, parameter) in signature.parameters.iter().enumerate() {
            match frame.get(slot) {
                None => problems.push(format!(
                    "expects a value for parameter '{}'",
                    parameter.name
                )),
                Some(value) if runtime::types::instance(parameter.ty, value) => {}
                Some(value) => {
                    let subject = format!("parameter '{}'", parameter.name);
                    let text = dispatch::describe_mismatch(cx, &subject, parameter.ty, value);
                    problems.extend(text.lines().map(|line| line.trim_start().to_owned()));
                }
            }
        }
        Ok(problems)
    }

    /// What is wrong with the parameters of an instance whose body never runs.
    pub(super) fn unrun_problems(&self, id: ResourceId) -> Option<Box<Raise<'h>>> {
        let state = self.state.borrow();
        let resource = state.resources.get(id);
        let Family::Define(definition) = state.resources.ty(resource.ty).family else {
            return None;
        };
        let parameters = &definition.body.mir.parameters;
        let mut problems = Vec::new();
        for given in &resource.parameters {
            let known = parameters.iter().any(|known| known.name == given.name);
            if !known && !core_types::is_metaparameter(given.name.as_str()) {
                problems.push(format!("has no parameter named '{}'", given.name));
            }
        }
        for parameter in parameters {
            if parameter.default.is_none() && resource.parameter(parameter.name).is_none() {
                problems.push(format!(
                    "expects a value for parameter '{}'",
                    parameter.name
                ));
            }
        }
        let subject = state.resources.reference(id);
        let message = match &problems[..] {
            [] => return None,
            [problem] => format!("{subject}: {problem}"),
            _ => format!("{subject}:\n  {}", problems.join("\n  ")),
        };
        Some(bare(message, None))
    }
}
