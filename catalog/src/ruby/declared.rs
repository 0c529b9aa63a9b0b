//! Reads the dispatches that a function of the 4.x API declares as texts.

use frontend::Symbol;
use ruby::{Datum, Document};
use runtime::error::{Error, Raise};
use runtime::function::{BlockParameter, Occurs, Parameter, Signature};
use runtime::host::ForeignDispatch;
use runtime::types::{self, Size, Type, TypeRef};
use runtime::{Cx, Res, Value, fail, limits};

/// The declarations of a function.
#[derive(Default)]
pub(super) struct Declared {
    /// The dispatches in the order of the file.
    pub dispatches: Vec<Dispatch>,
    /// The types that the function declares for itself: their texts and places.
    pub local_types: Vec<(String, String)>,
}

/// The declaration of a dispatch.
pub(super) struct Dispatch {
    /// The method that runs.
    pub method: String,
    /// True if the method reports a mismatch of arguments (`argument_mismatch`).
    pub is_mismatch: bool,
    /// For each parameter, how often it occurs, its type and its name.
    pub parameters: Vec<(Occurs, String, String)>,
    /// The block: true if it is required, its type and its name.
    pub block: Option<(bool, String, String)>,
    /// The type that the function returns.
    pub returns: Option<String>,
    /// True if the function's own types were declared before this dispatch.
    pub knows_local: bool,
}

/// A dispatch and its signature.
pub(super) type Built<'h> = (ForeignDispatch<'h>, Signature<'h>);

impl Dispatch {
    /// Creates a dispatch without parameters.
    pub fn new(method: String, is_mismatch: bool, knows_local: bool) -> Dispatch {
        Dispatch {
            method,
            is_mismatch,
            parameters: Vec::new(),
            block: None,
            returns: None,
            knows_local,
        }
    }

    /// Reads a dispatch that the process describes.
    fn read<'h>(document: &Document, datum: Datum) -> Res<'h, Dispatch> {
        let [mismatch, parameters, block, returns, method, knows_local] = *document.items(datum)
        else {
            return fail("the Ruby process told nothing of a dispatch");
        };
        let text = |datum: Datum| document.text(datum).unwrap_or_default().to_owned();
        let is_true = |datum: Datum| datum == Datum::Boolean(true);
        let mut dispatch = Dispatch::new(text(method), is_true(mismatch), is_true(knows_local));
        for &parameter in document.items(parameters) {
            let [occurs, ty, name] = *document.items(parameter) else {
                continue;
            };
            let many = |from| Occurs::Repeated(Size { from, to: None });
            let occurs = match document.text(occurs) {
                Some("optional") => Occurs::Optional,
                Some("repeated") => many(0),
                Some("required_repeated") => many(1),
                _ => Occurs::Required,
            };
            dispatch.parameters.push((occurs, text(ty), text(name)));
        }
        if let [required, ty, name] = *document.items(block) {
            dispatch.block = Some((is_true(required), text(ty), text(name)));
        }
        dispatch.returns = document.text(returns).map(str::to_owned);
        Ok(dispatch)
    }

    fn build<'h>(&self, cx: &mut Cx<'h>) -> Res<'h, Built<'h>> {
        let heap = cx.heap;
        let mut list = Vec::new();
        for (occurs, ty, name) in &self.parameters {
            list.push(Parameter {
                name: heap.text(name),
                ty: type_named(cx, ty)?,
                occurs: *occurs,
            });
        }
        let block = match &self.block {
            Some((required, ty, name)) => Some(BlockParameter {
                name: heap.text(name),
                ty: block_type(cx, ty)?,
                required: *required,
            }),
            None => None,
        };
        let returns = match &self.returns {
            Some(ty) => Some(type_named(cx, ty)?),
            None => None,
        };
        let signature = Signature {
            parameters: heap.slice(&list),
            block,
            returns,
        };
        let called = ForeignDispatch {
            method: heap.text(&self.method),
            is_mismatch: self.is_mismatch,
        };
        Ok((called, signature))
    }
}

