//! A menu as a table, and as boxes where its controls are: a pixel is a unit, y upwards.

use glam::Vec3;

use super::{Ddf, Kind, Statement, Value};
use crate::formats::Loaded;
use crate::scene::{Helper, HelperShape, LayerKind, Scene, Style, Table};

const COLUMNS: [&str; 10] =
    ["statement", "type", "id", "active", "visible", "left", "top", "right", "bottom", "texts"];

pub(super) fn build(file: &Loaded<Ddf>) -> Scene {
    let name = file.source.stem();
    let mut scene = Scene { name: name.to_owned(), style: Style::Clean, ..Scene::default() };
    scene.layer("Drawn", LayerKind::Drawn, true);
    let layer = scene.layer("Controls", LayerKind::Helper, true);
    let mut table = Table::new(format!("{name} menu"), &COLUMNS);
    for (index, statement) in file.records.statements.iter().enumerate() {
        let origin = file.origin(format!("statements[{index}]"));
        table.row(origin.clone(), cells(statement));
        if let Some((min, max)) = bounds(statement) {
            scene.helpers.push(Helper {
                name: label(statement),
                layer,
                shape: HelperShape::Box { min, max },
                origin,
            });
        }
    }
    scene.tables.push(table);
    scene
}

fn cells(statement: &Statement) -> Vec<String> {
    let mut cells = vec![match statement.kind {
        Kind::Background => "BACKGROUND".to_owned(),
        Kind::Control => "UICTRL".to_owned(),
        Kind::Other => String::new(),
    }];
    for name in &COLUMNS[1..9] {
        cells.push(statement.value(name).map_or(String::new(), |value| match value {
            Value::Word(text) | Value::Text(text) => text.clone(),
            Value::Number(number) => number.to_string(),
        }));
    }
    cells.push(texts(statement).join(", "));
    cells
}

fn texts(statement: &Statement) -> Vec<&str> {
    let texts = statement.tokens.iter().filter_map(|token| match &token.value {
        Value::Text(text) if !text.is_empty() => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

fn label(statement: &Statement) -> String {
    let kind = match statement.value("type") {
        Some(Value::Word(kind)) => kind.as_str(),
        _ => "background",
    };
    let id = statement.number("id").map_or(String::new(), |id| format!(" {id}"));
    let text = texts(statement).first().map_or(String::new(), |text| format!(" {text}"));
    format!("{kind}{id}{text}")
}

fn bounds(statement: &Statement) -> Option<(Vec3, Vec3)> {
    let [left, top, right, bottom] =
        ["left", "top", "right", "bottom"].map(|name| statement.number(name));
    // Screens are small; larger numbers lose nothing here.
    let (a, b) = (Vec3::new(left? as f32, -(top? as f32), 0.0), (right?, bottom?));
    let b = Vec3::new(b.0 as f32, -(b.1 as f32), 0.0);
    Some((a.min(b), a.max(b)))
}
