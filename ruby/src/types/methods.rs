//! Runs the methods of texts, symbols, lists and hashes, and the functions of Ruby's and Puppet's
//! own modules.

use std::rc::Rc;

use super::call::Given;
use super::machine::{Machine, normal};
use super::names;
use super::value::{Hash, Id, List, Step, Stop, Value};

/// The version of Puppet, as the prelude gives it.
pub(super) const VERSION: &str = "8.11.0";

impl<'a> Machine<'a, '_> {
    /// Calls a method of a value that is not a class or module.
    // Long because each kind of value has arms.
    pub fn method(
        &mut self,
        receiver: &Value<'a>,
        name: &str,
        arguments: &[Value<'a>],
        block: Given<'a>,
    ) -> Step<'a> {
        let found = match (receiver, name, arguments) {
            (Value::List(items), "dup" | "clone", []) => Some(Value::list(items.borrow().clone())),
            (Value::Hash(pairs), "dup" | "clone", []) => Some(Value::hash(pairs.borrow().clone())),
            (_, "freeze" | "dup" | "itself", []) => Some(receiver.clone()),
            (
                Value::Unknown,
                "==" | "!=" | "nil?" | "!" | "to_s" | "is_a?" | "respond_to?",
                [..],
            ) => Some(Value::Unknown),
            (_, "=~", [Value::Regexp(_)])
                if matches!(receiver, Value::Unknown | Value::Text(_)) =>
            {
                Some(Value::Unknown)
            }
            (_, "==" | "eql?" | "===", [other]) => receiver.equals(other).map(Value::truth),
            (_, "!=", [other]) => receiver.equals(other).map(|same| Value::truth(!same)),
            (_, "!", []) => receiver.is_true().map(|is_true| Value::truth(!is_true)),
            (_, "nil?", []) if !matches!(receiver, Value::Unknown) => {
                Some(Value::truth(matches!(receiver, Value::Nil)))
            }
            (Value::SomeList, "include?", [_]) => Some(Value::Unknown),
            (Value::SomeList, "join", [] | [Value::Text(_)]) => Some(Value::Text(None)),
            (Value::SomeList, "size" | "length" | "first" | "last" | "empty?", []) => {
                Some(Value::Unknown)
            }
            (Value::SomeList, "uniq" | "compact" | "reverse" | "to_a", []) => Some(Value::SomeList),
            (Value::Integer(number), "negative?", []) => Some(Value::truth(*number < 0)),
            (Value::Integer(number), "zero?", []) => Some(Value::truth(*number == 0)),
            (_, "tap", []) if let Some(code) = &block => {
                self.run(code, None, std::slice::from_ref(receiver))?;
                Some(receiver.clone())
            }
            (Value::LoadPath, "unshift", [Value::Text(Some(folder))])
                if folder.starts_with('/') =>
            {
                self.effect()?;
                self.load_path.insert(0, folder.to_string());
                Some(Value::LoadPath)
            }
            (Value::LoadPath, "include?", [Value::Text(Some(folder))]) => {
                let mut all = self.load_path.iter().chain(self.files.folders());
                Some(Value::truth(all.any(|known| **known == **folder)))
            }
            (Value::Environment, "[]", [Value::Text(Some(name))])
            | (Value::Environment, "fetch", [Value::Text(Some(name)), _]) => Some(match &**name {
                // there always is one
                "PATH" => Value::Text(None),
                _ => Value::Unknown,
            }),
            (Value::Path(path), ..) => of_path(path, name, arguments),
            (Value::Float(one), _, [two]) => of_floats(*one, name, two),
            (Value::Nil, "to_s", []) => Some(Value::text("")),
            (Value::Nil, "to_a", []) => Some(Value::list(Vec::new())),
            (Value::Text(text), ..) => of_text(text.as_deref(), name, arguments),
            (Value::Symbol(text), ..) => of_symbol(text, name, arguments),
            (Value::Integer(number), "to_s", []) => Some(Value::text(&number.to_string())),
            (Value::Integer(one), _, [Value::Integer(two)]) => compared(*one, name, *two),
            (Value::List(items), ..) => self.of_list(items, name, arguments, block)?,
            (Value::Hash(pairs), ..) => self.of_hash(pairs, name, arguments, block)?,
            (Value::Code(code), "call" | "()" | "[]", _) => {
                let code = Rc::clone(code);
                match self.run(&code, None, arguments) {
                    Ok(value) => Some(value),
                    Err(Stop::Refused) => return Err(Stop::Refused),
                    Err(_) => return self.refuse("a jump out of a block"),
                }
            }
            (Value::Code(_), "to_proc", []) => Some(receiver.clone()),
            (Value::Features, "posix?", []) => Some(Value::True),
            (Value::Features, "microsoft_windows?" | "windows?", []) => Some(Value::False),
            (Value::Features, name, []) if name.ends_with('?') => Some(Value::Unknown),
            _ => None,
        };
        match found {
            Some(value) => Ok(value),
            None => self.refuse(format!("the method {name} of a value")),
        }
    }

    // Long because each method has an arm.
    fn of_list(
        &mut self,
        list: &List<'a>,
        name: &str,
        arguments: &[Value<'a>],
        block: Given<'a>,
    ) -> Step<'a, Option<Value<'a>>> {
        if matches!(name, "<<" | "push" | "concat") {
            self.effect()?;
            match (name, arguments) {
                ("concat", [Value::List(more)]) => {
                    let more = more.borrow().clone();
                    list.borrow_mut().extend(more);
                }
                ("concat", _) => return Ok(None),
                (_, items) => list.borrow_mut().extend(items.iter().cloned()),
            }
            return Ok(Some(Value::List(Rc::clone(list))));
        }
        let items = &*list.borrow().clone();
        let list = || Value::List(Rc::clone(list));
        Ok(match (name, arguments, &block) {
            ("each", [], Some(code)) => {
                self.each(items, code)?;
                Some(list())
            }
            ("each_with_index", [], Some(code)) => {
                for (index, item) in items.iter().enumerate() {
                    let index = i64::try_from(index).map_or(Value::Unknown, Value::Integer);
                    self.run(code, None, &[item.clone(), index])?;
                }
                Some(list())
            }
            ("select" | "filter" | "reject", [], Some(code)) => {
                let wanted = name != "reject";
                let kept: Option<Vec<bool>> =
                    self.each(items, code)?.iter().map(Value::is_true).collect();
                kept.map(|kept| {
                    let kept = items
                        .iter()
                        .zip(kept)
                        .filter(|(_, is_true)| *is_true == wanted);
                    Value::list(kept.map(|(item, _)| item.clone()).collect())
                })
            }
            ("-", [Value::List(less)], None) => {
                let less = less.borrow().clone();
                let is_less = |item: &Value<'a>| -> Option<bool> {
                    let all: Option<Vec<bool>> =
                        less.iter().map(|other| item.equals(other)).collect();
                    Some(all?.contains(&true))
                };
                let less: Option<Vec<bool>> = items.iter().map(is_less).collect();
                less.map(|less| {
                    let kept = items.iter().zip(less).filter(|(_, is_less)| !is_less);
                    Value::list(kept.map(|(item, _)| item.clone()).collect())
                })
            }
            ("map" | "collect", [], Some(code)) => Some(Value::list(self.each(items, code)?)),
            ("flatten", [], None) => Some(Value::list(flat(items))),
            ("sort", [], None)
                if items
                    .iter()
                    .all(|item| matches!(item, Value::Text(Some(_)))) =>
            {
                let mut items = items.to_vec();
                items.sort_by(|one, two| one.name().cmp(&two.name()));
                Some(Value::list(items))
            }
            ("compact" | "uniq" | "reverse", [], None) => Some(Value::SomeList),
            ("+", [Value::List(more)], None) => Some(Value::list(
                items.iter().chain(more.borrow().iter()).cloned().collect(),
            )),
            ("include?", [one], None) => {
                let all: Option<Vec<bool>> = items.iter().map(|item| item.equals(one)).collect();
                all.map(|all| Value::truth(all.contains(&true)))
            }
            ("empty?", [], None) => Some(Value::truth(items.is_empty())),
            ("size" | "length" | "count", [], None) => {
                i64::try_from(items.len()).ok().map(Value::Integer)
            }
            ("first", [], None) => Some(items.first().cloned().unwrap_or(Value::Nil)),
            ("last", [], None) => Some(items.last().cloned().unwrap_or(Value::Nil)),
            ("join", [] | [Value::Text(_)], None) => Some(Value::Text(joined(items, arguments))),
            ("to_a", [], None) => Some(list()),
            ("inspect" | "to_s", [], None) => Some(Value::Text(None)),
            _ => None,
        })
    }

    fn of_hash(
        &mut self,
        hash: &Hash<'a>,
        name: &str,
        arguments: &[Value<'a>],
        block: Given<'a>,
    ) -> Step<'a, Option<Value<'a>>> {
        let Some(pairs) = distinct(&hash.borrow()) else {
            return Ok(None);
        };
        let hash = || Value::Hash(Rc::clone(hash));
        Ok(match (name, arguments, &block) {
            ("each" | "each_pair", [], Some(code)) => {
                let pairs = pairs
                    .iter()
                    .map(|(key, value)| Value::list(vec![key.clone(), value.clone()]));
                self.each(&pairs.collect::<Vec<_>>(), code)?;
                Some(hash())
            }
            ("keys", [], None) => Some(Value::list(
                pairs.iter().map(|(key, _)| key.clone()).collect(),
            )),
            ("values", [], None) => Some(Value::list(
                pairs.iter().map(|(_, value)| value.clone()).collect(),
            )),
            ("each_key", [], Some(code)) => {
                let keys: Vec<Value<'a>> = pairs.iter().map(|(key, _)| key.clone()).collect();
                self.each(&keys, code)?;
                Some(hash())
            }
            ("[]" | "fetch", [key], None) => {
                let same: Option<Vec<bool>> =
                    pairs.iter().map(|(known, _)| known.equals(key)).collect();
                let at = same.map(|same| same.iter().rposition(|same| *same));
                match at {
                    Some(Some(at)) => Some(pairs[at].1.clone()),
                    Some(None) if name == "[]" => Some(Value::Nil),
                    _ => None,
                }
            }
            ("merge", [Value::Hash(more)], None) => Some(Value::hash(
                pairs.iter().chain(more.borrow().iter()).cloned().collect(),
            )),
            _ => None,
        })
    }

    /// Calls a function of one of Ruby's or Puppet's own modules. Returns `None` for others.
    // Long because each function has an arm.
    pub fn of_own(
        &mut self,
        id: Id,
        name: &str,
        arguments: &[Value<'a>],
        block: Given<'a>,
    ) -> Step<'a, Option<Value<'a>>> {
        let path = self.object(id).path.clone();
        Ok(Some(match (path.as_str(), name, arguments) {
            ("Puppet::Type", "newtype", [..]) => self.new_type(arguments, block)?,
            ("Puppet::Type", "type", [of]) => self.type_of(of)?,
            ("Puppet::ResourceApi", "register_type", [definition]) => {
                self.register_type(definition)?
            }
            ("Puppet::ResourceApi", "register_transport", [_]) => Value::Nil,
            ("Puppet", "features", []) => Value::Features,
            ("Puppet", "debug" | "info", [..]) => Value::Nil,
            ("Puppet", "version", []) => Value::text(VERSION),
            (
                "Puppet::Util::Platform",
                "windows?" | "jruby?" | "jruby_fips?" | "fips_enabled?" | "actually_windows?"
                | "solaris?",
                [],
            ) => Value::False,
            ("File", "join", parts) => Value::Text(path_of(parts).map(Into::into)),
            ("File", "dirname", [Value::Text(Some(file))]) => match file.rsplit_once('/') {
                Some((folder, _)) if file.starts_with('/') && !file.ends_with('/') => {
                    Value::text(folder)
                }
                _ => return self.refuse("File.dirname"),
            },
            ("File", "expand_path", [Value::Text(Some(file))]) if file.starts_with('/') => {
                Value::text(&normal(file))
            }
            ("File", "expand_path", [Value::Text(Some(file)), Value::Text(Some(from))])
                if from.starts_with('/') && !file.starts_with('~') =>
            {
                match file.starts_with('/') {
                    true => Value::text(&normal(file)),
                    false => Value::text(&normal(&format!("{from}/{file}"))),
                }
            }
            ("File", "expand_path", [Value::Text(None)]) => Value::Text(None),
            ("Pathname", "new", [Value::Text(Some(path))]) => Value::Path(Rc::clone(path)),
            ("Proc", "new", []) if let Some(code) = block => Value::Code(code),
            ("Array", "new", []) => Value::list(Vec::new()),
            ("Hash", "new", []) if block.is_none() => Value::hash(Vec::new()),
            ("Facter", "value", [_])
            | ("File", "exist?" | "file?" | "directory?" | "executable?", [Value::Text(_)])
            | ("Puppet::Util", "which", [Value::Text(_)])
            | ("Time", "now", [])
            | ("Time", "local", [Value::Integer(_), ..])
            | ("Gem::Version", "new", [Value::Text(_)]) => Value::Unknown,
            ("Puppet", "settings", []) => Value::Object(id),
            ("Puppet", "[]", [Value::Symbol(name)]) if names::FOLDERS.contains(&&**name) => {
                Value::Text(None)
            }
            (
                "Puppet::Util::Package",
                "versioncmp",
                [Value::Text(Some(one)), Value::Text(Some(two))],
            ) => match compared_versions(one, two) {
                Some(order) => Value::Integer(order),
                None => return self.refuse("versions"),
            },
            ("Regexp", "new" | "escape" | "quote", [Value::Text(_)]) => Value::Unknown,
            ("Struct", "new", _) | ("Set", "new" | "[]", _) if block.is_none() => Value::Unknown,
            ("Mutex" | "Monitor", "new", []) => Value::Unknown,
            ("Class", "new", _) => return self.refuse("Class.new"),
            _ => return Ok(None),
        }))
    }
}

fn of_text<'a>(text: Option<&str>, name: &str, arguments: &[Value<'a>]) -> Option<Value<'a>> {
    let changed = |new: Option<String>| Some(Value::Text(new.map(Into::into)));
    match (name, arguments) {
        ("to_s" | "to_str", []) => changed(text.map(str::to_owned)),
        ("to_sym" | "intern", []) => text.map(Value::symbol),
        ("strip", []) if text.is_some() => {
            changed(text.map(|text| text.trim_matches(is_space).to_owned()))
        }
        (
            "strip" | "lstrip" | "rstrip" | "chomp" | "squeeze" | "capitalize" | "swapcase"
            | "inspect",
            [],
        )
        | ("gsub" | "sub", [Value::Regexp(_) | Value::Text(_), Value::Text(_)])
        | ("tr" | "delete" | "center" | "ljust" | "rjust", [Value::Text(_), ..]) => changed(None),
        ("to_f", []) => text.and_then(leading_float).map(Value::Float),
        ("downcase", []) => changed(
            text.filter(|text| text.is_ascii())
                .map(str::to_ascii_lowercase),
        ),
        ("upcase", []) => changed(
            text.filter(|text| text.is_ascii())
                .map(str::to_ascii_uppercase),
        ),
        ("+", [Value::Text(more)]) => changed(
            text.zip(more.as_deref())
                .map(|(text, more)| format!("{text}{more}")),
        ),
        ("empty?", []) => text.map(|text| Value::truth(text.is_empty())),
        ("start_with?", [Value::Text(Some(more))]) => {
            text.map(|text| Value::truth(text.starts_with(&**more)))
        }
        ("end_with?", [Value::Text(Some(more))]) => {
            text.map(|text| Value::truth(text.ends_with(&**more)))
        }
        ("split", [] | [_]) => Some(Value::SomeList),
        _ => None,
    }
}

