use gouraud::bytes::{Endian, Field, FieldId, Hint, Plain, Source, Tree, display_value, plain};

fn fields(bytes: &[u8]) -> (Source, Vec<Field>) {
    let source = Source::from_bytes("t", bytes.to_vec());
    let (tree, _, _) = Tree::record(&source, Endian::Little, "T", |cur| {
        cur.get_as::<u16>("flags", Hint::Hex)?;
        cur.get::<f32>("scale")?;
        cur.text("name", 4)?;
        cur.bytes("raw", 2).map(drop)
    });
    let all = tree.children(&FieldId::root(), 0..9);
    (source, all)
}

#[test]
fn values_are_numbers_and_strings_as_stored() {
    let (source, all) = fields(b"\x13\x10\x00\x00\x80\x3fab\0\0\x01\xff");
    let values: Vec<Plain> = all.iter().map(|field| plain(field, &source)).collect();
    let text = |text: &str| Plain::Text(text.to_owned());
    assert_eq!(values, [Plain::Uint(0x1013), Plain::Float(1.0), text("ab"), text("01ff")]);
    let texts: Vec<String> = all.iter().map(|field| display_value(field, &source)).collect();
    assert_eq!(texts, ["0x1013", "1", "\"ab\"", "01 ff"]);
}

#[test]
fn numbers_outside_json_become_strings() {
    let (source, all) = fields(b"\0\0\x00\x00\xc0\x7fab\0\0\x01\xff");
    assert_eq!(plain(&all[1], &source), Plain::Text("NaN".to_owned()));
}
