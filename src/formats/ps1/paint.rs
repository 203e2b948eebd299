//! Converts pictures to 15-bit words: the word for a texel, and indices into palettes of words.
//!
//! Words in this module are in loaded form: 0x0000 is a hole, bit 15 is STP. Rules for a new texel:
//!
//! * a texel that already has the displayed colour stays unchanged, with its STP;
//! * alpha 0 is a hole; alpha from 1 to 254 sets STP, 255 does not;
//! * black is 0x8000, as 0x0000 would be a hole.

use std::collections::{BTreeMap, HashMap};

use crate::bytes::{Colour15, ColourWord};
use crate::codec::palette::{Nearest, reduce};
use crate::formats::{EditResult, Refusal};
use crate::scene::{PaletteRule, PaletteUse};

const STP: u16 = 0x8000;
const HOLE: u16 = 0;

/// Target colour of a texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetColour {
    /// Nearest 15-bit word.
    pub word: u16,
    /// Exact colour.
    pub rgb: [u8; 3],
}

impl From<u16> for TargetColour {
    /// Target that equals a stored word.
    fn from(word: u16) -> Self {
        Self { word, rgb: Colour15(word).rgb8() }
    }
}

/// Target colours for texels. `now` are the current words, if the size does not change.
pub fn target_colours(texels: &[[u8; 4]], now: Option<&[u16]>) -> Vec<TargetColour> {
    let word_now = |index: usize| now.and_then(|now| now.get(index)).copied();
    let one = |(index, [r, g, b, a]): (usize, &[u8; 4])| {
        let rgb = [*r, *g, *b];
        let unchanged = word_now(index).filter(|now| match (*a, *now) {
            (0, HOLE) => true,
            (0, _) | (_, HOLE) => false,
            (_, now) => *a == 255 && Colour15(now).rgb8() == rgb,
        });
        let nearest = || ColourWord::Stp15.nearest([*r, *g, *b, *a]) as u16;
        TargetColour { word: unchanged.unwrap_or_else(nearest), rgb }
    };
    texels.iter().enumerate().map(one).collect()
}

/// A picture of indices with its palette.
pub struct Indexed<'a> {
    /// Current indices; as many as texels if the size does not change.
    pub indices: &'a [u8],
    /// Palette as the game's loader stores it in video memory.
    pub loaded: &'a [u16],
}

/// Result of painting: the new indices of the picture, those of other pictures that share its palette,
/// and the palette if it changed.
#[derive(Debug, PartialEq, Eq)]
pub struct Painted {
    pub indices: Vec<u8>,
    pub others: Vec<Vec<u8>>,
    /// Palette in stored form.
    pub palette: Option<Vec<u16>>,
}

/// Converts loaded colours to the stored palette of a format. All of `colours` must be in it once it is
/// loaded; `None` if they exceed the number of entries.
pub type Store = fn(colours: &[u16], entries: usize) -> Option<Vec<u16>>;

/// Conversion between stored and loaded palettes of a format.
#[derive(Clone, Copy)]
pub struct Palettes {
    pub store: Store,
    pub load: PaletteRule,
}

/// Paints `texels` over `picture`. `others` are the other pictures that use the palette.
///
/// # Errors
/// Returns an error if the palette has no entry for holes, or cannot be rebuilt.
pub fn paint(
    texels: &[[u8; 4]],
    picture: &Indexed<'_>,
    palette: PaletteUse,
    others: &[&[u8]],
    palettes: Palettes,
) -> EditResult<Painted> {
    let loaded = picture.loaded;
    let look_up = |indices: &[u8]| -> Vec<u16> {
        indices.iter().map(|i| loaded.get(usize::from(*i)).copied().unwrap_or(HOLE)).collect()
    };
    let now = Some(look_up(picture.indices)).filter(|now| now.len() == texels.len());
    let wanted = target_colours(texels, now.as_deref());
    let was = now.as_ref().map(|_| picture.indices);
    let fits = wanted.iter().all(|texel| loaded.contains(&texel.word));
    if palette == PaletteUse::Keep || fits {
        let indices = Matcher::new(loaded, false).all(&wanted, was)?;
        return Ok(Painted { indices, others: Vec::new(), palette: None });
    }
    if palette == PaletteUse::Rebuild && !others.is_empty() {
        let count = others.len();
        let why = format!(
            "{count} other textures use its palette: keep it, or rebuild it for all of them (shared)"
        );
        return Err(Refusal(why));
    }
    let others: Vec<Vec<TargetColour>> = others
        .iter()
        .map(|indices| look_up(indices).into_iter().map(TargetColour::from).collect())
        .collect();
    let all: Vec<TargetColour> = wanted.iter().chain(others.iter().flatten()).copied().collect();
    let stored = rebuilt(&all, loaded.len(), palettes.store)
        .ok_or_else(|| Refusal("its colours do not fit into a palette".to_owned()))?;
    let made = (palettes.load)(&stored);
    let mut matcher = Matcher::new(&made, true);
    let indices = matcher.all(&wanted, was)?;
    let others = others.iter().map(|wanted| matcher.all(wanted, None)).collect::<Result<_, _>>()?;
    Ok(Painted { indices, others, palette: Some(stored) })
}

