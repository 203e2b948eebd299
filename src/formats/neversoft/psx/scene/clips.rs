//! Where the clips and the bone names of a character are: in its own file, or beside it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::super::psh::Psh;
use super::super::chunk::Chunk;
use super::super::companions::{Companions, name_of, stem_of};
use super::super::kind::Kind;
use super::super::records::File;
use crate::bytes::Problems;
use crate::container::Context;
use crate::formats::Loaded;

/// The file whose clips move a character.
pub enum Clips {
    Own,
    /// Several characters share it (section 16.4).
    Beside(Arc<Loaded<File>>),
}

impl Clips {
    /// Its own, or those of the first file beside it that has clips of as many bones. Says so.
    pub fn find(
        file: &Loaded<File>,
        companions: &Companions,
        context: Context<'_>,
        problems: &mut Problems,
    ) -> Self {
        let bones = file.records.objects.len();
        let kind = Kind::of(&file.records);
        if !kind.character || bones == 0 || kind.animated {
            return Self::Own;
        }
        let mut say = |message: String| file.report(problems).note("header.object_count", message);
        let mut other = None;
        for name in companions.clips(context) {
            let Ok(source) = context.siblings.open(&name) else { continue };
            let Ok(level) = Loaded::<File>::companion(&source, context) else { continue };
            let Some(found) =
                level.records.last_chunk(Chunk::animations).filter(|a| !a.clips.is_empty())
            else {
                continue;
            };
            if found.bones == bones {
                let clips = found.clips.len();
                say(format!(
                    "the {clips} clips are those of {name}, by the order of its {bones} bones"
                ));
                return Self::Beside(level);
            }
            other.get_or_insert((name, found.bones));
        }
        if let Some((name, theirs)) = other {
            say(format!("no clips: those of {name} are for {theirs} bones, here are {bones}"));
        }
        Self::Own
    }

    /// The file with the clips.
    pub fn file<'a>(&'a self, own: &'a Loaded<File>) -> &'a Loaded<File> {
        match self {
            Self::Own => own,
            Self::Beside(file) => file,
        }
    }

    /// Names of the bones by the header beside the character, or beside its clips.
    pub fn bone_names(&self, own: &Loaded<File>, context: Context<'_>) -> BTreeMap<usize, String> {
        let beside = |file: &Loaded<File>| {
            let name = format!("{}.psh", stem_of(&name_of(&file.source, context.names)));
            let text = context.siblings.open(&name).ok()?;
            let names = Psh::of(text.bytes()).names(file.records.objects.len());
            (!names.is_empty()).then_some(names)
        };
        beside(own).or_else(|| beside(self.file(own))).unwrap_or_default()
    }
}
