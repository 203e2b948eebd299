use gouraud::container::{Member, MemberIndex, find_folder};

#[test]
fn prefers_exact_member_names() {
    let member = |path: &str| Member { path: path.to_owned(), size: 0, span: None };
    let members = [member("a/B.mpf"), member("A/b.mpf"), member("c"), member("c")];
    let index = MemberIndex::new(&members);
    assert_eq!(index.find(&members, "A/b.mpf"), Some(1));
    assert_eq!(index.find(&members, "a/b.MPF"), Some(0));
    assert_eq!(index.find(&members, "c"), Some(2));
    assert_eq!(index.find(&members, "a"), None);
}

#[test]
fn derives_folders_from_member_paths() {
    let member = |path: &str| Member { path: path.to_owned(), size: 0, span: None };
    let members = [member("Data/models/a.mpf"), member("data/b"), member("../../x")];
    assert_eq!(find_folder(&members, "data"), Some("data"));
    assert_eq!(find_folder(&members, "DATA"), Some("Data"));
    assert_eq!(find_folder(&members, "data/MODELS"), Some("Data/models"));
    assert_eq!(find_folder(&members, "Dat"), None);
    assert_eq!(find_folder(&members, "data/b"), None);
    assert_eq!(find_folder(&members, ".."), Some(".."));
}
