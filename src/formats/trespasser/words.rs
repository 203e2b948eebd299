//! Texts of words that white space separates: read so that they can be written again to the byte.

use crate::bytes::{Cursor, Endian, NoRecorder, RecordReader, Recorder, Result, Source, Writer};
use crate::formats::{Head, Probe};

/// A word, and the white space before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Word {
    pub space: Box<[u8]>,
    pub text: Box<[u8]>,
}

impl Word {
    pub fn new(space: &str, text: impl Into<String>) -> Self {
        Self { space: space.as_bytes().into(), text: text.into().into_bytes().into() }
    }

    /// Compared without case.
    pub fn is(&self, keyword: &str) -> bool {
        self.text.eq_ignore_ascii_case(keyword.as_bytes())
    }

    pub fn text(&self) -> String {
        crate::codec::cp1252::decode(&self.text)
    }

    pub fn write(&self, out: &mut Writer) {
        out.bytes(&self.space);
        out.bytes(&self.text);
    }
}

/// The next word, without reading it: the bytes of white space, and the word. `None` when there is
/// nothing more but white space.
pub fn peek_word<'a, R: Recorder>(cur: &Cursor<'a, R>) -> Option<(usize, &'a [u8])> {
    let rest = cur.peek(usize::MAX);
    let space = rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let word = rest.get(space..)?;
    let len = word.iter().position(u8::is_ascii_whitespace).unwrap_or(word.len());
    Some((space, word.get(..len)?))
}

/// True when the next word is `keyword`, in whatever case.
pub fn next_is<R: Recorder>(cur: &Cursor<'_, R>, keyword: &str) -> bool {
    peek_word(cur).is_some_and(|(_, word)| word.eq_ignore_ascii_case(keyword.as_bytes()))
}

/// Reads a word as the field `name`.
pub fn word<R: Recorder>(cur: &mut Cursor<'_, R>, name: &'static str) -> Result<Word> {
    let Some((space, text)) = peek_word(cur) else {
        let offset = cur.pos();
        return Err(cur.fail_at(offset, 0, name, format_args!("the text ends before this word")));
    };
    let space = cur.padding(space)?.into();
    cur.text(name, text.len())?;
    Ok(Word { space, text: text.into() })
}

/// Reads a number as the field `name`; a word that is none is not read.
pub fn number<R: Recorder>(cur: &mut Cursor<'_, R>, name: &'static str) -> Result<(Word, f64)> {
    let (space, text) = peek_word(cur).unwrap_or_default();
    let parsed = str::from_utf8(text).ok().and_then(|text| text.parse::<f64>().ok());
    // Words such as "nan" and "inf" are no numbers here.
    match parsed.filter(|number| number.is_finite()) {
        Some(number) => Ok((word(cur, name)?, number)),
        None if text.is_empty() => word(cur, name).map(|word| (word, 0.0)),
        None => {
            let (at, len) = (cur.pos() + space as u64, text.len() as u64);
            let message = format_args!("{:?} is not a number", String::from_utf8_lossy(text));
            Err(cur.fail_at(at, len, name, message))
        }
    }
}

/// Claims a text that begins with `count` numbers and has one of these extensions: numbers alone
/// could be anything.
pub fn probe_numbers(head: &Head<'_>, extensions: &[&str], count: usize) -> Option<Probe> {
    let start = head.bytes.get(..1024).unwrap_or(head.bytes);
    let source = Source::from_bytes("", start.to_vec());
    let mut cur = Cursor::new(&source, Endian::Little, NoRecorder);
    let fits = head.has_extension(extensions) && (0..count).all(|_| number(&mut cur, "").is_ok());
    fits.then(|| Probe { score: 80, reason: "the extension, and a text of numbers".to_owned() })
}

/// Reads what is left: white space at the end is padding, anything else stays unread.
pub fn tail<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Box<[u8]>> {
    let rest = cur.peek(usize::MAX);
    if peek_word(cur).is_none() {
        cur.padding(rest.len())?;
    }
    Ok(rest.into())
}

/// `N` numbers in a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbers<const N: usize> {
    pub words: [Word; N],
    pub values: [f64; N],
}

impl<const N: usize> Numbers<N> {
    /// On a line of their own, as short as they can be told apart.
    pub fn line(values: [f64; N], first: bool) -> Self {
        let mut at = 0;
        let words = values.map(|value| {
            at += 1;
            let space = match at {
                1 if first => "",
                1 => "\n",
                _ => " ",
            };
            Word::new(space, format!("{value}"))
        });
        Self { words, values }
    }

    pub fn write(&self, out: &mut Writer) {
        self.words.iter().for_each(|word| word.write(out));
    }
}

impl<const N: usize> Default for Numbers<N> {
    fn default() -> Self {
        Self { words: std::array::from_fn(|_| Word::default()), values: [0.0; N] }
    }
}

/// Reads [`Numbers`] with these names.
#[derive(Clone, Copy)]
pub struct NumbersReader<const N: usize>(pub [&'static str; N]);

impl<const N: usize> RecordReader for NumbersReader<N> {
    type Out = Numbers<N>;
    const TYPE: &'static str = "Numbers";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Numbers<N>> {
        let mut numbers = Numbers::default();
        // Nothing but white space ends the run.
        if peek_word(cur).is_none() {
            return Ok(numbers);
        }
        for (at, name) in self.0.into_iter().enumerate() {
            (numbers.words[at], numbers.values[at]) = number(cur, name)?;
        }
        Ok(numbers)
    }
}

/// Twelve significant digits, as the game's tools print them.
pub fn twelve_digits(number: f64) -> f64 {
    format!("{number:.11e}").parse().unwrap_or(number)
}
