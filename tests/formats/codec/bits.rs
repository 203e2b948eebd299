use gouraud::codec::bits::*;

#[test]
fn reads_bits_from_most_significant() {
    let mut reader = BitReader::new(&[0b1010_0101, 0b1100_0011, 0xFF]);
    assert_eq!((reader.unsigned(1), reader.signed(3)), (Some(1), Some(2)));
    assert_eq!((reader.signed(7), reader.at()), (Some(0b010_1110), 11));
    assert_eq!(reader.signed(5), Some(3));
    assert_eq!((reader.unsigned(9), reader.signed(8), reader.unsigned(1)), {
        (None, Some(-1), None)
    });
}

#[test]
fn reads_back_pushed_bits() {
    let mut bits = Bits::default();
    bits.push(0x8001, 16);
    bits.push(0b101, 3);
    let mut more = Bits::default();
    more.push(0x7F, 7);
    bits.append(&more);
    assert_eq!((bits.len(), bits.clone().into_bytes()), (26, vec![0x80, 0x01, 0xBF, 0xC0]));
    let mut reader = BitReader::new(&[0x80, 0x01, 0xBF, 0xC0]);
    reader.unsigned(16);
    assert_eq!(Bits::rest(reader).len(), 16);
}
