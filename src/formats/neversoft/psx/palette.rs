//! Palette conversion by the game's loader on upload to video memory (section 13).

/// Magenta, which marks a hole.
const KEY: u16 = 0x7C1F;
const STP: u16 = 0x8000;

fn is_key(word: u16) -> bool {
    word & 0x7FFF == KEY
}

/// Rule of psxprev for palettes of textures without flag 0x1: without a key colour, STP begins at the
/// first black, and a black last entry of a 256-colour palette remains a hole.
pub fn loaded_unwrapped(stored: &[u16]) -> Vec<u16> {
    if stored.iter().any(|word| is_key(*word)) {
        return loaded(stored);
    }
    let mut seen_black = false;
    let word = |(index, word): (usize, &u16)| {
        if index == 255 && *word == 0 {
            return 0;
        }
        seen_black |= *word == 0;
        if seen_black { word | STP } else { *word }
    };
    stored.iter().enumerate().map(word).collect()
}

/// Rule merged from psxprev and neversoft-multitool: key colours become holes; before the first key STP
/// stays as stored, but black is drawn; after it, and in palettes without a key, every entry gets STP.
pub fn loaded(stored: &[u16]) -> Vec<u16> {
    let mut seen_key = !stored.iter().any(|word| is_key(*word));
    stored
        .iter()
        .map(|word| match *word {
            word if is_key(word) => {
                seen_key = true;
                0
            }
            word if seen_key => word | STP,
            0 => STP,
            word => word,
        })
        .collect()
}
