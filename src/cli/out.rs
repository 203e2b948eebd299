//! Standard output: buffered, coloured only on a terminal, with names from files escaped.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};

use serde::Serialize;

/// Writer of results.
pub struct Out {
    to: BufWriter<Box<dyn Write>>,
    /// Colours of the output.
    pub paint: Paint,
}

impl Out {
    /// Creates a writer of the standard output, with colours on a terminal.
    pub fn stdout() -> Self {
        let stdout = io::stdout();
        let plain = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty())
            || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let paint = Paint { on: stdout.is_terminal() && !plain };
        Self { to: BufWriter::with_capacity(1 << 16, Box::new(stdout)), paint }
    }

    /// Writes a JSON object as one line.
    pub fn json(&mut self, object: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.to, object)?;
        self.to.write_all(b"\n")
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Colours for a terminal, or none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paint {
    /// `true` to write colours.
    pub on: bool,
}

impl Paint {
    /// Bold text.
    pub fn bold<T: fmt::Display>(self, what: T) -> Painted<T> {
        self.with("1", what)
    }
    /// Dim text.
    pub fn dim<T: fmt::Display>(self, what: T) -> Painted<T> {
        self.with("2", what)
    }
    /// Red text.
    pub fn red<T: fmt::Display>(self, what: T) -> Painted<T> {
        self.with("31", what)
    }
    /// Green text.
    pub fn green<T: fmt::Display>(self, what: T) -> Painted<T> {
        self.with("32", what)
    }
    /// Yellow text.
    pub fn yellow<T: fmt::Display>(self, what: T) -> Painted<T> {
        self.with("33", what)
    }
    /// Cyan text.
    pub fn cyan<T: fmt::Display>(self, what: T) -> Painted<T> {
        self.with("36", what)
    }

    fn with<T: fmt::Display>(self, code: &'static str, what: T) -> Painted<T> {
        Painted { code: if self.on { code } else { "" }, what }
    }
}

/// Text in a colour. Widths apply to the text, not to the escape codes around it.
pub struct Painted<T> {
    code: &'static str,
    what: T,
}

impl<T: fmt::Display> fmt::Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.code.is_empty() {
            return self.what.fmt(f);
        }
        write!(f, "\x1b[{}m", self.code)?;
        self.what.fmt(f)?;
        f.write_str("\x1b[0m")
    }
}

/// Text from a file, safe for a terminal: control characters are escaped.
pub struct Clean<'a>(pub &'a str);

impl fmt::Display for Clean<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.chars().any(char::is_control) {
            return f.pad(self.0);
        }
        let escape =
            |c: char| if c.is_control() { c.escape_default().to_string() } else { c.into() };
        f.pad(&self.0.chars().map(escape).collect::<String>())
    }
}

/// Formats a number with separators: `1234567` as `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
