//! Writing the files into the folder.

use super::*;

#[test]
fn keeps_existing_files_unless_forced() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("values.csv");
    fs::write(&place, "mine").unwrap();
    let report = run(&level(), only(&[kind("csv"), kind("json")]), folder.path());
    assert_eq!(report.skipped, std::slice::from_ref(&place));
    assert_eq!(report.written, [folder.path().join("level.json")]);
    assert_eq!(fs::read(&place).unwrap(), b"mine");
    let report = run(&level(), Options { force: true, ..only(&[kind("csv")]) }, folder.path());
    assert_eq!((report.written, report.skipped), (vec![place.clone()], vec![]));
    assert_ne!(fs::read(&place).unwrap(), b"mine");
}

#[test]
fn is_deterministic_and_leaves_no_temporary_files() {
    // Animated pictures need a renderer: see `media`.
    let kinds: Vec<Kind> =
        Kind::ALL.iter().copied().filter(|k| !["gif", "apng"].contains(&k.name())).collect();
    let options = || Options { palettes: Palettes::Every, ..only(&kinds) };
    let (first, second) = (files(&level(), options()), files(&level(), options()));
    assert!(first == second);
    let planned: BTreeSet<_> = names(&level(), options()).into_iter().collect();
    assert_eq!(first.into_keys().collect::<BTreeSet<_>>(), planned);
}

#[test]
fn creates_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let deep = folder.path().join("a/b");
    let report = run(&level(), only(&[kind("csv")]), &deep);
    assert_eq!(report.written, [deep.join("values.csv")]);
}

#[test]
fn reports_a_folder_that_cannot_be_created() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let report = run(&level(), Options::default(), &file.join("below"));
    assert_eq!(report.failed.len(), 1);
    assert_eq!(report.written.len(), 0);
}

#[test]
fn keeps_finished_files_when_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    let mut steps = Vec::new();
    let report = job(&level(), Options::default()).run(folder.path(), &mut |progress| {
        steps.push((progress.done, progress.total, progress.file.to_owned()));
        if progress.done == 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(report.cancelled);
    assert_eq!(report.written, [folder.path().join("level.glb")]);
    assert_eq!(steps, [(0, 9, "level.glb".to_owned()), (1, 9, "level.json".to_owned())]);
    assert_eq!(read_folder(folder.path()).len(), 1);
}

#[cfg(unix)]
#[test]
fn files_have_default_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    run(&level(), only(&[kind("csv")]), folder.path());
    let mode = |name: &str| {
        let path = folder.path().join(name);
        if !path.exists() {
            fs::write(&path, "").unwrap();
        }
        fs::metadata(path).unwrap().permissions().mode()
    };
    assert_eq!(mode("values.csv"), mode("ordinary"));
}

#[cfg(unix)]
#[test]
fn does_not_follow_links_in_the_folder() {
    let outside = tempfile::tempdir().unwrap();
    let target = outside.path().join("precious");
    fs::write(&target, "mine").unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(&target, folder.path().join("values.csv")).unwrap();
    run(&level(), Options { force: true, ..only(&[kind("csv")]) }, folder.path());
    assert_eq!(fs::read(&target).unwrap(), b"mine");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever names the data has, each file gets a unique name directly in the folder.
    #[test]
    fn names_never_leave_the_folder(names in prop::collection::vec(r"(\PC|[\./\\\x00: ~2aA]){0,12}", 0..8)) {
        let mut scene = Scene::default();
        for name in &names {
            let table = Table { name: name.clone(), columns: vec![], rows: vec![] };
            scene.tables.push(table);
            scene.textures.push(texture(name, (1, 1), TexelFormat::Rgba8, Texels::Rgba(vec![[9; 4]])));
        }
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("out");
        let report = run(&scene, Options::default(), &folder);
        prop_assert_eq!(&report.failed, &[]);
        prop_assert_eq!(report.written.len(), 2 * names.len() + 1);
        let there = read_folder(&folder);
        prop_assert_eq!(there.len(), report.written.len());
        let folded: BTreeSet<String> = there.keys().map(|name| name.to_lowercase()).collect();
        prop_assert_eq!(folded.len(), there.len());
        prop_assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 1);
    }
}
