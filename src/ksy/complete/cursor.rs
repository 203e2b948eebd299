//! Keys around the cursor in a description. Works on the lines of the text, so that it also works while the
//! text has mistakes.

/// Maximum number of lines above the cursor that are searched for keys.
const MAX_LINES: usize = 20_000;

/// The cursor, and the keys around it.
#[derive(Debug, Default)]
pub struct Cursor {
    /// Keys of the maps around the cursor, the outermost first.
    pub path: Vec<String>,
    /// Key whose value is being typed; `None` while a key is typed.
    pub key: Option<String>,
    /// Start of the key or value in the text, in bytes.
    pub start: usize,
    /// Line, counted from 1.
    pub line: u32,
    /// Maps and lists in braces and brackets that are open in the line.
    flows: Vec<Flow>,
    quote: Option<char>,
}

/// A map or list that begins in the line, with the key that it is the value of.
#[derive(Debug)]
enum Flow {
    Map(Option<String>),
    List,
}

impl Cursor {
    /// The cursor at the end of a text; `None` inside a comment.
    pub fn at_end_of(text: &str) -> Option<Self> {
        let line_start = text.rfind('\n').map_or(0, |at| at + 1);
        let (above, line) = text.split_at_checked(line_start)?;
        let indent = indent(line);
        let mut cursor = Self {
            path: path_above(above, indent),
            start: line_start + indent,
            line: u32::try_from(above.matches('\n').count() + 1).unwrap_or(u32::MAX),
            ..Self::default()
        };
        for (at, letter) in line.char_indices().skip_while(|(at, _)| *at < indent) {
            let at = line_start + at;
            if letter == '#' && cursor.quote.is_none() && text.get(..at)?.ends_with([' ', '\n']) {
                return None;
            }
            cursor.take(text, at, letter);
        }
        let typed = text.get(cursor.start..)?;
        cursor.start += typed.len() - typed.trim_start_matches(' ').len();
        Some(cursor)
    }

    fn take(&mut self, text: &str, at: usize, letter: char) {
        let before = text.get(self.start..at).unwrap_or_default().trim();
        let next = text.get(at + letter.len_utf8()..).unwrap_or_default();
        let after = at + letter.len_utf8();
        match (letter, self.flows.last()) {
            _ if self.quote.is_some() => {
                self.quote = self.quote.filter(|quote| *quote != letter);
            }
            ('\'' | '"', _) if before.is_empty() => {
                self.quote = Some(letter);
                self.start = after;
            }
            ('{', _) if before.is_empty() => {
                self.path.extend(self.key.clone());
                self.flows.push(Flow::Map(self.key.take()));
                self.start = after;
            }
            ('[', _) if before.is_empty() && self.key.is_some() => {
                self.flows.push(Flow::List);
                self.start = after;
            }
            (',', Some(flow)) => {
                if matches!(flow, Flow::Map(_)) {
                    self.key = None;
                }
                self.start = after;
            }
            ('}', Some(Flow::Map(_))) => self.close(after),
            (']', Some(Flow::List)) => {
                self.flows.pop();
                self.start = after;
            }
            (':', _) if self.key.is_none() && (next.is_empty() || next.starts_with(' ')) => {
                self.key = Some(before.trim_matches(['\'', '"']).to_owned());
                self.start = after;
            }
            _ => {}
        }
    }

    /// Closes a map in braces.
    fn close(&mut self, after: usize) {
        if let Some(Flow::Map(Some(key))) = self.flows.pop() {
            self.path.pop();
            self.key = Some(key);
        }
        self.start = after;
    }
}

/// Width of the blanks and dashes of list items before the content of a line.
fn indent(line: &str) -> usize {
    let mut rest = line.trim_start_matches(' ');
    while let Some(item) = rest.strip_prefix("- ") {
        rest = item.trim_start_matches(' ');
    }
    line.len() - rest.len()
}

/// Keys around a line with this indentation, the outermost first.
fn path_above(above: &str, indent_below: usize) -> Vec<String> {
    let mut limit = indent_below;
    let mut path = Vec::new();
    for line in above.lines().rev().take(MAX_LINES) {
        if limit == 0 {
            break;
        }
        let indent = indent(line);
        let content = line.get(indent..).unwrap_or_default();
        if indent >= limit || content.is_empty() || content.starts_with('#') {
            continue;
        }
        limit = indent;
        let key = content.split_once(':').map(|(key, _)| key.trim());
        path.extend(key.filter(|key| !key.starts_with(['{', '['])).map(str::to_owned));
    }
    path.reverse();
    path
}
