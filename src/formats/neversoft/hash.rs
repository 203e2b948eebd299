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

#[cfg(test)]
mod tests {
    use super::{file_name, model_name};

    #[test]
    fn file_names_hash_as_in_the_public_pairs() {
        // Format document 24.4.
        assert_eq!(file_name(b"a1col_g.psx"), 0x1188_FCC3);
        assert_eq!(file_name(b"aaair.psx"), 0xDAF0_5EF9);
        assert_eq!(file_name(b"rio.vab"), 0xEE4B_6A28);
        assert_eq!(file_name(b"bam.psx"), 0x2F4D_C41D);
        assert_eq!(file_name(b"a"), 0x7D3B_FBF0);
        assert_eq!(file_name(b""), 0xFFFF_FFFF);
    }

    #[test]
    fn model_names_hash_without_the_final_xor() {
        // Format document 24.4.
        assert_eq!(model_name(b"123456789"), 0x340B_C6D9);
        assert_eq!(model_name(b"a"), 0x1748_41BC);
        assert_eq!(model_name(b""), 0xFFFF_FFFF);
        assert_eq!(model_name(b"hawk_board"), 0xD9D5_A004);
    }
}
