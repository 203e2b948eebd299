//! Hashes of names (section 24.4).

use gouraud::formats::neversoft::hash::{file_name, model_name};

#[test]
fn file_name_hashes_match_the_published_pairs() {
    // Format document 24.4.
    assert_eq!(file_name(b"a1col_g.psx"), 0x1188_FCC3);
    assert_eq!(file_name(b"aaair.psx"), 0xDAF0_5EF9);
    assert_eq!(file_name(b"rio.vab"), 0xEE4B_6A28);
    assert_eq!(file_name(b"bam.psx"), 0x2F4D_C41D);
    assert_eq!(file_name(b"a"), 0x7D3B_FBF0);
    assert_eq!(file_name(b""), 0xFFFF_FFFF);
}

#[test]
fn model_name_hash_has_no_final_xor() {
    // Format document 24.4.
    assert_eq!(model_name(b"123456789"), 0x340B_C6D9);
    assert_eq!(model_name(b"a"), 0x1748_41BC);
    assert_eq!(model_name(b""), 0xFFFF_FFFF);
    assert_eq!(model_name(b"hawk_board"), 0xD9D5_A004);
}
