use gouraud::library::Library;
use gouraud::library::demo::{FIRST, FOLDER};

#[test]
fn demo_files_find_their_companions() {
    let library = Library::new();
    let opened = library.open(FIRST, None).unwrap();
    let scene = opened.scene(&library).unwrap();
    assert!(scene.drawn_faces() > 100);
    let lost = opened.problems(&library).iter().any(|p| p.message.contains("companion"));
    assert!(!lost, "every companion is in the folder");
    let meshes = scene.meshes.iter().map(|mesh| (&mesh.name, mesh.id));
    let unnamed: Vec<_> = meshes.filter(|(name, id)| **name == format!("{id:08x}")).collect();
    assert!(unnamed.is_empty(), "{unnamed:?} are missing in assets/names/plaza.txt");
    let path = "demo//prop.ngc//DB:>PROPS>CHEST.TMESH";
    let prop = library.open(path, None).unwrap();
    assert!(prop.scene(&library).unwrap().textures.len() > 2, "members find their companions");
    let names: Vec<_> = library.list(FOLDER, false).unwrap();
    assert_eq!(names.len(), std::fs::read_dir("assets/demo").unwrap().count());
    assert_eq!(library.open("demo//PLAZA.PSX", None).unwrap().stored.id(), opened.stored.id());
}
