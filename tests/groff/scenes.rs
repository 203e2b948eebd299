//! The scenes of levels and savegames, alone and with what is beside them.

use glam::Vec3;
use gouraud::formats::ms::szdd;
use gouraud::formats::trespasser::cau::Cau;
use gouraud::formats::trespasser::name_hash;
use gouraud::formats::trespasser::tpa::{Bank, Id};
use gouraud::scene::{HelperShape, LayerKind, Scene, Surface, Texels};

use super::fixture::{MOVED, bytes, level, open_as, savegame, scene, textures};
use super::folder::{Folder, messages};

fn alone() -> Scene {
    Folder::default().scene("mini.grf", &bytes(&level())).0
}

fn node<'a>(scene: &'a Scene, name: &str) -> &'a gouraud::scene::Node {
    scene.nodes.iter().find(|node| node.name == name).expect(name)
}

fn layer<'a>(scene: &'a Scene, name: &str) -> &'a str {
    &scene.layers[usize::from(node(scene, name).layer)].name
}

#[test]
fn instances_stand_where_the_level_puts_them_and_share_their_models() {
    let scene = alone();
    let crates: Vec<_> = ["Crate-00", "Crate-01"].map(|name| node(&scene, name)).to_vec();
    assert_eq!(crates[0].mesh, crates[1].mesh);
    assert_eq!(scene.meshes.len(), 4);
    // X right, Y forward, Z up becomes X right, Y up, Z back.
    assert_eq!(crates[0].local.w_axis.truncate(), Vec3::new(1.0, 3.0, -2.0));
    assert!((crates[1].local.x_axis.length() - 2.0).abs() < 1e-5);
    assert_eq!(crates[0].origin.path, "sections[1].instances[0]");
    let mesh = scene.mesh_of(crates[0]).unwrap();
    assert_eq!((mesh.name.as_str(), mesh.positions.len(), mesh.faces.len()), ("Crate-00", 8, 6));
    assert_eq!(scene.metres_per_unit, Some(1.0));
}

#[test]
fn faces_look_outwards_and_polygons_are_cut_into_quads_and_triangles() {
    let scene = alone();
    let mesh = scene.mesh_of(node(&scene, "Crate-00")).unwrap();
    for face in &mesh.faces {
        let [a, b, c] = [0, 1, 2].map(|at| mesh.positions[face.corners[at] as usize]);
        assert!((b - a).cross(c - a).dot(a) > 0.0, "{face:?}");
        let normal = mesh.normals[face.normals[0] as usize];
        assert!(normal.dot(a) > 0.0);
        // A quad's fourth corner lies across from its first.
        let d = mesh.positions[face.corners[3] as usize];
        assert!((d - a).length() > (b - a).length() * 1.2);
    }
    let sign = scene.mesh_of(node(&scene, "Post")).unwrap();
    let sides: Vec<_> = sign.faces.iter().map(|face| (face.index, face.sides())).collect();
    assert_eq!(sides, [(0, 4), (0, 3)], "a pentagon");
    assert_eq!(sign.faces[0].colours[0], [0x20, 0x40, 0xFF], "its default colour");
    let helper = scene.mesh_of(node(&scene, "Entrance")).unwrap();
    assert_eq!(helper.faces.len(), 12);
}

#[test]
fn layers_say_what_instances_are() {
    let scene = alone();
    for (name, expected) in [
        ("Crate-00", "Objects"),
        ("CrateFar", "Levels of detail"),
        ("$CrateBox", "Helpers"),
        ("Sign", "Invisible objects"),
        ("Entrance", "Triggers"),
    ] {
        assert_eq!(layer(&scene, name), expected, "{name}");
    }
    let shown: Vec<_> = scene.layers.iter().filter(|layer| layer.visible).collect();
    assert_eq!(shown.len(), 1);
    let kind = |name: &str| scene.layers.iter().find(|l| l.name == name).map(|l| l.kind);
    assert_eq!(kind("Triggers"), Some(LayerKind::Invisible));
}

#[test]
fn helpers_move_with_each_copy_of_their_prototype() {
    let scene = alone();
    let line = |name: &str| {
        let found = scene.helpers.iter().find(|helper| helper.name == name).expect(name);
        match &found.shape {
            HelperShape::Line(points) => points.clone(),
            other => panic!("{other:?}"),
        }
    };
    let centre = |points: &[Vec3]| {
        let low = points.iter().copied().reduce(Vec3::min).unwrap();
        let high = points.iter().copied().reduce(Vec3::max).unwrap();
        ((low + high) / 2.0, high - low)
    };
    let (at, size) = centre(&line("$CrateBox of Crate-00"));
    assert!((at - Vec3::new(1.0, 3.5, -2.0)).length() < 1e-4, "{at}");
    assert!((size - Vec3::splat(1.2)).length() < 1e-4, "{size}");
    let (at, _) = centre(&line("$CrateBox of Crate-01"));
    let copy = node(&scene, "Crate-01").local.transform_point3(Vec3::new(0.0, 0.5, 0.0));
    assert!((at - copy).length() < 1e-3, "{at} {copy}");
}