/// Returns true if `strip` removes a character.
fn is_space(letter: char) -> bool {
    matches!(letter, '\0' | '\t' | '\n' | '\x0b' | '\x0c' | '\r' | ' ')
}

fn of_symbol<'a>(text: &str, name: &str, arguments: &[Value<'a>]) -> Option<Value<'a>> {
    match (name, arguments) {
        ("to_s" | "id2name" | "name", []) => Some(Value::text(text)),
        ("to_sym", []) => Some(Value::symbol(text)),
        ("to_proc", []) => Some(Value::Unknown),
        ("downcase", []) if text.is_ascii() => Some(Value::symbol(&text.to_ascii_lowercase())),
        _ => None,
    }
}

fn compared<'a>(one: i64, name: &str, two: i64) -> Option<Value<'a>> {
    Some(match name {
        "<" => Value::truth(one < two),
        ">" => Value::truth(one > two),
        "<=" => Value::truth(one <= two),
        ">=" => Value::truth(one >= two),
        "+" => one.checked_add(two).map_or(Value::Unknown, Value::Integer),
        "-" => one.checked_sub(two).map_or(Value::Unknown, Value::Integer),
        "*" => one.checked_mul(two).map_or(Value::Unknown, Value::Integer),
        _ => return None,
    })
}

