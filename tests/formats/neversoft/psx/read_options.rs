//! Read options: ambiguous files, read with different answers.

use std::sync::Arc;

use gouraud::bytes::{Source, Value};
use gouraud::container::{Context, MissingCompanion, NoNames, Siblings};
use gouraud::formats::neversoft::psx::records::Version;
use gouraud::scene::{ElementState, Scene};
use gouraud_testing::build::psx::{Builder, Image};

use super::fixture::{UV, open, square};
use super::{figure, fixture};

/// A file without companions, with an answer to one read option.
pub struct FixedAnswer(pub &'static str, pub &'static str);

impl Siblings for FixedAnswer {
    fn open(&self, name: &str) -> Result<Source, MissingCompanion> {
        Err(MissingCompanion { name: name.to_owned(), looked_in: String::new() })
    }

    fn names(&self) -> Arc<[String]> {
        Arc::default()
    }

    fn answer(&self, question: &str) -> Option<String> {
        (question == self.0).then(|| self.1.to_owned())
    }
}

fn scene(bytes: &[u8], answered: &FixedAnswer) -> Scene {
    let context = Context { siblings: answered, names: &NoNames };
    open(bytes).content.displayed().scene(context).unwrap().0
}

/// Name of each read option and the answer that was used.
fn used_answers(scene: &Scene) -> Vec<(&'static str, &'static str)> {
    let options = scene.read_options.iter();
    options.map(|option| (option.question.name, option.question.answers[option.taken].0)).collect()
}

#[test]
fn scale_option_sets_the_unit_of_vertices() {
    let figure = figure::packed().write().unwrap();
    let level = fixture::bytes();
    for (bytes, own, other, times) in
        [(&figure, "sixteenths", "units", 16.0), (&level, "units", "sixteenths", 1.0 / 16.0)]
    {
        let usual = fixture::scene(bytes);
        assert_eq!(used_answers(&usual)[0], ("scale", "kind"));
        let same = scene(bytes, &FixedAnswer("scale", own));
        assert_eq!(same.meshes[0].positions, usual.meshes[0].positions);
        let scaled = scene(bytes, &FixedAnswer("scale", other));
        assert_eq!(used_answers(&scaled)[0], ("scale", other));
        for (a, b) in usual.meshes[0].positions.iter().zip(&scaled.meshes[0].positions) {
            assert_eq!(*a * times, *b);
        }
        let places = |scene: &Scene| scene.nodes[0].local;
        assert_eq!(places(&usual), places(&scaled), "object transforms do not change");
    }
}

#[test]
fn scale_option_applies_to_clips_and_edited_vertices() {
    let bytes = figure::packed().write().unwrap();
    let answered = FixedAnswer("scale", "units");
    let (usual, scaled) = (fixture::scene(&bytes), scene(&bytes, &answered));
    let place = |scene: &Scene| {
        let pose = scene.animations[0].data.decode().pose(3.0, false, false);
        pose.locals[0].1.w_axis.truncate()
    };
    assert!((place(&usual) * 16.0 - place(&scaled)).length() < 1e-2);
    let file = figure::packed();
    let [x, y, z] = [file.models[0].vertices[0]].map(|v| [v.x, v.y, v.z])[0];
    let context = Context { siblings: &answered, names: &NoNames };
    let shown = ElementState::Vertex(scaled.meshes[0].positions[0]);
    let fields = open(&bytes)
        .content
        .editable()
        .stored_as(context, "models[0].vertices[0]", &shown)
        .unwrap();
    let stored: Vec<Value> = fields.into_iter().map(|(_, value)| value).collect();
    assert_eq!(stored, [x, y, z].map(|v| Value::Int(v.into())));
}

#[test]
fn palettes_option_uses_the_flag_of_the_texture() {
    let mut builder = Builder::new(Version::V4);
    let colours: Vec<u16> = [0x001F, 0x0000, 0x03E0].into_iter().chain([0x7C00; 13]).collect();
    let image = |name| Image {
        name,
        palette: name,
        width: 4,
        height: 4,
        indices: &[0; 16],
        colours: &colours,
    };
    let textures = [builder.image(&image(1)), builder.image(&image(2))];
    let faces = textures.map(|texture| square(0).texels(texture, UV));
    let model = builder.model(1, &faces);
    builder.object(model, [0; 3]);
    let mut file = builder.finish().unwrap();
    let library = file.library.as_mut().unwrap();
    (library.textures[0].flags, library.textures[1].flags) = (0, 1);
    let bytes = file.write().unwrap();
    let words = |scene: &Scene| {
        let loaded = scene.palettes.iter().map(|palette| palette.loaded()[..3].to_vec());
        loaded.collect::<Vec<_>>()
    };
    let all = vec![0x801F, 0x8000, 0x83E0];
    let usual = fixture::scene(&bytes);
    assert_eq!(words(&usual), [all.clone(), all.clone()]);
    assert_eq!(used_answers(&usual)[1], ("palettes", "stp"));
    let by_flag = scene(&bytes, &FixedAnswer("palettes", "flag"));
    assert_eq!(words(&by_flag), [vec![0x001F, 0x8000, 0x83E0], all], "the second has the flag");
    // Unknown answers are ignored.
    assert_eq!(words(&scene(&bytes, &FixedAnswer("palettes", "both"))), words(&usual));
}
