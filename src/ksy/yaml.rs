//! YAML with positions: every node keeps its line and column, and scalars keep their source text.

use std::collections::HashMap;
use std::sync::Arc;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle};

use super::diagnostic::{Diagnostic, Position};
use super::yaml_mistakes::{control_character, sentence};

/// Maximum size of a description, in bytes.
pub const MAX_TEXT: usize = 4 << 20;
const MAX_NODES: usize = 200_000;
const MAX_DEPTH: usize = 64;

/// Text of a scalar, with the position of each of its characters.
#[derive(Clone, Debug, Default)]
pub struct Text {
    pub value: Arc<str>,
    /// `true` for text without quotes that is not a block.
    pub plain: bool,
    /// Index and position of the first character of each run, in ascending order. A run is a sequence of
    /// characters on one line.
    marks: Arc<[(u32, Position)]>,
}

impl Text {
    /// Position of the character with this index.
    pub fn position(&self, at: usize) -> Position {
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        let index = self.marks.partition_point(|(from, _)| *from <= at).saturating_sub(1);
        let Some((from, mark)) = self.marks.get(index) else { return Position::default() };
        Position { line: mark.line, column: mark.column + (at - from) }
    }

    /// `true` for an unquoted scalar that YAML reads as no value.
    pub fn is_null(&self) -> bool {
        self.plain && matches!(&*self.value, "" | "~" | "null" | "Null" | "NULL")
    }
}

/// Content of a node.
#[derive(Clone, Debug)]
pub enum Content {
    Scalar(Text),
    List(Vec<Node>),
    Map(Vec<(Node, Node)>),
}

/// A node of the document.
#[derive(Clone, Debug)]
pub struct Node {
    pub content: Content,
    pub at: Position,
}

impl Node {
    /// The scalar's text.
    pub fn text(&self) -> Option<&Text> {
        match &self.content {
            Content::Scalar(text) => Some(text),
            _ => None,
        }
    }

    pub fn map(&self) -> Option<&[(Node, Node)]> {
        match &self.content {
            Content::Map(pairs) => Some(pairs),
            _ => None,
        }
    }

    pub fn list(&self) -> Option<&[Node]> {
        match &self.content {
            Content::List(items) => Some(items),
            _ => None,
        }
    }

    /// Value of this key in a map.
    pub fn get(&self, key: &str) -> Option<&Node> {
        let found = self.map()?.iter().find(|(name, _)| name.is(key));
        found.map(|(_, value)| value)
    }

    /// `true` for a scalar with this text.
    pub fn is(&self, text: &str) -> bool {
        self.text().is_some_and(|own| &*own.value == text)
    }

    pub fn is_null(&self) -> bool {
        self.text().is_some_and(Text::is_null)
    }

    /// Describes the node in messages.
    pub fn kind(&self) -> String {
        match &self.content {
            Content::Scalar(text) if text.is_null() => "no value".to_owned(),
            Content::Scalar(text) => format!("`{}`", shortened(&text.value)),
            Content::List(_) => "a list".to_owned(),
            Content::Map(_) => "a map".to_owned(),
        }
    }
}

fn shortened(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    if short.len() < text.len() { format!("{short}…") } else { short }
}

/// Reads the first document.
///
/// # Errors
/// When the text is not YAML, has duplicate keys, or exceeds a limit.
pub fn parse(source: &str) -> Result<Node, Diagnostic> {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    if source.len() > MAX_TEXT {
        let message = format!("expected at most {MAX_TEXT} bytes, found {}", source.len());
        return Err(Diagnostic::error(Position { line: 1, column: 1 }, "/", message));
    }
    let lines: Vec<&str> = source.split('\n').collect();
    if let Some((at, message)) = control_character(&lines) {
        return Err(Diagnostic::error(at, "/", message));
    }
    let parser = Parser::new_from_str(source);
    let mut nodes = Nodes { parser, lines, anchors: HashMap::new(), nodes: 0, last: (0, 0, 0) };
    let root = nodes.document()?;
    nodes.end()?;
    Ok(root)
}

/// Position of a mark.
fn position_of(mark: &Marker) -> Position {
    let number = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
    Position { line: number(mark.line()), column: number(mark.col()).saturating_add(1) }
}

struct Nodes<'a> {
    parser: Parser<'a, saphyr_parser::StrInput<'a>>,
    lines: Vec<&'a str>,
    anchors: HashMap<usize, Node>,
    nodes: usize,
    /// Line, column, and offset in its line, of the last scalar: the next one of a long line is searched
    /// from there.
    last: (usize, usize, usize),
}