fn joined(items: &[Value<'_>], arguments: &[Value<'_>]) -> Option<Rc<str>> {
    let between = match arguments {
        [] => "",
        [Value::Text(Some(text))] => text,
        _ => return None,
    };
    let parts: Option<Vec<&str>> = items.iter().map(Value::name).collect();
    Some(parts?.join(between).into())
}

/// Joins the parts of a path as `File.join` does.
fn path_of(parts: &[Value<'_>]) -> Option<String> {
    let mut path: Option<String> = None;
    for part in parts {
        let inner;
        let part = match part {
            Value::Text(Some(part)) => &**part,
            Value::List(parts) => {
                inner = path_of(&parts.borrow())?;
                &inner
            }
            _ => return None,
        };
        path = Some(match path {
            None => part.to_owned(),
            Some(path) => format!(
                "{}/{}",
                path.trim_end_matches('/'),
                part.trim_start_matches('/')
            ),
        });
    }
    path
}

/// Calls a method of a path.
fn of_path<'a>(path: &Rc<str>, name: &str, arguments: &[Value<'a>]) -> Option<Value<'a>> {
    if !path.starts_with('/') {
        return None;
    }
    match (name, arguments) {
        ("dirname" | "parent", []) => {
            let (folder, _) = path.trim_end_matches('/').rsplit_once('/')?;
            Some(Value::Path(folder.into()))
        }
        ("+" | "join" | "/", [Value::Text(Some(part))]) if !part.starts_with('/') => {
            Some(Value::Path(normal(&format!("{path}/{part}")).into()))
        }
        ("to_s" | "to_path" | "expand_path", []) => Some(Value::Text(Some(Rc::clone(path)))),
        _ => None,
    }
}

