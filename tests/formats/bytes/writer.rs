//! The writer, and sources within sources.

use gouraud::bytes::{Endian, Origin, Source, Span, Writer};

#[test]
fn fills_slot_when_target_is_written() {
    for (endian, expected) in [(Endian::Little, [8, 0, 0, 0]), (Endian::Big, [0, 0, 0, 8])] {
        let mut out = Writer::new(endian);
        let slot = out.slot();
        out.put(7u16);
        assert_eq!(out.pos(), 6);
        out.align(8);
        out.patch(slot, out.pos() as u32);
        out.bytes(b"end");
        let bytes = out.finish();
        assert_eq!(bytes[..4], expected);
        assert_eq!(bytes[6..], [0, 0, b'e', b'n', b'd'], "aligned with zeros");
    }
}

#[test]
fn sets_slot_to_any_value_later() {
    let mut out = Writer::new(Endian::Big);
    let (first, second) = (out.slot(), out.slot());
    out.patch(second, 0x0102_0304);
    out.patch(first, 5);
    assert_eq!(out.finish(), [0, 0, 0, 5, 1, 2, 3, 4]);
}

#[test]
fn align_adds_nothing_if_aligned() {
    let mut out = Writer::new(Endian::Little);
    out.align(4);
    out.put(1u32);
    out.align(4);
    out.align(0);
    assert_eq!(out.pos(), 4);
}

#[test]
fn member_shares_bytes_of_container() {
    let disc = Source::from_bytes("disc.bin", (0..100).collect());
    let member = disc.member("disc.bin//A/B.LZS", 10, 5).unwrap();
    assert_eq!((member.bytes(), member.file_name()), (&[10, 11, 12, 13, 14][..], "B.LZS"));
    assert_eq!(*member.origin(), Origin::Member(Span::new(disc.id(), 10, 5)));
    let inner = member.member("inner", 1, 2).unwrap();
    assert_eq!(inner.bytes(), [11, 12], "a member of a member");
    assert!(member.member("out", 4, 2).is_none());
    assert!(member.member("out", u64::MAX, 2).is_none());
}

#[test]
fn decoded_source_keeps_its_origin() {
    let packed = Source::from_bytes("x.grf_", vec![1, 2, 3]);
    let plain = packed.decoded("x.grf", "szdd", vec![9; 8]);
    let from = packed.span();
    assert_eq!(*plain.origin(), Origin::Decoded { codec: "szdd", from });
    assert_ne!(plain.id(), packed.id(), "offsets of one mean nothing in the other");
    assert!(plain.slice(packed.span()).is_empty());
}

#[test]
fn clamps_span_to_source() {
    let source = Source::from_bytes("x", vec![1, 2, 3]);
    assert_eq!(source.slice(Span::new(source.id(), 1, u64::MAX)), [2, 3]);
    assert!(source.slice(Span::new(source.id(), 9, 1)).is_empty());
    let (a, b) = (Span::new(source.id(), 0, 2), Span::new(source.id(), 2, 1));
    assert!(!a.overlaps(&b) && a.overlaps(&Span::new(source.id(), 1, 1)));
    assert!(a.contains(1) && !a.contains(2));
}

#[test]
fn computes_zlib_crc32() {
    assert_eq!(Source::from_bytes("x", b"123456789".to_vec()).crc32(), 0xCBF4_3926);
}
