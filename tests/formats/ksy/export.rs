//! Descriptions of compiled formats: they read the same values from the same bytes.

use std::path::Path;

use gouraud::bytes::{Endian, FieldId, FieldKind, Source, Tree, Value};
use gouraud::formats::user::UserFormat;
use gouraud::formats::{self, Format};
use gouraud::ksy::{self, Exported};

use super::Texts;

fn exported(format: &dyn Format, endian: Endian) -> Option<String> {
    let sketch = format.sketch().ok()?;
    let info = format.info();
    let (id, title, extensions) = (info.id, info.name, info.extensions);
    Some(ksy::export(Exported { id, title, extensions, endian, sketch: &sketch }))
}

/// Numbers, texts and bytes with their offsets.
fn leaves(tree: &Tree) -> Vec<(u64, u64, String)> {
    let mut leaves = Vec::new();
    let mut open = vec![FieldId::root()];
    while let Some(id) = open.pop() {
        let field = tree.field(&id).unwrap();
        if !matches!(field.kind, FieldKind::Group | FieldKind::Array) && field.span.len > 0 {
            let shown = match field.value {
                Value::None => String::new(),
                value => format!("{value:?}"),
            };
            leaves.push((field.span.start, field.span.len, shown));
        }
        open.extend((0..field.children).filter_map(|index| tree.child(&id, index)));
    }
    leaves.sort();
    leaves
}

/// Files of a format among the seeds of the fuzzer.
fn seeds(id: &str) -> Vec<std::path::PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
    let all = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_it = |path: &std::path::PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        let rest = name.strip_prefix(id);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-']))
    };
    all.filter(is_it).collect()
}

#[test]
fn exported_descriptions_read_what_the_program_reads() {
    let mut names = Vec::new();
    for format in formats::all() {
        let info = format.info();
        if format.sketch().is_err() {
            continue;
        }
        let seeds = seeds(info.id);
        assert!(!seeds.is_empty(), "{}", info.id);
        for seed in seeds {
            let bytes = std::fs::read(&seed).unwrap();
            let source = Source::from_bytes(seed.to_str().unwrap(), bytes);
            let own = format.open(&source).unwrap();
            let is_big = own.version == "GameCube";
            let endian = if is_big { Endian::Big } else { Endian::Little };
            let text = exported(*format, endian).unwrap();
            let described = UserFormat::new(ksy::load("test.ksy", &text, &Texts::default()), "");
            let other = described.open(&source).unwrap();
            assert_eq!(leaves(&other.tree), leaves(&own.tree), "{}", seed.display());
        }
        names.push(info.id);
    }
    insta::assert_snapshot!(names.join("\n"));
}

#[test]
fn exported_descriptions_have_no_mistakes() {
    for text in formats::all().iter().filter_map(|format| exported(*format, Endian::Little)) {
        let found = ksy::load("test.ksy", &text, &Texts::default()).diagnostics;
        let found: Vec<&str> = found.iter().map(|mistake| &*mistake.message).collect();
        assert_eq!(found, [""; 0], "{text}");
    }
}

#[test]
fn exports_counts_enums_flags_and_documentation() {
    let format = formats::by_id("totem.collisionvol").unwrap();
    insta::assert_snapshot!(exported(format, Endian::Big).unwrap());
}

#[test]
fn refuses_layouts_that_depend_on_their_values() {
    let why = |id| formats::by_id(id).unwrap().sketch().unwrap_err();
    assert_eq!(why("totem.lod"), "implemented in code: the fields of Lod depend on their values");
    assert_eq!(
        why("ms.bmp"),
        "implemented in code: its fields do not follow from a declared layout"
    );
}
