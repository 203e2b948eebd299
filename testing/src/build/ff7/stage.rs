//! Builds stages from scratch.

use gouraud::formats::ff7::directory::Directory;
use gouraud::formats::ff7::mesh::Mesh;
use gouraud::formats::ff7::stage::{Section, Settings, Stage};
use gouraud::formats::ps1::tim::Tim;

/// A stage of type `kind`: the ground, three sky layers, more ground, and objects; `true` marks an object
/// with additive blending.
pub fn stage(
    kind: u8,
    ground: Mesh,
    sky: [Mesh; 3],
    background: Vec<Mesh>,
    objects: Vec<(Mesh, bool)>,
    picture: Tim,
) -> Stage {
    let first_object = u8::try_from(5 + background.len()).unwrap_or(u8::MAX);
    let settings = Settings { kind, first_object, unknown_02: [0; 6] };
    let solid = [ground].into_iter().chain(sky).chain(background).map(|mesh| (mesh, false));
    let parts: Vec<(Mesh, bool)> = solid.chain(objects).collect();
    let mut directory = Directory::of(parts.len() + 2);
    let mut sections = vec![Section::Stage(settings, Vec::new())];
    for (entry, (mesh, added)) in directory.entries.iter_mut().skip(1).zip(parts) {
        entry.flag = added;
        sections.push(Section::Part(mesh, Vec::new()));
    }
    sections.push(Section::Picture(picture));
    Stage { directory, sections }
}
