//! Draws a problem for people: its message, the source line with a marker, the calls that led to
//! it, and advice.

use std::io::IsTerminal;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use frontend::{Severity, Source};

/// A problem, with all that is drawn of it.
pub struct Problem<'p> {
    /// The severity.
    pub severity: Severity,
    /// The code of the problem, if it has one.
    pub code: Option<&'p str>,
    /// The message.
    pub message: &'p str,
    /// The place in the source, if it is known.
    pub mark: Option<Mark<'p>>,
    /// The file, if no more of the place is known.
    pub file: Option<&'p str>,
    /// The calls that led to the problem, innermost first.
    pub calls: Vec<Call<'p>>,
    /// The number of further calls, which are not drawn.
    pub calls_left_out: usize,
    /// Facts that explain the problem.
    pub notes: Vec<String>,
    /// Advice on how to solve the problem.
    pub hints: Vec<String>,
}

/// A call that led to a problem.
pub struct Call<'p> {
    /// The place of the call.
    pub mark: Mark<'p>,
    /// The number of equal calls inside each other.
    pub times: usize,
}

/// A part of a line of a source file.
pub struct Mark<'p> {
    /// The name of the file.
    pub path: &'p str,
    /// The text of the line.
    pub line: &'p str,
    /// The number of the line, from 1 on.
    pub number: u32,
    /// The offset of the first byte of the part in the line.
    pub start: usize,
    /// The offset after the last byte of the part.
    pub end: usize,
}

impl<'p> Mark<'p> {
    /// Marks `length` bytes from an offset on: at least one character, and no part of the next
    /// line.
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

    /// Marks the whole line that contains an offset, without its indentation.
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

/// Returns the renderer for a terminal with colours, or for plain text.
pub fn renderer(colour: bool) -> Renderer {
    match colour {
        true => Renderer::styled(),
        false => Renderer::plain(),
    }
}

/// Returns true if output to a stream is coloured: only on a terminal, and not if NO_COLOR is set.
pub fn has_colour(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Draws a problem. The last line has no line break.
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
