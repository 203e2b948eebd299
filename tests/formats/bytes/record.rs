//! `record!`: one declaration reads, writes and explains a layout.

use gouraud::bytes::{Cursor, Endian, NoRecorder, Record, Shape, Shaped, Source, Tree, Value};
use proptest::prelude::*;

use super::toy::{Point, Tint, Toy};

const BOTH: [Endian; 2] = [Endian::Little, Endian::Big];

#[test]
fn layout_lists_fields_in_order_without_gaps() {
    let names: Vec<&str> = Point::LAYOUT.fields.iter().map(|field| field.name).collect();
    assert_eq!(names, ["x", "y", "flags", "rgb"]);
    let sizes: Vec<usize> = Point::LAYOUT.fields.iter().map(|f| f.shape.size()).collect();
    assert_eq!(sizes, [2, 2, 1, 3]);
    assert_eq!((Point::LAYOUT.name, Point::LAYOUT.size, Point::SIZE), ("Point", 8, 8));
    assert!(matches!(Point::SHAPE, Shape::Record(layout) if layout.name == "Point"));
}

#[test]
fn stores_numbers_in_given_byte_order() {
    let tint = Tint { word: 0x1234, weight: 1.0 };
    let mut little = Vec::new();
    tint.put(&mut little, Endian::Little);
    assert_eq!(little, [0x34, 0x12, 0, 0, 0x80, 0x3F]);
    let mut big = Vec::new();
    tint.put(&mut big, Endian::Big);
    assert_eq!(big, [0x12, 0x34, 0x3F, 0x80, 0, 0]);
}

#[test]
fn truncated_record_consumes_nothing() {
    let mut bytes: &[u8] = &[1, 2, 3];
    assert_eq!(Point::take(&mut bytes, Endian::Little), None);
    let mut scalar: &[u8] = &[1];
    assert_eq!(<u16 as Shaped>::take(&mut scalar, Endian::Little), None);
    assert_eq!(scalar, [1], "a scalar that does not fit consumes no bytes");
}

proptest! {
    #[test]
    fn round_trips_in_both_byte_orders(
        x: i16, y: i16, flags: u8, rgb: [u8; 3], word: u16, weight: f32,
    ) {
        for endian in BOTH {
            let (point, tint) = (Point { x, y, flags, rgb }, Tint { word, weight });
            let mut bytes = Vec::new();
            point.put(&mut bytes, endian);
            tint.put(&mut bytes, endian);
            prop_assert_eq!(bytes.len(), Point::SIZE + Tint::SIZE);
            let mut rest = bytes.as_slice();
            prop_assert_eq!(Point::take(&mut rest, endian), Some(point));
            let read = Tint::take(&mut rest, endian).unwrap();
            prop_assert_eq!((read.word, read.weight.to_bits()), (word, weight.to_bits()));
            prop_assert!(rest.is_empty());
        }
    }

    #[test]
    fn recorded_fields_match_read_values(bytes: [u8; 8], big: bool) {
        let endian = BOTH[usize::from(big)];
        let source = Source::from_bytes("point", bytes.to_vec());
        let quiet: Point = Cursor::new(&source, endian, NoRecorder).record("point").unwrap();
        let (tree, _, point) = Tree::record(&source, endian, "File", |cur| {
            cur.record::<Point>("point").unwrap()
        });
        prop_assert_eq!(point, quiet);
        let value = |path: &str| tree.field(&tree.find(path).unwrap()).unwrap().value;
        prop_assert_eq!(value("point.x"), Value::Int(point.x.into()));
        prop_assert_eq!(value("point.y"), Value::Int(point.y.into()));
        prop_assert_eq!(value("point.flags"), Value::Uint(point.flags.into()));
        for (i, channel) in point.rgb.iter().enumerate() {
            prop_assert_eq!(value(&format!("point.rgb[{i}]")), Value::Uint((*channel).into()));
        }
    }
}

#[test]
fn reads_file_in_both_byte_orders() {
    for endian in BOTH {
        let toy = Toy::sample();
        let opened = Toy::open(&toy.write(endian), endian);
        assert_eq!(opened.messages(), [""; 0]);
        assert_eq!(opened.toy, toy);
        let mut quiet = Cursor::new(&opened.source, endian, NoRecorder);
        assert_eq!(Toy::read(&mut quiet), toy, "reads the same without a recorder");
    }
}
