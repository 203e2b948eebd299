use gouraud::codec::powervr::{decode, twiddle};

#[test]
fn computes_twiddled_indices_of_document() {
    assert_eq!(twiddle(1, 0, 8, 8), 2);
    assert_eq!(twiddle(0, 1, 8, 8), 1);
    assert_eq!(twiddle(3, 2, 8, 8), 14);
    assert_eq!(twiddle(5, 1, 8, 4), 16 + 3);
}

#[test]
fn largest_mip_level_of_16x16_starts_at_byte_172() {
    let mut data = vec![0u8; 692];
    data[172..174].copy_from_slice(&0xF800u16.to_le_bytes());
    let texels = decode(0x0201, 16, 16, &data).expect("known format");
    assert_eq!(texels.len(), 256);
    assert_eq!(texels[0], [255, 0, 0, 255]);
    assert_eq!(texels[1], [0, 0, 0, 255]);
}

#[test]
fn rejects_truncated_plain_rows() {
    let data = vec![0xFFu8; 128 * 64 * 2 + 8];
    assert!(decode(0x0901, 128, 64, &data).is_some());
    assert_eq!(decode(0x0901, 128, 64, &data[..100]), None);
    assert_eq!(decode(0x0901, 65535, 65535, &data), None);
}

#[test]
fn reads_quantised_block_by_columns() {
    let mut data = vec![0u8; 2048 + 1];
    for (i, word) in [0x000Fu16, 0x00F0, 0x0F00, 0xF000].iter().enumerate() {
        data[i * 2..i * 2 + 2].copy_from_slice(&word.to_le_bytes());
    }
    let texels = decode(0x0302, 2, 2, &data).expect("known format");
    // Entry order: top left, bottom left, top right, bottom right.
    assert_eq!(texels, [[0, 0, 255, 0], [255, 0, 0, 0], [0, 255, 0, 0], [0, 0, 0, 255]]);
}
