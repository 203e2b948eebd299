//! Checks which layer of a module may use which other layers of that module.

use super::{Broken, source_files};

/// Rule for a layer of a module: the layers of the same module that it may use, and the words that it
/// must not contain.
struct LayerRule {
    module: &'static str,
    name: &'static str,
    may_use: &'static [&'static str],
    never: &'static [&'static str],
}

/// Crates of the graphics device.
const DEVICE: &[&str] = &["wgpu", "bytemuck"];

/// The rules. A module with rules consists of its layers and of a `mod.rs` that lists them.
#[rustfmt::skip]
const LAYERS: &[LayerRule] = &[
    LayerRule { module: "render", name: "view",    never: DEVICE, may_use: &[] },
    LayerRule { module: "render", name: "device",  never: &[],    may_use: &[] },
    LayerRule { module: "render", name: "upload",  never: &[],    may_use: &["view", "device"] },
    LayerRule { module: "render", name: "overlay", never: &[],    may_use: &["view", "device", "upload"] },
    LayerRule { module: "render", name: "draw",    never: &[],    may_use: &["view", "device", "upload", "overlay"] },
    LayerRule { module: "render", name: "pick",    never: &[],    may_use: &["view", "device", "upload", "draw"] },
    LayerRule { module: "render", name: "explain", never: &[],    may_use: &["view", "device", "upload", "overlay", "draw"] },
    LayerRule { module: "render", name: "picture", never: &[],    may_use: &["view", "device", "upload", "overlay", "draw", "pick"] },
    LayerRule { module: "app", name: "model",  never: PAINTING, may_use: &[] },
    LayerRule { module: "app", name: "jobs",   never: &["Ui", "Painter"], may_use: &["model"] },
    LayerRule { module: "app", name: "ui",     never: &["eframe"], may_use: &["model"] },
    LayerRule { module: "app", name: "panels", never: &["eframe"], may_use: &["model", "ui"] },
    LayerRule { module: "app", name: "shell",  never: &[], may_use: &["model", "jobs", "ui", "panels"] },
];

/// Names that paint; colours and texture handles are data.
const PAINTING: &[&str] =
    &["eframe", "Ui", "Painter", "Response", "Context", "egui_material_icons"];

#[test]
fn layers_use_only_allowed_layers() {
    let mut broken = Broken::default();
    for file in source_files("src") {
        let Some(module) = file.top_module() else { continue };
        let of_module = || LAYERS.iter().filter(|layer| layer.module == module);
        let [_, own, ..] = file.module.as_slice() else { continue };
        if of_module().next().is_none() {
            continue;
        }
        let Some(row) = of_module().find(|layer| layer.name == own) else {
            broken.add(&file, 1, format_args!("layer {own} is not in the table"));
            continue;
        };
        for used in file.code.paths(&file.module) {
            let [first, layer, ..] = used.path.as_slice() else { continue };
            let known = first == module && of_module().any(|other| other.name == layer);
            if known && layer != own && !row.may_use.contains(&layer.as_str()) {
                broken.add(&file, used.line, format_args!("{own} may not use {layer}"));
            }
        }
        for (line, word) in file.code.words().filter(|(_, word)| row.never.contains(word)) {
            broken.add(&file, line, format_args!("{own} must not use {word}"));
        }
    }
    broken.assert_none();
}
