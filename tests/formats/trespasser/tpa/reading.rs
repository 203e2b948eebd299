use gouraud::bytes::Source;
use gouraud::container::Context;
use gouraud::formats::{self, Document};
use gouraud::library::NameBook;
use gouraud::scene::{Element, Id, Samples, Scene, SceneIndex};

use super::fixture::{mini, open, open_cau, problems};

fn scene(document: &Document) -> Scene {
    let names = NameBook::built_in();
    names.add(0x5C67_97E6, r"TEST\Voice 01", "typed");
    let context = Context { names: &names, ..Context::ALONE };
    document.content.displayed().scene(context).unwrap().0
}

#[test]
fn writer_reproduces_bank_of_document() {
    let bytes = mini().write().unwrap();
    assert_eq!((bytes.len(), crc32fast::hash(&bytes)), (875, 38_133_031));
}

#[test]
fn recognises_bank_by_structure() {
    let source = Source::from_bytes("anything", mini().write().unwrap());
    let (format, probe) = formats::identify(&source).unwrap();
    assert_eq!(format.info().id, "trespasser.tpa");
    assert!(probe.reason.contains("4 sounds, 5 IDs"), "{}", probe.reason);
}

#[test]
fn valid_bank_has_no_problems_and_no_unread_bytes() {
    let document = open(&mini().write().unwrap());
    assert_eq!(problems(&document), [""; 0]);
    let coverage = document.tree.coverage();
    assert_eq!((coverage.unread, coverage.overlap), (0, 0));
    let counts: Vec<_> = document.counts.iter().collect();
    assert_eq!(counts, [("sounds", 4), ("captions", 3), ("members", 4), ("ids", 5)]);
}

#[test]
fn lists_each_sound_once_with_all_its_ids() {
    let scene = scene(&open(&mini().write().unwrap()));
    let names: Vec<&str> = scene.sounds.iter().map(|sound| sound.name.as_str()).collect();
    assert_eq!(names, ["MISSING", r"TEST\Voice 01", "EE3A2304", "AF46D9C2"]);
    let ids = |sound: usize| -> Vec<String> {
        scene.sounds[sound].ids.iter().map(|id| id.name.hex()).collect()
    };
    assert_eq!(ids(2), ["EE3A2304", "E16C6B94"]);
    assert_eq!(ids(1), ["5C6797E6"]);
    assert_eq!(scene.sounds[1].ids[0].name.known[0].from, "typed");
    assert_eq!(scene.sounds[0].volume_db(0), -18.0);
    assert_eq!(scene.sounds[2].ids[0].attenuation, 1.5);
}

#[test]
fn row_of_the_sounds_table_has_the_bytes_of_its_id() {
    let scene = scene(&open(&mini().write().unwrap()));
    let rows = scene.tables[0].rows.iter();
    let ids = scene.sounds.iter().flat_map(|sound| &sound.ids);
    assert!(rows.clone().all(|row| row.origin.span.len == 56));
    assert!(rows.map(|row| &row.origin).eq(ids.map(|id| &id.origin)));
    // The bytes still lead to the identifier, not to its row.
    let id = scene.sounds[2].ids[1].origin.span;
    let found = SceneIndex::new(&scene).at(&scene, id.source, id.start);
    assert_eq!(found[0], Element::SoundId { sound: Id::new(2), id: 1 });
}

#[test]
fn decodes_samples_of_document() {
    let scene = scene(&open(&mini().write().unwrap()));
    let decoded = |sound: usize| scene.sounds[sound].data.decode();
    assert_eq!(decoded(0), Samples::U8(vec![0x80, 0xFF, 0x80, 0x00, 0x80, 0xC0, 0x40, 0x80]));
    assert_eq!(decoded(1), Samples::I16(vec![0, 0, 1000, -1000, 32767, -32768, -5, 5]));
    let Samples::I16(mono) = decoded(2) else { panic!("16 bits") };
    assert_eq!((mono.len(), &mono[33..]), (40, &[77, 36, 54, -18, 32, -68, 24][..]));
    let Samples::I16(stereo) = decoded(3) else { panic!("16 bits") };
    assert_eq!((stereo.len(), &stereo[32..]), (34, &[1963, -413][..]));
}

#[test]
fn adpcm_sound_has_stored_frame_count() {
    let scene = scene(&open(&mini().write().unwrap()));
    let sound = &scene.sounds[2];
    assert_eq!((sound.frames, sound.expected_frames, sound.codec), (40, 42, "IMA ADPCM"));
    assert_eq!((sound.channels, sound.rate, sound.bits), (1, 22050, 16));
}