#[test]
fn coarser_models_are_a_variant() {
    let scene = alone();
    let detail = scene.variants.iter().find(|variant| variant.name == "Detail").unwrap();
    let names: Vec<_> = detail.options.iter().map(|option| option.name.as_str()).collect();
    assert_eq!((names, detail.chosen), (vec!["full", "level 1"], Some(0)));
    let coarse = &scene.nodes[detail.options[1].nodes[0] as usize];
    // Half the size, one metre behind: relative to the prototype.
    assert!((coarse.local.x_axis.length() - 0.5).abs() < 1e-5);
    assert!((coarse.local.w_axis.truncate() - Vec3::new(1.0, 3.0, -3.0)).length() < 1e-4);
}

#[test]
fn an_instance_knows_its_values_and_a_value_its_bytes() {
    let scene = alone();
    let (table, rows) = scene.rows_of(node(&scene, "Entrance")).unwrap();
    assert_eq!(table.name, "Values");
    let text: Vec<String> = rows.iter().map(|row| row.cells[1..4].join(" ")).collect();
    assert_eq!(
        text,
        [
            " object ",
            "Class string CLocationTrigger",
            "BoundVol int 1",
            "FireExpression string #Player",
            "Letter char 'x'",
            "Action00 object ",
            "Action00.ActionType int 0",
            r"Action00.Sample string VO\AM01",
            "Action01 object ",
            "Action01.ActionType int 22",
            "Action01.Target string Sign",
        ]
    );
    assert_eq!(rows[6].cells[4], "voice-over");
    assert_eq!(rows[7].cells[4], "sound E5EAC1E9");
    assert_eq!(rows[10].cells[4], "an instance");
    let document = open_as("mini.grf", &bytes(&level()));
    for row in rows {
        let field = document.tree.find(&row.origin.path).expect("its field is there");
        assert_eq!(document.tree.field(&field).unwrap().span.start, row.origin.span.start);
        assert_eq!(document.tree.field(&field).unwrap().span.len, row.origin.span.len);
    }
    let first = scene.rows_of(node(&scene, "Crate-00")).unwrap().1;
    let second = scene.rows_of(node(&scene, "Crate-01")).unwrap().1;
    assert_eq!(first, second, "copies share their values");
    assert!(scene.rows_of(node(&scene, "CrateFar")).is_none());
}

#[test]
fn scripts_say_what_triggers_do() {
    let scene = alone();
    let scripts = scene.tables.iter().find(|table| table.name == "Scripts").unwrap();
    let rows: Vec<_> = scripts.rows.iter().map(|row| row.cells.join(" | ")).collect();
    assert_eq!(
        rows,
        [
            r"Entrance | CLocationTrigger | #Player | voice-over | Sample = VO\AM01",
            "Entrance | CLocationTrigger | #Player | hide or show | Target = Sign",
        ]
    );
}

#[test]
fn textures_are_found_by_the_names_of_their_maps() {
    let (pid, swp) = textures();
    let folder = Folder::default().with("MINI-130.PID", pid).with("mini-130.swp", swp);
    let (scene, problems) = folder.scene("mini.grf", &bytes(&level()));
    let names: Vec<_> = scene.textures.iter().map(|texture| texture.name.as_str()).collect();
    assert_eq!(names, ["Cratet2.bmp", "Leaft2.bmp"]);
    let mesh = scene.mesh_of(node(&scene, "Crate-00")).unwrap();
    let surface = |face: usize| scene.materials[mesh.faces[face].material as usize].surface;
    assert_eq!(surface(0), Surface::Textured { texture: 0, palette: None });
    assert_eq!(surface(5), Surface::Textured { texture: 1, palette: None });
    let Texels::Rgba(texels) = scene.textures[0].pixels.decode() else { panic!("colours") };
    assert_eq!(texels[0], [255, 0, 0, 255]);
    // The trigger names no bump map: its texture was packed with the one of the same stem.
    assert!(
        messages(&problems).iter().any(|m| m == "2 of 2 texture ids are in the texture directory"),
        "{problems:?}"
    );
    let materials = scene.tables.iter().find(|table| table.name == "Materials").unwrap();
    assert_eq!(materials.rows.len(), 3);
    let found: Vec<&str> = materials.rows.iter().map(|row| row.cells[6].as_str()).collect();
    assert_eq!(found, ["yes", "yes", "with the bump map Crateb8.bmp of the same stem"]);
}