impl<'a> Nodes<'a> {
    fn document(&mut self) -> Result<Node, Diagnostic> {
        loop {
            let (event, start, end) = self.next()?;
            match event {
                Event::StreamStart | Event::DocumentStart(_) | Event::Nothing => {}
                Event::StreamEnd | Event::DocumentEnd => {
                    let message = "expected a map, found an empty document";
                    return Err(Diagnostic::error(Position { line: 1, column: 1 }, "/", message));
                }
                event => return self.node(event, start, end, 0),
            }
        }
    }

    /// # Errors
    /// When another document follows.
    fn end(&mut self) -> Result<(), Diagnostic> {
        loop {
            let (event, start, _) = self.next()?;
            match event {
                Event::DocumentEnd | Event::Nothing => {}
                Event::StreamEnd => return Ok(()),
                _ => {
                    let message = "expected one document, found another one";
                    return Err(Diagnostic::error(position_of(&start), "/", message));
                }
            }
        }
    }

    fn next(&mut self) -> Result<(Event<'a>, Marker, Marker), Diagnostic> {
        match self.parser.next_event() {
            Some(Ok((event, span))) => Ok((event, span.start, span.end)),
            Some(Err(error)) => {
                let message = sentence(&error, &self.lines);
                Err(Diagnostic::error(self.inside(position_of(error.marker())), "/", message))
            }
            None => Ok((Event::StreamEnd, Marker::new(0, 1, 0), Marker::new(0, 1, 0))),
        }
    }

    /// This position, or the end of the last line with text if it is behind that.
    fn inside(&self, at: Position) -> Position {
        let last = self.lines.iter().rposition(|line| !line.trim().is_empty());
        let last = last.and_then(|index| self.lines.get(index).zip(u32::try_from(index + 1).ok()));
        match last {
            Some((line, number)) if at.line > number => {
                let columns = u32::try_from(line.trim_end().chars().count()).unwrap_or(u32::MAX);
                Position { line: number, column: columns.saturating_add(1) }
            }
            _ => at,
        }
    }

    fn node(
        &mut self,
        event: Event<'a>,
        start: Marker,
        end: Marker,
        depth: usize,
    ) -> Result<Node, Diagnostic> {
        let at = position_of(&start);
        self.count(1, at)?;
        if depth > MAX_DEPTH {
            let message = format!("expected at most {MAX_DEPTH} levels of nesting");
            return Err(Diagnostic::error(at, "/", message));
        }
        let (content, anchor) = match event {
            Event::Scalar(value, style, anchor, _) => {
                (Content::Scalar(self.text(&value, style, start, end)), anchor)
            }
            Event::SequenceStart(anchor, _) => (Content::List(self.list(depth)?), anchor),
            Event::MappingStart(anchor, _) => (Content::Map(self.pairs(depth)?), anchor),
            Event::Alias(anchor) => {
                let Some(node) = self.anchors.get(&anchor).cloned() else {
                    return Err(Diagnostic::error(
                        at,
                        "/",
                        "expected an alias of an earlier anchor",
                    ));
                };
                self.count(size(&node), at)?;
                return Ok(node);
            }
            _ => (Content::Scalar(Text::default()), 0),
        };
        let node = Node { content, at };
        if anchor != 0 {
            self.anchors.insert(anchor, node.clone());
        }
        Ok(node)
    }

    fn count(&mut self, more: usize, at: Position) -> Result<(), Diagnostic> {
        self.nodes += more;
        if self.nodes > MAX_NODES {
            let message = format!("expected at most {MAX_NODES} nodes, aliases counted as copies");
            return Err(Diagnostic::error(at, "/", message));
        }
        Ok(())
    }

