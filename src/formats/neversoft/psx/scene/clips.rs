//! Where the clips and the bone names of a character are: in its own file, or beside it.

use std::collections::BTreeMap;

use super::super::chunk::Chunk;
use super::super::{Level, psh};
use super::Part;
use crate::bytes::{Problem, Problems, Severity};
use crate::container::Context;
use crate::formats::neversoft::psx::companions::Companions;

/// The file whose clips move a character.
pub enum Clips {
    Own,
    /// Several characters share it (section 16.4).
    Beside(Box<Level>),
}

impl Clips {
    /// Its own, or those of the first file beside it that has clips of as many bones. Says so.
    pub fn find(
        part: &Part<'_>,
        companions: &Companions,
        context: Context<'_>,
        problems: &mut Problems,
    ) -> Self {
        let bones = part.file.objects.len();
        if !part.kind().character || bones == 0 || part.kind().animated {
            return Self::Own;
        }
        let mut say = |message: String| {
            problems.push(Problem {
                severity: Severity::Note,
                span: part.span(8, 4),
                available: None,
                field: "header.object_count".to_owned(),
                message,
            });
        };
        let mut other = None;
        for name in companions.clips(context) {
            let Ok(source) = context.siblings.open(&name) else { continue };
            let Ok(level) = Level::read(source) else { continue };
            let Some(found) =
                level.file.last_chunk(Chunk::animations).filter(|a| !a.clips.is_empty())
            else {
                continue;
            };
            if found.bones == bones {
                let clips = found.clips.len();
                say(format!(
                    "the {clips} clips are those of {name}, by the order of its {bones} bones"
                ));
                return Self::Beside(Box::new(level));
            }
            other.get_or_insert((name, found.bones));
        }
        if let Some((name, theirs)) = other {
            say(format!("no clips: those of {name} are for {theirs} bones, here are {bones}"));
        }
        Self::Own
    }

    /// The file with the clips.
    pub fn part<'a>(&'a self, own: &Part<'a>) -> Part<'a> {
        match self {
            Self::Own => *own,
            Self::Beside(level) => level.part(),
        }
    }

    /// Names of the bones by the header beside the character, or beside its clips.
    pub fn bone_names(&self, part: &Part<'_>, context: Context<'_>) -> BTreeMap<usize, String> {
        let beside = |part: &Part<'_>| {
            let name = format!("{}.psh", part.source.stem());
            let text = context.siblings.open(&name).ok()?;
            let names = psh::names(text.bytes(), part.file.objects.len());
            (!names.is_empty()).then_some(names)
        };
        beside(part).or_else(|| beside(&self.part(part))).unwrap_or_default()
    }
}
