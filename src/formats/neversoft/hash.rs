//! Name hashes of the engine (format document, section 21). Both start at all ones, use the
//! reflected CRC-32 polynomial and leave out the final XOR; they differ in which way the register
//! turns.

const POLYNOMIAL: u32 = 0xEDB8_8320;

/// Hash of a file name as HED tables store it: a CRC whose register is *rotated left*. The table
/// hashes lower-case names with their extension.
pub fn file_name(name: &[u8]) -> u32 {
    let mut register = u32::MAX;
    for byte in name {
        let mut bits = register ^ u32::from(*byte);
        for _ in 0..8 {
            register = register.rotate_left(1);
            if bits & 1 != 0 {
                register ^= POLYNOMIAL;
            }
            bits >>= 1;
        }
    }
    register
}

/// Hash of a model or code module name: CRC-32 without the final XOR, of the name as it is.
pub fn model_name(name: &[u8]) -> u32 {
    !crc32fast::hash(name)
}

/// Hash of a path in later games: that of a model name, in lower case with `\` between folders.
pub fn key(path: &[u8]) -> u32 {
    let letter = |byte: &u8| if *byte == b'/' { b'\\' } else { byte.to_ascii_lowercase() };
    model_name(&path.iter().map(letter).collect::<Vec<u8>>())
}