#[test]
fn a_level_without_companions_says_where_they_were_looked_for() {
    let (scene, problems) = Folder::default().scene("mini.grf", &bytes(&level()));
    let text = messages(&problems).join("\n");
    assert!(text.contains("mini-130.pid are not in the folder"), "{text}");
    assert!(text.contains("triggers name 1 sound; there is no sound bank to look in"), "{text}");
    let missing = scene.materials.iter().filter(|m| matches!(m.surface, Surface::Missing(_)));
    assert!(missing.count() >= 2);
}

#[test]
fn sounds_that_triggers_name_come_from_the_bank_beside() {
    let voice = Cau::pcm8(11025, 1, &[0x80; 64]);
    let ids = vec![Id::new(name_hash("MISSING"), 0), Id::new(name_hash(r"VO\AM01"), 1)];
    let bank = Bank::new(ids, vec![voice.clone(), voice], Vec::new());
    let folder = Folder::default().with("Stream.TPA", bank.write());
    let (scene, problems) = folder.scene("mini.grf", &bytes(&level()));
    assert_eq!(scene.sounds.len(), 1);
    assert_eq!(scene.sounds[0].id(), Some(name_hash(r"VO\AM01")));
    assert!(
        messages(&problems)
            .iter()
            .any(|m| m == "the one sound that triggers name is in Stream.TPA")
    );
}

#[test]
fn a_scene_opens_its_level_and_puts_things_where_it_has_them() {
    for name in ["mini.grf", "MINI.GR_"] {
        let grf = bytes(&level());
        let grf = if name == "mini.grf" { grf } else { szdd::pack(&grf, b'f') };
        let folder = Folder::default().with(name, grf);
        let (shown, problems) = folder.scene("mini.scn", &bytes(&scene()));
        assert!(!messages(&problems).join(" ").contains("the level"), "{problems:?}");
        let places = shown.variants.iter().find(|variant| variant.name == "Places").unwrap();
        assert_eq!(places.chosen, Some(1));
        let at = |option: usize| {
            let node = places.options[option].nodes[0];
            shown.nodes[node as usize].local.w_axis.truncate()
        };
        assert_eq!(places.options[0].nodes.len(), 1, "only one instance was moved");
        assert_eq!(at(0), Vec3::new(1.0, 3.0, -2.0));
        assert_eq!(at(1), Vec3::new(MOVED[0], MOVED[2], -MOVED[1]));
    }
}

#[test]
fn a_level_shows_the_places_of_the_scene_beside_it_on_demand() {
    let folder = Folder::default().with("mini.scn", bytes(&scene()));
    let (shown, _) = folder.scene("mini.grf", &bytes(&level()));
    let places = shown.variants.iter().find(|variant| variant.name == "Places").unwrap();
    assert_eq!(places.chosen, Some(0));
    let names: Vec<_> = places.options.iter().map(|option| option.name.as_str()).collect();
    assert_eq!(names, ["as in mini.grf", "as in mini.scn"]);
    let layer = |name: &str| shown.layers.iter().position(|layer| layer.name == name).unwrap();
    let boxes = |name: &str| {
        let layer = layer(name) as u16;
        shown.helpers.iter().filter(|helper| helper.layer == layer).count()
    };
    // A partition and the instance that another one hangs below; a partition of the triggers.
    assert_eq!((boxes("Boxes"), boxes("Trigger boxes")), (2, 1));
    let blocks = shown.tables.iter().find(|table| table.name == "Blocks").unwrap();
    let named: Vec<_> = blocks.rows.iter().map(|row| row.cells[1].as_str()).collect();
    for name in ["Crate-00", "Crate-01", "Entrance", "Player"] {
        assert!(named.contains(&name), "{name} in {named:?}");
    }
}

#[test]
fn a_savegame_has_its_picture_and_name_even_without_its_level() {
    let (shown, problems) = Folder::default().scene("savegame.000", &bytes(&savegame()));
    let picture = &shown.textures[0];
    assert_eq!(
        (picture.name.as_str(), picture.width, picture.height),
        ("By the entrance", 100, 75)
    );
    let Texels::Rgba(texels) = picture.pixels.decode() else { panic!("colours") };
    assert_eq!((texels[0], texels[101]), ([0, 0, 200, 255], [1, 1, 200, 255]));
    let text = messages(&problems).join("\n");
    assert!(text.contains("the level mini.grf is missing, looked for in the folder"), "{text}");
    assert_eq!(shown.nodes.len(), 3, "what the scene places is shown");
    assert!(!shown.helpers.is_empty());
}
