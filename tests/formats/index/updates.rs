//! What is kept of real files, and that it follows them.

use std::collections::BTreeMap;
use std::path::Path;

use gouraud::container::join;
use gouraud::index::{Hit, Index, Kind, Query, Root, Updated, Watch};
use gouraud::library::Library;
use gouraud::scene::{Element, Scene};

struct Silent;
impl Watch for Silent {}

fn update(index: &Index, root: &str) -> Updated {
    index.update(&Library::new(), &Root::new(root), 2, &Silent).unwrap()
}

fn find(index: &Index, root: &str, query: &str) -> Vec<Hit> {
    let search = index.search(vec![Root::new(root)]).unwrap();
    let query = Query::parse(query).unwrap();
    let prepared = search.prepare(&query, &Library::new()).unwrap();
    search.page(&prepared, None).unwrap()
}

fn copied(files: &[&str]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo").join(file);
        std::fs::copy(from, folder.path().join(file)).unwrap();
    }
    let root = folder.path().canonicalize().unwrap().to_string_lossy().into_owned();
    (folder, root)
}

/// Assets of a scene that stand in a field of one of these sources.
fn counted(scene: &Scene, is_own: &dyn Fn(Element) -> bool) -> BTreeMap<Kind, usize> {
    let mut counts = BTreeMap::new();
    let mut add = |kind, elements: Vec<Element>| {
        *counts.entry(kind).or_insert(0) += elements.into_iter().filter(|e| is_own(*e)).count();
    };
    add(Kind::Model, scene.meshes.ids().map(Element::Mesh).collect());
    add(Kind::Texture, scene.textures.ids().map(Element::Texture).collect());
    add(Kind::Palette, scene.palettes.ids().map(Element::Palette).collect());
    add(Kind::Palette, scene.colour_tables.ids().map(Element::ColourTable).collect());
    add(Kind::Sound, scene.sounds.ids().map(Element::Sound).collect());
    add(Kind::Animation, scene.animations.ids().map(Element::Animation).collect());
    add(Kind::Instance, scene.nodes.ids().map(Element::Node).collect());
    counts
}

#[test]
fn every_asset_of_the_demo_is_found_and_opens_by_its_path_and_field() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo");
    let index = Index::in_memory().unwrap();
    update(&index, root);
    let library = Library::new();
    let mut hits: BTreeMap<String, Vec<Hit>> = BTreeMap::new();
    for hit in find(&index, root, "") {
        hits.entry(hit.path.clone()).or_default().push(hit);
    }
    let mut met = 0;
    let mut elements = std::collections::HashSet::new();
    let _ = library.each_document(root, &mut |path, opened| {
        let opened = opened.unwrap();
        let found = hits.get(path).unwrap_or_else(|| panic!("{path} is not indexed"));
        let own: Vec<_> = opened.layers().map(|source| source.id()).collect();
        if let Some(scene) = opened.scene(&library) {
            let expected = counted(&scene, &|element| {
                let origin = scene.origin(element).unwrap();
                own.contains(&origin.span.source) && origin.span.len > 0
            });
            for (kind, count) in expected {
                let there = found.iter().filter(|hit| hit.kind == kind).count();
                assert_eq!(there, count, "{path}: {kind:?}");
            }
        }
        for hit in found.iter().filter(|hit| hit.kind != Kind::File) {
            // Which one it is is known also where several stand in one field, or one in none.
            let scene = opened.scene(&library).unwrap();
            let element = hit.element.unwrap_or_else(|| panic!("{path}: {hit:?}"));
            let origin = scene.origin(element).unwrap();
            assert_eq!(origin.path, hit.field.clone().unwrap_or_default(), "{path}: {hit:?}");
            assert_eq!(
                (Some(origin.span.start), elements.insert((path.to_owned(), element))),
                (hit.offset, true)
            );
        }
        for hit in found.iter().filter(|hit| hit.field.is_some()) {
            let field = hit.field.as_ref().unwrap();
            let layers = std::iter::once(&opened.document.tree)
                .chain(opened.wrappers.iter().map(|layer| &layer.tree));
            let mut fields = layers.filter_map(|tree| tree.field(&tree.find(field).ok()?));
            let at = hit.offset.unwrap();
            // What is made of a part of a field is where the field is, or in it.
            let is_inside =
                |found: gouraud::bytes::Field| found.span.start <= at && at <= found.span.end();
            assert!(fields.any(is_inside), "{path}//{field} is not at {at}");
            met += 1;
        }
        std::ops::ControlFlow::Continue(())
    });
    assert!(met > 1500, "{met} assets");
}

