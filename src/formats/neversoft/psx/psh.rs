//! `.psh`: the names of a character's parts, a C header beside its `.psx` (section 16.5).
//!
//! ```text
//! #define HAWKPART_PELVIS 0
//! //   parent: Scene Root
//! #define HAWKPART_CHEST 1
//! //   parent: PELVIS
//! ```
//!
//! The number is that of the object. Parents are in the `.psx` as well, which is believed.

use std::collections::BTreeMap;

/// What stands before a part's name.
const MARK: &str = "PART_";

/// The names of the parts below `most`, by number. Lines of another form are passed over; of two
/// with one number the first counts.
pub fn names(text: &[u8], most: usize) -> BTreeMap<usize, String> {
    let mut names = BTreeMap::new();
    for line in String::from_utf8_lossy(text).lines() {
        let mut words = line.split_ascii_whitespace();
        let (Some("#define"), Some(symbol), Some(number)) =
            (words.next(), words.next(), words.next())
        else {
            continue;
        };
        let name = symbol.split_once(MARK).map(|(_, name)| name).filter(|name| !name.is_empty());
        let number = number.parse::<usize>().ok().filter(|number| *number < most);
        if let (Some(name), Some(number)) = (name, number) {
            names.entry(number).or_insert_with(|| name.to_owned());
        }
    }
    names
}
