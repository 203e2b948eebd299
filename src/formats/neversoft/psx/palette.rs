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

#[cfg(test)]
mod tests {
    use super::loaded;

    #[test]
    fn palettes_of_the_document() {
        let with_key = loaded(&[0x001F, 0x0000, 0x7C1F, 0x03E0, 0x8000]);
        assert_eq!(with_key, [0x001F, 0x8000, 0x0000, 0x83E0, 0x8000]);
        let without = loaded(&[0x001F, 0x0000, 0x03E0]);
        assert_eq!(without, [0x801F, 0x8000, 0x83E0]);
    }

    #[test]
    fn a_key_with_stp_is_a_hole_too() {
        assert_eq!(loaded(&[0xFC1F, 0x1234]), [0x0000, 0x9234]);
    }
}
