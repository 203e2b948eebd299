//! Records to the neutral model. Axes as in [`battle`](crate::formats::ff7::battle): (x, −y, −z);
//! the ground of a stage is where models stand.

use glam::Mat4;

use super::read::Place;
use super::{Role, Section, StageFile, TYPES};
use crate::formats::ff7::mesh::{Maker, Where, face_fields};
use crate::formats::ps1::tim::Pictures;
use crate::scene::{LayerKind, Node, Origin, Scene, Style, Table, TableRow};

pub(super) fn build(file: &StageFile) -> Scene {
    let (stage, name) = (&file.stage, file.source.stem().to_owned());
    let mut scene = Scene {
        name: name.clone(),
        style: Style::Ps1,
        face_fields: face_fields(),
        ..Scene::default()
    };
    scene.layer("Drawn", LayerKind::Drawn, true);
    let pictures = match (stage.sections.last(), file.places.last()) {
        (Some(Section::Picture(tim)), Some(Place::Picture(place))) => {
            let path = format!("sections[{}]", stage.sections.len().saturating_sub(1));
            Some(Pictures::add(&mut scene, tim, *place, file.source.id(), &name, &path))
        }
        _ => None,
    };
    let mut maker = Maker::new(pictures, file.source.id());
    let mut rows = Vec::new();
    for (index, mesh) in stage.parts() {
        let Some(Place::Part(place)) = file.places.get(index) else { continue };
        let role = stage.role(index);
        let layer = match role {
            Role::Sky => scene.layer("Sky", LayerKind::Sky, true),
            _ => 0,
        };
        let blended = stage.directory.entries.get(index).is_some_and(|entry| entry.flag);
        let here = Where {
            name: format!("{} {index}", role.name()),
            path: format!("sections[{index}]"),
            place,
            section: index,
            bone: 0,
            layer,
            blended,
        };
        let number = maker.add(&mut scene, mesh, &here);
        let origin = Origin::new(place.span, here.path);
        let cells = [
            index.to_string(),
            role.name().to_owned(),
            mesh.faces().to_string(),
            if blended { "added" } else { "" }.to_owned(),
        ];
        rows.push(TableRow { cells: cells.to_vec(), origin: origin.clone() });
        scene.nodes.push(Node {
            name: here.name,
            parent: None,
            local: Mat4::IDENTITY,
            mesh: Some(number),
            layer,
            origin,
            ..Node::default()
        });
    }
    scene.tables.push(Table {
        name: kind(file),
        columns: ["section", "part", "polygons", "blending"].map(str::to_owned).to_vec(),
        rows,
    });
    scene
}

/// `Stage of type 1, stands still`.
fn kind(file: &StageFile) -> String {
    let Some(settings) = file.stage.settings() else { return "Stage".to_owned() };
    let known = TYPES.iter().find(|known| known.value == u32::from(settings.kind));
    let kind = settings.kind;
    known.map_or(format!("Stage of type {kind}"), |known| {
        format!("Stage of type {kind}, {}", known.name)
    })
}
