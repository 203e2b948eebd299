//! Builds CISO images: a disc without its empty blocks.

/// `disc` in blocks of `size` bytes, without those that are all zeros.
pub fn ciso(disc: &[u8], size: usize) -> Vec<u8> {
    let mut out = b"CISO".to_vec();
    out.extend(super::super::count(size).to_le_bytes());
    out.resize(0x8000, 0);
    for (index, block) in disc.chunks(size).enumerate() {
        if block.iter().any(|byte| *byte != 0) {
            out[8 + index] = 1;
            let start = out.len();
            out.extend(block);
            out.resize(start + size, 0);
        }
    }
    out
}
