//! Recognises files by a description: its constant fields, the extension, and its test.

use super::{Bytes, UserFormat};
use crate::bytes::Source;
use crate::formats::{Head, Probe, Rest, Score};
use crate::ksy::views;
use crate::ksy::{Data, Magic};

/// Maximum number of constant fields that are stated as the reason of a claim, and of bytes of each.
const MAX_STATED: usize = 3;
const MAX_STATED_BYTES: usize = 8;
/// Score of content of 4 bytes or more.
const MAGIC: u8 = 55;
/// Score of content of 2 or 3 bytes.
const SHORT_MAGIC: u8 = 45;
/// Score of the test of a description.
const CLAIM: u8 = 45;
/// Additional score if the extension matches too.
const EXTENSION: u8 = 4;
/// Score if only the extension matches.
const EXTENSION_ALONE: u8 = 20;
/// Maximum size of a file that is read for tests, if it is not in memory.
const MAX_READ: u64 = 16 << 20;
/// Maximum size of a file in memory that is tested.
const MAX_IN_MEMORY: u64 = 256 << 20;
/// Maximum number of steps for a test.
const MAX_STEPS: u64 = 200_000;
/// Maximum number of steps for all tests of a file.
const MAX_STEPS_PER_FILE: u64 = 1_000_000;

/// Tests of descriptions on a file. The file is read once, when the first test needs it.
pub struct Tests<'a> {
    head: &'a Head<'a>,
    /// The file, or the reason why it cannot be read.
    file: Option<Option<Source>>,
    steps: u64,
}

impl<'a> Tests<'a> {
    /// Tests on the file with this head.
    pub fn of(head: &'a Head<'a>) -> Self {
        Self { head, file: None, steps: MAX_STEPS_PER_FILE }
    }

    fn file(&mut self) -> Option<Source> {
        let head = self.head;
        let read = || match head.rest {
            Rest::Of(source) => {
                let is_in_memory = source.in_memory().is_some();
                let most = if is_in_memory { MAX_IN_MEMORY } else { MAX_READ };
                Some(source.clone()).filter(|source| source.len() <= most)
            }
            Rest::Read(_) => {
                let bytes = head.whole(MAX_READ)?;
                Some(Source::from_bytes(head.name, bytes.into_owned()))
            }
        };
        self.file.get_or_insert_with(read).clone()
    }
}

impl UserFormat {
    /// The claim on a file, if the test of the description does not reject it.
    pub fn claim(&self, head: &Head<'_>) -> Option<Probe> {
        let is_there = |magic: &Magic| {
            let found = head.at(magic.offset as u64, magic.len());
            magic.options.iter().any(|option| option[..] == *found)
        };
        if !self.magic.iter().all(is_there) {
            return None;
        }
        let len: usize = self.magic.iter().map(Magic::len).sum();
        let has_extension = head.has_extension(self.info.extensions);
        let mut score = match len {
            4.. => Score::new(MAGIC, self.magic_in_words(head)),
            2 | 3 => Score::new(SHORT_MAGIC, self.magic_in_words(head)),
            _ if views::has_claim(&self.description) => {
                Score::new(CLAIM, "test of the description")
            }
            _ => {
                let reason = "only the extension".to_owned();
                return has_extension.then_some(Probe { score: EXTENSION_ALONE, reason });
            }
        };
        score.rule(has_extension, EXTENSION, "extension");
        score.at_least(1)
    }

    /// `true` if the description's test recognises the file, or if the description has no test. Tests
    /// recognise nothing once the steps for a file are used up.
    pub fn confirms(&self, tests: &mut Tests<'_>) -> bool {
        if !views::has_claim(&self.description) {
            return true;
        }
        let Some(source) = tests.file().filter(|_| tests.steps > 0) else { return false };
        let (id, data) = (source.id(), Data::new(Bytes(source)));
        let most = tests.steps.min(MAX_STEPS);
        let (holds, steps) = views::claim(&self.description, data, id, most);
        tests.steps = tests.steps.saturating_sub(steps);
        holds
    }

    /// The magic as found in a file: `magic 41 00 00 00 at 0`.
    fn magic_in_words(&self, head: &Head<'_>) -> String {
        let words = self.magic.iter().filter(|magic| !magic.is_empty()).take(MAX_STATED);
        let words = words.map(|magic| {
            let bytes = head.at(magic.offset as u64, magic.len().min(MAX_STATED_BYTES));
            let is_text = bytes.iter().all(u8::is_ascii_graphic);
            let hex = || bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>();
            let text = || format!("`{}`", String::from_utf8_lossy(&bytes));
            let found = if is_text { text() } else { hex().join(" ") };
            format!("{found} at {:#x}", magic.offset)
        });
        format!("magic {}", words.collect::<Vec<_>>().join(", "))
    }
}
