//! Reads types of the Resource API, which are defined by data.

use super::Titles;
use super::machine::Machine;
use super::names;
use super::object::{Object, Role};
use super::value::{Id, Step, Value};

/// Attributes that every type has.
const COMMON: &[&str] = &[
    "title",
    "provider",
    "alias",
    "audit",
    "before",
    "consume",
    "export",
    "loglevel",
    "noop",
    "notify",
    "require",
    "schedule",
    "stage",
    "subscribe",
    "tag",
];

impl<'a> Machine<'a, '_> {
    /// Defines a type from its definition.
    pub fn register_type(&mut self, definition: &Value<'a>) -> Step<'a> {
        let Some(name) = definition
            .option("name")
            .and_then(|name| name.name().map(str::to_owned))
        else {
            return self.refuse("the name of a type");
        };
        let has_two_texts =
            definition.option("desc").is_some() && definition.option("docs").is_some();
        let Some(Value::Hash(attributes)) =
            definition.option("attributes").filter(|_| !has_two_texts)
        else {
            return self.refuse("the definition of a type");
        };
        let mut made: Vec<(String, bool, bool)> = Vec::new();
        for (key, options) in attributes.borrow().iter() {
            let behaviour = options
                .option("behaviour")
                .or_else(|| options.option("behavior"));
            let (is_property, is_name) = match behaviour {
                None | Some(Value::Nil) => (true, false),
                Some(behaviour) => match behaviour.name() {
                    Some("namevar") => (false, true),
                    Some("read_only" | "parameter" | "init_only") => (false, false),
                    _ => return self.refuse("the behaviour of an attribute"),
                },
            };
            match key {
                Value::Symbol(key)
                    if !COMMON.contains(&&**key) && options.option("type").is_some() =>
                {
                    made.push((key.to_string(), is_property, is_name));
                }
                _ => return self.refuse("an attribute of a type of the Resource API"),
            }
        }
        let patterns = definition.option("title_patterns");
        self.provider_module(&name);
        let Value::Object(id) = self.new_type(&[Value::symbol(&name)], None)? else {
            return self.refuse("the definition of a type");
        };
        for (name, is_property, is_name) in made {
            if let Value::Object(attribute) =
                self.attribute(id, is_property, &Value::symbol(&name), &[], None)?
            {
                self.object_mut(attribute).is_name = is_name;
            }
        }
        self.set_patterns(id, patterns)?;
        Ok(Value::Object(id))
    }

    /// Creates the module that files of providers open.
    fn provider_module(&mut self, name: &str) {
        let provider = self.base(Role::Provider);
        let name = self.keep(&names::camel_case(name));
        if !self.object(provider).constants.contains_key(name) {
            let id = self.add(Object::new(
                format!("Puppet::Provider::{name}"),
                false,
                Role::Plain,
                None,
            ));
            self.object_mut(provider)
                .constants
                .insert(name, Value::Object(id));
        }
    }

    fn set_patterns(&mut self, id: Id, patterns: Option<Value<'a>>) -> Step<'a, ()> {
        let titles = match patterns {
            Some(Value::List(list)) => {
                let mut all = Vec::new();
                for pattern in list.borrow().iter() {
                    let Some(Value::Regexp(Some((source, options)))) = pattern.option("pattern")
                    else {
                        return self.refuse("title_patterns");
                    };
                    all.push((source.to_string(), options.to_string(), group_names(source)));
                }
                Titles::Patterns(all)
            }
            Some(Value::Nil) | None => {
                let attributes = &self.object(id).declared.attributes;
                let mut keys = attributes
                    .iter()
                    .filter(|(name, id)| self.is_name(name, *id));
                match (keys.next(), keys.next()) {
                    // the whole title is the value of the first
                    (Some((first, _)), Some(_)) => Titles::Patterns(vec![(
                        "(.*)".to_owned(),
                        "m".to_owned(),
                        vec![first.to_string()],
                    )]),
                    _ => return Ok(()),
                }
            }
            Some(_) => return self.refuse("title_patterns"),
        };
        self.object_mut(id).declared.titles = Some(titles);
        Ok(())
    }
}

/// Returns the names of the groups of a regular expression, each once.
fn group_names(source: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut rest = source;
    let mut is_class = false;
    while let Some(letter) = rest.chars().next() {
        match letter {
            '\\' => rest = rest.get(1..).unwrap_or_default(),
            '[' => is_class = true,
            ']' => is_class = false,
            _ => {}
        }
        let group = rest
            .strip_prefix("(?<")
            .filter(|_| !is_class && letter == '(');
        if let Some((name, _)) = group.and_then(|group| group.split_once('>'))
            && !name.starts_with(['=', '!'])
            && !names.iter().any(|known| known == name)
        {
            names.push(name.to_owned());
        }
        rest = rest
            .get(rest.chars().next().map_or(1, char::len_utf8)..)
            .unwrap_or_default();
    }
    names
}
