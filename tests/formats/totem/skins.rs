use gouraud::bytes::Source;
use gouraud::formats::totem::{Platform, name_hash};
use gouraud::formats::{self, Records};
use gouraud::scene::{Id, Pose};

use super::fixture::{Folder, MESH, mesh, open, problems, sample, scene_among, skin};

#[test]
fn skin_round_trips_in_both_byte_orders() {
    for platform in [Platform::GAMECUBE, Platform::PS2] {
        let bytes = skin(platform).write().unwrap();
        let document = open("anything", &bytes);
        assert_eq!(
            (document.format.id, document.version.as_str()),
            ("totem.skin", platform.name())
        );
        assert_eq!(problems(&document), [""; 0]);
        assert_eq!(document.content.write().unwrap(), bytes);
        let coverage = document.tree.coverage();
        assert_eq!((coverage.unread, coverage.overlap), (0, 0));
        assert_eq!(
            (document.counts.get("bones"), document.counts.get("animations")),
            (Some(2), Some(1))
        );
    }
}

#[test]
fn bones_influence_companion_meshes() {
    let document = open("skin", &skin(Platform::GAMECUBE).write().unwrap());
    let folder = Folder::of(&[(MESH, mesh().write().unwrap())]);
    let (scene, reported) = scene_among(&document, &folder);
    assert_eq!(reported.len(), 1, "the mesh's material is missing: {reported:?}");
    let bones: Vec<String> =
        scene.skeletons[0].bones.iter().map(|bone| bone.name.clone()).collect();
    assert_eq!(bones, ["POLE", "FLAP"].map(|name| format!("{:08X}", name_hash(name))));
    let skin = scene.meshes[0].skin.as_ref().unwrap();
    let of = |vertex: usize| skin.influences[vertex].map(|i| (i.joint, i.weight));
    assert_eq!(of(0)[0], (0, 1.0));
    // Weights are normalised, the heaviest first.
    assert_eq!((of(2)[0], of(2)[1]), ((1, 0.75), (0, 0.25)));
    assert_eq!(of(4)[0].1, 0.0);
    let joint = scene.face_fields.iter().position(|field| field.name == "joint").unwrap();
    assert!(scene.meshes[0].face_values[joint].iter().eq([0, 1, 0xFFFF]));
    // Nothing moves in the displayed pose.
    let world = scene.world_transforms();
    let posed = scene.posed_positions(Id::new(0), &Pose::default(), &world).unwrap();
    assert_eq!(posed, scene.meshes[0].positions);
}

#[test]
fn reports_a_missing_mesh() {
    let document = open("skin", &skin(Platform::GAMECUBE).write().unwrap());
    let (scene, reported) = scene_among(&document, &Folder::default());
    assert_eq!(reported, [format!("mesh not found: {:08X}", name_hash(MESH))]);
    assert_eq!((scene.meshes.len(), scene.skeletons.len()), (0, 1));
    assert_eq!(scene.tables[0].rows.len(), 2);
}

#[test]
fn reads_the_sample_skin() {
    let bytes = sample("box.ngc.TSKIN");
    let document = open("box", &bytes);
    assert_eq!(document.format.id, "totem.skin");
    assert_eq!(problems(&document), [""; 0]);
    assert_eq!(document.content.write().unwrap(), bytes);
    assert_eq!(document.tree.coverage().unread, 0);
    let field = document.tree.find("groups[0].sections[0].vertices[1].weight").unwrap();
    assert_eq!(document.tree.field(&field).unwrap().value.as_f64(), Some(0.25));
}

#[test]
fn reports_invalid_mesh_numbers_and_weights() {
    let mut file = skin(Platform::GAMECUBE);
    file.groups[1].sections[0].mesh = 5;
    file.groups[0].sections[0].vertices[1].weight = f32::NAN;
    file.zero = 3;
    let document = open("skin.TSKIN", &file.write().unwrap());
    let reported = problems(&document);
    assert_eq!(reported.len(), 3, "{reported:?}");
    assert!(reported[0].starts_with("note") && reported[1].ends_with("vertices[1].weight"));
    assert!(reported[2].ends_with("groups[1].sections[0].mesh"));
}

#[test]
fn recognises_only_complete_skins() {
    let claim = |bytes: &[u8]| {
        let source = Source::from_bytes("anything", bytes.to_vec());
        formats::identify(&source).map(|(format, _)| format.info().id)
    };
    for platform in [Platform::GAMECUBE, Platform::PS2] {
        let whole = skin(platform).write().unwrap();
        assert_eq!(claim(&whole), Some("totem.skin"));
        assert_eq!(claim(&whole[..whole.len() - 3]), Some("totem.skin"), "truncated");
        // An animated material: tracks of numbers without a header; where a header would be, the bytes
        // equal the kind of a skin.
        let mut tracks = vec![0; 115];
        tracks[1] = 0x40;
        tracks[0x60..0x68].copy_from_slice(&whole[0x60..0x68]);
        assert_eq!(claim(&tracks), None);
        tracks[0x64..0x68].fill(0);
        assert_eq!(claim(&tracks), None);
    }
}
