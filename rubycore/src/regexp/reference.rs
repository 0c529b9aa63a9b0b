//! Resolves names and numbers of groups: back-references, calls and conditions.

use super::node::Node;
use super::parser::{Parser, Problem, invalid_name, problem, shown};

/// Groups, a level, and whether the groups were named by a number.
type Leveled = (Vec<usize>, Option<i32>, bool);

impl Parser<'_> {
    fn named(&self, name: &str) -> Result<Vec<usize>, Problem> {
        match self.names.get(name) {
            Some(groups) => Ok(groups.clone()),
            None => Err(problem(format!(
                "undefined name <{}> reference",
                shown(name)
            ))),
        }
    }

    /// Parses `\k<name>`, `\k'1'`, `\k<-1>`.
    pub(super) fn backreference(&mut self, fold: bool) -> Result<Node, Problem> {
        self.next();
        let close = close_of(self.next().unwrap_or('<'));
        let (groups, level, is_number) = self.leveled(close)?;
        if is_number {
            self.references.extend(&groups);
        }
        Ok(Node::Backreference {
            groups,
            fold,
            level,
        })
    }

    /// Parses a name or number with an optional level, `name-1`, and returns its groups, the level,
    /// and whether it is a number.
    pub(super) fn leveled(&mut self, close: char) -> Result<Leveled, Problem> {
        let rest = self.rest().to_owned();
        let whole = || invalid_name(&rest);
        if !rest.is_empty() && !rest.contains(close) {
            return Err(unclosed(&rest));
        }
        let name = self.group_name(close)?;
        let is_number = name.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        let signs = name.char_indices().skip(1);
        let end = signs.clone().find(|(_, c)| "+-".contains(*c));
        let plain = &name[..end.map_or(name.len(), |(at, _)| at)];
        let digit = |c: char| c.is_ascii_digit();
        if is_number && (plain == "-" || !plain.chars().skip(1).all(digit)) {
            return Err(invalid_name(plain));
        }
        let level = match end {
            None => None,
            Some((at, _)) if at + 1 == name.len() || !name[at + 1..].chars().all(digit) => {
                return Err(whole());
            }
            Some((at, _)) => Some(name[at..].parse::<i32>().map_err(|_| whole())?),
        };
        let groups = match plain.parse::<i64>() {
            Ok(0) if is_number => return Err(whole()),
            Ok(number) if is_number => {
                let behind = self.groups as i64 + 1 + number;
                let group = if number < 0 { behind } else { number };
                let group = usize::try_from(group).ok().filter(|&group| group > 0);
                let group = group.ok_or_else(|| problem("invalid backref number/name"))?;
                vec![group]
            }
            _ => self.named(plain)?,
        };
        Ok((groups, level, is_number))
    }

    /// Returns true if only digits precede the next parenthesis.
    pub(super) fn is_plain_number(&self) -> bool {
        let rest = self.rest();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        matches!(rest.as_bytes().get(digits), Some(b')') | None)
    }

    /// Parses `\g<name>`, `\g<1>`, `\g<-1>`, `\g<+1>`, `\g<0>`.
    // Long because it reports the faults of a reference in the order in which Ruby finds them.
    pub(super) fn call(&mut self) -> Result<Node, Problem> {
        self.next();
        let close = close_of(self.next().unwrap_or('<'));
        let is_forward = self.eat('+');
        let is_closed = self.rest().contains(close);
        if !is_closed && !is_forward && self.rest() == "0" {
            return Err(problem("group name is empty"));
        }
        let name = match is_closed || self.rest().is_empty() {
            true => self.group_name(close)?,
            false => self.rest().to_owned(),
        };
        // Ruby's message includes one more character, if there is one
        let shown_name = match is_closed && self.rest().is_empty() {
            true => format!("{name}{close}"),
            false => name.clone(),
        };
        let digits = name.strip_prefix('-').unwrap_or(&name);
        let is_number =
            digits.len() < name.len() || digits.starts_with(|c: char| c.is_ascii_digit());
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        if is_number && !plain {
            return Err(invalid_number(digits, &shown_name));
        }
        let is_signed_zero = plain && name != "0" && digits.bytes().all(|b| b == b'0');
        if !is_closed || is_signed_zero || is_forward && name == "0" {
            return Err(invalid_name(&name));
        }
        self.calls = true;
        let number = match is_forward && !is_number {
            // a name after a plus refers to the next group
            true => Ok(1),
            false => name.parse::<i64>(),
        };
        let relative = number.is_ok() && (is_forward || name.starts_with('-'));
        let behind = |number: i64| self.groups as i64 + number + i64::from(number < 0);
        if number.as_ref().is_ok_and(|&n| relative && behind(n) <= 0) {
            if self.known.is_none() {
                return Err(problem("invalid backref number/name"));
            }
            // it counted a group that no longer captures, as there are names
            self.references.push(usize::MAX);
            return Ok(Node::Empty);
        }
        let Some((names, groups)) = &self.known else {
            return Ok(Node::Empty);
        };
        if !names.is_empty() && (is_forward || is_number && name != "0") {
            self.references.push(usize::MAX);
            return Ok(Node::Empty);
        }
        let group = match number {
            Ok(number) => {
                let behind = behind(number);
                let group = if relative { behind } else { number };
                let known = usize::try_from(group).ok().filter(|group| group <= groups);
                let undefined = || problem(format!("undefined group <{}> reference", shown(&name)));
                let group = known.ok_or_else(undefined)?;
                if group > 0 {
                    self.references.push(group);
                }
                group
            }
            Err(_) => match names.get(&name).map(Vec::as_slice) {
                Some(&[group]) => group,
                Some(_) => return Err(problem(format!("multiplex definition name <{name}> call"))),
                None => {
                    let name = shown(&name);
                    return Err(problem(format!("undefined name <{name}> reference")));
                }
            },
        };
        Ok(Node::Call(group))
    }
}

/// Returns the error about a group number with other characters among its digits.
pub(super) fn invalid_number(digits: &str, name: &str) -> Problem {
    let kind = match digits.chars().find(|c| !c.is_ascii_digit()) {
        Some(c) if !c.is_ascii_alphanumeric() => "char in group name",
        _ => "group name",
    };
    problem(format!("invalid {kind} <{}>", shown(name)))
}

/// Returns the error about the name of an unclosed back-reference.
fn unclosed(name: &str) -> Problem {
    let signs = ['+', '-'];
    if let Some(before) = name.strip_suffix(signs) {
        let before = if before.is_empty() { name } else { before };
        return problem(format!("invalid char in group name <{}>", shown(before)));
    }
    let digits = name.strip_prefix('-').unwrap_or(name);
    let is_number = digits.len() < name.len() || digits.starts_with(|c: char| c.is_ascii_digit());
    let end = digits.find(|c: char| !c.is_ascii_digit());
    match end {
        Some(end) if is_number && (end == 0 || !digits[end..].starts_with(signs)) => {
            invalid_name(&name[..name.len() - digits.len() + end])
        }
        _ => invalid_name(name),
    }
}

pub(super) fn close_of(open: char) -> char {
    match open {
        '<' => '>',
        quote => quote,
    }
}