fn of_floats<'a>(one: f64, name: &str, two: &Value<'a>) -> Option<Value<'a>> {
    let two = match two {
        Value::Float(two) => *two,
        Value::Integer(two) => i32::try_from(*two).map(f64::from).ok()?,
        _ => return None,
    };
    Some(Value::truth(match name {
        "<" => one < two,
        "<=" => one <= two,
        ">" => one > two,
        ">=" => one >= two,
        _ => return None,
    }))
}

/// Returns the number at the beginning of a version.
fn leading_float(text: &str) -> Option<f64> {
    let mut parts = text.splitn(3, '.');
    let (whole, fraction) = (parts.next()?, parts.next()?);
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(whole) && is_number(fraction)).then(|| format!("{whole}.{fraction}").parse().ok())?
}

/// Compares versions that consist of numbers; `None` for others.
fn compared_versions(one: &str, two: &str) -> Option<i64> {
    let parts = |text: &str| -> Option<Vec<u32>> {
        text.split('.').map(|part| part.parse().ok()).collect()
    };
    Some(parts(one)?.cmp(&parts(two)?) as i64)
}

/// Returns the items of a list and of the lists in it.
fn flat<'a>(items: &[Value<'a>]) -> Vec<Value<'a>> {
    let mut all = Vec::new();
    for item in items {
        match item {
            Value::List(inner) => all.extend(flat(&inner.borrow())),
            _ => all.push(item.clone()),
        }
    }
    all
}

/// Returns the pairs of a hash with each key once; `None` if keys cannot be compared.
fn distinct<'a>(pairs: &[(Value<'a>, Value<'a>)]) -> Option<Vec<(Value<'a>, Value<'a>)>> {
    let mut all: Vec<(Value<'a>, Value<'a>)> = Vec::new();
    for (key, value) in pairs {
        let mut at = None;
        for (index, (known, _)) in all.iter().enumerate() {
            if known.equals(key)? {
                at = Some(index);
            }
        }
        match at {
            Some(at) => all[at].1 = value.clone(),
            None => all.push((key.clone(), value.clone())),
        }
    }
    Some(all)
}
