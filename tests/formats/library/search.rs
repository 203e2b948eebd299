use gouraud::container::MissingCompanion;
use gouraud::library::add_location;

#[test]
fn lists_a_folder_once_under_any_path() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_string_lossy().into_owned();
    let mut miss = MissingCompanion { name: "level.grf".to_owned(), looked_in: path.clone() };
    add_location(&mut miss, &path);
    add_location(&mut miss, &format!("{path}/."));
    assert_eq!(miss.looked_in, path);
    add_location(&mut miss, "elsewhere");
    assert_eq!(miss.looked_in, format!("{path}, elsewhere"));
}
