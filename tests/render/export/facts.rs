//! CSV and JSON.

use super::*;
use gouraud::scene::Id;

#[test]
fn exports_tables_as_csv_with_one_header() {
    let files = files(&level(), only(&[kind("csv")]));
    assert_eq!(files["values.csv"], b"name,value\n\"speed, max\",1.5\n");
}

#[test]
fn json_contains_data_that_other_formats_cannot_store() {
    let files = files(&level(), only(&[kind("json")]));
    let facts: serde_json::Value = serde_json::from_slice(&files["level.json"]).unwrap();
    assert_eq!(facts["source"], "LEVEL.PSX");
    let row = &facts["tables"][0]["rows"][0];
    assert_eq!(row["offset"], 0x99);
    assert_eq!(row["path"], "values[0]");
    assert_eq!(row["cells"][0], "speed, max");
    assert_eq!(facts["helpers"][3]["grid"]["counts"], serde_json::json!([3, 4]));
    assert_eq!(facts["palettes"][0]["stored"][2], 0x7c1f);
    assert_eq!(facts["layers"][1]["kind"], "invisible");
}

#[test]
fn json_describes_the_sky() {
    let scene = under_a_sky();
    let files = files(&scene, only(&[kind("json")]));
    let facts: serde_json::Value = serde_json::from_slice(&files["level.json"]).unwrap();
    assert_eq!(
        facts["sky"],
        serde_json::json!({
            "name": "dusk", "layer": "sky", "texture": scene.textures[0].name,
            "height": 500.0, "repeat": 250.0, "horizon": [1, 2, 3], "fade": [0.5, 0.25],
            "offset": 0x40, "length": 8, "path": "skies[0]",
        })
    );
    assert!(names(&scene, Options::default()).iter().any(|name| name.ends_with(".png")));
}

#[test]
fn json_describes_blending_and_flipbooks_of_materials() {
    let mut scene = level();
    scene.materials[0].blend = Blend::of_opacity(0.25);
    let frame =
        FlipFrame { name: "flame".to_owned(), surface: Surface::Plain, origin: Origin::default() };
    scene.flipbooks = vec![Flipbook {
        material: Id::new(0),
        frames: vec![frame],
        round: 1,
        seconds: 0.5,
        ..Flipbook::default()
    }];
    scene.material_animations = vec![MaterialAnimation {
        material: Id::new(0),
        opacity: Keyframes::new(true, [(30, [0.25]), (0, [1.0])]),
        round: 60,
        ..MaterialAnimation::default()
    }];
    let files = files(&scene, only(&[kind("json")]));
    let facts: serde_json::Value = serde_json::from_slice(&files["level.json"]).unwrap();
    let materials = facts["materials"].as_array().unwrap();
    assert_eq!(materials.len(), scene.materials.len());
    assert_eq!(materials[0]["name"], scene.materials[0].name);
    assert_eq!(materials[0]["opacity"], 0.25);
    assert_eq!(materials[0]["flipbook"]["frames"][0]["name"], "flame");
    assert!(materials[1].get("flipbook").is_none());
    let opacity = serde_json::json!({"straight": true, "keys": [[0, [1.0]], [30, [0.25]]]});
    assert_eq!(materials[0]["fade"]["opacity"], opacity);
    assert_eq!(materials[0]["fade"]["round"], 1.0);
    assert!(materials[0]["fade"].get("colour").is_none() && materials[1].get("fade").is_none());
}

#[test]
fn counts_face_fields_by_value_and_by_bit() {
    let files = files(&level(), only(&[kind("json")]));
    let facts: serde_json::Value = serde_json::from_slice(&files["level.json"]).unwrap();
    let field = &facts["face_fields"][0];
    assert_eq!(field["name"], "flags");
    let values: Vec<_> = field["values"].as_array().unwrap().iter().collect();
    let counts: Vec<_> = values
        .iter()
        .map(|v| (v["value"].as_u64().unwrap(), v["faces"].as_u64().unwrap()))
        .collect();
    assert_eq!(counts, [(0x80, 1), (0xc0, 1), (0x143, 1), (0x1803, 2), (0xffff, 1)]);
    assert_eq!(values[0]["first"]["offset"], CUBE_FACES + 28);
    assert_eq!(values[0]["first"]["path"], "models[0].faces[1]");
    let bits = field["flags"].as_array().unwrap();
    assert_eq!(bits.len(), 16);
    assert_eq!((&bits[0]["name"], &bits[0]["faces"]), (&"textured".into(), &4.into()));
    assert_eq!(
        (&bits[7]["faces"], &bits[7]["first"]["offset"]),
        (&3.into(), &(CUBE_FACES + 28).into())
    );
    assert!(facts["face_fields"][1].get("flags").is_none());
}
