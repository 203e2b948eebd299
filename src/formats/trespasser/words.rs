//! Texts of words separated by white space, read so that they can be written back byte for byte.

use crate::bytes::layout::{self, Context, Layout, Named, Pass, Reading};
use crate::bytes::{Cursor, Endian, Recorder, Result};
use crate::formats::{EditResult, Head, Probe};

/// A word, and the white space before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Word {
    pub space: Vec<u8>,
    pub text: Vec<u8>,
}

impl Word {
    /// Compares without case.
    pub fn is(&self, keyword: &str) -> bool {
        self.text.eq_ignore_ascii_case(keyword.as_bytes())
    }

    pub fn text(&self) -> String {
        crate::bytes::cp1252::decode(&self.text)
    }
}

/// The next word: length of the white space before it, and the word. `None` if only white space follows.
pub fn next_word(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let space = bytes.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let word = bytes.get(space..)?;
    let len = word.iter().position(u8::is_ascii_whitespace).unwrap_or(word.len());
    Some((space, word.get(..len)?))
}

/// `true` if the next word is `keyword`, in any case.
pub fn next_is(bytes: &[u8], keyword: &str) -> bool {
    next_word(bytes).is_some_and(|(_, word)| word.eq_ignore_ascii_case(keyword.as_bytes()))
}

/// The bytes after these words; `None` if the text begins with others.
pub fn after<'a>(bytes: &'a [u8], expected: &[&str]) -> Option<&'a [u8]> {
    expected.iter().try_fold(bytes, |bytes, expected| {
        let (space, word) = next_word(bytes)?;
        let is_it = word.eq_ignore_ascii_case(expected.as_bytes());
        bytes.get(space + word.len()..).filter(|_| is_it)
    })
}

impl<C: Context> Layout<C> for Word {
    const TYPE: &'static str = "word";
    const MIN_SIZE: u64 = 1;

    fn pass<P: Pass>(&mut self, pass: &mut P, context: C) -> Result<()> {
        self.field("word".into(), pass, context)
    }

    fn field<P: Pass>(&mut self, named: Named, pass: &mut P, _: C) -> Result<()> {
        let (mut space, mut len) = (self.space.len(), self.text.len());
        if pass.is_reading() {
            let Some((before, word)) = next_word(pass.ahead()) else {
                let message = format_args!("the text ends before this word");
                return Err(pass.fail(named.name, message));
            };
            (space, len) = (before, word.len());
        }
        pass.filler(&mut self.space, space)?;
        pass.text(named.name, &mut self.text, len)
    }
}

/// A word that is a number. Reading fails if it is not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Number {
    pub word: Word,
    pub value: f64,
}

/// A number as a count or an index; `None` if it is fractional, negative or too large.
pub fn whole(number: f64) -> Option<usize> {
    let is_exact = number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number);
    // Whole and in range: the cast is exact.
    is_exact.then_some(number as usize)
}

/// Rejects words such as "nan" and "inf".
fn number(text: &[u8]) -> Option<f64> {
    let number = str::from_utf8(text).ok()?.parse::<f64>().ok()?;
    number.is_finite().then_some(number)
}

impl<C: Context> Layout<C> for Number {
    const TYPE: &'static str = "number";
    const MIN_SIZE: u64 = 1;

    fn pass<P: Pass>(&mut self, pass: &mut P, context: C) -> Result<()> {
        self.field("number".into(), pass, context)
    }

    fn field<P: Pass>(&mut self, named: Named, pass: &mut P, context: C) -> Result<()> {
        if pass.is_reading()
            && let Some((space, text)) = next_word(pass.ahead())
        {
            let Some(value) = number(text) else {
                let span = (pass.pos() + space as u64, text.len() as u64);
                let text = String::from_utf8_lossy(text);
                return Err(pass.fail_at(
                    span,
                    named.name,
                    format_args!("{text:?} is not a number"),
                ));
            };
            self.value = value;
        }
        self.word.field(named, pass, context)
    }
}

/// `N` consecutive numbers. The context gives their names.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbers<const N: usize>(pub [Number; N]);

impl<const N: usize> Numbers<N> {
    pub fn values(&self) -> [f64; N] {
        self.0.each_ref().map(|number| number.value)
    }
}

impl<const N: usize> Default for Numbers<N> {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Number::default()))
    }
}

impl<const N: usize> Layout<[&'static str; N]> for Numbers<N> {
    const TYPE: &'static str = "Numbers";
    const MIN_SIZE: u64 = 2 * N as u64;

    fn pass<P: Pass>(&mut self, pass: &mut P, names: [&'static str; N]) -> Result<()> {
        // The list may end only where nothing but white space follows.
        if pass.is_reading() && next_word(pass.ahead()).is_none() {
            return Ok(());
        }
        let mut numbers = self.0.iter_mut().zip(names);
        numbers.try_for_each(|(number, name)| number.field(name.into(), pass, ()))
    }
}

/// Reads a text as far as its words are valid and returns the bytes after them: white space is recorded
/// as padding, anything else stays unread.
///
/// # Errors
/// When not even the first word is valid.
pub fn read<R: Recorder>(cur: &mut Cursor<'_, R>, text: &mut impl Layout) -> Result<Vec<u8>> {
    match text.pass(&mut Reading { cur }, ()) {
        Err(error) if cur.pos() == 0 => return Err(error),
        Err(error) => cur.keep(error),
        Ok(()) => {}
    }
    let tail = cur.peek(usize::MAX);
    if next_word(tail).is_none() {
        cur.padding(tail.len())?;
    }
    Ok(tail.to_vec())
}

/// Writes a text and the bytes after its words.
///
/// # Errors
/// When the text cannot be stored.
pub fn write(text: &(impl Layout + Clone), tail: &[u8]) -> EditResult<Vec<u8>> {
    Ok([&layout::write(text, Endian::Little, ())?, tail].concat())
}

/// Claims a text that begins with `count` numbers and has one of these extensions. Numbers alone would
/// match too many other files.
pub fn probe_numbers(head: &Head<'_>, extensions: &[&str], count: usize) -> Option<Probe> {
    let mut rest = head.bytes.get(..1024).unwrap_or(head.bytes);
    let mut next = || {
        let (space, word) = next_word(rest)?;
        rest = rest.get(space + word.len()..)?;
        number(word)
    };
    let fits = head.has_extension(extensions) && (0..count).all(|_| next().is_some());
    fits.then(|| Probe {
        score: 80,
        reason: "text of numbers with a matching extension".to_owned(),
    })
}
