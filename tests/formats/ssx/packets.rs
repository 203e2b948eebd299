//! Packets for the vector unit.

use gouraud::bytes::{Endian, Shaped};
use gouraud::formats::ssx::mpf::vif::{DmaTag, VifCode, command, tag_id};

fn code(bytes: [u8; 4]) -> VifCode {
    VifCode::take(&mut bytes.as_slice(), Endian::Little).unwrap()
}

#[test]
fn codes_match_the_document() {
    let unpack = code([0x00, 0x80, 0x07, 0x6C]);
    assert_eq!(unpack.format(), Some(command::V4_32));
    assert_eq!((unpack.count(), unpack.address(), unpack.data_len()), (7, 0, Some(112)));
    let cycle = code([0x03, 0x01, 0x00, 0x01]);
    assert_eq!(cycle.describe(), "STCYCL CL 3, WL 1");
    let tag = DmaTag::take(&mut [8, 0, 0, 0x10, 0, 0, 0, 0].repeat(2).as_slice(), Endian::Little);
    assert_eq!(tag.unwrap().describe(), "CNT, 8 quadwords");
    let ret = DmaTag { qwc: 1, ..DmaTag::new(tag_id::RET) };
    assert_eq!((ret.control, ret.describe().as_str()), (0x6000, "RET, 1 quadword"));
}

#[test]
fn data_length_follows_from_format_and_count() {
    let len = |command, number| VifCode { immediate: 0, number, command }.data_len();
    assert_eq!(len(0x6D, 3), Some(24));
    assert_eq!(len(0x79, 3), Some(20), "three times 6 bytes, padded to a word");
    assert_eq!(len(0x7A, 5), Some(16));
    assert_eq!(len(0x6F, 3), Some(8), "V4-5 packs four components in 16 bits");
    assert_eq!(len(0x78, 0), Some(3072), "0 means 256");
    assert_eq!((len(0x20, 0), len(0x30, 0), len(0x14, 0)), (Some(4), Some(16), Some(0)));
    assert_eq!(len(0x08, 0), None);
}
