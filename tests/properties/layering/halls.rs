//! Rooms inside the rooms: which part of a room may use which of its other parts.

use super::{Broken, source_files};

/// One hall of a room: the halls of the same room that it may use, and what it never touches.
struct Hall {
    room: &'static str,
    name: &'static str,
    may_use: &'static [&'static str],
    never: &'static [&'static str],
}

/// What is no plain number.
const DEVICE: &[&str] = &["wgpu", "bytemuck"];

/// THE table. A room that is in it consists of its halls and of a `mod.rs` that lists them.
#[rustfmt::skip]
const HALLS: &[Hall] = &[
    Hall { room: "render", name: "view",    never: DEVICE, may_use: &[] },
    Hall { room: "render", name: "device",  never: &[],    may_use: &[] },
    Hall { room: "render", name: "upload",  never: &[],    may_use: &["view", "device"] },
    Hall { room: "render", name: "overlay", never: &[],    may_use: &["view", "device", "upload"] },
    Hall { room: "render", name: "draw",    never: &[],    may_use: &["view", "device", "upload", "overlay"] },
    Hall { room: "render", name: "pick",    never: &[],    may_use: &["view", "device", "upload", "draw"] },
    Hall { room: "render", name: "picture", never: &[],    may_use: &["view", "device", "upload", "overlay", "draw", "pick"] },
    Hall { room: "app", name: "model",  never: PAINTING, may_use: &[] },
    Hall { room: "app", name: "jobs",   never: &["Ui", "Painter"], may_use: &["model"] },
    Hall { room: "app", name: "ui",     never: &["eframe"], may_use: &["model"] },
    Hall { room: "app", name: "panels", never: &["eframe"], may_use: &["model", "ui"] },
    Hall { room: "app", name: "shell",  never: &[], may_use: &["model", "jobs", "ui", "panels"] },
];

/// What paints; colours and handles of pictures are data.
const PAINTING: &[&str] =
    &["eframe", "Ui", "Painter", "Response", "Context", "egui_material_icons"];

#[test]
fn a_hall_uses_only_the_halls_in_its_row() {
    let mut broken = Broken::default();
    for file in source_files("src") {
        let Some(room) = file.room() else { continue };
        let of_room = || HALLS.iter().filter(|hall| hall.room == room);
        let [_, own, ..] = file.module.as_slice() else { continue };
        if of_room().next().is_none() {
            continue;
        }
        let Some(row) = of_room().find(|hall| hall.name == own) else {
            broken.add(&file, 1, format_args!("the hall {own} is not in the table"));
            continue;
        };
        for used in file.code.paths(&file.module) {
            let [first, hall, ..] = used.path.as_slice() else { continue };
            let known = first == room && of_room().any(|other| other.name == hall);
            if known && hall != own && !row.may_use.contains(&hall.as_str()) {
                broken.add(&file, used.line, format_args!("{own} may not use {hall}"));
            }
        }
        for (line, word) in file.code.words().filter(|(_, word)| row.never.contains(word)) {
            broken.add(&file, line, format_args!("{own} never uses {word}"));
        }
    }
    broken.assert_none();
}
