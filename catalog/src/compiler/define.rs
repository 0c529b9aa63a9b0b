//! Evaluates instances of defines, and binds the parameters of classes and defines.

use frontend::Symbol;
use runtime::advice::Advice;
use runtime::deferred::{
    NO_DISPATCH, NO_FUNCTION, attribute_problems, is_taken, parameter_problems,
};
use runtime::error::{Error, Form, Kind, Raise};
use runtime::frame::Frame;
use runtime::limits::LIMIT;
use runtime::scope::{ScopeId, ScopeKind};
use runtime::{Cx, Res, Value, interp, profile};

use super::class::NO_STAGE;
use super::declare::reject_iterator;
use super::definition_index::{self, Definition};
use super::parameter_problem::Problem;
use super::resource::{Family, Parameter, ResourceId, tag_with_value};
use super::{Compiler, advised, illegal_jump, parse_error};
use crate::compiler::record::SetBy;
use crate::core_types;
use crate::hiera::MentionedParameters;
use crate::lookup::{FAULT, NO_LINE};

/// The attributes that all classes and defines have, in the order of their checks.
const COMMON: &[&str] = &[
    "noop",
    "schedule",
    "audit",
    "loglevel",
    "alias",
    "tag",
    "require",
    "subscribe",
    "before",
    "notify",
    "stage",
];

/// An instance of a define whose body is about to run.
struct Instance<'h> {
    definition: &'h Definition<'h>,
    /// The frame of an earlier instance, for reuse.
    idle: Option<&'h Frame<'h>>,
    title: &'h str,
    /// The name of the define as a type.
    shown: &'h str,
    declared_in: ScopeId,
}

/// The parameters of a class that hierarchies are known to have no data for.
enum DataCoverage {
    /// Not determined yet.
    Unknown,
    /// Data may exist for any parameter.
    Any,
    /// No data exists for any parameter except these.
    Only(MentionedParameters),
}