#[test]
fn checksums_are_those_of_the_bytes() {
    let (_folder, root) = copied(&["plaza_l.psx", "voices.tpa"]);
    let index = Index::in_memory().unwrap();
    update(&index, &root);
    let file = std::fs::read(format!("{root}/plaza_l.psx")).unwrap();
    let found = find(&index, &root, "name:plaza_l.psx kind:file");
    assert_eq!(found[0].crc, Some(crc32fast::hash(&file)));
    // A texture: an index a byte, then the palette's words.
    let library = Library::new();
    let opened = library.open(&format!("{root}/plaza_l.psx"), None).unwrap();
    let scene = opened.scene(&library).unwrap();
    let texture = scene.textures.iter().find(|texture| texture.palette.is_some()).unwrap();
    let gouraud::scene::Texels::Indices(mut bytes) = texture.pixels.decode() else { panic!() };
    let palette = scene.palettes.get(texture.palette.unwrap()).unwrap();
    bytes.extend(palette.stored.iter().flat_map(|word| word.to_le_bytes()));
    let query = format!("crc:{:08x}", crc32fast::hash(&bytes));
    let fields: Vec<_> =
        find(&index, &root, &query).into_iter().filter_map(|hit| hit.field).collect();
    assert!(fields.contains(&texture.origin.path), "{fields:?}");
}

#[test]
fn what_changes_is_read_again_and_what_goes_is_gone() {
    let (folder, root) = copied(&["plaza.psx", "plaza_l.psx", "voices.tpa", "rider.big"]);
    let index = Index::in_memory().unwrap();
    let first = update(&index, &root);
    assert_eq!((first.files, first.unchanged, first.gone), (4, 0, 0));
    let inside = find(&index, &root, &format!("path:{}", "rider.big// kind:file"));
    assert!(!inside.is_empty() && first.read > 4, "{first:?}");
    let again = update(&index, &root);
    assert_eq!(again, Updated { files: 4, unchanged: 4, ..Updated::default() });
    // An archive is gone with all it holds; another file has new content.
    std::fs::remove_file(folder.path().join("rider.big")).unwrap();
    std::fs::write(folder.path().join("voices.tpa"), b"no bank any more").unwrap();
    let changed = update(&index, &root);
    assert_eq!((changed.files, changed.unchanged, changed.gone), (3, 2, 1));
    assert_eq!(find(&index, &root, "path:rider.big"), []);
    assert_eq!(find(&index, &root, "kind:sound"), []);
    let bank = find(&index, &root, "name:voices");
    assert_eq!((bank.len(), bank[0].format.as_deref()), (1, None));
    assert_eq!(bank[0].crc, Some(crc32fast::hash(b"no bank any more")));
}

#[test]
fn the_half_of_a_pair_that_did_not_change_is_read_with_the_other() {
    let (folder, root) = copied(&["plaza.psx"]);
    std::fs::write(folder.path().join("Plaza.trg"), b"nothing").unwrap();
    let index = Index::in_memory().unwrap();
    update(&index, &root);
    std::fs::write(folder.path().join("Plaza.trg"), b"something").unwrap();
    assert_eq!(update(&index, &root).unchanged, 0);
}

#[test]
fn an_update_that_is_broken_off_goes_on_where_it_was() {
    struct After(usize, std::sync::atomic::AtomicUsize);
    impl Watch for After {
        fn read(&self, _: &str) {
            self.1.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        }
        fn cancelled(&self) -> bool {
            self.1.load(std::sync::atomic::Ordering::Relaxed) > self.0
        }
    }
    let (_folder, root) = copied(&["plaza.psx", "plaza_l.psx", "voices.tpa", "rider.big"]);
    let index = Index::in_memory().unwrap();
    let broken = |after| {
        let watch = After(after, Default::default());
        index.update(&Library::new(), &Root::new(&root), 1, &watch).unwrap()
    };
    let whole = Index::in_memory().unwrap();
    update(&whole, &root);
    let stopped = (0..4).any(|after| broken(after).cancelled);
    assert!(stopped);
    update(&index, &root);
    let entries = |index: &Index| {
        let strip = |hit: Hit| (hit.path, hit.kind, hit.field, hit.crc);
        find(index, &root, "").into_iter().map(strip).collect::<Vec<_>>()
    };
    assert_eq!(entries(&index), entries(&whole));
}

