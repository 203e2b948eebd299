//! Contents of the index for real files, and its updates when the files change.

use std::collections::BTreeMap;
use std::path::Path;

use gouraud::container::join;
use gouraud::index::update::removed_files;
use gouraud::index::{Hit, Index, Kind, Query, Root, SearchError, Updated, Watch};
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

/// Assets of a scene that originate from a field of one of these sources.
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
fn every_demo_asset_is_found_and_opens_by_path_and_field() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo");
    let index = Index::in_memory().unwrap();
    update(&index, root);
    let library = Library::new();
    let mut hits: BTreeMap<String, Vec<Hit>> = BTreeMap::new();
    for hit in find(&index, root, "") {
        hits.entry(hit.path.clone()).or_default().push(hit);
    }
    let mut count = 0;
    let mut elements = std::collections::HashSet::new();
    let _ = library.each_document(root, &mut |path, opened| {
        let opened = opened.unwrap();
        let found = hits.get(path).unwrap_or_else(|| panic!("{path} is not indexed"));
        let own: Vec<_> = opened.layers().map(|source| source.id()).collect();
        if let Some(scene) = opened.scene(&library) {
            let expected = counted(&scene, &|element| {
                let origin = scene.origin(element).unwrap();
                // Sounds of a bank are found in the bank only.
                let is_in_bank = path.ends_with(".cau") && matches!(element, Element::Sound(_));
                own.contains(&origin.span.source) && origin.span.len > 0 && !is_in_bank
            });
            for (kind, count) in expected {
                let there = found.iter().filter(|hit| hit.kind == kind).count();
                assert_eq!(there, count, "{path}: {kind:?}");
            }
        }
        for hit in found.iter().filter(|hit| hit.kind != Kind::File) {
            // The element is identified even where several share a field, or where one has none.
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
            // An asset made from a part of a field has this field or a field in it as its origin.
            let is_inside =
                |found: gouraud::bytes::Field| found.span.start <= at && at <= found.span.end();
            assert!(fields.any(is_inside), "{path}//{field} is not at {at}");
            count += 1;
        }
        std::ops::ControlFlow::Continue(())
    });
    assert!(count > 1500, "{count} assets");
}