impl<'h> Compiler<'h> {
    /// Finds a define by its name in lower case; loads files until it is found.
    ///
    /// # Errors
    /// Fails if one of these files is invalid.
    pub(super) fn find_define(
        &self,
        cx: &mut Cx<'h>,
        name: &str,
    ) -> Res<'h, Option<&'h Definition<'h>>> {
        let find = || self.definitions.borrow().define(name);
        match find() {
            Some(define) => Ok(Some(define)),
            None => self.autoload(cx, name, find),
        }
    }

    /// Runs the bodies of the define instances that exist now; returns true if there were any.
    ///
    /// # Errors
    /// Fails with the first error of a body, wrapped with the line of its instance.
    pub(super) fn evaluate_defines(&self, cx: &mut Cx<'h>) -> Res<'h, bool> {
        let waiting = std::mem::take(&mut self.evaluation.borrow_mut().waiting);
        let mut any = false;
        let mut left = Vec::new();
        for id in waiting {
            let (is_virtual, evaluated) = {
                let contents = self.contents.borrow();
                let resource = contents.resources.get(id);
                (resource.is_virtual, resource.evaluated)
            };
            if is_virtual {
                left.push(id);
            } else if !evaluated {
                any = true;
                self.evaluate_define(cx, id)?;
            }
        }
        // skipped instances come before the new ones
        let waiting = &mut self.evaluation.borrow_mut().waiting;
        left.append(waiting);
        *waiting = left;
        Ok(any)
    }

    fn evaluate_define(&self, cx: &mut Cx<'h>, id: ResourceId) -> Res<'h, ()> {
        let result = self.run_define(cx, id);
        result.map_err(|raise| match *raise {
            Raise::Break(place) => {
                let message =
                    "Error while evaluating an Object, break() from context where this is illegal";
                let form = Form::Evaluation;
                Error {
                    form,
                    place: Some(place),
                    line_only: true,
                    ..Error::plain(message)
                }
                .into()
            }
            Raise::Error(error) if error.form == Form::Plain && error.issue == NO_STAGE => {
                let failed = "Puppet::Parser::Compiler failed with error ArgumentError";
                parse_error(format!("{failed}: {}", error.message), None)
            }
            Raise::Error(error) if stands_alone(&error) => error.into(),
            // a class of the classifier has no enclosing statement
            Raise::Error(error)
                if error.issue == FAULT
                    && error.form == Form::Plain
                    && self.waiting_class(id).is_some() =>
            {
                let class = error.class();
                let failed = "Puppet::Parser::Compiler failed with error";
                parse_error(format!("{failed} {class}: {}", error.message), None)
            }
            Raise::Error(error) => {
                let message = match error.form {
                    Form::Plain => error.message.clone(),
                    _ => error.text(false),
                };
                let place = self.contents.borrow().resources.get(id).place.clone();
                let message = format!("Error while evaluating a Resource Statement, {message}");
                let inner = error.place.clone().map(Advice::About);
                let error = Error {
                    message,
                    form: Form::Evaluation,
                    place,
                    line_only: true,
                    ..error
                };
                advised(error.into(), inner)
            }
            other => Box::new(other),
        })
    }

    /// Returns the definition of a class that waits for evaluation because the classifier assigned
    /// it.
    fn waiting_class(&self, id: ResourceId) -> Option<&'h Definition<'h>> {
        let contents = self.contents.borrow();
        match contents.resources.type_of(id).family {
            Family::Class => {
                let title = contents.resources.get(id).title;
                self.definitions.borrow().class(title)
            }
            _ => None,
        }
    }

    fn run_define(&self, cx: &mut Cx<'h>, id: ResourceId) -> Res<'h, ()> {
        let class = self.waiting_class(id);
        if let Some(class) = class {
            return self.evaluate_class(cx, id, class);
        }
        self.add_scope_tags(cx, id);
        let instance = {
            let mut contents = self.contents.borrow_mut();
            contents.resources.get_mut(id).evaluated = true;
            let resource = contents.resources.get(id);
            let (title, declared_in, ty) = (resource.title, resource.scope, resource.ty);
            let ty = contents.resources.ty_mut(ty);
            let Family::Define(definition) = ty.family else {
                return Ok(());
            };
            Instance {
                definition,
                idle: ty.idle.take(),
                title,
                shown: ty.shown,
                declared_in,
            }
        };
        let (body, name) = (instance.definition.body, instance.definition.name);
        profile::within_body(cx, profile::Kind::Define, body, name, |cx| {
            self.run_instance(cx, id, instance)
        })
    }

    fn run_instance(&self, cx: &mut Cx<'h>, id: ResourceId, instance: Instance<'h>) -> Res<'h, ()> {
        let Instance {
            definition,
            idle,
            title,
            shown,
            declared_in,
        } = instance;
        let enclosing = self.enclosing(cx, declared_in);
        let scope = self.new_scope(
            cx,
            ScopeKind::Define(shown, title),
            enclosing,
            declared_in,
            id,
        );
        self.contents.borrow_mut().resources.get_mut(id).body_scope = Some(scope);
        self.set_name(cx, scope, title);
        let odd_title = self.contents.borrow().resources.title_value(id);
        if let Some(value) = odd_title {
            let variables = &mut cx.scopes[scope.0 as usize].variables;
            variables.insert(self.names.title, value);
            variables.insert(self.names.name, value);
        }
        self.set_modules(cx, scope, definition);
        let frame = match idle {
            Some(idle) => Frame::renewed(cx, idle, scope),
            None => Frame::new(cx, definition.body, None, scope, false),
        };
        cx.scopes[scope.0 as usize].frame = Some(frame);
        self.bind_parameters(cx, id, definition, frame)?;
        match interp::run(cx, frame).map_err(|raise| *raise) {
            Ok(value) => reject_iterator(value)?,
            Err(Raise::Next(..) | Raise::Return(..)) => {}
            Err(raise) => return Err(Box::new(raise)),
        }
        if self.provenance.is_some() {
            // provenance queries read the variables later
            return Ok(());
        }
        // after the body has run, only its lambdas can still read the variables
        let scope = &mut cx.scopes[scope.0 as usize];
        scope.variables = Default::default();
        scope.frame = None;
        if idle.is_some() || !definition.body.mir.has_lambdas() {
            let mut contents = self.contents.borrow_mut();
            let ty = contents.resources.get(id).ty;
            contents.resources.ty_mut(ty).idle = Some(frame);
        }
        Ok(())
    }

    /// Binds the parameters of a class or define to the given values, looked-up values (classes
    /// only) or defaults, and checks them.
    ///
    /// # Errors
    /// Fails with a plain error that lists all problems; errors of defaults and lookups.
    // Long because the steps for each parameter must keep their order.
    pub(super) fn bind_parameters(
        &self,
        cx: &mut Cx<'h>,
        id: ResourceId,
        definition: &'h Definition<'h>,
        frame: &'h Frame<'h>,
    ) -> Res<'h, ()> {
        let is_class = matches!(definition.kind, mir::DefinitionKind::Class { .. });
        let parameters = &definition.body.mir.parameters;
        self.bind_metaparameters(cx, id, definition, frame.scope);
        // given and looked-up values are bound first, so that all defaults can refer to them
        let mut without = Vec::with_capacity(parameters.len());
        {
            let mut contents = self.contents.borrow_mut();
            let own = &mut contents.resources.get_mut(id).parameters;
            // one allocation has room for all parameters and for the one that a relationship may
            // add
            own.reserve_exact((parameters.len() + 1).saturating_sub(own.len()));
            for (slot, parameter) in parameters.iter().enumerate() {
                let given = own.iter().find(|given| given.name == parameter.name);
                match given.map(|given| given.value) {
                    Some(value) if !value.is_undef() => frame.assign(cx, slot, value),
                    given => without.push((slot, parameter, given.is_some())),
                }
            }
        }
        // an `undef` without a default is bound before the defaults as well
        if without.iter().any(|(_, _, is_given)| *is_given) {
            without.sort_by_key(|(_, parameter, is_given)| {
                !(*is_given && parameter.default.is_none())
            });
        }
        if is_class {
            without = self.bind_data(cx, id, definition, frame, without)?;
        }
        let mut missing = 0;
        let mut constants = 0;
        for (slot, parameter, is_given) in without {
            let value = match parameter.default {
                Some(default)
                    if let Some(value) =
                        interp::constant_of(&frame.body.inner[default.0 as usize]) =>
                {
                    constants |= bit(slot);
                    if definition.taken_defaults.get() & bit(slot) == 0 {
                        self.check_default(value, definition)?;
                    }
                    value
                }
                Some(default) => {
                    self.default_value(cx, id, definition, frame, (parameter.name, default))?
                }
                None if is_given => Value::Undef,
                None => {
                    missing += 1;
                    continue;
                }
            };
            self.bind_parameter(cx, id, frame, slot, value)?;
            if parameter.default.is_some() {
                self.note_bound(id, definition, slot, false);
            }
        }
        let checked = self.check_parameters(cx, id, definition, frame, missing, constants);
        if let Err(raise) = &checked
            && let Raise::Error(error) = &**raise
            && is_class
        {
            // Ruby code may rescue the error, so the resource is checked again at the end
            let refused = (id, error.message.clone());
            self.evaluation.borrow_mut().refused_classes.push(refused);
        }
        checked?;
        let is_reserved = |it: &&mir::Parameter| self.names.reserved.contains(&it.name);
        match parameters.iter().find(is_reserved) {
            Some(parameter) => check_reserved(parameter.name.as_str(), definition),
            None => Ok(()),
        }
    }

    /// Evaluates the default of a parameter.
    ///
    /// # Errors
    /// Returns the errors of the expression; fails if the value is not valid as an attribute.
    fn default_value(
        &self,
        cx: &mut Cx<'h>,
        id: ResourceId,
        definition: &'h Definition<'h>,
        frame: &'h Frame<'h>,
        (name, default): (Symbol, mir::Inner),
    ) -> Res<'h> {
        let default = &frame.body.inner[default.0 as usize];
        let value = interp::evaluate_default(cx, frame, name, default)
            .map_err(|raise| self.default_error(raise, id, definition))?;
        self.check_default(value, definition)?;
        Ok(value)
    }

    /// Binds the parameters of a class for which there is data. Returns those without data.
    fn bind_data(
        &self,
        cx: &mut Cx<'h>,
        id: ResourceId,
        definition: &'h Definition<'h>,
        frame: &'h Frame<'h>,
        unbound: Vec<(usize, &'h mir::Parameter, bool)>,
    ) -> Res<'h, Vec<(usize, &'h mir::Parameter, bool)>> {
        let mut without_data = Vec::with_capacity(unbound.len());
        let mut coverage = DataCoverage::Unknown;
        for (slot, parameter, is_given) in unbound {
            let found =
                self.look_up_parameter(cx, definition.name, parameter.name, frame, &mut coverage)?;
            match found {
                Some(value) if !value.is_undef() || parameter.default.is_none() => {
                    self.bind_parameter(cx, id, frame, slot, value)?;
                    self.note_bound(id, definition, slot, true);
                }
                _ => without_data.push((slot, parameter, is_given)),
            }
        }
        Ok(without_data)
    }

    /// Records whether a parameter got its value from data or from its default.
    fn note_bound(&self, id: ResourceId, definition: &Definition<'h>, slot: usize, is_data: bool) {
        self.note(|record| {
            let name = definition.body.mir.parameters[slot].name;
            let key = || format!("{}::{name}", definition.name);
            let by = match is_data.then(|| self.lookup.last_noted(&key())).flatten() {
                Some(at) => SetBy::Data(at),
                None => SetBy::ParameterDefault,
            };
            let contents = self.contents.borrow();
            if let Some(parameter) = contents.resources.get(id).parameter(name) {
                record.set(id, parameter, by, false);
            }
        });
    }

    /// Sets `$name` and the given metaparameters as variables of the body.
    fn bind_metaparameters(
        &self,
        cx: &mut Cx<'h>,
        id: ResourceId,
        definition: &Definition<'h>,
        scope: ScopeId,
    ) {
        let parameters = &definition.body.mir.parameters;
        let contents = self.contents.borrow();
        let given = &contents.resources.get(id).parameters;
        let variables = &mut cx.scopes[scope.0 as usize].variables;
        for Parameter { name, value, .. } in given {
            let declared = parameters.iter().any(|known| known.name == *name);
            let unset = *name == self.names.name && value.is_undef();
            if !declared && !unset && *name != self.names.title {
                variables.insert(*name, *value);
            }
        }
    }

    fn bind_parameter(
        &self,
        cx: &mut Cx<'h>,
        id: ResourceId,
        frame: &'h Frame<'h>,
        slot: usize,
        value: Value<'h>,
    ) -> Res<'h, ()> {
        let value = self.attribute_copy(cx, value)?;
        frame.assign(cx, slot, value);
        let parameter = &frame.body.mir.parameters[slot];
        let mut guard = self.contents.borrow_mut();
        let contents = &mut *guard;
        // no line is at fault for a reference that the declaration does not contain
        let origin = match core_types::is_relationship(parameter.name.as_str()) {
            true => {
                let scope = contents.resources.get(id).scope;
                contents.resources.origin(scope, None)
            }
            false => 0,
        };
        let parameter = Parameter {
            name: parameter.name,
            origin,
            at: parameter.at,
            value,
        };
        if parameter.name == self.names.tag {
            // an invalid tag is ignored here
            let tags = &mut contents.resources.get_mut(id).tags;
            let _ = tag_with_value(tags, &mut contents.tags, self.heap, value);
        }
        contents.resources.set(id, parameter);
        Ok(())
    }

    fn look_up_parameter(
        &self,
        cx: &mut Cx<'h>,
        class: &str,
        name: Symbol,
        frame: &'h Frame<'h>,
        coverage: &mut DataCoverage,
    ) -> Res<'h, Option<Value<'h>>> {
        if let DataCoverage::Only(mentioned) = coverage
            && !mentioned.iter().any(|names| names.contains(name.as_str()))
        {
            return Ok(None);
        }
        let outer = cx.frame.replace(frame);
        let result = self.lookup.class_parameter(cx, class, name.as_str());
        match (&result, &coverage) {
            // the lookup that just ran has recorded the inputs of this answer
            (Ok(None), DataCoverage::Unknown) => {
                let mentioned = self.lookup.parameters_with_data(cx, class);
                *coverage = mentioned.map_or(DataCoverage::Any, DataCoverage::Only);
            }
            // the new value may change the paths of the hierarchy
            (Ok(Some(_)), DataCoverage::Only(_)) => *coverage = DataCoverage::Unknown,
            _ => {}
        }
        cx.frame = outer;
        result
    }

    /// Rewrites the error of a default. For a parameter that is read too early, the message starts
    /// with the resource's name; a failed lookup is shown at the definition of the class or define.
    #[allow(clippy::boxed_local, reason = "raises travel in boxes")]
    fn default_error(
        &self,
        raise: Box<Raise<'h>>,
        id: ResourceId,
        definition: &Definition<'h>,
    ) -> Box<Raise<'h>> {
        let is_class = matches!(definition.kind, mir::DefinitionKind::Class { .. });
        match *raise {
            Raise::Error(error) if error.form == Form::Default => {
                let subject = self.contents.borrow().resources.reference(id);
                Error::of(Kind::Parse, format!("{subject}: {}", error.message)).into()
            }
            // the line is that of the define, even if the error is in another file
            Raise::Error(mut error) if !is_class && error.issue == NO_LINE => {
                let line = definition.body.source.line(definition.body.mir.at);
                if error.message.pop() == Some(')') {
                    error.message.push_str(&format!(", line: {line})"));
                }
                error.into()
            }
            Raise::Error(error)
                if error.form == Form::Bare && error.place.is_none() && !stands_alone(&error) =>
            {
                parse_error(error.message, Some(definition_index::place(definition)))
            }
            // uses Ruby's name of the exception
            Raise::Break(_) => {
                let stop = "Puppet::Pops::Evaluator::PuppetStopIteration";
                let text = format!("Puppet::Resource::Type failed with error {stop}: {stop}");
                Error::of(Kind::Parse, text).into()
            }
            jump @ (Raise::Next(..) | Raise::Return(..)) if !is_class => {
                let illegal = illegal_jump(Box::new(jump));
                Error::of(Kind::Parse, illegal.message()).into()
            }
            other => Box::new(other),
        }
    }

    /// Reports unknown, missing and mismatched parameters in one message. The parameters in
    /// `constants` have constant defaults as their values.
    fn check_parameters(
        &self,
        cx: &mut Cx<'h>,
        id: ResourceId,
        definition: &'h Definition<'h>,
        frame: &'h Frame<'h>,
        missing: usize,
        constants: u64,
    ) -> Res<'h, ()> {
        let found = self.all_parameter_problems(cx, id, definition, frame, missing, constants);
        let problems = found.map_err(|raise| match definition.kind {
            mir::DefinitionKind::Class { .. } => raise,
            _ => shown_bare(raise, "Puppet::Parser::Compiler failed with error "),
        })?;
        match self.all_problems(id, &problems) {
            None => Ok(()),
            Some(message) => {
                let advice = self.advice_on(id, definition, &problems);
                Err(advised(Error::of(Kind::Parse, message).into(), advice))
            }
        }
    }

    fn all_parameter_problems(
        &self,
        cx: &mut Cx<'h>,
        id: ResourceId,
        definition: &'h Definition<'h>,
        frame: &'h Frame<'h>,
        missing: usize,
        constants: u64,
    ) -> Res<'h, Vec<Problem>> {
        let parameters = &definition.body.mir.parameters;
        let mut problems = Vec::new();
        self.check_common(cx, id, definition, COMMON)?;
        {
            let contents = self.contents.borrow();
            let given = &contents.resources.get(id).parameters;
            // if no parameter is unknown, the numbers are equal
            if given.len() + missing > parameters.len() {
                for parameter in given {
                    let known = parameters.iter().any(|known| known.name == parameter.name);
                    let name = parameter.name.as_str();
                    let common =
                        core_types::is_metaparameter(name) || matches!(name, "name" | "title");
                    if !known && !common {
                        problems.push(Problem::unknown(parameter.name));
                    }
                }
            }
        }
        let signature = interp::signature(cx, definition.body, frame)?;
        let taken = &definition.taken_defaults;
        for (slot, parameter) in signature.parameters.iter().enumerate() {
            if constants & taken.get() & bit(slot) != 0 {
                continue;
            }
            match frame.get(slot) {
                None => problems.push(Problem::missing(parameters[slot].name)),
                Some(value) if is_taken(parameter, value) => {
                    taken.set(taken.get() | constants & bit(slot));
                }
                Some(value) => {
                    let found = parameter_problems(cx, parameter, value)?;
                    problems.extend(Problem::of(parameters[slot].name, found));
                }
            }
        }
        Ok(problems)
    }

    /// Checks attributes that all resources have. They take any value, but a Deferred must name an
    /// existing function.
    ///
    /// # Errors
    /// Same as [`attribute_problems`].
    fn check_common(
        &self,
        cx: &mut Cx<'h>,
        id: ResourceId,
        definition: &Definition<'h>,
        names: &[&str],
    ) -> Res<'h, ()> {
        let parameters = &definition.body.mir.parameters;
        let deferred: Vec<(Symbol, Value<'h>)> = {
            let contents = self.contents.borrow();
            let given = contents.resources.get(id).parameters.iter();
            given
                .filter(|given| matches!(given.value, Value::Object(_)))
                .map(|given| (given.name, given.value))
                .collect()
        };
        if deferred.is_empty() {
            return Ok(());
        }
        for name in names {
            let given = deferred.iter().find(|(given, _)| given.as_str() == *name);
            let is_own = || parameters.iter().any(|own| own.name.as_str() == *name);
            if let Some((_, value)) = given.filter(|_| !is_own()) {
                attribute_problems(cx, *value)?;
            }
        }
        Ok(())
    }

    /// Checks the parameters of a class or define at the end: all of them if the body never ran,
    /// otherwise only `title` and `name`, which are not checked before.
    ///
    /// # Errors
    /// Fails with the problems, or with errors of type expressions.
    pub(super) fn check_unrun(&self, cx: &mut Cx<'h>, id: ResourceId) -> Res<'h, ()> {
        let (definition, given, evaluated) = {
            let contents = self.contents.borrow();
            let resource = contents.resources.get(id);
            let definition = match contents.resources.ty(resource.ty).family {
                Family::Define(definition) => definition,
                Family::Class => match self.definitions.borrow().class(resource.title) {
                    Some(definition) => definition,
                    None => return Ok(()),
                },
                _ => return Ok(()),
            };
            let title = Symbol::intern("title");
            let is_odd = resource.parameter(title).is_some()
                || matches!(resource.value(self.names.name), Some(Value::Object(_)));
            if resource.evaluated && !is_odd {
                return Ok(());
            }
            (definition, resource.parameters.clone(), resource.evaluated)
        };
        let common = self
            .check_common(cx, id, definition, &["name"])
            .and_then(|()| self.check_common(cx, id, definition, COMMON));
        common.map_err(|raise| shown_bare(raise, ""))?;
        let parameters = &definition.body.mir.parameters;
        let declared = |name: Symbol| parameters.iter().any(|known| known.name == name);
        let mut problems = Vec::new();
        for name in given.iter().map(|given| given.name) {
            let known = declared(name) || core_types::is_metaparameter(name.as_str());
            if !known && name != self.names.name {
                problems.push(Problem::unknown(name));
            }
        }
        if !evaluated {
            let frame = Frame::new(cx, definition.body, None, ScopeId::TOP, false);
            let signature = interp::signature(cx, definition.body, frame)?;
            for (parameter, checked) in parameters.iter().zip(signature.parameters) {
                let value = given.iter().find(|given| given.name == parameter.name);
                match value.map(|given| given.value) {
                    None if parameter.default.is_some() => {}
                    None => problems.push(Problem::missing(parameter.name)),
                    Some(value) => {
                        let found = parameter_problems(cx, checked, value);
                        let found = found.map_err(|raise| shown_bare(raise, ""))?;
                        problems.extend(Problem::of(parameter.name, found));
                    }
                }
            }
        }
        match self.all_problems(id, &problems) {
            None => Ok(()),
            Some(message) => {
                let advice = self.advice_on(id, definition, &problems);
                Err(advised(parse_error(message, None), advice))
            }
        }
    }

    /// Formats problems: `D[x]: problem`, or one line for each.
    fn all_problems(&self, id: ResourceId, problems: &[Problem]) -> Option<String> {
        if problems.is_empty() {
            return None;
        }
        let subject = self.contents.borrow().resources.reference(id);
        let texts: Vec<&str> = problems.iter().map(|one| one.text.as_str()).collect();
        match texts[..] {
            [] => None,
            [problem] => Some(format!("{subject}: {problem}")),
            _ => Some(format!("{subject}:\n  {}", texts.join("\n  "))),
        }
    }
}