#[test]
fn bytes_and_equals_are_found_in_files_and_members() {
    let (folder, root) = copied(&["rider.big"]);
    let big = std::fs::read(format!("{root}/rider.big")).unwrap();
    std::fs::write(folder.path().join("copy.dat"), &big).unwrap();
    std::fs::write(folder.path().join("zeros.dat"), [0, 0, 0, 0, 0, 1]).unwrap();
    let index = Index::in_memory().unwrap();
    update(&index, &root);
    let zeros = find(&index, &root, "bytes:0000 name:zeros");
    assert_eq!((zeros.len(), zeros[0].offset, zeros[0].count), (1, Some(0), Some(2)));
    // The archive's head stands in it and in its copy, and in no member.
    let head: String = big[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let paths = |query: &str| -> Vec<String> {
        find(&index, &root, query).into_iter().map(|hit| hit.path).collect()
    };
    let (whole, copy) = (format!("{root}/rider.big"), format!("{root}/copy.dat"));
    assert_eq!(paths(&format!("bytes:{head}")), [copy.clone(), whole.clone()]);
    assert!(paths(&format!("bytes:{head} -bytes:{head}")).is_empty());
    assert_eq!(paths(&format!("\"same-as\" | same-as:\"{whole}\"")), [copy]);
    // A member is equal to that of the copy, which is an archive too.
    let member = find(&index, &root, "kind:file path:rider.big// format:ssx.mpf").remove(0);
    let inner = member.path.split_once("//").unwrap().1;
    let query = format!("same-as:\"{}\"", member.path);
    assert_eq!(paths(&query), [join(&format!("{root}/copy.dat"), inner)]);
    let search = index.search(Vec::new()).unwrap();
    let query = Query::parse("same-as:nothing").unwrap();
    let refused = search.prepare(&query, &Library::new()).err().unwrap().to_string();
    assert!(refused.contains("nothing is not in the index"), "{refused}");
}

#[test]
fn an_index_is_kept_left_alone_or_made_anew() {
    let (_folder, root) = copied(&["plaza_l.psx"]);
    let cache = tempfile::tempdir().unwrap();
    let file = cache.path().join("index.sqlite");
    let index = Index::open(cache.path()).unwrap();
    update(&index, &root);
    let count = find(&index, &root, "").len();
    drop(index);
    let (index, why) = Index::open_or_in_memory(Some(cache.path())).unwrap();
    assert!(why.is_none() && index.is_kept());
    assert_eq!((update(&index, &root).unchanged, find(&index, &root, "").len()), (1, count));
    drop(index);
    // Of a newer version: left as it is.
    let newer = rusqlite::Connection::open(&file).unwrap();
    newer.pragma_update(None, "user_version", 1000).unwrap();
    drop(newer);
    let before = std::fs::read(&file).unwrap();
    let (index, why) = Index::open_or_in_memory(Some(cache.path())).unwrap();
    assert!(!index.is_kept() && why.unwrap().to_string().contains("newer version"));
    update(&index, &root);
    assert_eq!(find(&index, &root, "").len(), count);
    assert_eq!(std::fs::read(&file).unwrap(), before);
    // Damaged: made anew.
    std::fs::write(&file, b"This was an index, and now it is a text.".repeat(100)).unwrap();
    let (index, why) = Index::open_or_in_memory(Some(cache.path())).unwrap();
    assert!(index.is_kept() && why.unwrap().to_string().contains("damaged; it is rebuilt"));
    assert_eq!(update(&index, &root).unchanged, 0);
    // The damaged one is kept, and the next one is used from then on.
    assert!(std::fs::read(&file).unwrap().starts_with(b"This was an index"));
    drop(index);
    let (index, why) = Index::open_or_in_memory(Some(cache.path())).unwrap();
    assert!(why.is_none() && update(&index, &root).unchanged == 1);
    // Where a file is in the place of the folder, nothing can be written.
    let (index, why) = Index::open_or_in_memory(Some(&file.join("folder"))).unwrap();
    assert!(!index.is_kept() && why.is_some());
}

#[test]
fn two_windows_write_at_once() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo");
    let cache = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| update(&Index::open(cache.path()).unwrap(), root));
        }
    });
    let (index, alone) = (Index::open(cache.path()).unwrap(), Index::in_memory().unwrap());
    update(&alone, root);
    let count =
        |index: &Index, kind: Kind| find(index, root, &format!("kind:{}", kind.name())).len();
    for kind in Kind::ALL {
        assert_eq!(count(&index, kind), count(&alone, kind), "{kind:?}");
    }
}

#[test]
fn members_are_called_by_the_path_of_their_file_however_it_was_opened_before() {
    let (_folder, root) = copied(&["rider.big"]);
    let library = Library::new();
    library.open(&format!("{root}/./rider.big"), None).unwrap();
    let index = Index::in_memory().unwrap();
    index.update(&library, &Root::new(&root), 1, &Silent).unwrap();
    let inside = find(&index, &root, "kind:file path:rider.big//");
    assert!(!inside.is_empty() && inside.iter().all(|hit| !hit.path.contains("/./")), "{inside:?}");
}