#[test]
fn times_captions_in_fifths_of_a_second() {
    let scene = scene(&open(&mini().write().unwrap()));
    let captions = &scene.sounds[1].captions;
    let times: Vec<_> = captions.iter().map(|c| (c.start_ms, c.end_ms, c.text.as_str())).collect();
    let expected = [(0, 1000, "First line"), (1000, 1600, ""), (1600, 3000, "Second\nline")];
    assert_eq!(times, expected);
}

#[test]
fn reads_materials_sounds_and_transfers_of_collisions() {
    let scene = scene(&open(&mini().write().unwrap()));
    let [impact, slide] = &scene.collisions[..] else { panic!("two collisions") };
    let materials = |of: &gouraud::scene::Collision| of.materials.clone().map(|m| m.to_string());
    assert_eq!(materials(impact), ["BULLET", "TERRAIN"]);
    assert_eq!((impact.hits.len(), impact.slide.is_none()), (1, true));
    assert_eq!(materials(slide), ["TERRAIN", "WATER"]);
    let sounds: Vec<_> = slide.hits.iter().chain(&slide.slide).map(|s| s.sound).collect();
    assert_eq!(sounds, [2, 3, 0].map(|sound| Some(Id::new(sound))));
    let transfer = &slide.slide.as_ref().unwrap().transfer;
    assert_eq!((transfer.volume_db(0.5), transfer.speed(0.5)), (-20.0, 1.0));
    assert!(!transfer.is_heard(0.25) && transfer.is_heard(0.26));
}

#[test]
fn maps_bytes_to_elements_and_back() {
    let document = open(&mini().write().unwrap());
    let scene = scene(&document);
    let index = SceneIndex::new(&scene);
    let at = |offset| index.at(&scene, document.source.id(), offset).first().copied();
    assert_eq!(at(0x18), Some(Element::SoundId { sound: Id::new(0), id: 0 }));
    assert_eq!(at(0xF8), Some(Element::SoundId { sound: Id::new(2), id: 1 }));
    assert_eq!(at(0x190), Some(Element::Caption { sound: Id::new(1), caption: 0 }));
    assert_eq!(at(0x1F0), Some(Element::Sound(Id::new(2))));
    assert_eq!(at(0x23B), Some(Element::Collision(Id::new(0))));
    for element in [
        Element::SoundId { sound: Id::new(2), id: 1 },
        Element::Caption { sound: Id::new(1), caption: 2 },
        Element::Sound(Id::new(3)),
        Element::Collision(Id::new(1)),
    ] {
        let origin = scene.origin(element).unwrap();
        let field = document.tree.find(&origin.path).unwrap();
        assert_eq!(document.tree.field(&field).unwrap().span, origin.span, "{}", origin.path);
    }
}

#[test]
fn opens_bank_members_as_separate_sounds() {
    let document = open(&mini().write().unwrap());
    let members = document.content.container().members().unwrap();
    let paths: Vec<&str> = members.list().iter().map(|member| member.path.as_str()).collect();
    let expected = ["000_F0A07BD9.cau", "001_5C6797E6.cau", "002_EE3A2304.cau", "003_AF46D9C2.cau"];
    assert_eq!(paths, expected);
    for (index, sound) in scene(&document).sounds.iter().enumerate() {
        let member = members.open(index).unwrap();
        let (format, _) = formats::identify(&member).unwrap();
        assert_eq!(format.info().id, "trespasser.cau");
        let alone = format.open(&member).unwrap();
        assert_eq!(problems(&alone), [""; 0]);
        let scene = alone.content.displayed().scene(Context::ALONE).unwrap().0;
        assert_eq!(scene.sounds[0].data.decode(), sound.data.decode());
        assert_eq!(scene.sounds[0].captions.len(), sound.captions.len());
    }
}

#[test]
fn names_single_sound_after_its_file() {
    let bytes = open(&mini().write().unwrap());
    let member = bytes.content.container().members().unwrap().open(1).unwrap();
    let document = open_cau(member.bytes());
    let sound = &document.content.displayed().scene(Context::ALONE).unwrap().0.sounds[0];
    assert_eq!((sound.name.as_str(), sound.id()), ("Voice 01", None));
    assert_eq!(document.content.write().as_deref(), Ok(member.bytes()));
}

#[test]
fn lists_fields_of_bank() {
    let document = open(&mini().write().unwrap());
    insta::assert_snapshot!(gouraud_testing::fields::text(&document.tree));
}