/// Returns the bit of a parameter in a set of parameters; only the first ones have one.
fn bit(slot: usize) -> u64 {
    1_u64.checked_shl(slot as u32).unwrap_or(0)
}

/// Checks that a parameter does not have the name of a variable that Puppet sets.
fn check_reserved<'h>(name: &str, definition: &Definition<'h>) -> Res<'h, ()> {
    let message = match name {
        "facts" | "trusted" | "server_facts" => {
            format!("Attempt to assign to a reserved variable name: '{name}'")
        }
        "module_name" | "caller_module_name" => format!("Cannot reassign variable '${name}'"),
        _ => return Ok(()),
    };
    Err(parse_error(
        message,
        Some(definition_index::place(definition)),
    ))
}

/// Returns true if an error is about the function of a Deferred.
fn is_crash(error: &Error) -> bool {
    error.issue == NO_FUNCTION || error.issue == NO_DISPATCH
}

/// Returns true if an error is shown without the context of the code around it.
fn stands_alone(error: &Error) -> bool {
    error.form == Form::Bare && (is_crash(error) || error.issue == LIMIT)
}

/// Converts an error about the function of a Deferred to one shown without context. If `before` is
/// not empty, it comes first, followed by the name of Ruby's error.
#[allow(clippy::boxed_local, reason = "raises travel in boxes")]
fn shown_bare<'h>(raise: Box<Raise<'h>>, before: &str) -> Box<Raise<'h>> {
    match *raise {
        Raise::Error(error) if is_crash(&error) => {
            let message = match before {
                "" => error.message,
                _ => format!("{before}{}: {}", error.issue.0, error.message),
            };
            Error {
                message,
                form: Form::Bare,
                ..error
            }
            .into()
        }
        other => Box::new(other),
    }
}