#[test]
fn a_search_that_is_broken_off_answers_nothing() {
    let (_folder, root) = copied(&["rider.big"]);
    let index = Index::in_memory().unwrap();
    update(&index, &root);
    let search = index.search(Vec::new()).unwrap();
    search.interrupt().interrupt();
    let query = Query::parse("bytes:00").unwrap();
    let refused = search.prepare(&query, &Library::new()).err().unwrap().to_string();
    assert!(refused.contains("interrupted"), "{refused}");
}

#[test]
fn whoever_asks_waits_for_nobody_who_writes() {
    let (_folder, root) = copied(&["plaza_l.psx"]);
    let cache = tempfile::tempdir().unwrap();
    update(&Index::open(cache.path()).unwrap(), &root);
    let writer = rusqlite::Connection::open(cache.path().join("index.sqlite")).unwrap();
    writer.execute_batch("BEGIN IMMEDIATE").unwrap();
    let index = Index::open(cache.path()).unwrap();
    assert!(!find(&index, &root, "kind:texture").is_empty());
}

#[test]
fn a_root_that_is_one_file_is_read_again_when_what_is_beside_it_changes() {
    let (folder, root) = copied(&["plaza.psx"]);
    let file = format!("{root}/plaza.psx");
    let index = Index::in_memory().unwrap();
    update(&index, &file);
    assert_eq!(update(&index, &file).unchanged, 1);
    std::fs::write(folder.path().join("plaza.bin"), b"new").unwrap();
    assert_eq!(update(&index, &file).unchanged, 0);
    // As the folder knows it.
    assert_eq!(update(&index, &root).unchanged, 1);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_read_for_ever() {
    let (folder, root) = copied(&["plaza_l.psx"]);
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("zero")).unwrap();
    let index = Index::in_memory().unwrap();
    update(&index, &root);
    let found = find(&index, &root, "problem:error kind:file");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].path.ends_with("/zero"));
}

/// Bytes at the beginning of an index that are left whole, so that it opens.
const WHOLE: usize = 40 * 4096;

/// Writes nonsense over all pages of an index but the first ones.
fn damage(folder: &Path, name: &str) {
    let file = folder.join(name);
    // What is still in the journal comes into the file first.
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    drop(connection);
    let mut bytes = std::fs::read(&file).unwrap();
    assert!(bytes.len() > 2 * WHOLE);
    bytes[WHOLE..].fill(0xA5);
    std::fs::write(&file, bytes).unwrap();
}

fn asked(index: &Index, root: &str) -> Result<usize, String> {
    let search = index.search(vec![Root::new(root)]).map_err(|error| error.to_string())?;
    let prepared = search.prepare(&Query::parse("plaza").unwrap(), &Library::new());
    let prepared = prepared.map_err(|error| error.to_string())?;
    search.page(&prepared, None).map(|hits| hits.len()).map_err(|error| error.to_string())
}

#[test]
fn damage_that_shows_up_while_asking_is_told_once_and_made_good() {
    let (_folder, root) = copied(&["plaza.psx", "plaza_l.psx", "voices.tpa", "rider.big"]);
    let cache = tempfile::tempdir().unwrap();
    let index = Index::open(cache.path()).unwrap();
    update(&index, &root);
    let count = asked(&index, &root).unwrap();
    assert!(count > 0);
    drop(index);
    damage(cache.path(), "index.sqlite");
    // Two windows; the first page of the file is whole, so it opens.
    let windows = [(); 2].map(|()| Index::open(cache.path()).unwrap());
    for window in &windows {
        let told = asked(window, &root).unwrap_err();
        assert!(told.contains("damaged; it is rebuilt"), "{told}");
        // The second one finds what the first one has read meanwhile.
        let is_first = std::ptr::eq(window, &windows[0]);
        assert_eq!(asked(window, &root), Ok(if is_first { 0 } else { count }));
        update(window, &root);
        assert_eq!(asked(window, &root), Ok(count));
    }
    // Both went to the same file.
    let files = std::fs::read_dir(cache.path()).unwrap().flatten();
    let files = files.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut files: Vec<_> = files.filter(|name| name.ends_with(".sqlite")).collect();
    files.sort();
    assert_eq!(files, ["index.1.sqlite", "index.sqlite"]);
    // Once more, and the oldest one goes.
    drop(windows);
    damage(cache.path(), "index.1.sqlite");
    let index = Index::open(cache.path()).unwrap();
    assert!(asked(&index, &root).is_err());
    assert!(!cache.path().join("index.sqlite").exists());
}

