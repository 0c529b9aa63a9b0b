//! Implements [`runtime::host::Host`]: the evaluation's access to a compilation.

use std::sync::Arc;

use frontend::ast::RelationshipOp;
use frontend::{Source, Symbol};
use mir::DefinitionKind;
use mir::literal::Literal;
use rubycore::case::Downcase;
use runtime::advice::Advice;
use runtime::closure::Closure;
use runtime::cx::Callee;
use runtime::error::{Error, Form, Place, Raise};
use runtime::frame::{Body, Frame};
use runtime::host::{
    self, Attribute, DataFormat, ForeignFunction, Host, Include, NO_OBJECT, Native,
    ResourceExpression, SetOrigin, UserFunction, YamlLayout,
};
use runtime::scope::ScopeId;
use runtime::types::object::LOOKUP_CONTEXT;
use runtime::types::{self, TypeRef};
use runtime::{Cx, Res, Value, builtins, fail, interp, profile};

use super::autoloaded_file::FileKind;
use super::definition_index::Definition;
use super::resource::find;
use super::resource::{MAIN, MAIN_STAGE};
use super::{Compiler, report, tag};
use crate::command;
use crate::data::emit::write_yaml;
use crate::data::hocon::read_hocon;
use crate::data::{ReadError, load_yaml, read_json};
use crate::environment::files::CodeFile;
use crate::environment::files::{self, Grammar};
use crate::hiera;
use crate::json::Writer;
use crate::node::plain_value;
use crate::pki::key_pair;
use crate::puppet_settings;
use crate::read_set::{self, Answer, Topic};
use crate::rich;
use crate::ruby::{Api, YIELD};

