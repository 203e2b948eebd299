//! What the game's loader does to a palette before it reaches video memory (section 13).

/// Magenta marks a hole.
const KEY: u16 = 0x7C1F;
const STP: u16 = 0x8000;

fn is_key(word: u16) -> bool {
    word & 0x7FFF == KEY
}

/// The rule merged from psxprev and neversoft-multitool: keys become holes; before the first key
/// STP stays as stored but black is drawn; after it, and in palettes without a key, every entry
/// gets STP.
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
