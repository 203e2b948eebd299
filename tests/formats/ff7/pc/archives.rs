//! Files inside archives: their formats, and their companions.

use gouraud::library::Library;
use gouraud_testing::build::ff7::lgp::lgp;

use super::small;

/// An archive of these files on disk.
fn archive(name: &str, files: &[(&str, &[u8])]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, lgp(files).unwrap().write().unwrap()).unwrap();
    (folder, path.to_str().unwrap().to_owned())
}

#[test]
fn recognises_every_file_of_archive() {
    let files = [small::battle(), small::stage()].concat();
    let borrowed: Vec<(&str, &[u8])> =
        files.iter().map(|(name, bytes)| (*name, &bytes[..])).collect();
    let (_folder, path) = archive("battle.lgp", &borrowed);
    let library = Library::new();
    let id = |name: &str| library.sniff(&format!("{path}//{name}")).map(|found| found.format.id);
    let found: Vec<_> =
        files.iter().map(|(name, _)| (*name, id(name).unwrap_or("unknown"))).collect();
    assert_eq!(
        found,
        [
            ("qaaa", "ff7.pc.skeleton"),
            ("qaab", "ff7.pc.settings"),
            ("qaac", "ff7.pc.texture"),
            ("qaam", "ff7.pc.part"),
            ("qaao", "ff7.pc.part"),
            ("qack", "ff7.pc.part"),
            ("qada", "ff7.pc.animation"),
            ("qbaa", "ff7.pc.skeleton"),
            ("qbab", "ff7.pc.settings"),
            ("qbac", "ff7.pc.texture"),
            ("qbam", "ff7.pc.part"),
            ("qban", "ff7.pc.part"),
        ]
    );
    let opened = library.open(&format!("{path}//qaaa"), None).unwrap();
    let scene = opened.scene(&library).unwrap();
    assert_eq!((scene.meshes.len(), scene.animations.len(), scene.textures.len()), (3, 4, 1));
    assert!(opened.problems(&library).is_empty());
}

#[test]
fn finds_companions_in_other_folders_of_archive() {
    let files = small::magic();
    let of = |name: &str| &files.iter().find(|(own, _)| *own == name).unwrap().1[..];
    let blue = "ff7/data/battle/blue/one/spark.t00";
    let other = "ff7/data/battle/summon/two/spark.t00";
    let (_folder, path) = archive(
        "magic.lgp",
        &[
            ("spark.d", of("spark.d")),
            ("spark.p00", of("spark.p00")),
            ("spark.a00", of("spark.a00")),
            (blue, of("spark.t00")),
            (other, of("spark.t00")),
        ],
    );
    let library = Library::new();
    let opened = library.open(&format!("{path}//spark.d"), None).unwrap();
    let scene = opened.scene(&library).unwrap();
    assert_eq!((scene.meshes.len(), scene.animations.len(), scene.textures.len()), (1, 1, 1));
    let texture = library.open(&format!("{path}//{blue}"), None).unwrap();
    assert_eq!(texture.document.format.id, "ff7.pc.texture");
}

#[test]
fn field_model_finds_companions_ignoring_case() {
    let files = small::character();
    let borrowed: Vec<(&str, &[u8])> =
        files.iter().map(|(name, bytes)| (*name, &bytes[..])).collect();
    let (_folder, path) = archive("char.lgp", &borrowed);
    let library = Library::new();
    for (name, id) in [
        ("aaaa.hrc", "ff7.pc.hrc"),
        ("aaab.rsd", "ff7.pc.rsd"),
        ("aada.a", "ff7.pc.field_animation"),
        ("aaac.p", "ff7.pc.part"),
    ] {
        let opened = library.open(&format!("{path}//{name}"), None).unwrap();
        assert_eq!((opened.document.format.id, opened.status(&library)), (id, "ok"), "{name}");
        assert!(!opened.scene(&library).unwrap().meshes.is_empty(), "{name}");
    }
    let opened = library.open(&format!("{path}//aaaa.hrc"), None).unwrap();
    assert_eq!(opened.scene(&library).unwrap().animations.len(), 2);
}
