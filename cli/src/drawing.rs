//! Draws a problem for people: its message, the source line with a marker, the calls that led there,
//! and advice.

use std::io::IsTerminal;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use frontend::{Severity, Source};

/// A problem with everything that is drawn of it.
pub struct Problem<'p> {
    /// How bad it is.
    pub severity: Severity,
    /// The name of its kind, if it has one.
    pub code: Option<&'p str>,
    /// The message.
    pub message: &'p str,
    /// Its place, if it has one.
    pub mark: Option<Mark<'p>>,
    /// The file, when the place is no more than that.
    pub file: Option<&'p str>,
    /// The calls that led there, innermost first.
    pub calls: Vec<Call<'p>>,
    /// The number of further calls, which are not drawn.
    pub calls_left_out: usize,
    /// Facts that explain it.
    pub notes: Vec<String>,
    /// Ways to mend it.
    pub hints: Vec<String>,
}

/// A call that led to a problem.
pub struct Call<'p> {
    /// Its place.
    pub mark: Mark<'p>,
    /// The number of such calls inside each other.
    pub times: usize,
}

/// A part of a line of a source.
pub struct Mark<'p> {
    /// The name of the file.
    pub path: &'p str,
    /// The text of the line.
    pub line: &'p str,
    /// Its number, from 1 on.
    pub number: u32,
    /// The first byte of the part.
    pub start: usize,
    /// The byte after its last one.
    pub end: usize,
}

impl<'p> Mark<'p> {
    /// Marks `length` bytes from an offset on, at least one character, and none of the next line.
    pub fn at(source: &'p Source, path: &'p str, offset: u32, length: usize) -> Mark<'p> {
        let number = source.line(offset);
        let line = source.line_text(number);
        let text: &str = &source.text;
        let at = (offset as usize).min(text.len());
        let line_start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let start = (at - line_start).min(line.len());
        let one = line[start..].chars().next().map_or(0, char::len_utf8);
        let mut end = (start + length.max(one)).min(line.len());
        while !line.is_char_boundary(end) {
            end += 1;
        }
        Mark {
            path,
            line,
            number,
            start,
            end,
        }
    }

    /// Marks the whole line of an offset without its indentation.
    pub fn line(source: &'p Source, path: &'p str, offset: u32) -> Mark<'p> {
        let number = source.line(offset);
        let line = source.line_text(number);
        Mark {
            path,
            line,
            number,
            start: line.len() - line.trim_start().len(),
            end: line.len(),
        }
    }

    fn snippet(&self, kind: AnnotationKind, label: Option<String>) -> Snippet<'p, Annotation<'p>> {
        let annotation = kind.span(self.start..self.end).label(label);
        Snippet::source(self.line)
            .line_start(self.number as usize)
            .path(self.path)
            .annotation(annotation)
    }
}

/// The renderer for a terminal with colours, or for anything else.
pub fn renderer(colour: bool) -> Renderer {
    match colour {
        true => Renderer::styled(),
        false => Renderer::plain(),
    }
}

/// Whether what goes to a stream has colours.
pub fn has_colour(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Draws a problem; the last line has no line break.
pub fn draw(problem: &Problem<'_>, renderer: &Renderer) -> String {
    let level = match problem.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Deprecation => Level::WARNING.with_name("deprecation"),
    };
    let mut title = level.primary_title(problem.message);
    if let Some(code) = problem.code {
        title = title.id(code);
    }
    let mut group = match (&problem.mark, problem.file) {
        (Some(mark), _) => title.element(mark.snippet(AnnotationKind::Primary, None)),
        (None, Some(file)) => title.element(Origin::path(file)),
        (None, None) => Group::with_title(title),
    };
    for call in &problem.calls {
        let label = match call.times {
            1 => "called here".to_owned(),
            times => format!("called here {times} times"),
        };
        group = group.element(call.mark.snippet(AnnotationKind::Context, Some(label)));
    }
    if problem.calls_left_out > 0 {
        let text = format!(
            "{} more calls led here; see --trace",
            problem.calls_left_out
        );
        group = group.element(Level::NOTE.message(text));
    }
    for note in &problem.notes {
        group = group.element(Level::NOTE.message(note));
    }
    for hint in &problem.hints {
        group = group.element(Level::HELP.message(hint));
    }
    renderer.render(&[group])
}
