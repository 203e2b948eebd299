//! Adding and removing list elements: counts, offsets and indices follow, and elements that others use
//! cannot be removed.

use gouraud::bytes::cp1252;
use gouraud::edit::asset::AssetFile;
use gouraud::edit::{EditError, EditOp, apply};
use gouraud::formats::neversoft::hash::model_name;
use gouraud::formats::neversoft::psx::chunk::{Body, Cell, Chunk, tag};
use gouraud::formats::neversoft::psx::{self, records};
use gouraud::formats::neversoft::trg::{Position, Trg};
use gouraud::formats::ssx::mpf;
use gouraud::formats::trespasser::groff::{self, Level};
use gouraud::formats::trespasser::name_hash;
use gouraud::formats::trespasser::tpa::{BankFile, CollisionEntry};
use gouraud::formats::{Document, Records, ff7, totem};
use gouraud::scene::{CodingUse, PaletteUse, Picture, Recording, Replacement, Samples};
use gouraud_testing::build::{groff as build, tpa, trg};

use super::replacing::{library, open, picture, scene};
use super::{set, shown};

fn copy(document: &Document, paths: &[&str]) -> Result<Document, EditError> {
    let copy = paths.iter().map(|path| (*path).to_owned()).collect();
    let orders = [EditOp::Copy { copy }];
    apply(document, &orders)
}

fn remove(document: &Document, paths: &[&str]) -> Result<Document, EditError> {
    let remove = paths.iter().map(|path| (*path).to_owned()).collect();
    let orders = [EditOp::Remove { remove }];
    apply(document, &orders)
}

fn add(
    document: &Document,
    list: &str,
    name: &str,
    new: Option<Replacement>,
) -> Result<Document, EditError> {
    let with = new.map(|new| AssetFile::content("new", new));
    apply(
        document,
        &[EditOp::Add {
            add: list.to_owned(),
            name: name.to_owned(),
            with,
            bump: None,
            coding: CodingUse::Keep,
        }],
    )
}