#[test]
fn damage_that_shows_up_while_writing_is_told_and_everything_is_read_again() {
    struct Told(std::sync::atomic::AtomicBool);
    impl Watch for Told {
        fn anew(&self, why: &gouraud::index::IndexError) {
            assert!(why.to_string().contains("rebuilt"));
            self.0.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    }
    let (folder, root) = copied(&["plaza.psx", "plaza_l.psx", "voices.tpa", "rider.big"]);
    let cache = tempfile::tempdir().unwrap();
    update(&Index::open(cache.path()).unwrap(), &root);
    damage(cache.path(), "index.sqlite");
    let index = Index::open(cache.path()).unwrap();
    let told = Told(false.into());
    std::fs::remove_file(folder.path().join("rider.big")).unwrap();
    let updated = index.update(&Library::new(), &Root::new(&root), 2, &told).unwrap();
    assert!(told.0.into_inner());
    assert_eq!((updated.files, updated.unchanged), (3, 0));
    assert!(asked(&index, &root).unwrap() > 0);
    // Clearing a damaged one is no error either.
    drop(index);
    damage(cache.path(), "index.1.sqlite");
    let index = Index::open(cache.path()).unwrap();
    index.clear().unwrap();
    assert_eq!(asked(&index, &root), Ok(0));
}

#[test]
fn a_defect_in_the_drawing_of_models_costs_their_pictures_and_nothing_else() {
    struct Broken;
    impl gouraud::index::catalogue::Painter for Broken {
        fn paint(
            &mut self,
            _: &std::sync::Arc<Scene>,
            _: &[gouraud::scene::MeshId],
        ) -> Vec<Option<image::RgbaImage>> {
            panic!("a defect");
        }
    }
    let (_folder, root) = copied(&["plaza.psx", "plaza_l.psx"]);
    let site = tempfile::tempdir().unwrap();
    let write = |painter| {
        let roots = [Root::new(&root)];
        gouraud::index::catalogue::write(&Library::new(), &roots, site.path(), painter, &Silent)
            .unwrap()
    };
    let (without, broken) = (write(None), write(Some(&mut Broken)));
    assert!(without.pictures > 0 && without == broken, "{without:?} {broken:?}");
}

#[test]
fn an_index_that_cannot_be_written_is_read_as_it_is() {
    let (folder, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    std::fs::write(folder.path().join("some word.txt"), b"text").unwrap();
    let index = Index::open(cache.path()).unwrap();
    let root = Root::new(&folder.path().to_string_lossy());
    index.update(&Library::new(), &root, 1, &Silent).unwrap();
    drop(index);
    let before = std::fs::read_dir(cache.path()).unwrap().count();
    let frozen = Index::open_frozen(cache.path()).unwrap();
    let search = frozen.search(Vec::new()).unwrap();
    let query = search.prepare(&Query::parse("word").unwrap(), &Library::new()).unwrap();
    assert_eq!(search.page(&query, None).unwrap().len(), 1);
    std::fs::write(folder.path().join("another.txt"), b"text").unwrap();
    assert!(frozen.update(&Library::new(), &root, 1, &Silent).is_err());
    assert_eq!(
        std::fs::read_dir(cache.path()).unwrap().count(),
        before,
        "nothing stands beside it"
    );
    assert!(Index::open_frozen(folder.path()).is_err(), "where there is none there is none");
}

#[test]
fn what_is_there_twice_is_told_in_groups() {
    use gouraud::index::Likeness;
    let folder = tempfile::tempdir().unwrap();
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/plaza_l.psx");
    let bytes = std::fs::read(demo).unwrap();
    for name in ["a_l.psx", "b_l.psx"] {
        std::fs::write(folder.path().join(name), &bytes).unwrap();
    }
    let index = Index::in_memory().unwrap();
    let root = Root::new(&folder.path().to_string_lossy());
    index.update(&Library::new(), &root, 1, &Silent).unwrap();
    let groups = index.search(Vec::new()).unwrap().alike(Likeness::Equal, 1000).unwrap();
    assert!(groups.len() > 30, "the files and each texture: {}", groups.len());
    for group in &groups {
        let paths: std::collections::BTreeSet<&str> =
            group.iter().map(|hit| hit.path.as_str()).collect();
        assert_eq!(paths.len(), 2, "{group:?}");
        assert!(group.iter().all(|hit| hit.crc == group[0].crc && hit.kind == group[0].kind));
    }
    assert!(groups.iter().any(|group| group[0].kind == Kind::File));
}
