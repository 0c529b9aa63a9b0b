//! Parses the questions of the command line.

use catalog::provenance::Question;

/// Parses all questions. `lists` adds the question for the list of all resources.
///
/// # Errors
/// Fails if a text is not a reference.
pub fn all(texts: &[String], lists: bool) -> Result<Vec<Question>, String> {
    let mut questions = Vec::new();
    if lists {
        questions.push(Question::List);
    }
    for text in texts {
        questions.push(one(text)?);
    }
    Ok(questions)
}

fn one(text: &str) -> Result<Question, String> {
    if let Some((left, arrow, right)) = at_arrow(text) {
        let (left, right) = (plain(left)?, plain(right)?);
        let notifies = arrow.contains('~');
        let (source, target) = match arrow {
            "->" | "~>" => (left, right),
            _ => (right, left),
        };
        return Ok(Question::Order {
            source,
            target,
            notifies,
        });
    }
    let (type_name, title, attributes) = reference(text)?;
    Ok(Question::Resource {
        type_name,
        title,
        attributes,
    })
}

/// Splits a text at the first arrow between two references into the left side, the arrow and the
/// right side.
fn at_arrow(text: &str) -> Option<(&str, &str, &str)> {
    text.char_indices().find_map(|(at, _)| {
        let arrow = text.get(at..at + 2)?;
        let is_arrow = matches!(arrow, "->" | "~>" | "<-" | "<~");
        let (left, right) = (text[..at].trim(), text[at + 2..].trim());
        let is_between = left.ends_with([']', '}']) && right.ends_with([']', '}']);
        (is_arrow && is_between && names_type(right)).then_some((left, arrow, right))
    })
}

/// Returns true if a text begins with the name of a type and a bracket.
fn names_type(text: &str) -> bool {
    text.split_once('[').is_some_and(|(ty, _)| is_type(ty))
}

fn is_type(name: &str) -> bool {
    let name = name.strip_prefix("::").unwrap_or(name);
    let is_segment = |part: &str| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        part.starts_with(|c: char| c.is_ascii_alphabetic()) && part.chars().all(is_part)
    };
    name.split("::").all(is_segment)
}

/// Parses a reference without attributes.
fn plain(text: &str) -> Result<(String, String), String> {
    match reference(text)? {
        (ty, title, attributes) if attributes.is_empty() => Ok((ty, title)),
        _ => Err(format!("'{text}': attributes have no order")),
    }
}

fn reference(text: &str) -> Result<(String, String, Vec<String>), String> {
    let wrong = |why: &str| {
        format!(
            "'{text}' is not a reference: {why}; expected Type[title], Type[title]{{attribute}} or \
             Type[title] -> Type[title]"
        )
    };
    let trimmed = text.trim();
    let (head, attributes) = match trimmed.strip_suffix('}') {
        Some(rest) => {
            let Some((head, list)) = rest.rsplit_once("]{") else {
                return Err(wrong("'}' without ']{'"));
            };
            let names: Vec<String> = list.split(',').map(|it| it.trim().to_owned()).collect();
            if names.iter().any(String::is_empty) {
                return Err(wrong("the name of an attribute is empty"));
            }
            (format!("{head}]"), names)
        }
        None => (trimmed.to_owned(), Vec::new()),
    };
    let Some((ty, rest)) = head.split_once('[') else {
        return Err(wrong("it has no title"));
    };
    let Some(title) = rest.strip_suffix(']') else {
        return Err(wrong("it does not end in ']'"));
    };
    if !is_type(ty) {
        return Err(wrong(&format!("'{ty}' is not the name of a type")));
    }
    let quoted = ['\'', '"'].iter().find_map(|quote| {
        let inner = title.strip_prefix(*quote)?.strip_suffix(*quote)?;
        Some(inner)
    });
    let title = quoted.unwrap_or(title);
    if title.is_empty() {
        return Err(wrong("the title is empty"));
    }
    let ty = ty.strip_prefix("::").unwrap_or(ty);
    let title = match ty.eq_ignore_ascii_case("class") {
        true => title.strip_prefix("::").unwrap_or(title),
        false => title,
    };
    Ok((ty.to_owned(), title.to_owned(), attributes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_references_and_arrows() {
        let resource = |ty: &str, title: &str, attributes: &[&str]| Question::Resource {
            type_name: ty.to_owned(),
            title: title.to_owned(),
            attributes: attributes.iter().map(|&it| it.to_owned()).collect(),
        };
        assert_eq!(one("File[/a]"), Ok(resource("File", "/a", &[])));
        assert_eq!(one("File['/a b']"), Ok(resource("File", "/a b", &[])));
        assert_eq!(
            one("My::D[x[1]]{mode, owner}"),
            Ok(resource("My::D", "x[1]", &["mode", "owner"]))
        );
        assert_eq!(one("Class[::Ntp]"), Ok(resource("Class", "Ntp", &[])));
        let pair = |ty: &str, title: &str| (ty.to_owned(), title.to_owned());
        let order = |source, target, notifies| Question::Order {
            source,
            target,
            notifies,
        };
        let (a, b) = (pair("File", "/a->b"), pair("Service", "b"));
        let forth = Ok(order(a.clone(), b.clone(), false));
        assert_eq!(one("File[/a->b] -> Service[b]"), forth);
        assert_eq!(one("Service[b]<~File[/a->b]"), Ok(order(a, b, true)));
    }

    #[test]
    fn says_what_is_wrong() {
        let why = |text: &str| one(text).err().unwrap_or_default();
        assert!(why("File").contains("it has no title"));
        assert!(why("File[/a").contains("does not end in ']'"));
        assert!(why("/a[b]").contains("is not the name of a type"));
        assert!(why("File[]").contains("the title is empty"));
        assert!(why("File[a]{}").contains("attribute is empty"));
        assert!(why("File[a]{mode} -> File[b]").contains("attributes have no order"));
    }
}
