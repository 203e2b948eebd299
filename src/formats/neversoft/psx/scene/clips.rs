//! Finds clips that move a character and the names of its bones, in its own file and in shared ones.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::super::psh::Psh;
use super::super::chunk::Chunk;
use super::super::companions::{Companions, name_of, stem_of};
use super::super::kind::Kind;
use super::super::records::File;
use super::retarget::{self, Bones};
use super::rig::Rig;
use crate::bytes::{Problems, Source};
use crate::container::Context;
use crate::formats::Loaded;

/// File with clips for several characters (section 16.6).
pub struct SharedClips {
    /// File name without extension.
    pub stem: String,
    pub file: Arc<Loaded<File>>,
    /// Source bone for each bone of the character.
    pub bones: Vec<Option<usize>>,
}

/// Shared clips that fit a character, and the names of its bones.
#[derive(Default)]
pub struct Clips {
    pub shared: Vec<SharedClips>,
    pub names: BTreeMap<usize, String>,
}

impl Clips {
    /// Searches the companions for shared clips and bone names. If a character has no clips in its own
    /// file, reports companions whose clips do not fit it.
    pub fn find(
        file: &Loaded<File>,
        companions: &Companions,
        context: Context<'_>,
        problems: &mut Problems,
    ) -> Self {
        let kind = Kind::of(&file.records);
        let count = file.records.objects.len();
        if !kind.bones || count == 0 {
            return Self::default();
        }
        let own = name_of(&file.source, context.names);
        let names = part_names(stem_of(&own), &file.records, context);
        let names = names.unwrap_or_else(|header| {
            let message = format!(
                "{header} belongs to another file: the parents of its parts differ from this hierarchy"
            );
            file.report(problems).note("header.object_count", message);
            BTreeMap::new()
        });
        let mut clips = Self { shared: Vec::new(), names };
        if !kind.character {
            return clips;
        }
        let mut misfit = None;
        for name in companions.clips(context) {
            let Ok(source) = context.siblings.open(&name) else { continue };
            if source.id() == file.source.id() || clips.has(&source) {
                continue;
            }
            let Ok(shared) = Loaded::<File>::companion(&source, context) else { continue };
            let Some(found) =
                shared.records.last_chunk(Chunk::animations).filter(|a| !a.clips.is_empty())
            else {
                continue;
            };
            let stem = stem_of(&name);
            let names = part_names(stem, &shared.records, context).unwrap_or_default();
            let own = Bones { file: &file.records, names: &clips.names };
            let other = Bones { file: &shared.records, names: &names };
            let Some(bones) = retarget::matching(&own, &other) else {
                misfit.get_or_insert((name, found.bones));
                continue;
            };
            if clips.names.is_empty() {
                let named = |(bone, other): (usize, &Option<usize>)| {
                    Some((bone, names.get(&(*other)?)?.clone()))
                };
                clips.names = bones.iter().enumerate().filter_map(named).collect();
            }
            clips.shared.push(SharedClips { stem: stem.to_owned(), file: shared, bones });
        }
        if let Some((name, theirs)) = misfit.filter(|_| clips.shared.is_empty() && !kind.animated) {
            let message = format!("no clips: {name} has {theirs} bones, this file has {count}");
            file.report(problems).note("header.object_count", message);
        }
        clips
    }

    fn has(&self, source: &Source) -> bool {
        self.shared.iter().any(|shared| shared.file.source.id() == source.id())
    }
}

/// Part names from the companion header. Headers of the same name in other games number the parts
/// differently: a header whose parents differ from the file's hierarchy is rejected, and its name
/// returned.
fn part_names(
    stem: &str,
    file: &File,
    context: Context<'_>,
) -> Result<BTreeMap<usize, String>, String> {
    let name = format!("{stem}.psh");
    let Ok(text) = context.siblings.open(&name) else { return Ok(BTreeMap::new()) };
    let header = Psh::of(text.bytes());
    let is_of_file = Rig::new(file, BTreeMap::new()).fits(&header);
    if is_of_file { Ok(header.names(file.objects.len())) } else { Err(name) }
}