    fn list(&mut self, depth: usize) -> Result<Vec<Node>, Diagnostic> {
        let mut items = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd | Event::StreamEnd, ..) => return Ok(items),
                (event, start, end) => items.push(self.node(event, start, end, depth + 1)?),
            }
        }
    }

    fn pairs(&mut self, depth: usize) -> Result<Vec<(Node, Node)>, Diagnostic> {
        let mut pairs: Vec<(Node, Node)> = Vec::new();
        let mut known: HashMap<Arc<str>, Position> = HashMap::new();
        loop {
            let (event, start, end) = self.next()?;
            if matches!(event, Event::MappingEnd | Event::StreamEnd) {
                return Ok(pairs);
            }
            let key = self.node(event, start, end, depth + 1)?;
            if let Some(text) = key.text()
                && let Some(first) = known.insert(text.value.clone(), key.at)
            {
                let message =
                    format!("duplicate key `{}`; the first is on line {}", text.value, first.line);
                return Err(Diagnostic::error(key.at, "/", message));
            }
            let (event, start, end) = self.next()?;
            let mut value = self.node(event, start, end, depth + 1)?;
            if value.is_null() {
                // An absent value has no position.
                value.at = key.at;
            }
            pairs.push((key, value));
        }
    }

    /// Offset of a column in its line.
    fn offset(&mut self, line: usize, column: usize) -> usize {
        let (_, before, offset) =
            Some(self.last).filter(|last| last.0 == line && last.1 <= column).unwrap_or_default();
        let text = line.checked_sub(1).and_then(|line| self.lines.get(line)).copied();
        let text = text.unwrap_or_default();
        let mut left = text.get(offset..).unwrap_or_default().char_indices();
        let offset = left.nth(column - before).map_or(text.len(), |(at, _)| offset + at);
        self.last = (line, column, offset);
        offset
    }

    /// The scalar, with the positions of its characters: each is searched in the source after the
    /// previous one, which skips line breaks, indentation and quotes.
    fn text(&mut self, value: &str, style: ScalarStyle, start: Marker, end: Marker) -> Text {
        let offset = self.offset(start.line(), start.col());
        let plain = style == ScalarStyle::Plain;
        let mut marks: Vec<(u32, Position)> = Vec::new();
        let mut expected = None;
        let mut source = SourceChars {
            lines: &self.lines,
            line: start.line(),
            column: start.col(),
            offset,
            rest: None,
            last: end.line().max(start.line()),
        };
        if matches!(style, ScalarStyle::Literal | ScalarStyle::Folded) {
            source.next_line();
        } else if !plain {
            source.next();
        }
        for (index, wanted) in (0u32..).zip(value.chars()) {
            if wanted.is_whitespace() {
                continue;
            }
            let found = loop {
                let Some((at, found)) = source.next() else { break None };
                if found == wanted {
                    break Some(at);
                }
            };
            let Some(at) = found else { break };
            if expected != Some((index, at)) {
                marks.push((index, at));
            }
            expected = Some((index + 1, Position { column: at.column + 1, ..at }));
        }
        if marks.first().is_none_or(|(index, _)| *index > 0) {
            marks.insert(0, (0, position_of(&start)));
        }
        // A mark is redundant if the run before it leads to the same position: only blanks are in
        // between.
        marks.dedup_by(|next, run| {
            next.1.line == run.1.line
                && next.1.column.checked_sub(run.1.column) == Some(next.0 - run.0)
        });
        Text { value: value.into(), plain, marks: marks.into() }
    }
}

fn size(node: &Node) -> usize {
    match &node.content {
        Content::Scalar(_) => 1,
        Content::List(items) => items.iter().map(size).sum::<usize>() + 1,
        Content::Map(pairs) => pairs.iter().map(|(k, v)| size(k) + size(v)).sum::<usize>() + 1,
    }
}

/// Characters of the source from a position on.
struct SourceChars<'a> {
    lines: &'a [&'a str],
    /// Line number, from 1.
    line: usize,
    column: usize,
    /// Offset of the first character in its line.
    offset: usize,
    rest: Option<std::str::Chars<'a>>,
    last: usize,
}

impl SourceChars<'_> {
    fn next_line(&mut self) {
        self.line += 1;
        (self.column, self.offset) = (0, 0);
        self.rest = None;
    }
}

impl<'a> Iterator for SourceChars<'a> {
    type Item = (Position, char);

    fn next(&mut self) -> Option<Self::Item> {
        while self.line <= self.last {
            let column = self.column;
            if self.rest.is_none() {
                let text: &'a str = self.lines.get(self.line.checked_sub(1)?)?;
                self.rest = Some(text.get(self.offset..)?.chars());
            }
            let found = self.rest.as_mut().and_then(Iterator::next);
            if let Some(found) = found {
                self.column += 1;
                let number = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
                let at = Position { line: number(self.line), column: number(column + 1) };
                return Some((at, found));
            }
            self.next_line();
        }
        None
    }
}