impl Declared {
    /// Reads a function's declarations as the process describes them.
    ///
    /// # Errors
    /// Fails if the description is malformed.
    pub fn read<'h>(document: &Document, dispatches: Datum, local: Datum) -> Res<'h, Declared> {
        let dispatches = document.items(dispatches).iter();
        let dispatches = dispatches.map(|&datum| Dispatch::read(document, datum));
        let text = |datum: Datum| document.text(datum).unwrap_or_default().to_owned();
        let local = document.items(local).iter();
        let local = local.filter_map(|&item| match *document.items(item) {
            [ty, place] => Some((text(ty), text(place))),
            _ => None,
        });
        Ok(Declared {
            dispatches: dispatches.collect::<Res<'h, _>>()?,
            local_types: local.collect(),
        })
    }

    /// Resolves the types of the dispatches. A dispatch knows the function's own types only if it
    /// is declared after them.
    ///
    /// # Errors
    /// `Function Load Error for function 'NAME'` if a text is not a type.
    pub fn build<'h>(&self, cx: &mut Cx<'h>, name: &str) -> Res<'h, Vec<Built<'h>>> {
        let mut names = Vec::new();
        let built = self.build_knowing(cx, &mut names);
        for name in names {
            types::alias::forget(cx, name);
        }
        built.map_err(|raise| match *raise {
            Raise::Error(error) if error.issue != limits::LIMIT => {
                let problem = error.message;
                let message = format!("Function Load Error for function '{name}': {problem}");
                Error::plain(message).into()
            }
            other => Box::new(other),
        })
    }

    fn build_knowing<'h>(
        &self,
        cx: &mut Cx<'h>,
        names: &mut Vec<Symbol>,
    ) -> Res<'h, Vec<Built<'h>>> {
        let mut list = Vec::new();
        for dispatch in &self.dispatches {
            if dispatch.knows_local && names.is_empty() {
                for (text, place) in &self.local_types {
                    let name = types::alias::define_text(cx, text);
                    let what = format!("'type \"{text}\"'");
                    let called = format!("Called from <{place}>");
                    names.push(name.map_err(|raise| not_parsed(raise, &what, &called))?);
                }
            }
            list.push(dispatch.build(cx)?);
        }
        Ok(list)
    }
}

/// Resolves the type that a declaration names.
fn type_named<'h>(cx: &mut Cx<'h>, text: &str) -> Res<'h, TypeRef<'h>> {
    let ty = types::parse::parse_text(cx, text)
        .map_err(|raise| not_parsed(raise, &format!("type string '\"{text}\"'"), ""))?;
    match ty {
        Value::Type(ty) => Ok(ty),
        _ => Ok(&Type::Any),
    }
}

/// Resolves the type that a declaration names for a block.
fn block_type<'h>(cx: &mut Cx<'h>, text: &str) -> Res<'h, TypeRef<'h>> {
    let ty = type_named(cx, text)?;
    match ty {
        Type::Callable(_) | Type::Variant(_) => Ok(ty),
        _ => {
            let class = runtime::platform::class_name(Value::Type(ty));
            fail(format!(
                "Expected PCallableType or PVariantType thereof, got {class}"
            ))
        }
    }
}

/// Rewords the error of a text that should be a type and does not parse.
#[allow(clippy::boxed_local, reason = "raises travel in boxes")]
fn not_parsed<'h>(raise: Box<Raise<'h>>, what: &str, place: &str) -> Box<Raise<'h>> {
    match *raise {
        Raise::Error(error) if error.issue != limits::LIMIT => {
            let problem = error.message;
            let message = format!("Parsing of {what} failed with message: <{problem}>.\n{place}");
            Error::plain(message).into()
        }
        other => Box::new(other),
    }
}