impl<'h> Host<'h> for Compiler<'h> {
    fn function(&self, cx: &mut Cx<'h>, name: Symbol) -> Res<'h, Option<Callee<'h>>> {
        let lower = name.downcase();
        cx.heap.pin();
        match self.function_in_lower_case(cx, lower)? {
            None if lower != name => self.legacy_function(cx, name.as_str()),
            found => Ok(found),
        }
    }

    fn call_foreign(
        &self,
        cx: &mut Cx<'h>,
        function: &'h ForeignFunction<'h>,
        dispatch: usize,
        arguments: &[Value<'h>],
        block: Option<&'h Closure<'h>>,
    ) -> Res<'h> {
        cx.heap.pin();
        profile::within_named(cx, profile::Kind::RubyFunction, function.name, |cx| {
            self.ruby
                .call(cx, self, function, dispatch, arguments, block)
        })
    }

    fn replaces_builtins(&self) -> bool {
        self.definitions.borrow().replaces_builtins()
    }

    fn defines_function(&self, name: &str) -> bool {
        self.definitions.borrow().function(name).is_some()
    }

    fn loaded_function(&self, name: &str) -> Option<&'h Body<'h>> {
        let definition = self.definitions.borrow().function(name)?;
        Some(definition.body)
    }

    fn loaded_alias(&self, name: &str) -> Option<&'h Literal> {
        match self.definitions.borrow().type_alias(name)?.kind {
            DefinitionKind::TypeAlias { target } => Some(target),
            _ => None,
        }
    }

    fn named_type(&self, cx: &mut Cx<'h>, name: &str) -> Res<'h, Option<TypeRef<'h>>> {
        cx.heap.pin();
        if name.eq_ignore_ascii_case(LOOKUP_CONTEXT) {
            return Ok(types::named(LOOKUP_CONTEXT));
        }
        let Some(definition) = self.find_alias(cx, name)? else {
            return self.member_of_set(cx, name);
        };
        let DefinitionKind::TypeAlias { target } = definition.kind else {
            return Ok(None);
        };
        if let Some(ty) = self.kept_alias(cx, definition)? {
            return Ok(Some(ty));
        }
        let source = &definition.body.source;
        let file = self.environment.type_set_file(&name.downcase());
        let origin = match file {
            None => SetOrigin::Code,
            Some(_) if self.is_requested_by_member.take() => SetOrigin::Member,
            Some(_) => SetOrigin::Whole,
        };
        let outer = self.set_origin.replace(origin);
        let ty = types::alias::define(cx, definition.name, target, source);
        self.set_origin.set(outer);
        match (file, ty?) {
            (None, ty) => {
                self.keep_alias(definition, ty);
                Ok(Some(ty))
            }
            (Some(_), ty @ types::Type::TypeSet(_)) => Ok(Some(ty)),
            (Some(file), _) => fail(not_a_type_set(file, name)),
        }
    }

    fn set_origin(&self) -> SetOrigin {
        self.set_origin.get()
    }

    fn check_new_type(&self, name: &str) -> Res<'h, ()> {
        let taken = self.definitions.borrow().check_new_type(&name.downcase());
        taken.map_err(Into::into)
    }

    fn is_resource_type(&self, cx: &mut Cx<'h>, name: &str) -> Res<'h, bool> {
        cx.heap.pin();
        Ok(matches!(name, "class" | "node") || self.resource_type_within(cx, name, 1)?.is_some())
    }

    fn is_core_resource_type(&self, name: &str) -> bool {
        name == "node" || crate::core_types::find(name).is_some()
    }

    fn resource(&self, cx: &mut Cx<'h>, reference: Value<'h>) -> Res<'h> {
        let Value::Type(ty) = reference else {
            return Ok(reference);
        };
        cx.heap.pin();
        let resource = self.as_resource(cx, ty)?;
        Ok(resource.map_or(reference, |resource| Value::ty(self.heap, resource)))
    }

    fn class_scope(&self, cx: &mut Cx<'h>, name: &str) -> Option<ScopeId> {
        cx.heap.pin();
        let id = self.class_resource(&name.downcase())?;
        let scope = self.contents.borrow().resources.get(id).body_scope?;
        // created on first use because most nodes never read them
        if name == "settings" && !self.has_settings.replace(true) {
            self.set_name(cx, scope, "settings");
            let variables = &mut cx.scopes[scope.0 as usize].variables;
            for (name, value) in puppet_settings::variables(self.environment, self.heap) {
                variables.insert(Symbol::intern(name), value);
            }
        }
        Some(scope)
    }

    fn declare(&self, cx: &mut Cx<'h>, expression: ResourceExpression<'h>) -> Res<'h> {
        cx.heap.pin();
        self.declare_all(cx, expression)
    }

    fn note_missing_key(
        &self,
        references: Value<'h>,
        parameter: Symbol,
        missing_key: &dyn Fn() -> Option<Advice>,
    ) {
        self.note_missing_key(references, parameter, missing_key);
    }

    fn resource_defaults(
        &self,
        cx: &mut Cx<'h>,
        type_name: &'h str,
        attributes: Vec<Attribute<'h>>,
        place: Place,
    ) -> Res<'h> {
        cx.heap.pin();
        self.set_defaults(cx, type_name, &attributes, place)?;
        Ok(Value::Undef)
    }

    fn resource_override(
        &self,
        cx: &mut Cx<'h>,
        references: Value<'h>,
        attributes: Vec<Attribute<'h>>,
        place: Place,
    ) -> Res<'h> {
        cx.heap.pin();
        self.override_all(cx, references, &attributes, place)?;
        Ok(references)
    }

    fn check_collected(
        &self,
        cx: &mut Cx<'h>,
        type_name: &'h str,
        is_absolute: bool,
    ) -> Res<'h, ()> {
        cx.heap.pin();
        self.collected_type(cx, type_name, is_absolute)?;
        Ok(())
    }

    fn collect(&self, cx: &mut Cx<'h>, collector: host::Collector<'h>) -> Res<'h> {
        cx.heap.pin();
        self.add_collector(cx, collector)
    }

    fn relate(
        &self,
        cx: &mut Cx<'h>,
        op: RelationshipOp,
        left: (Value<'h>, Place),
        right: (Value<'h>, Place),
        place: Place,
    ) -> Res<'h> {
        cx.heap.pin();
        self.add_relationship(cx, op, left.0, right.0, place)
    }

    fn resource_attribute(
        &self,
        cx: &mut Cx<'h>,
        type_name: &'h str,
        title: &'h str,
        attribute: &str,
    ) -> Res<'h> {
        cx.heap.pin();
        let found = match type_name {
            "Component" => ("Class", self.shown_class(title)),
            _ => (type_name, title),
        };
        if find(&self.contents.borrow().resources, found.0, found.1).is_none() {
            self.check_title(cx, type_name, title)
                .map_err(|mut raise| {
                    if let Raise::Error(error) = &mut *raise {
                        let context = "Error while evaluating a '[]' expression, ";
                        error.message.insert_str(0, context);
                    }
                    raise
                })?;
        }
        let contents = self.contents.borrow();
        let Some(id) = find(&contents.resources, found.0, found.1) else {
            return fail(format!("Resource not found: {type_name}['{title}']"));
        };
        let resource = contents.resources.get(id);
        let name = Symbol::intern(attribute);
        // a missing attribute has the default that a new resource in that scope would get
        let default = || {
            let defaults = self.defaults_in(cx, &contents, resource.scope, resource.ty);
            defaults.into_iter().find(|default| default.name == name)
        };
        match resource.parameter(name) {
            // the first resources of every catalog have no name yet
            Some(parameter) if !parameter.value.is_undef() && id.0 > MAIN.0 => Ok(parameter.value),
            None if attribute != "name" && !self.has_attribute(&contents, id, attribute) => {
                // only the first letter is capitalized here
                let (first, rest) = type_name.split_at(1);
                let rest = rest.to_ascii_lowercase();
                fail(format!(
                    "The resource {first}{rest}['{title}'] does not have a parameter called '{attribute}'"
                ))
            }
            _ => Ok(default().map_or(Value::Undef, |default| default.value)),
        }
    }

    fn resource_attributes(
        &self,
        cx: &mut Cx<'h>,
        type_name: &str,
        title: &str,
    ) -> Res<'h, Option<Vec<(&'h str, Value<'h>)>>> {
        cx.heap.pin();
        let contents = self.contents.borrow();
        let Some(id) = find(&contents.resources, type_name, title) else {
            return match tag::is_valid(type_name) {
                true => Ok(None),
                false => fail(format!("Invalid tag '{}'", type_name.downcase())),
            };
        };
        let parameters = contents.resources.get(id).parameters.iter();
        // the main stage shows its name only in catalogs
        let shown = parameters.filter(|_| id != MAIN_STAGE);
        let pairs = shown.map(|parameter| (parameter.name.as_str(), parameter.value));
        Ok(Some(pairs.collect()))
    }

    fn rich_data(&self, cx: &mut Cx<'h>, value: Value<'h>) -> Option<Value<'h>> {
        cx.heap.pin();
        let mut json = Writer::new(false);
        rich::write(&mut json, value, rich::Form::Literals).ok()?;
        let text = String::from_utf8(json.finish()).ok()?;
        let data = read_json("", &text).ok()?;
        Some(plain_value(self.heap, &data))
    }

    fn include(&self, cx: &mut Cx<'h>, how: Include, classes: &[Value<'h>]) -> Res<'h> {
        cx.heap.pin();
        self.include_classes(cx, how, classes)
    }

    fn catalog_function(
        &self,
        cx: &mut Cx<'h>,
        name: &str,
        arguments: &[Value<'h>],
        _block: Option<&'h Closure<'h>>,
    ) -> Res<'h> {
        cx.heap.pin();
        self.run_function(cx, name, arguments)
    }

    fn render_erb(&self, cx: &mut Cx<'h>, file: Option<(&str, &str)>, code: &str) -> Res<'h> {
        cx.heap.pin();
        self.ruby.template(cx, self, file, code)
    }

    fn lookup(
        &self,
        cx: &mut Cx<'h>,
        function: &str,
        arguments: &[Value<'h>],
        block: Option<&'h Closure<'h>>,
    ) -> Res<'h> {
        cx.heap.pin();
        self.ruby.note_cache_use(function, arguments);
        self.lookup.function(cx, function, arguments, block)
    }

    fn find_file(&self, _cx: &mut Cx<'h>, subfolder: &str, name: &str) -> Res<'h, Option<String>> {
        if name.starts_with('/') {
            return Ok(files::exists(name).then(|| name.to_owned()));
        }
        let path = name.split_once('/').and_then(|(module, rest)| {
            let module = self.environment.module(module)?;
            Some(format!("{}/{subfolder}/{rest}", module.path))
        });
        Ok(path.filter(|path| files::exists(path)))
    }

    fn read_file(&self, _cx: &mut Cx<'h>, path: &str) -> Res<'h, Vec<u8>> {
        files::read_file(path.as_ref()).or_else(|error| fail(files::unreadable(path, &error)))
    }

    fn run_command(
        &self,
        _cx: &mut Cx<'h>,
        words: &[String],
        folder: &str,
    ) -> Res<'h, (Option<i32>, Vec<u8>)> {
        let answer = self.environment.commands.run_in(folder, words);
        read_set::note_command(folder, words, &answer);
        Ok(answer)
    }

    fn glob(&self, pattern: &str) -> Vec<String> {
        let found = hiera::glob(pattern);
        read_set::note_glob(pattern, &found);
        found
    }

    fn check_content(&self, content: &str, command: &dyn Fn(&str) -> String) -> Result<(), String> {
        read_set::note_volatile("a command that checks a text");
        command::check_content(content, command)
    }

    fn check_key_pair(&self, certificate: &str, key: &str) -> Result<(), String> {
        key_pair::check(certificate, key)
    }

    fn read_data(&self, cx: &mut Cx<'h>, format: DataFormat, text: &str) -> Res<'h> {
        cx.heap.pin();
        let read = match format {
            DataFormat::Json => read_json("", text),
            DataFormat::Yaml => load_yaml(text.as_bytes(), false),
            DataFormat::YamlWithAliases => load_yaml(text.as_bytes(), true),
            DataFormat::Hocon => read_hocon("", text, &read_set::environment_variable),
        };
        match read {
            Ok(data) => Ok(plain_value(cx.heap, &data)),
            Err(ReadError::List(text)) => Err(Error {
                issue: NO_OBJECT,
                ..Error::plain(text)
            }
            .into()),
            Err(error) => fail(error.to_string()),
        }
    }

    fn write_yaml(
        &self,
        _cx: &mut Cx<'h>,
        value: Value<'h>,
        layout: YamlLayout,
    ) -> Res<'h, String> {
        write_yaml(value, layout).or_else(fail)
    }

    fn module_directory(&self, _cx: &mut Cx<'h>, module: &str) -> Option<String> {
        self.environment
            .module(module)
            .map(|module| module.path.to_string())
    }

    fn native(&self, name: &str) -> Option<Native> {
        self.environment.native(name)
    }

    fn template(&self, cx: &mut Cx<'h>, path: &str) -> Res<'h, &'h Body<'h>> {
        cx.heap.pin();
        let loaded = match self.environment.template_file(path) {
            Some(file) => file.load(Grammar::Epp, &self.environment.checks),
            None => {
                let checks = &self.environment.checks;
                let loaded = files::load_file(path, Grammar::Epp, checks);
                let loaded = self.heap.keep(Arc::new(loaded.or_else(fail)?));
                loaded.unit.iter().for_each(read_set::note_text);
                loaded
            }
        };
        let unit = report(cx, loaded).map_err(|raise| invalid_template("epp", raise))?;
        Ok(unit.program())
    }

    fn inline_template(&self, cx: &mut Cx<'h>, code: &str) -> Res<'h, &'h Body<'h>> {
        cx.heap.pin();
        let known = self.inline_templates.borrow().get(code).copied();
        let loaded = known.unwrap_or_else(|| {
            let source = Arc::new(Source::new(Some("inlined-epp-text"), code));
            let loaded = files::load(source, Grammar::Epp, &self.environment.checks);
            let loaded = self.heap.keep(Arc::new(loaded));
            loaded.unit.iter().for_each(read_set::note_text);
            let mut known = self.inline_templates.borrow_mut();
            known.insert(&loaded.source.text, loaded);
            loaded
        });
        let unit = report(cx, loaded).map_err(|raise| invalid_template("inline_epp", raise))?;
        Ok(unit.program())
    }

    fn environment_name(&self) -> &'h str {
        &self.environment.name
    }

    fn now(&self) -> i128 {
        read_set::note_volatile("the time");
        self.time()
    }

    fn note_variable(&self, name: &str) {
        let name = name.strip_prefix("::").unwrap_or(name);
        read_set::note(Topic::TopVariable, name, Answer::default);
    }

    fn note_fact(&self, name: &str) {
        read_set::note(Topic::Fact, name, Answer::default);
    }

    fn note_all_variables(&self) {
        read_set::note(Topic::AllVariables, "", Answer::default);
    }
}

impl<'h> Compiler<'h> {
    fn has_attribute(
        &self,
        contents: &super::Contents<'h>,
        id: super::ResourceId,
        name: &str,
    ) -> bool {
        use super::resource::Family;
        if crate::core_types::is_metaparameter(name) {
            return true;
        }
        match contents.resources.type_of(id).family {
            Family::Native(core) => core.has_attribute(name),
            Family::Unread => true,
            Family::Define(definition) => declares(definition, name),
            Family::Class => {
                let title = contents.resources.get(id).title;
                let class = self.definitions.borrow().class(title);
                class.is_some_and(|class| declares(class, name))
            }
            Family::Node => false,
        }
    }

    pub(super) fn find_function(
        &self,
        cx: &mut Cx<'h>,
        name: &str,
    ) -> Res<'h, Option<&'h Definition<'h>>> {
        let name = name.strip_prefix("::").unwrap_or(name);
        let find = || self.definitions.borrow().function(name);
        if let Some(function) = find() {
            return Ok(Some(function));
        }
        let environment = self.environment;
        let Some(file) = environment.function_file(name) else {
            return Ok(None);
        };
        let module = name
            .split("::")
            .next()
            .and_then(|module| environment.module(module));
        let module = module.map(|module| &*module.name);
        self.load_single(cx, file, module, FileKind::Function(name))?;
        Ok(find())
    }

    /// Finds a function whose name is in lower case, as Puppet finds all functions but those of the
    /// 3.x API.
    fn function_in_lower_case(&self, cx: &mut Cx<'h>, name: Symbol) -> Res<'h, Option<Callee<'h>>> {
        let known = self.definitions.borrow().function(name.as_str());
        if known.is_none() {
            let kept = self.ruby_functions.borrow().get(&name).copied();
            if kept.is_some() {
                return Ok(kept);
            }
            if let Some(callee) = self.find_ruby_function(cx, name.as_str(), Api::Current)? {
                self.ruby_functions.borrow_mut().insert(name, callee);
                return Ok(Some(callee));
            }
        }
        let Some(definition) = self.find_function(cx, name.as_str())? else {
            if name.as_str() == YIELD {
                return Ok(Some(Callee::Foreign(self.ruby.yielding())));
            }
            if let Some(callee) = self.find_ruby_function(cx, name.as_str(), Api::Legacy)? {
                return Ok(Some(callee));
            }
            let native = self.environment.native(name.as_str());
            let native = native.and_then(|one| builtins::native(name.as_str(), one.release));
            return match native {
                Some(callee) => Ok(Some(callee)),
                None => self.loaded_legacy_function(cx, name.as_str()),
            };
        };
        let frame = Frame::new(cx, definition.body, None, ScopeId::TOP, true);
        let signature = *interp::signature(cx, definition.body, frame)?;
        let function = UserFunction {
            name: definition.name,
            body: definition.body,
            signature,
        };
        Ok(Some(Callee::User(self.heap.alloc(function))))
    }

    /// Finds a function of the 3.x API, whose names have an exact case.
    fn legacy_function(&self, cx: &mut Cx<'h>, name: &str) -> Res<'h, Option<Callee<'h>>> {
        match self.find_ruby_function(cx, name, Api::Legacy)? {
            None => self.loaded_legacy_function(cx, name),
            found => Ok(found),
        }
    }

    fn loaded_legacy_function(&self, cx: &mut Cx<'h>, name: &str) -> Res<'h, Option<Callee<'h>>> {
        let loaded = self.ruby.loaded_function(cx, self, name)?;
        Ok(loaded.map(Callee::Foreign))
    }

    /// Finds a function of one of the Ruby APIs; it runs natively if its file allows that.
    fn find_ruby_function(
        &self,
        cx: &mut Cx<'h>,
        name: &str,
        api: Api,
    ) -> Res<'h, Option<Callee<'h>>> {
        let name = name.strip_prefix("::").unwrap_or(name);
        let Some(path) = self.environment.ruby_function(name, api) else {
            return Ok(None);
        };
        let native = self.environment.native(name);
        let native = native.and_then(|native| builtins::native(name, native.release));
        match native {
            Some(callee) => Ok(Some(callee)),
            None => {
                let function = self.ruby.function(cx, self, api, path, name)?;
                Ok(function.map(Callee::Foreign))
            }
        }
    }

    fn find_alias(&self, cx: &mut Cx<'h>, name: &str) -> Res<'h, Option<&'h Definition<'h>>> {
        let lower = name.strip_prefix("::").unwrap_or(name).downcase();
        let find = || self.definitions.borrow().type_alias(&lower);
        if let Some(alias) = find() {
            return Ok(Some(alias));
        }
        let environment = self.environment;
        let set_file = || environment.type_set_file(&lower);
        let Some(file) = environment.type_file(&lower).or_else(set_file) else {
            return Ok(None);
        };
        let module = lower
            .split("::")
            .next()
            .and_then(|module| environment.module(module));
        let module = module.map(|module| &*module.name);
        self.load_single(cx, file, module, FileKind::Type(&lower))?;
        Ok(find())
    }

    /// Returns the type of an alias from an earlier evaluation, if all aliases that it refers to
    /// still mean the same types.
    fn kept_alias(
        &self,
        cx: &mut Cx<'h>,
        definition: &Definition<'h>,
    ) -> Res<'h, Option<TypeRef<'h>>> {
        runtime::limits::stack();
        let Some(kept) = definition.body.lasting.alias() else {
            return Ok(None);
        };
        for need in kept.needs {
            let types::Type::Alias(alias) = need else {
                return Ok(None);
            };
            let known = match cx.type_names.get(&Symbol::intern(alias.name)) {
                Some(Value::Type(ty)) => Some(*ty),
                Some(_) => None,
                None => match self.find_alias(cx, alias.name)? {
                    Some(other) => self.kept_alias(cx, other)?,
                    None => None,
                },
            };
            if !known.is_some_and(|known| std::ptr::eq(known, *need)) {
                return Ok(None);
            }
        }
        cx.heap.pin();
        let name = Symbol::intern(definition.name);
        cx.type_names.insert(name, Value::Type(kept.ty));
        Ok(Some(kept.ty))
    }

    /// Stores the type of an alias for later evaluations.
    fn keep_alias(&self, definition: &Definition<'h>, ty: TypeRef<'h>) {
        let types::Type::Alias(alias) = ty else {
            return;
        };
        if definition.body.lasting.is_due() {
            // the aliases that it refers to were resolved while it was created
            definition.body.lasting.keep_alias(alias, |name| {
                let other = self.definitions.borrow().type_alias(&name.downcase())?;
                Some(other.body.lasting.alias()?.ty)
            });
        }
    }

    /// Returns a type of a type set that has a file of its own; the set named like a module is in
    /// `types/init_typeset.pp`. Types of other sets become known together with their set.
    fn member_of_set(&self, cx: &mut Cx<'h>, name: &str) -> Res<'h, Option<TypeRef<'h>>> {
        let name = name.strip_prefix("::").unwrap_or(name);
        let Some((set, _)) = name.rsplit_once("::") else {
            return Ok(None);
        };
        let lower = set.downcase();
        let environment = self.environment;
        let whole = environment.type_set_file(&lower);
        if whole.or_else(|| environment.type_file(&lower)).is_none() {
            return Ok(None);
        }
        // the search for a resource type of that name may have loaded code that defines the set
        let is_known = cx.type_names.contains_key(&Symbol::intern(set));
        self.is_requested_by_member
            .set(!is_known && whole.is_some());
        if !is_known && !matches!(types::parse::named(cx, set)?, Some(types::Type::TypeSet(_))) {
            return match whole {
                Some(file) => fail(not_a_type_set(file, set)),
                None => Ok(None),
            };
        }
        Ok(match cx.type_names.get(&Symbol::intern(name)) {
            Some(Value::Type(ty)) => Some(ty),
            _ => None,
        })
    }

    /// Sets the match variables of a frame from a regular expression that matches the node's name.
    pub(super) fn capture(&self, cx: &mut Cx<'h>, frame: &'h Frame<'h>, source: &str, name: &str) {
        let name = self.heap.text(name);
        let captures = runtime::regexp::Regexp::new(self.heap, source)
            .and_then(|regexp| regexp.captures(self.heap, name));
        if let Ok(Some(captures)) = captures {
            frame.matched(cx, Some(captures));
        }
    }
}

fn not_a_type_set(file: &CodeFile, set: &str) -> String {
    format!(
        "The code loaded from {} does not define the TypeSet '{set}'",
        file.path
    )
}

fn declares(definition: &Definition<'_>, name: &str) -> bool {
    definition
        .body
        .mir
        .parameters
        .iter()
        .any(|parameter| parameter.name.as_str() == name)
}

/// Builds the error of an invalid template in the words of the function that renders it.
#[allow(clippy::boxed_local, reason = "raises travel in boxes")]
fn invalid_template<'h>(function: &str, raise: Box<Raise<'h>>) -> Box<Raise<'h>> {
    match *raise {
        Raise::Error(error) if error.form == Form::Bare || error.issue.0 == "ILLEGAL_BOM" => {
            let text = error.text(false);
            Error::plain(format!("{function}(): Invalid EPP: {text}")).into()
        }
        other => Box::new(other),
    }
}