#[test]
fn checksums_match_the_bytes() {
    let (_folder, root) = copied(&["plaza_l.psx", "voices.tpa"]);
    let index = Index::in_memory().unwrap();
    update(&index, &root);
    let file = std::fs::read(format!("{root}/plaza_l.psx")).unwrap();
    let found = find(&index, &root, "name:plaza_l.psx kind:file");
    assert_eq!(found[0].crc, Some(crc32fast::hash(&file)));
    // Data of a texture: one index per byte, then the words of the palette.
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
fn update_rereads_changed_files_and_drops_removed_ones() {
    let (folder, root) = copied(&["plaza.psx", "plaza_l.psx", "voices.tpa", "rider.big"]);
    let index = Index::in_memory().unwrap();
    let first = update(&index, &root);
    assert_eq!((first.files, first.unchanged, first.gone), (4, 0, 0));
    let inside = find(&index, &root, &format!("path:{}", "rider.big// kind:file"));
    assert!(!inside.is_empty() && first.read > 4, "{first:?}");
    let again = update(&index, &root);
    assert_eq!(again, Updated { files: 4, unchanged: 4, ..Updated::default() });
    // An archive is removed with all its members; another file has new content.
    std::fs::remove_file(folder.path().join("rider.big")).unwrap();
    std::fs::write(folder.path().join("voices.tpa"), b"not a bank").unwrap();
    let changed = update(&index, &root);
    assert_eq!((changed.files, changed.unchanged, changed.gone), (3, 2, 1));
    assert_eq!(find(&index, &root, "path:rider.big"), []);
    assert_eq!(find(&index, &root, "kind:sound"), []);
    let bank = find(&index, &root, "name:voices");
    assert_eq!((bank.len(), bank[0].format.as_deref()), (1, None));
    assert_eq!(bank[0].crc, Some(crc32fast::hash(b"not a bank")));
}

#[test]
fn changing_one_file_of_a_pair_rereads_both() {
    let (folder, root) = copied(&["plaza.psx"]);
    std::fs::write(folder.path().join("Plaza.trg"), b"nothing").unwrap();
    let index = Index::in_memory().unwrap();
    update(&index, &root);
    std::fs::write(folder.path().join("Plaza.trg"), b"something").unwrap();
    assert_eq!(update(&index, &root).unchanged, 0);
}

#[test]
fn cancelled_update_resumes_where_it_stopped() {
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
fn finds_entries_by_conditions_on_their_fields() {
    let (_folder, root) = copied(&["plaza.psx", "skater.psx", "plaza.sfx"]);
    let index = Index::in_memory().unwrap();
    update(&index, &root);
    let names = |query: &str| -> Vec<String> {
        find(&index, &root, query).into_iter().map(|hit| hit.name).collect()
    };
    let files = "kind:file where:\"header.version == 4 and models.size > 50\"";
    assert_eq!(names(files), ["plaza.psx"]);
    let many = names("kind:model path:plaza faces:>48");
    assert!(!many.is_empty());
    assert_eq!(names("kind:model path:plaza where:\"faces.size > 48\""), many);
    assert_eq!(names("kind:model where:\"faces.size > 48\" -where:\"faces.size > 48\""), [""; 0]);
    let either = names("kind:file where:\"cues.size > 0\" | where:\"header.version == 4\"");
    assert_eq!(either.len(), 3, "{either:?}");
}

#[test]
fn mistakes_that_all_entries_show_are_reported() {
    let (_folder, root) = copied(&["plaza.psx", "skater.psx", "plaza.sfx"]);
    let index = Index::in_memory().unwrap();
    update(&index, &root);
    let mistake = |text: &str| {
        let search = index.search(vec![Root::new(&root)]).unwrap();
        let query = Query::parse(text).unwrap();
        match search.prepare(&query, &Library::new()) {
            Err(SearchError::Mistake(found)) => Some((text[found.at].to_owned(), found.message)),
            Err(error) => panic!("{text}: {error}"),
            Ok(_) => None,
        }
    };
    let report = |word: &str, message: &str| Some((word.to_owned(), message.to_owned()));
    let expected = "where: expected a number, found the text \"x\"";
    assert_eq!(mistake("kind:model where:\"faces.size == 'x'\""), report("'x'", expected));
    let unknown = "where: unknown name \"header.versoin\"";
    assert_eq!(mistake("where:\"header.versoin == 4\" kind:file"), report("versoin", unknown));
    assert_eq!(mistake("kind:file where:\"header.version == 4\""), None);
    assert_eq!(mistake("kind:file where:\"header.version == 400\""), None);
    assert_eq!(mistake("kind:model -where:\"faces.size == 'x'\""), None, "negated");
    assert_eq!(mistake("kind:model nothing where:\"faces.size == 'x'\""), None, "no entries");
}

#[test]
fn finds_bytes_and_duplicates_in_files_and_members() {
    let (folder, root) = copied(&["rider.big"]);
    let big = std::fs::read(format!("{root}/rider.big")).unwrap();
    std::fs::write(folder.path().join("copy.dat"), &big).unwrap();
    std::fs::write(folder.path().join("zeros.dat"), [0, 0, 0, 0, 0, 1]).unwrap();
    let index = Index::in_memory().unwrap();
    update(&index, &root);
    let zeros = find(&index, &root, "bytes:0000 name:zeros");
    assert_eq!((zeros.len(), zeros[0].offset, zeros[0].count), (1, Some(0), Some(2)));
    // The archive's head occurs in it and in its copy, and in no member.
    let head: String = big[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let paths = |query: &str| -> Vec<String> {
        find(&index, &root, query).into_iter().map(|hit| hit.path).collect()
    };
    let (whole, copy) = (format!("{root}/rider.big"), format!("{root}/copy.dat"));
    assert_eq!(paths(&format!("bytes:{head}")), [copy.clone(), whole.clone()]);
    assert!(paths(&format!("bytes:{head} -bytes:{head}")).is_empty());
    assert_eq!(paths(&format!("\"same-as\" | same-as:\"{whole}\"")), [copy]);
    // A member equals the one in the copy, which is an archive, too.
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
fn index_is_reused_and_rebuilt_when_damaged() {
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
    // An index of a newer version is left unchanged.
    let newer = rusqlite::Connection::open(&file).unwrap();
    newer.pragma_update(None, "user_version", 1000).unwrap();
    drop(newer);
    let before = std::fs::read(&file).unwrap();
    let (index, why) = Index::open_or_in_memory(Some(cache.path())).unwrap();
    assert!(!index.is_kept() && why.unwrap().to_string().contains("newer version"));
    update(&index, &root);
    assert_eq!(find(&index, &root, "").len(), count);
    assert_eq!(std::fs::read(&file).unwrap(), before);
    // A damaged index is rebuilt.
    std::fs::write(&file, b"This was an index, and now it is a text.".repeat(100)).unwrap();
    let (index, why) = Index::open_or_in_memory(Some(cache.path())).unwrap();
    assert!(index.is_kept() && why.unwrap().to_string().contains("damaged; it is rebuilt"));
    assert_eq!(update(&index, &root).unchanged, 0);
    // The damaged file is kept, and a new one is used afterwards.
    assert!(std::fs::read(&file).unwrap().starts_with(b"This was an index"));
    drop(index);
    let (index, why) = Index::open_or_in_memory(Some(cache.path())).unwrap();
    assert!(why.is_none() && update(&index, &root).unchanged == 1);
    // If a file exists at the folder's path, nothing can be written.
    let (index, why) = Index::open_or_in_memory(Some(&file.join("folder"))).unwrap();
    assert!(!index.is_kept() && why.is_some());
}

#[test]
fn two_windows_write_concurrently() {
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
fn member_paths_begin_with_the_path_of_their_file() {
    let (_folder, root) = copied(&["rider.big"]);
    let library = Library::new();
    library.open(&format!("{root}/./rider.big"), None).unwrap();
    let index = Index::in_memory().unwrap();
    index.update(&library, &Root::new(&root), 1, &Silent).unwrap();
    let inside = find(&index, &root, "kind:file path:rider.big//");
    assert!(!inside.is_empty() && inside.iter().all(|hit| !hit.path.contains("/./")), "{inside:?}");
}

#[test]
fn cancelled_search_returns_nothing() {
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
fn searches_do_not_wait_for_writers() {
    let (_folder, root) = copied(&["plaza_l.psx"]);
    let cache = tempfile::tempdir().unwrap();
    update(&Index::open(cache.path()).unwrap(), &root);
    let writer = rusqlite::Connection::open(cache.path().join("index.sqlite")).unwrap();
    writer.execute_batch("BEGIN IMMEDIATE").unwrap();
    let index = Index::open(cache.path()).unwrap();
    assert!(!find(&index, &root, "kind:texture").is_empty());
}

#[test]
fn single_file_root_is_reread_when_a_companion_changes() {
    let (folder, root) = copied(&["plaza.psx"]);
    let file = format!("{root}/plaza.psx");
    let index = Index::in_memory().unwrap();
    update(&index, &file);
    assert_eq!(update(&index, &file).unchanged, 1);
    std::fs::write(folder.path().join("plaza.bin"), b"new").unwrap();
    assert_eq!(update(&index, &file).unchanged, 0);
    // The folder sees the same state.
    assert_eq!(update(&index, &root).unchanged, 1);
}

#[cfg(unix)]
#[test]
fn special_files_are_not_read_endlessly() {
    let (folder, root) = copied(&["plaza_l.psx"]);
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("zero")).unwrap();
    let index = Index::in_memory().unwrap();
    update(&index, &root);
    let found = find(&index, &root, "problem:error kind:file");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].path.ends_with("/zero"));
}

/// Number of bytes at the beginning of an index that are left intact, so that it opens.
const WHOLE: usize = 40 * 4096;

/// Overwrites all pages of an index but the first ones.
fn damage(folder: &Path, name: &str) {
    let file = folder.join(name);
    // Writes the contents of the journal to the file first.
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
fn damage_found_by_a_search_is_reported_once_and_repaired() {
    let (_folder, root) = copied(&["plaza.psx", "plaza_l.psx", "voices.tpa", "rider.big"]);
    let cache = tempfile::tempdir().unwrap();
    let index = Index::open(cache.path()).unwrap();
    update(&index, &root);
    let count = asked(&index, &root).unwrap();
    assert!(count > 0);
    drop(index);
    damage(cache.path(), "index.sqlite");
    // Two windows; the first page of the file is intact, so that it opens.
    let windows = [(); 2].map(|()| Index::open(cache.path()).unwrap());
    for window in &windows {
        let reported = asked(window, &root).unwrap_err();
        assert!(reported.contains("damaged; it is rebuilt"), "{reported}");
        // The second window finds what the first one has read in the meantime.
        let is_first = std::ptr::eq(window, &windows[0]);
        assert_eq!(asked(window, &root), Ok(if is_first { 0 } else { count }));
        update(window, &root);
        assert_eq!(asked(window, &root), Ok(count));
    }
    // Both changed to the same new file.
    let files = std::fs::read_dir(cache.path()).unwrap().flatten();
    let files = files.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut files: Vec<_> = files.filter(|name| name.ends_with(".sqlite")).collect();
    files.sort();
    assert_eq!(files, ["index.1.sqlite", "index.sqlite"]);
    // A second damage drops the oldest file.
    drop(windows);
    damage(cache.path(), "index.1.sqlite");
    let index = Index::open(cache.path()).unwrap();
    assert!(asked(&index, &root).is_err());
    assert!(!cache.path().join("index.sqlite").exists());
}

#[test]
fn damage_found_while_writing_is_reported_and_everything_reread() {
    struct Reported(std::sync::atomic::AtomicBool);
    impl Watch for Reported {
        fn rebuilding(&self, why: &gouraud::index::IndexError) {
            assert!(why.to_string().contains("rebuilt"));
            self.0.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    }
    let (folder, root) = copied(&["plaza.psx", "plaza_l.psx", "voices.tpa", "rider.big"]);
    let cache = tempfile::tempdir().unwrap();
    update(&Index::open(cache.path()).unwrap(), &root);
    damage(cache.path(), "index.sqlite");
    let index = Index::open(cache.path()).unwrap();
    let reported = Reported(false.into());
    std::fs::remove_file(folder.path().join("rider.big")).unwrap();
    let updated = index.update(&Library::new(), &Root::new(&root), 2, &reported).unwrap();
    assert!(reported.0.into_inner());
    assert_eq!((updated.files, updated.unchanged), (3, 0));
    assert!(asked(&index, &root).unwrap() > 0);
    // Clearing a damaged index is not an error.
    drop(index);
    damage(cache.path(), "index.1.sqlite");
    let index = Index::open(cache.path()).unwrap();
    index.clear().unwrap();
    assert_eq!(asked(&index, &root), Ok(0));
}

#[test]
fn failing_thumbnails_affect_nothing_else() {
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
fn read_only_index_can_be_searched() {
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
        "no other file was created"
    );
    assert!(Index::open_frozen(folder.path()).is_err(), "a missing index stays missing");
}

#[test]
fn duplicates_are_listed_in_groups() {
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
    let groups = index.search(Vec::new()).unwrap().similar(Likeness::Equal, 1000).unwrap();
    assert!(groups.len() > 30, "the files and each texture: {}", groups.len());
    for group in &groups {
        let paths: std::collections::BTreeSet<&str> =
            group.iter().map(|hit| hit.path.as_str()).collect();
        assert_eq!(paths.len(), 2, "{group:?}");
        assert!(group.iter().all(|hit| hit.crc == group[0].crc && hit.kind == group[0].kind));
    }
    assert!(groups.iter().any(|group| group[0].kind == Kind::File));
}

#[test]
fn keeps_files_below_a_folder_that_cannot_be_listed() {
    let paths = |all: &[&str]| all.iter().map(|path| (*path).to_owned()).collect::<Vec<_>>();
    let known = paths(&["/a/kept", "/a/gone", "/a/shut/x", "/a/shut/deep/x", "/a/shut.txt"]);
    let listed = paths(&["/a/kept"]);
    let without = |closed: &[&str]| removed_files(known.iter(), &listed, &paths(closed)).len();
    assert_eq!(
        removed_files(known.iter(), &listed, &paths(&["/a/shut"])),
        ["/a/gone", "/a/shut.txt"]
    );
    assert_eq!((without(&["/a"]), without(&[])), (0, 4));
}

#[test]
fn a_file_with_an_older_time_is_read_again() {
    let (folder, root) = copied(&["skater.psx"]);
    let index = Index::in_memory().unwrap();
    update(&index, &root);
    let file = folder.path().join("skater.psx");
    let library = Library::new();
    let before = library.open(&file.to_string_lossy(), None).unwrap();
    // Another program changes the file after the clock was set back.
    let mut bytes = std::fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    let past = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1);
    std::fs::File::options().write(true).open(&file).unwrap().set_modified(past).unwrap();
    let after = library.open(&file.to_string_lossy(), None).unwrap();
    assert_ne!(before.stored.crc32(), after.stored.crc32());
    let hits = |index: &Index| find(index, &root, "kind:file").len();
    assert_eq!(update(&index, &root).read, 1);
    assert_eq!(hits(&index), 1);
}