#[track_caller]
fn assert_refused(result: Result<Document, EditError>, part: &str) {
    let error = result.unwrap_err().to_string();
    assert!(error.contains(part), "{error}");
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

/// Three points and the terminator; the first and the last point link to the others.
fn nodes() -> Document {
    let at = |x| Position::new(x, 0, 0);
    let file = trg::file(vec![
        trg::point(at(1), [1, 2]),
        trg::point(at(2), []),
        trg::point(at(3), [0, 3]),
    ]);
    open::<Trg>("level_t.trg", file.write().unwrap())
}

#[test]
fn inserts_copied_node_before_terminator() {
    let document = nodes();
    let changed = copy(&document, &["nodes[0]"]).unwrap();
    let bytes = changed.source.bytes();
    assert_eq!(word(bytes, 8), 5, "nodes");
    // One more offset moves all nodes by 4; points of 2 links take 2 + 2 + 4 and 12 bytes.
    assert_eq!(word(bytes, 12), 12 + 5 * 4);
    assert_eq!(shown(&changed, "nodes[3].links[1]"), shown(&document, "nodes[0].links[1]"));
    assert_eq!(shown(&changed, "nodes[4].type"), shown(&document, "nodes[3].type"));
    // A link to the terminator still leads to it.
    assert_eq!(shown(&changed, "nodes[2].links[1]"), "4");
    let back = remove(&changed, &["nodes[3]"]).unwrap();
    assert_eq!(back.source.bytes(), document.source.bytes());
    assert_refused(copy(&document, &["nodes[3]"]), "is the terminator");
}

#[test]
fn links_follow_nodes_and_linked_node_cannot_be_removed() {
    let document = nodes();
    assert_refused(remove(&document, &["nodes[1]"]), "nodes[0] links to nodes[1]");
    assert_refused(remove(&document, &["nodes[3]"]), "is the terminator");
    // Together with the node that links to it, in any order, it can be removed.
    let alone = remove(&document, &["nodes[1]", "nodes[0]"]);
    assert_refused(alone, "nodes[2] links to nodes[0]");
    let cleared = set(&document, &["nodes[2].links[0]=3"]).unwrap();
    let changed = remove(&cleared, &["nodes[1]", "nodes[0]"]).unwrap();
    assert_eq!(word(changed.source.bytes(), 8), 2);
    assert_eq!(shown(&changed, "nodes[0].links[0]"), "1");
    assert_eq!(shown(&changed, "nodes[0].position.x"), shown(&document, "nodes[2].position.x"));
}

/// Two objects of the first model and one of the second; the second object is a child of the first.
fn level() -> psx::File {
    let mut file = library();
    file.models = vec![records::Model::default(), records::Model::default(), Default::default()];
    file.models.iter_mut().for_each(|model| model.lod = Some(records::Lod::NONE));
    let object = |model| records::Object { model, ..Default::default() };
    file.objects = vec![object(0), object(0), object(1)];
    file.colour_pointers = vec![Default::default(); 3];
    let cell = |objects: &[u32]| Cell { objects: objects.to_vec(), ..Cell::default() };
    let map = psx::chunk::BlockMap {
        bounds: [0, 0, 8192, 4096],
        nx: 2,
        nz: 1,
        cells: vec![cell(&[0, 2]), cell(&[1, 2])],
    };
    let library = file.library.as_mut().unwrap();
    library.model_names = vec![0xA0, 0xA1, 0xA2];
    library.chunks = vec![
        Chunk::new(tag::BLOCK_MAP, Body::BlockMap(map)),
        Chunk::new(tag::HIER, Body::Hier(vec![0, 0, 2, 0])),
    ];
    file
}

fn opened() -> Document {
    open::<psx::File>("level.psx", level().write().unwrap())
}

fn read(document: &Document) -> psx::File {
    let bytes = document.source.bytes().to_vec();
    let source = gouraud::bytes::Source::from_bytes("level.psx", bytes);
    gouraud::formats::Loaded::<psx::File>::open(&source).unwrap().0.records.clone()
}

fn cells(file: &psx::File) -> Vec<Vec<u32>> {
    let map = file.last_chunk(Chunk::block_map).unwrap();
    map.cells.iter().map(|cell| cell.objects.clone()).collect()
}

fn parents(file: &psx::File) -> Vec<u16> {
    let found = file.chunks().iter().find_map(|chunk| match &chunk.body {
        Body::Hier(parents) => Some(parents.clone()),
        _ => None,
    });
    found.unwrap()
}

#[test]
fn copied_object_keeps_cells_and_parent_of_original() {
    let document = opened();
    let changed = copy(&document, &["objects[1]", "objects[2]"]).unwrap();
    let file = read(&changed);
    assert_eq!(file.objects.len(), 5);
    assert_eq!(file.objects[3].model, 0);
    assert_eq!(cells(&file), [vec![0, 2, 4], vec![1, 2, 3, 4]]);
    assert_eq!(parents(&file), [0, 0, 2, 0, 4, 0], "a root is its own parent; padded");
    let back = remove(&changed, &["objects[4]", "objects[3]"]).unwrap();
    assert_eq!(back.source.bytes(), document.source.bytes());
}

/// An index past the end has no meaning; it must not come to refer to a new object.
#[test]
fn refuses_copy_that_makes_dangling_reference_valid() {
    let with = |change: &dyn Fn(&mut Body)| {
        let mut file = level();
        file.library.iter_mut().flat_map(|l| &mut l.chunks).for_each(|c| change(&mut c.body));
        open::<psx::File>("level.psx", file.write().unwrap())
    };
    let in_cell = with(&|body| {
        if let Body::BlockMap(map) = body {
            map.cells[1].objects.push(4);
        }
    });
    assert!(copy(&in_cell, &["objects[1]"]).is_ok(), "objects[4] does not exist yet");
    assert_refused(
        copy(&in_cell, &["objects[0..2]"]),
        "chunks[0].cells[1] refers to objects[4], which does not exist but would become valid with more objects",
    );
    let parent = with(&|body| {
        if let Body::Hier(parents) = body {
            parents[1] = 3;
        }
    });
    assert_refused(copy(&parent, &["objects[2]"]), "chunks[1].parents[1] refers to objects[3]");
}

/// Indices in a cell refer to the object list of the file, not to the cell's own list.
#[test]
fn cell_index_refers_to_object_list_of_file() {
    let document = opened();
    let changed = set(&document, &["chunks[0].cells[0].objects[0]=2"]).unwrap();
    assert_eq!(cells(&read(&changed)), [vec![2, 2], vec![1, 2]]);
    assert_refused(
        set(&document, &["chunks[0].cells[0].objects[0]=3"]),
        "chunks[0].cells[0].objects[0]: objects[3] does not exist; the list has 3 elements",
    );
}

#[test]
fn references_follow_removed_object() {
    let document = opened();
    let file = read(&remove(&document, &["objects[1]"]).unwrap());
    assert_eq!((file.objects.len(), file.objects[1].model), (2, 1));
    assert_eq!(cells(&file), [vec![0, 1], vec![1]]);
    assert_eq!(parents(&file), [0, 1]);
    assert_refused(remove(&document, &["objects[0]"]), "objects[1] is a child of objects[0]");
    let all = read(&remove(&document, &["objects[0..2]"]).unwrap());
    assert_eq!(all.objects.len(), 1);
}

#[test]
fn removes_only_unused_models() {
    let document = opened();
    assert_refused(remove(&document, &["models[1]"]), "objects[2] uses models[1]");
    let file = read(&remove(&document, &["models[2]"]).unwrap());
    assert_eq!(file.models.len(), 2);
    assert_eq!(file.library.as_ref().unwrap().model_names, [0xA0, 0xA1]);
    let without = remove(&document, &["objects[0..2]"]).unwrap();
    let file = read(&remove(&without, &["models[0]"]).unwrap());
    assert_eq!((file.models.len(), file.objects[0].model), (2, 0));
    assert_refused(copy(&document, &["models[0]"]), "unique name hashes");
}

#[test]
fn adds_texture_from_picture_and_removes_it_with_palette() {
    let document = open::<psx::File>("wall_l.psx", library().write().unwrap());
    let texels = [[255, 0, 0, 255], [0, 0, 0, 0], [0, 255, 0, 255], [8, 8, 8, 255]];
    let texels: Vec<[u8; 4]> = (0..24).map(|at| texels[at % 4]).collect();
    let new = Picture {
        width: 6,
        height: 4,
        texels: texels.clone(),
        palette: PaletteUse::Keep,
        shown_in: None,
    };
    let changed = add(&document, "textures", "Graffiti", Some(Replacement::Picture(new.clone())));
    let changed = changed.unwrap();
    let file = read(&changed);
    let library = file.library.as_ref().unwrap();
    assert_eq!((library.textures.len(), library.palettes16.len()), (5, 2));
    assert_eq!(library.texture_names[4], model_name(b"Graffiti"));
    assert_eq!((library.textures[4].name, library.textures[4].colours), (4, 16));
    let shown = picture(&changed, 4);
    for (now, wanted) in shown.texels.iter().zip(&texels) {
        assert_eq!(now[3], wanted[3]);
        assert!(wanted[3] == 0 || now[..3].iter().zip(wanted).all(|(a, b)| a.abs_diff(*b) < 5));
    }
    for index in 0..3 {
        assert_eq!(picture(&changed, index), picture(&document, index));
    }
    let again = add(&changed, "textures", "Graffiti", Some(Replacement::Picture(new)));
    assert_refused(again, "is already the name of textures[4]");
    let back = read(&remove(&changed, &["textures[4]"]).unwrap());
    let library = back.library.as_ref().unwrap();
    assert_eq!((library.textures.len(), library.palettes16.len()), (4, 1));
    assert_eq!(
        library.texture_names.len(),
        5,
        "faces refer to names by index, so the names are kept"
    );
    assert_refused(add(&document, "textures", "x", None), "from a PNG");
    assert_refused(add(&document, "models", "x", None), "can be neither added nor removed");
}

fn bank() -> Document {
    let tone = |n: i16| tpa::pcm16(22050, 1, &[n; 400]);
    let voice = tpa::with_captions(tone(1), &[(400, "Hello"), (600, "again")]);
    let ids = [("ONE", 0), ("TWO", 1), ("ALIAS", 1), ("THREE", 2)];
    let ids = ids.map(|(name, sound)| tpa::id(name_hash(name), sound));
    let hit = CollisionEntry {
        material_a: 1,
        material_b: 2,
        flags: 1,
        hit_1: name_hash("THREE"),
        ..Default::default()
    };
    let bank = tpa::bank(ids.to_vec(), vec![voice, tone(2), tone(3)], vec![hit]);
    open::<BankFile>("voices.tpa", bank.write().unwrap())
}

#[test]
fn adds_recording_under_hash_of_its_name() {
    let document = bank();
    let samples = Samples::I16((0..500).collect());
    let recording =
        Recording { channels: 1, rate: 11025, samples: samples.clone(), coding: CodingUse::Keep };
    let new = Some(Replacement::Recording(recording));
    let changed = add(&document, "sounds", r"VO\New", new.clone()).unwrap();
    let bytes = changed.source.bytes();
    // Sounds, IDs; the table of IDs has 56 bytes for each.
    assert_eq!((word(bytes, 4), word(bytes, 0x14)), (4, 5));
    let id = 0x18 + 56 * 4;
    assert_eq!(word(bytes, id), name_hash("vo/new"));
    assert_eq!(word(bytes, id + 8), 36 + 1000, "header and samples");
    let sounds = scene(&changed).sounds;
    assert_eq!((sounds[3].rate, sounds[3].data.decode()), (11025, samples));
    let hits = |document: &Document| scene(document).collisions[0].hits.clone();
    assert_eq!(hits(&changed), hits(&document));
    assert_eq!(remove(&changed, &["sounds[3]"]).unwrap().source.bytes(), document.source.bytes());
    assert_refused(add(&document, "sounds", "Two", new.clone()), "is already the name of ids[1]");
    assert_refused(add(&document, "sounds", "", new), "needs a name");
    assert_refused(add(&document, "sounds", "x", None), "from a WAV or FLAC");
}

#[test]
fn encodes_added_recording_like_most_sounds_of_bank() {
    let wave: Vec<i16> = (0..6000).map(|at| ((at as f32 * 0.03).sin() * 9000.0) as i16).collect();
    let recording = |coding| Recording {
        channels: 1,
        rate: 11025,
        samples: Samples::I16(wave.clone()),
        coding,
    };
    let codec = |document: &Document| scene(document).sounds.iter().last().unwrap().codec;
    let new = |coding| Some(Replacement::Recording(recording(coding)));
    let document = bank();
    assert_eq!(codec(&add(&document, "sounds", "a", new(CodingUse::Keep)).unwrap()), "PCM");
    let packed = add(&document, "sounds", "a", new(CodingUse::Adpcm)).unwrap();
    assert_eq!(codec(&packed), "IMA ADPCM");
    assert_eq!(scene(&packed).sounds[3].expected_frames, 6000);

    let ids = ["ONE", "TWO", "THREE"].into_iter().enumerate();
    let ids = ids.map(|(sound, name)| tpa::id(name_hash(name), sound)).collect();
    let packed = || tpa::adpcm(11025, 1, &wave);
    let sounds = vec![tpa::pcm16(22050, 1, &[1; 400]), packed(), packed()];
    let bank = tpa::bank(ids, sounds, Vec::new()).write().unwrap();
    let mostly_packed = open::<BankFile>("voices.tpa", bank);
    let changed = add(&mostly_packed, "sounds", "a", new(CodingUse::Keep)).unwrap();
    assert_eq!(codec(&changed), "IMA ADPCM");
    let (now, was) = (scene(&changed), scene(&mostly_packed));
    assert_eq!(
        now.sounds[3].stored_bytes, was.sounds[2].stored_bytes,
        "same block size as the other sounds"
    );
    let plain = add(&mostly_packed, "sounds", "a", new(CodingUse::Pcm)).unwrap();
    assert_eq!(scene(&plain).sounds[3].data.decode(), Samples::I16(wave.clone()));
}

#[test]
fn removes_sound_with_its_ids_unless_collision_uses_it() {
    let document = bank();
    let changed = remove(&document, &["sounds[1]"]).unwrap();
    let bytes = changed.source.bytes();
    assert_eq!((word(bytes, 4), word(bytes, 0x14)), (2, 2));
    assert_eq!(word(bytes, 0x18 + 56), name_hash("THREE"));
    assert_eq!(scene(&changed).sounds[1].data.decode(), Samples::I16(vec![3; 400]));
    assert_refused(remove(&document, &["sounds[2]"]), "ids[3] is used by collisions[0].hit_1");
    let quiet = remove(&document, &["collisions[0]"]).unwrap();
    assert_eq!(
        u64::from(word(quiet.source.bytes(), 0x10)),
        quiet.source.len(),
        "without a table: the end"
    );
    assert!(remove(&quiet, &["sounds[2]"]).is_ok());
    // An alias can be removed alone, the last name of a sound cannot.
    let fewer = remove(&document, &["ids[1]"]).unwrap();
    assert_eq!(word(fewer.source.bytes(), 0x14), 3);
    assert_refused(remove(&fewer, &["ids[1]"]), "is the last name of sounds[1]");
}

#[test]
fn copied_sound_gets_free_id_until_named() {
    let document = bank();
    let changed = copy(&document, &["sounds[0]"]).unwrap();
    let id = |document: &Document, at: usize| word(document.source.bytes(), 0x18 + 56 * at);
    assert_eq!(id(&changed, 4), name_hash("ONE") + 1);
    let named = set(&changed, &["ids[4].id=Four"]).unwrap();
    assert_eq!(id(&named, 4), name_hash("four"), "a name is stored as its hash");
    assert_eq!(scene(&named).sounds[3].captions.len(), 2);
    let more = copy(&document, &["collisions[0]"]).unwrap();
    assert_eq!(word(more.source.bytes(), 0xC), 2);
}

#[test]
fn adds_and_removes_captions_with_their_block() {
    let document = bank();
    let list = "sounds[1].captions.sections";
    let changed = add(&document, list, "Well?\nYes", None).unwrap();
    let first = word(changed.source.bytes(), 0x18 + 56 + 4) as usize;
    let sound = &changed.source.bytes()[first..];
    // Captions at 0x24: 4 + (4 + 10) + 4 bytes follow their length; the samples come after them.
    assert_eq!((word(sound, 0x20), word(sound, 8)), (0x24, 0x24 + 4 + 22));
    assert_eq!((word(sound, 0x24), word(sound, 0x28), word(sound, 0x2C)), (22, 1, 1));
    assert_eq!(&sound[0x30..0x3A], cp1252::encode("Well?\rYes\0"));
    assert_eq!(scene(&changed).sounds[1].data.decode(), Samples::I16(vec![2; 400]));
    let back = remove(&changed, &["sounds[1].captions.sections[0]"]).unwrap();
    assert_eq!(back.source.bytes(), document.source.bytes());
    let twice = copy(&document, &["sounds[0].captions.sections[1]"]).unwrap();
    let texts = |document: &Document| -> Vec<String> {
        scene(document).sounds[0].captions.iter().map(|caption| caption.text.clone()).collect()
    };
    assert_eq!(texts(&twice), ["Hello", "again", "again"]);
    let none = remove(&document, &["sounds[0].captions.sections[*]"]).unwrap();
    assert!(texts(&none).is_empty());
    assert_eq!(word(none.source.bytes(), 0x18 + 0x14 + 0x20), 0, "no captions are declared");
}

#[test]
fn fallback_sound_cannot_be_removed() {
    let tone = |n: i16| tpa::pcm16(22050, 1, &[n; 40]);
    let ids = vec![tpa::id(name_hash("MISSING"), 0), tpa::id(name_hash("ONE"), 1)];
    let bank = tpa::bank(ids, vec![tone(1), tone(2)], Vec::new()).write().unwrap();
    let document = open::<BankFile>("voices.tpa", bank);
    let why =
        "ids[0] is MISSING, which the game plays instead of missing sounds, and cannot be removed";
    assert_refused(remove(&document, &["sounds[0]"]), why);
    assert_refused(remove(&document, &["sounds[*]"]), why);
    let named_twice = copy(&document, &["ids[0]"]).unwrap();
    assert_refused(remove(&named_twice, &["ids[0]"]), why);
    assert!(remove(&named_twice, &["ids[2]"]).is_ok());
    assert!(remove(&document, &["sounds[1]"]).is_ok());
}

#[test]
fn reports_duplicate_instance_name() {
    let document = island();
    let path = |name: &usize| format!("names[{name}].text");
    let is_it = |name: &usize| shown(&document, &path(name)).contains("Tree-00");
    let known = (0..).take_while(|name| document.tree.find(&path(name)).is_ok());
    let name = known.filter(is_it).last().unwrap();
    let changed = set(&document, &[&format!("{}=Tree-01", path(&name))]).unwrap();
    let messages: Vec<String> =
        changed.problems.iter().map(|problem| problem.to_string()).collect();
    assert!(messages.iter().any(|message| message.contains("has the same name")), "{messages:?}");
}

fn island() -> Document {
    let mut level = build::Level::default();
    let model = level.model("Tree-00", build::Model::Polygons(build::Polygons::default()));
    let shown = level.values("Hut", vec![("Mesh", build::Property::text("Rock"))]);
    for (name, group) in [("Tree-00", 0), ("Tree-01", 0), ("Rock", 0), ("Hut", shown), ("Log", 0)] {
        level.instance(name, model, build::InstanceTransform::at(1.0, 2.0, 3.0), group);
    }
    open::<groff::File<Level>>("island.grf", level.finish().write().unwrap())
}

fn names(document: &Document) -> Vec<String> {
    scene(document).nodes.iter().map(|node| node.name.clone()).collect()
}

#[test]
fn copied_instance_gets_next_number_and_name() {
    let document = island();
    let changed = copy(&document, &["sections[1].instances[0]", "sections[1].instances[4]"]);
    let changed = changed.unwrap();
    let (old, new) = (document.source.len(), changed.source.len());
    // Each: 44 bytes in the region, and a name of 12 bytes, its text and a NUL.
    assert_eq!(new, old + 2 * (44 + 12) + "Tree-02\0".len() as u64 + "Log-01\0".len() as u64);
    let all = names(&changed);
    assert!(all.iter().any(|name| name.starts_with("Tree-02")), "{all:?}");
    assert!(all.iter().any(|name| name.starts_with("Log-01")), "{all:?}");
    let problems = |document: &Document| document.problems.iter().count();
    assert_eq!(problems(&changed), problems(&document));
    let back = remove(&changed, &["sections[1].instances[5..7]"]).unwrap();
    assert_eq!(back.source.bytes(), document.source.bytes());
}

#[test]
fn used_instance_cannot_be_removed() {
    let document = island();
    assert_refused(
        remove(&document, &["sections[1].instances[0]"]),
        "sections[1].instances[1] (Tree-01) is a copy of Tree-00",
    );
    assert_refused(remove(&document, &["sections[1].instances[2]"]), "names Rock");
    assert!(remove(&document, &["sections[1].instances[0..2]"]).is_ok());
    assert!(remove(&document, &["sections[0]"]).is_err());
}

#[test]
fn removes_instance_with_its_unshared_values() {
    let mut level = build::Level::default();
    let model = level.model("Hut", build::Model::Polygons(build::Polygons::default()));
    let text = build::Property::text;
    let own = level.values("own", vec![("Mesh", text("Rock")), ("Class", text("A"))]);
    let both = level.values("both", vec![("Class", text("B"))]);
    for (name, group) in [("Rock", 0), ("Hut", own), ("Log", both), ("Bough", both)] {
        level.instance(name, model, build::InstanceTransform::at(1.0, 2.0, 3.0), group);
    }
    let document = open::<groff::File<Level>>("x.grf", level.finish().write().unwrap());
    let values = |document: &Document| document.counts.get("values").unwrap();
    let section =
        (0..).find(|at| document.tree.find(&format!("sections[{at}].strings[0]")).is_ok());
    let strings = format!("sections[{}].strings", section.unwrap());
    let count = |document: &Document| {
        document.tree.find(&strings).map_or(0, |id| document.tree.child_count(&id))
    };
    // Two groups and three values, called own, Mesh, Class and both.
    assert_eq!((values(&document), count(&document)), (5, 4));
    let changed = remove(&document, &["sections[1].instances[1]"]).unwrap();
    assert_eq!((values(&changed), count(&changed)), (2, 2));
    // The instance that it named can be removed now.
    assert_refused(remove(&document, &["sections[1].instances[0]"]), "names Rock");
    assert!(remove(&changed, &["sections[1].instances[0]"]).is_ok());
    // The shared group is removed with the second instance.
    let one = remove(&changed, &["sections[1].instances[1]"]).unwrap();
    assert_eq!(values(&one), 2);
    let none = remove(&one, &["sections[1].instances[1]"]).unwrap();
    assert_eq!((values(&none), count(&none)), (0, 0));
    // A copy has the group of its original.
    let copied = copy(&document, &["sections[1].instances[1]"]).unwrap();
    let back = remove(&copied, &["sections[1].instances[4]"]).unwrap();
    assert_eq!(back.source.bytes(), document.source.bytes());
}

#[test]
fn refuses_fields_that_are_no_editable_list() {
    let document = nodes();
    assert_refused(remove(&document, &["offsets"]), "can be neither added nor removed");
    assert_refused(add(&document, "nodes", "x", None), "nodes can only be copied");
    let tim = gouraud_testing::build::tim::indexed(
        gouraud::formats::ps1::vram::Depth::Four,
        (0, 0),
        4,
        &[1; 16],
        (0, 480),
        &[vec![1; 16]],
    );
    let tim = open::<gouraud::formats::ps1::tim::Tim>("a.tim", tim.unwrap().write().unwrap());
    assert_refused(copy(&tim, &["flags"]), "elements of this format cannot be added or removed");
}

/// Opens a file of the format documents.
fn fixture<T: Records>(path: &str) -> Document {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/");
    let name = path.rsplit('/').next().unwrap();
    open::<T>(name, std::fs::read(format!("{folder}{path}")).unwrap())
}

fn count(document: &Document, list: &str) -> usize {
    document.tree.find(list).map_or(0, |id| document.tree.child_count(&id))
}

/// Asserts that copying the first element of a list makes the file longer by `more`, and that removing
/// the copy gives the old bytes.
#[track_caller]
fn assert_copied_and_back(document: &Document, list: &str, more: u64) -> Document {
    let len = count(document, list);
    assert!(len > 0, "{list}");
    let changed = copy(document, &[&format!("{list}[0]")]).unwrap();
    assert_eq!(count(&changed, list), len + 1, "{list}");
    assert_eq!(changed.source.len(), document.source.len() + more, "{list}");
    let new = changed.problems.iter().map(|problem| problem.to_string()).collect::<Vec<_>>();
    assert_eq!(new.len(), document.problems.iter().count(), "{list}: {new:?}");
    let back = remove(&changed, &[&format!("{list}[{len}]")]).unwrap();
    assert!(back.source.bytes() == document.source.bytes(), "{list}");
    changed
}

#[test]
fn copies_and_removes_ssx_models_materials_and_groups() {
    let document = fixture::<mpf::File>("ssx/synthetic_quad.mpf");
    let bytes = |document: &Document, path: &str| {
        let span = document.tree.span(path).unwrap();
        document.source.window(span.start, span.len).to_vec()
    };
    let changed = assert_copied_and_back(&document, "models[0].materials", 32);
    let [old, new] = [0, 1].map(|at| bytes(&changed, &format!("models[0].materials[{at}]")));
    assert_eq!(old, new);
    // The mesh uses the first one, and the second is unused.
    assert_refused(
        remove(&changed, &["models[0].materials[0]"]),
        "models[0].groups[0] uses materials[0]",
    );
    // A copy duplicates all of the model: a header, and its data up to a whole quadword.
    let changed = copy(&document, &["models[0]"]).unwrap();
    assert_eq!(count(&changed, "models"), 2);
    assert_eq!(changed.counts.get("faces"), document.counts.get("faces").map(|faces| 2 * faces));
    let [old, new] = [0, 1].map(|at| bytes(&changed, &format!("models[{at}].groups[0]")));
    assert_eq!(old, new);
    let back = remove(&changed, &["models[1]"]).unwrap();
    assert!(back.source.bytes() == document.source.bytes());
    // A copy of a group draws the same faces, with separate lists of weights.
    let changed = copy(&document, &["models[0].groups[0]"]).unwrap();
    assert_eq!(changed.counts.get("faces"), document.counts.get("faces").map(|faces| 2 * faces));
    let lists = |document: &Document| count(document, "models[0].references");
    assert_eq!(lists(&changed), 2 * lists(&document));
    let back = remove(&changed, &["models[0].groups[1]"]).unwrap();
    assert!(back.source.bytes() == document.source.bytes());
}

#[test]
fn model_with_referenced_bones_cannot_be_removed() {
    let document = fixture::<mpf::File>("ssx/synthetic_quad.mpf");
    let two = copy(&document, &["models[0]"]).unwrap();
    // Two models have the number of the file: one may be removed.
    assert!(remove(&two, &["models[0]"]).is_ok());
    let mut file = gouraud_testing::records::of::<mpf::File>(&two.source).unwrap();
    let own = file.models[0].file_id;
    file.models[1].file_id = own + 1;
    let other = open::<mpf::File>("two.mpf", mpf::File::write(&file).unwrap());
    assert_refused(remove(&other, &["models[0]"]), "refers to the bones of models[0]");
    assert!(remove(&other, &["models[1]"]).is_ok());
}

#[test]
fn copies_and_removes_totem_strips_materials_and_shapes() {
    for name in ["box_0.ngc.TMESH", "box_0.flag4.ngc.TMESH", "box_0.ps2.TMESH"] {
        let document = fixture::<totem::mesh::Mesh>(&format!("totem/{name}"));
        assert_copied_and_back(&document, "materials", 4);
        for (shape, size) in [("spheres", 16), ("cuboids", 80), ("cylinders", 36)] {
            if count(&document, shape) > 0 {
                assert_copied_and_back(&document, shape, size);
            }
        }
        let strips = copy(&document, &["strips[0]"]).unwrap();
        let last = format!("strips[{}]", count(&document, "strips"));
        let len = |path: &str| document.tree.span(path).unwrap().len;
        // The data stored once per strip and its position in the order of strips are copied too.
        let more = ["strips[0]", "strip_data[0]", "strip_groups[0]", "strip_order[0]"];
        let more = more.iter().filter(|path| document.tree.find(path).is_ok());
        let more: u64 = more.map(|path| len(path)).sum();
        assert_eq!(strips.source.len() - document.source.len(), more, "{name}");
        let triangles = |document: &Document| document.counts.get("triangles").unwrap();
        assert!(triangles(&strips) > triangles(&document));
        let back = remove(&strips, &[&last]).unwrap();
        assert!(back.source.bytes() == document.source.bytes(), "{name}");
        assert_refused(remove(&document, &["materials[*]"]), "uses materials[");
    }
}

#[test]
fn removes_only_unreferenced_files_of_totem_archive() {
    let document = fixture::<totem::archive::ArchiveHalf>("totem-level/level.DGC");
    let files = |document: &Document| count(document, "blocks[0].files");
    let all = files(&document);
    let copied = copy(&document, &["blocks[0].files[0]"]).unwrap();
    // Blocks keep their size: their padding shrinks.
    assert_eq!((files(&copied), copied.source.len()), (all + 1, document.source.len()));
    let back = remove(&copied, &[&format!("blocks[0].files[{all}]")]).unwrap();
    assert!(back.source.bytes() == document.source.bytes());
    let removed = |at: usize| remove(&document, &[&format!("blocks[0].files[{at}]")]);
    let refused: Vec<String> =
        (0..all).filter_map(|at| Some(removed(at).err()?.to_string())).collect();
    assert!((1..all).contains(&refused.len()), "{refused:?}");
    assert!(refused.iter().all(|error| error.contains(" refers to the file ")), "{refused:?}");
}

#[test]
fn copies_and_removes_ff7_polygons_vertices_and_parts() {
    let stage = fixture::<ff7::stage::Stage>("ff7/stage_min.bin");
    let last = count(&stage, "sections") - 1;
    let is_part = |at: &usize| stage.tree.find(&format!("sections[{at}].vertices")).is_ok();
    let part = (0..last).rfind(is_part).unwrap();
    let len = |path: String| stage.tree.span(&path).unwrap().len;
    let changed = copy(&stage, &[&format!("sections[{part}]")]).unwrap();
    // An offset, and the part, before the picture.
    let more = 4 + len(format!("sections[{part}]"));
    assert_eq!(changed.source.len(), stage.source.len() + more);
    assert!(changed.tree.find(&format!("sections[{}].image", last + 1)).is_ok());
    assert_refused(
        remove(&stage, &[&format!("sections[{last}]")]),
        "its index makes it the picture",
    );
    assert_refused(remove(&stage, &["sections[1]"]), "its index makes it the ground");
    // Removes a part that is neither ground nor sky.
    let at = last;
    if at >= 5 {
        let back = remove(&changed, &[&format!("sections[{at}]")]).unwrap();
        assert!(back.source.bytes() == stage.source.bytes());
    }
    let enemy = fixture::<ff7::battle::Battle>("ff7/enemy_min.bin");
    assert_refused(remove(&enemy, &["sections[2]"]), "its index determines its role");
    let mut met = 0;
    for (document, path) in
        [(&stage, format!("sections[{part}]")), (&enemy, "sections[0].meshes[0]".into())]
    {
        let vertex = format!("{path}.vertices");
        assert_copied_and_back(document, &vertex, 8);
        let lists = [("textured_triangles", 16), ("textured_quads", 20)];
        for (list, size) in
            lists.into_iter().chain([("coloured_triangles", 20), ("coloured_quads", 24)])
        {
            let list = format!("{path}.{list}");
            if count(document, &list) > 0 {
                assert_copied_and_back(document, &list, size);
                met += 1;
            }
        }
        assert_refused(remove(document, &[&format!("{vertex}[*]")]), "uses these vertices");
    }
    assert!(met >= 2);
}

#[test]
fn adds_16_bit_texture_to_version_6() {
    let mut file = library();
    file.version = psx::records::Version::V6;
    let data: Vec<u8> = vec![0; 2 * 64 + 8];
    let texture = records::Texture {
        colours: 65536,
        width: 8,
        height: 8,
        pixels: records::Pixels::Direct { extra: Vec::new(), format: 0x0101, data: data.into() },
        ..records::Texture::default()
    };
    let library = file.library.as_mut().unwrap();
    (library.palettes16, library.palettes256) = (Vec::new(), Vec::new());
    library.textures = vec![texture];
    let document = open::<psx::File>("six_l.psx", file.write().unwrap());
    let colours = [[255, 0, 0, 255], [0, 0, 255, 255], [0, 255, 0, 255], [0, 0, 0, 0]];
    let four = Picture {
        width: 2,
        height: 2,
        texels: colours.to_vec(),
        palette: PaletteUse::Keep,
        shown_in: None,
    };
    let four = Replacement::Picture(four);
    let changed = add(&document, "textures", "Wall", Some(four)).unwrap();
    let new = gouraud_testing::records::of::<psx::File>(&changed.source).unwrap();
    let new = new.library.unwrap().textures.pop().unwrap();
    // A hole needs an alpha bit: 1555, twiddled: rows alternate within four texels.
    let records::Pixels::Direct { format, data, .. } = new.pixels else { panic!() };
    let words: Vec<u16> =
        data.as_chunks::<2>().0.iter().map(|two| u16::from_le_bytes(*two)).collect();
    assert_eq!(format, 0x0100);
    assert_eq!(words, [0xFC00, 0x83E0, 0x801F, 0, 0, 0, 0, 0]);
    assert_eq!((new.width, new.height, new.colours, new.palette), (2, 2, 65536, 0));
}
