//! Names behind handles, and names behind hashes.

use std::collections::HashMap;

use super::body::Body;
use super::grf::values::Value;
use super::records::Groff;
use crate::codec::cp1252;
use crate::formats::trespasser::name_hash;

/// The texts of a file's names, by handle.
#[derive(Clone, Debug, Default)]
pub struct Texts(HashMap<u32, String>);

impl Texts {
    pub fn of(file: &Groff) -> Self {
        let mut texts = HashMap::with_capacity(file.names.len());
        for symbol in &file.names {
            texts.entry(symbol.handle).or_insert_with(|| cp1252::decode(symbol.text()));
        }
        Self(texts)
    }

    /// The text of a handle; empty when there is none.
    pub fn get(&self, handle: u32) -> &str {
        self.0.get(&handle).map_or("", String::as_str)
    }

    pub fn has(&self, handle: u32) -> bool {
        self.0.contains_key(&handle)
    }
}

/// The hash that stands for an instance: CRC-32 of its exact name (format document
/// `trespasser-level.md`, section 5).
pub fn instance_hash(name: &str) -> u32 {
    crc32fast::hash(&cp1252::encode(name))
}

/// Calls `learn` with every name that a level knows, under the hashes it may be met by: instances
/// and body parts as written, sounds and materials without regard to case.
pub(super) fn teach(file: &Groff, learn: &mut dyn FnMut(u32, &str)) {
    let mut both = |name: &str| {
        if !name.is_empty() {
            learn(instance_hash(name), name);
            learn(name_hash(name), name);
        }
    };
    file.names.iter().for_each(|symbol| both(&cp1252::decode(symbol.text())));
    for section in &file.sections {
        let Body::Values(table) = &section.body else { continue };
        for entry in &table.entries {
            if let Value::Text(text) = &entry.value {
                both(&cp1252::decode(text));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::instance_hash;

    #[test]
    fn known_instances_have_their_known_hashes() {
        for (name, hash) in [
            ("PDomino-07", 0x0798_15A3),
            ("RaptorB", 0x3151_9BCE),
            ("raptorb", 0xC582_829A),
            ("Player", 0x9FB5_7F53),
            ("$RaptorBody+RaptorB", 0xB0A3_374C),
            ("LFoot+31519BCE", 0x2F0C_437A),
            ("Anne", 0x8603_D590),
            ("DefaultCon", 0x80A9_DC71),
        ] {
            assert_eq!(instance_hash(name), hash, "{name}");
        }
    }
}
