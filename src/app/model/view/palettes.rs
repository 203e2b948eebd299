//! Edited palettes: preview of a colour while it is being dragged, until it is written to the file.
//! Colours that no file stores stay here.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::app::model::numbers::counted;
use crate::bytes::{SourceId, Span};
use crate::scene::{PaletteId, Scene, TextureId};

/// Edited palettes, by palette; and the palettes chosen for textures, by texture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PaletteEdits {
    /// Stored words that replace [`Palette::stored`](crate::scene::Palette::stored).
    pub words: BTreeMap<PaletteId, Vec<u16>>,
    /// Palette used instead of the one that the texture's faces name.
    pub tried: BTreeMap<TextureId, PaletteId>,
    /// A palette that is displayed with the loaded words of a palette of another file.
    pub preview: Option<(PaletteId, Vec<u16>)>,
}

/// A manually changed word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EditedWord {
    pub span: Span,
    pub word: u16,
}

impl PaletteEdits {
    /// The words of palette `index`: the edited ones, otherwise those in the file.
    pub fn stored(&self, scene: &Scene, index: PaletteId) -> Vec<u16> {
        let of_file = || scene.palettes.get(index).map(|p| p.stored.clone());
        self.words.get(&index).cloned().or_else(of_file).unwrap_or_default()
    }

    /// The words of palette `index` as uploaded: those of the preview, or the stored ones after the
    /// loader's rule.
    pub fn loaded(&self, scene: &Scene, index: PaletteId) -> Vec<u16> {
        if let Some((_, words)) = self.preview.as_ref().filter(|(palette, _)| *palette == index) {
            return words.clone();
        }
        let stored = self.stored(scene, index);
        scene.palettes.get(index).map_or_else(Vec::new, |p| (p.rule)(&stored))
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.tried.is_empty()
    }

    /// The edits without any palette on trial.
    pub fn without_trials(&self) -> Self {
        Self { words: self.words.clone(), ..Self::default() }
    }

    /// The scene with the edited colours.
    pub fn applied<'a>(&self, scene: &'a Scene) -> Cow<'a, Scene> {
        if self.words.is_empty() {
            return Cow::Borrowed(scene);
        }
        let mut scene = scene.clone();
        for (index, words) in &self.words {
            if let Some(palette) = scene.palettes.get_mut(*index) {
                palette.stored.clone_from(words);
            }
        }
        Cow::Owned(scene)
    }

    /// Palettes that are displayed with colours other than those in the file.
    pub fn recoloured(&self) -> impl Iterator<Item = PaletteId> + '_ {
        let preview = self.preview.iter().map(|(palette, _)| *palette);
        self.words.keys().copied().chain(preview)
    }

    /// Entries that differ from the file, by palette.
    pub fn changed<'a>(
        &'a self,
        scene: &'a Scene,
    ) -> impl Iterator<Item = (PaletteId, usize, u16)> + 'a {
        self.words.iter().flat_map(move |(index, words)| {
            let stored = scene.palettes.get(*index).map_or(&[][..], |p| &p.stored);
            let pairs = words.iter().zip(stored).enumerate();
            pairs.filter(|(_, (new, old))| new != old).map(|(at, (new, _))| (*index, at, *new))
        })
    }

    /// Summary of the changes: `3 colours of 2 palettes`; `None` if there are none.
    pub fn summary(&self, scene: &Scene) -> Option<String> {
        let mut palettes: Vec<_> = self.changed(scene).map(|(palette, ..)| palette).collect();
        let colours = palettes.len();
        palettes.dedup();
        let [colours, palettes] = [colours, palettes.len()].map(|count| count as u64);
        let text = || format!("{} of {}", counted(colours, "colour"), counted(palettes, "palette"));
        (colours > 0).then(text)
    }

    /// The edited word for the entry in `span`, if it was changed.
    pub fn word_at(&self, scene: &Scene, span: Span) -> Option<u16> {
        self.words.iter().find_map(|(index, words)| {
            let palette = scene.palettes.get(*index)?;
            let entry = palette.entries.index_at(span.source, span.start)?;
            let (new, old) = (words.get(entry)?, palette.stored.get(entry)?);
            (palette.entries.get(entry) == span && new != old).then_some(*new)
        })
    }

    /// Changed entries in `source` in file order, with their new words.
    pub fn in_source(&self, scene: &Scene, source: SourceId) -> Vec<EditedWord> {
        let spans = self.changed(scene).filter_map(|(palette, entry, word)| {
            let span = scene.palettes.get(palette)?.entries.get(entry);
            (span.len > 0 && span.source == source).then_some(EditedWord { span, word })
        });
        let mut words: Vec<EditedWord> = spans.collect();
        words.sort_by_key(|word| word.span.start);
        words
    }
}
