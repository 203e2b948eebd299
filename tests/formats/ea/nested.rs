//! Archives through the library: paths, folders, wrapped members, companions.

use gouraud::formats::Records;
use gouraud::formats::ea::big::{Archive, Form};
use gouraud::formats::ea::refpack;
use gouraud::formats::ssx::mpf::records::{Vector, Weight, group_kind};
use gouraud::library::{Library, ResolvedPath};
use gouraud_testing::build::mpf;
use gouraud_testing::build::mpf::{Draft, Surface, Vertex};
use gouraud_testing::build::ssh::{Picture, Stored, file};

fn model() -> Vec<u8> {
    let corner = |x: f32, z: f32| Vertex {
        position: Vector { x, y: 0.0, z },
        normal: [0.0, -1.0, 0.0],
        weights: vec![Weight { weight: 100, bone: 0, file: 1 }],
        ..Vertex::default()
    };
    let surface = Surface {
        kind: group_kind::STANDARD,
        material: 0,
        vertices: vec![corner(0.0, 0.0), corner(9.0, 0.0), corner(0.0, 9.0)],
        triangles: vec![[0, 1, 2]],
    };
    let draft = Draft {
        name: "Board3000".to_owned(),
        file_id: 1,
        materials: vec![mpf::material(b"bord", None)],
        bones: vec![mpf::bone("board", 0, None, Vector::default())],
        surfaces: vec![surface],
        ..Draft::default()
    };
    mpf::file(vec![draft.build().unwrap()]).write().unwrap()
}

fn sheet() -> Vec<u8> {
    file(&[Picture::new(*b"bord", 2, 1, Stored::Rgba8888(vec![[9, 8, 7, 128]; 2]))])
}

/// An archive with folders: a wrapped model, its textures in another folder, and an inner archive.
fn archive() -> Vec<u8> {
    let mut inner = Archive::new(Form::Short);
    inner.add("deep/board.mpf", model());
    let mut archive = Archive::new(Form::BigF);
    archive.add("models/board.mpf", refpack::pack(&model()));
    archive.add("textures/board.ssh", refpack::pack(&sheet()));
    archive.add("inner.big", inner.write().unwrap());
    archive.add("../../evil", b"evil".to_vec());
    archive.write().unwrap()
}

fn on_disk() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.big");
    std::fs::write(&path, archive()).unwrap();
    let path = path.to_string_lossy().into_owned();
    (folder, path)
}

#[test]
fn opens_wrapped_members_by_path() {
    let (_folder, path) = on_disk();
    let library = Library::new();
    for inner in ["models/board.mpf", "MODELS/Board.mpf", "models//board.mpf"] {
        let opened = library.open(&format!("{path}//{inner}"), None).unwrap();
        assert_eq!((opened.document.format.id, opened.wrapped()), ("ssx.mpf", vec!["refpack"]));
        assert_eq!(opened.document.source.bytes(), model());
    }
    let deep = library.open(&format!("{path}//inner.big//deep/board.mpf"), None).unwrap();
    assert_eq!((deep.document.format.id, deep.wrapped().len()), ("ssx.mpf", 0));
}

#[test]
fn finds_textures_in_another_folder_of_archive() {
    let (_folder, path) = on_disk();
    let library = Library::new();
    let opened = library.open(&format!("{path}//models/board.mpf"), None).unwrap();
    let scene = opened.scene(&library).unwrap();
    assert_eq!(scene.textures.len(), 1);
    assert!(opened.problems(&library).is_empty());
    // The inner archive has no texture sheet.
    let deep = library.open(&format!("{path}//inner.big//deep/board.mpf"), None).unwrap();
    assert_eq!(deep.problems(&library).total(), 1);
}

#[test]
fn lists_and_finds_folders_of_archive() {
    let (_folder, path) = on_disk();
    let library = Library::new();
    let list = |path: &str| -> Vec<String> {
        library.list(path, false).unwrap().into_iter().map(|entry| entry.path).collect()
    };
    assert_eq!(list(&path).len(), 4);
    assert_eq!(list(&format!("{path}//models")), [format!("{path}//models/board.mpf")]);
    assert_eq!(list(&format!("{path}//MODELS/")), [format!("{path}//models/board.mpf")]);
    assert!(library.place(&format!("{path}//textures")).unwrap().is_folder());
    assert!(matches!(library.place(&format!("{path}//../..")).unwrap(), ResolvedPath::Inside(..)));
    assert!(library.place(&format!("{path}//model")).is_err());
    assert!(library.open(&format!("{path}//models"), None).is_err());
    let all = library.list(&path, true).unwrap();
    assert_eq!(all.len(), 5, "searches the inner archive");
}

fn gouraud(arguments: &[&str]) -> (i32, String) {
    let mut command = assert_cmd::Command::cargo_bin("gouraud").unwrap();
    let output = command.args(arguments).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn extract_stays_inside_target_folder() {
    let (folder, path) = on_disk();
    let out = folder.path().join("out/here");
    let to = out.to_string_lossy().into_owned();
    let (status, _) = gouraud(&["extract", &path, "-o", &to]);
    assert_eq!(status, 0);
    let read = |name: &str| std::fs::read(out.join(name)).unwrap();
    assert_eq!(read("models/board.mpf"), refpack::pack(&model()), "members are raw");
    assert_eq!(read("_/_/evil"), b"evil");
    assert!(!folder.path().join("evil").exists());
    let folder_only = folder.path().join("folder");
    let to = folder_only.to_string_lossy().into_owned();
    let (status, _) = gouraud(&["extract", &format!("{path}//Models"), "-o", &to]);
    assert_eq!(status, 0);
    assert!(folder_only.join("board.mpf").exists());
    let one = folder.path().join("one");
    let to = one.to_string_lossy().into_owned();
    let (status, _) = gouraud(&["extract", &format!("{path}//models/board.mpf"), "-o", &to]);
    assert_eq!(status, 0);
    assert_eq!(std::fs::read(one.join("board.mpf")).unwrap(), model(), "unwrapped");
}

#[test]
fn info_lists_removed_wrappers() {
    let (_folder, path) = on_disk();
    let (status, out) = gouraud(&["info", "--json", &format!("{path}//models/board.mpf")]);
    assert_eq!(status, 0);
    let object: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(object["format"], "ssx.mpf");
    assert_eq!(object["wrapped"], serde_json::json!(["refpack"]));
    assert_eq!(object["coverage"]["unread"], 0);
}