/// Builds a palette of `entries` for these texels: exact if they have few enough colours.
fn rebuilt(texels: &[TargetColour], entries: usize, store: Store) -> Option<Vec<u16>> {
    // Colours with and without STP are quantised separately, as mixing them up is the most visible error.
    let mut classes: BTreeMap<u16, Vec<[u8; 3]>> = BTreeMap::new();
    let mut words: Vec<u16> = texels.iter().map(|texel| texel.word).collect();
    words.sort_unstable();
    words.dedup();
    if let Some(stored) = store(&words, entries) {
        return Some(stored);
    }
    for texel in texels.iter().filter(|texel| texel.word != HOLE) {
        classes.entry(texel.word & STP).or_default().push(texel.rgb);
    }
    let has_hole = words.first() == Some(&HOLE);
    let drawn: usize = classes.values().map(Vec::len).sum();
    // The stored form may need additional entries to mark which colours have STP.
    (1..=entries).rev().find_map(|most| {
        let room = most.checked_sub(usize::from(has_hole) + classes.len())?;
        let mut made = if has_hole { vec![HOLE] } else { Vec::new() };
        for (stp, colours) in &classes {
            let share = 1 + (room * colours.len()).checked_div(drawn).unwrap_or(0);
            let reduced = reduce(colours, share);
            let word = |rgb| Colour15(Colour15::nearest(rgb).0 | stp).drawn().0;
            made.extend(reduced.into_iter().map(word));
        }
        made.sort_unstable();
        made.dedup();
        store(&made, entries)
    })
}

/// Finds palette indices for words.
struct Matcher<'a> {
    loaded: &'a [u16],
    by_word: HashMap<u16, u8>,
    /// Entries without STP, and with STP.
    nearest: [Nearest; 2],
}

impl<'a> Matcher<'a> {
    /// With `apart`, colours with STP are matched only to entries with STP, and colours without it only to
    /// entries without it, as long as the palette has both.
    fn new(loaded: &'a [u16], apart: bool) -> Self {
        let entries = || (0..=255u8).zip(loaded.iter().copied());
        let mut by_word = HashMap::new();
        for (index, word) in entries() {
            by_word.entry(word).or_insert(index);
        }
        let nearest = [HOLE, STP].map(|stp| {
            let of_class = |word: u16| word & STP == stp;
            let any = entries().any(|(_, word)| word != HOLE && of_class(word));
            let drawn = entries().filter(|(_, word)| *word != HOLE);
            let mut drawn: Vec<(u8, u16)> =
                drawn.filter(|(_, word)| !apart || !any || of_class(*word)).collect();
            // On equal distance the first entry wins, so those with matching STP come first.
            drawn.sort_by_key(|(_, word)| !of_class(*word));
            let opaque = |(index, word): (u8, u16)| {
                let [r, g, b] = Colour15(word).rgb8();
                (index, [r, g, b, 255])
            };
            Nearest::new(drawn.into_iter().map(opaque))
        });
        Self { loaded, by_word, nearest }
    }

    /// Indices of texels; indices in `was` that already match are preserved.
    fn all(&mut self, wanted: &[TargetColour], was: Option<&[u8]>) -> EditResult<Vec<u8>> {
        let was = |index: usize| was.and_then(|was| was.get(index)).copied();
        wanted.iter().enumerate().map(|(index, texel)| self.one(*texel, was(index))).collect()
    }

    fn one(&mut self, wanted: TargetColour, was: Option<u8>) -> EditResult<u8> {
        let shows = |index: &u8| self.loaded.get(usize::from(*index)) == Some(&wanted.word);
        if let Some(was) = was.filter(shows) {
            return Ok(was);
        }
        if let Some(index) = self.by_word.get(&wanted.word).filter(|_| self.is_exact(wanted)) {
            return Ok(*index);
        }
        if wanted.word == HOLE {
            let why = "the picture has holes, but its palette has no entry for them (keep): rebuild \
                       the palette";
            return Err(Refusal(why.to_owned()));
        }
        let [r, g, b] = wanted.rgb;
        let [opaque, stp] = &mut self.nearest;
        let nearest = if wanted.word & STP == 0 { opaque } else { stp };
        let none = || Refusal("its palette has no colours".to_owned());
        nearest.of([r, g, b, 255]).ok_or_else(none)
    }

    /// `true` if the word represents the target exactly. Otherwise another entry may be nearer.
    fn is_exact(&self, wanted: TargetColour) -> bool {
        wanted.word == HOLE || Colour15(wanted.word).rgb8() == wanted.rgb
    }
}
