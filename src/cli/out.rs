//! Standard output: buffered, coloured only on a terminal, with names from files escaped.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};

use serde::Serialize;

/// Writer of results.
pub struct Out {
    to: BufWriter<Box<dyn Write>>,
    pub paint: Paint,
}

impl Out {
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
    pub on: bool,
}

impl Paint {
    pub fn bold<T: fmt::Display>(self, what: T) -> Painted<T> {
        self.with("1", what)
    }
    pub fn dim<T: fmt::Display>(self, what: T) -> Painted<T> {
        self.with("2", what)
    }
    pub fn red<T: fmt::Display>(self, what: T) -> Painted<T> {
        self.with("31", what)
    }
    pub fn green<T: fmt::Display>(self, what: T) -> Painted<T> {
        self.with("32", what)
    }
    pub fn yellow<T: fmt::Display>(self, what: T) -> Painted<T> {
        self.with("33", what)
    }
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

#[cfg(test)]
mod tests {
    use super::{Clean, Paint, grouped};

    #[test]
    fn groups_digits_by_three() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn escapes_control_characters_in_names() {
        assert_eq!(Clean("a\u{1b}[2Jb").to_string(), "a\\u{1b}[2Jb");
        assert_eq!(format!("{:4}|", Clean("a")), "a   |");
    }

    #[test]
    fn colours_keep_the_width_of_the_text() {
        assert_eq!(format!("{:>4}", Paint { on: true }.red("ab")), "\u{1b}[31m  ab\u{1b}[0m");
        assert_eq!(format!("{:<4}|", Paint { on: false }.red("ab")), "ab  |");
    }
}
