//! PlayStation `*.vb`: the sounds of a bank whose programs are in the companion `*.vh`. Without it the
//! boundaries between sounds are unknown.
//!
//! Counts: `sounds` by the end flags in it; the bank's size table takes precedence.
//!
//! Source: format document `ps1-sound.md`, section 2.3.

use super::body::Body;
use super::records::Vab;
use super::split_bank::{companion, header_beside, origin_beside};
use super::{replace, scene};
use crate::bytes::{Cursor, Problem, Problems, Recorder, Result, Severity, Source};
use crate::codec::spu_adpcm::BLOCK;
use crate::container::Context;
use crate::formats::ps1::spu::{Extent, name_blocks};
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, FormatInfo, Head, Loaded, Operations,
    Probe, Records, Refusal,
};
use crate::scene::{Replacement, Scene};

/// Sounds of a bank.
pub struct Vb {
    source: Source,
}

impl Records for Vb {
    const INFO: FormatInfo = FormatInfo {
        id: "ps1.vb",
        name: "PlayStation sound bank, sound data",
        extensions: &["vb"],
        versions: &[],
        can: &[Capability::View, Capability::Sound, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Vb";
    const OPERATIONS: Operations<Self> =
        Operations::NONE.displayed().editable().claimed_beside(Vb::probe_with_companions);

    fn probe(_: &Head<'_>) -> Option<Probe> {
        None
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        name_blocks(cur, cur.limit())?;
        Ok(Self { source: source.clone() })
    }

    fn count(&self, counts: &mut Counts) {
        let mut left = self.source.bytes();
        let mut sounds = 0u64;
        while left.len() >= BLOCK {
            let extent = Extent::of(left);
            sounds += u64::from(extent.blocks > 0);
            left = left.get(extent.blocks.max(1) * BLOCK..).unwrap_or(&[]);
        }
        counts.set("sounds", sounds);
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(self.source.bytes().to_vec())
    }
}

impl Vb {
    fn probe_with_companions(name: &str, is_there: &dyn Fn(&str) -> bool) -> Option<Probe> {
        let header = header_beside(name).filter(|header| is_there(header))?;
        Some(Probe { score: 90, reason: format!("companion header {header} is present") })
    }
}

impl Displayed for Loaded<Vb> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        let mut scene = Scene { name: self.source.stem().to_owned(), ..Scene::default() };
        let mut problems = Problems::default();
        match header(&self.source, context) {
            Some(header) => {
                let body = Body::of(&header.records, self.source.clone());
                scene::add(&mut scene, &header, &body, |index| origin_beside(&body, index));
            }
            None => {
                let message = "without its .vh the boundaries between sounds are unknown";
                let whole = self.source.span();
                problems.push(Problem::new(Severity::Warning, whole, "", message.to_owned()));
            }
        }
        Some((scene, problems))
    }
}

impl Editable for Loaded<Vb> {
    /// Replaces a recording with one that has at most as many blocks, since the sizes are stored in the
    /// header.
    fn with_asset(
        &self,
        context: Context<'_>,
        path: &str,
        new: &Replacement,
    ) -> EditResult<Vec<u8>> {
        let refuse = |why: &str| Refusal(why.to_owned());
        let header = header(&self.source, context).ok_or_else(|| refuse("its .vh is missing"))?;
        let body = Body::of(&header.records, self.source.clone());
        let index = (0..body.places.len()).find(|index| origin_beside(&body, *index).path == path);
        let index = index.ok_or_else(|| Refusal(format!("{path} is not a sound of this bank")))?;
        let place = body.places.get(index).copied().ok_or_else(|| refuse("unknown sound"))?;
        let room = place.len as usize;
        let mut blocks = replace::replaced(&header.records, &body, index, new, room)?;
        blocks.resize(room, 0);
        let mut bytes = self.source.bytes().to_vec();
        let start = place.start as usize;
        if let Some(old) = bytes.get_mut(start..start + room) {
            old.copy_from_slice(&blocks);
        }
        Ok(bytes)
    }
}

fn header(source: &Source, context: Context<'_>) -> Option<std::sync::Arc<Loaded<Vab>>> {
    let name = header_beside(source.file_name())?;
    Loaded::<Vab>::companion(&companion(&name, context.siblings)?, context).ok()
}
