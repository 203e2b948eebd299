//! Converts stages to scenes. Axes as in [`battle`](crate::formats::ff7::battle): (x, −y, −z); models
//! stand on the ground of the stage.

use super::motion::Moving;
use super::{Role, Section, Stage, TYPES};
use crate::formats::Loaded;
use crate::formats::ff7::mesh::{BlockUse, Maker, empty_scene};
use crate::formats::ff7::names;
use crate::formats::ps1::tim::Pictures;
use crate::scene::{BattleLayout, LayerKind, Node, Scene, Table};

pub(super) fn build(file: &Loaded<Stage>) -> Scene {
    let stage = &file.records;
    let mut scene = empty_scene(&names::named(file.source.stem()));
    let pictures = match stage.sections.split_last() {
        Some((Section::Picture(tim), before)) => {
            let path = format!("sections[{}].", before.len());
            Some(Pictures::add(&mut scene, file, tim, &path))
        }
        _ => None,
    };
    let mut maker = Maker::new(pictures);
    let kind = stage.settings().map_or(1, |settings| settings.kind);
    let mut moving = Moving::new(kind);
    let mut table = Table::new(title(file), &["section", "part", "polygons", "blending"]);
    for (index, mesh) in stage.parts() {
        let role = stage.role(index);
        let layer = match role {
            Role::Sky => scene.layer("Sky", LayerKind::Sky, true),
            _ => 0,
        };
        let blended = stage.directory.entries.get(index).is_some_and(|entry| entry.flag);
        let here = BlockUse {
            name: format!("{} {index}", role.name()),
            path: format!("sections[{index}]"),
            section: index,
            bone: 0,
            layer,
            blended,
        };
        let number = maker.add(&mut scene, file, mesh, &here);
        let origin = file.origin(here.path);
        let cells = [
            index.to_string(),
            role.name().to_owned(),
            mesh.faces().to_string(),
            if blended { "added" } else { "" }.to_owned(),
        ];
        table.row(origin.clone(), cells);
        let node = Node { name: here.name, mesh: Some(number), layer, origin, ..Node::default() };
        moving.place(&mut scene, index, node);
    }
    let animation = moving.animation(file.origin("sections[0].settings.kind"));
    scene.animations.extend(animation);
    scene.formation = Some(BattleLayout::ground());
    scene.tables.push(table);
    scene
}

/// For example `Stage of type 1, static`.
fn title(file: &Loaded<Stage>) -> String {
    let Some(settings) = file.records.settings() else { return "Stage".to_owned() };
    let known = TYPES.iter().find(|known| known.value == u32::from(settings.kind));
    let kind = settings.kind;
    known.map_or(format!("Stage of type {kind}"), |known| {
        format!("Stage of type {kind}, {}", known.name)
    })
}
