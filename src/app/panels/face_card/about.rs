//! The card of anything but a face.

use egui::Ui;

use super::parts;
use crate::app::model::grouped;
use crate::scene::{Element, NameHash, Scene, Sound};

/// What there is to say about anything but a face.
pub fn ui(ui: &mut Ui, scene: &Scene, element: Element) {
    parts::facts(ui, &facts(scene, element));
}

fn facts(scene: &Scene, element: Element) -> Vec<(&str, String)> {
    match element {
        // A face has the whole card.
        Element::Face(_) => Vec::new(),
        Element::Node(index) => scene.nodes.get(index as usize).map_or(Vec::new(), |node| {
            // 0 is 0 on either side.
            let at = node.local.w_axis + glam::Vec4::ZERO;
            let mesh = node.mesh.and_then(|mesh| scene.meshes.get(mesh as usize));
            let model = mesh.map_or("none".to_owned(), |mesh| mesh.name.clone());
            let mut list = vec![
                ("Object", node.name.clone()),
                ("Model", model),
                ("Place", format!("{:.1} {:.1} {:.1}", at.x, at.y, at.z)),
            ];
            if node.faces_viewer {
                list.push(("Turns", "about the up axis towards the viewer".to_owned()));
            }
            list.extend(node.facts.iter().cloned());
            list
        }),
        Element::Mesh(index) => scene.meshes.get(index as usize).map_or(Vec::new(), |mesh| {
            let placed = scene.nodes.iter().filter(|node| node.mesh == Some(index)).count();
            vec![
                ("Model", mesh.name.clone()),
                ("Faces", grouped(mesh.faces.len() as u64)),
                ("Vertices", grouped(mesh.positions.len() as u64)),
                ("Placed", grouped(placed as u64)),
            ]
        }),
        Element::Bone { skeleton, bone } => {
            let bones = scene.skeletons.get(skeleton as usize).map_or(&[][..], |s| &s.bones);
            bones.get(bone as usize).map_or(Vec::new(), |stored| {
                let parent = stored.parent.and_then(|parent| bones.get(parent as usize));
                vec![
                    ("Bone", stored.name.clone()),
                    ("Parent", parent.map_or("none".to_owned(), |parent| parent.name.clone())),
                    ("Length", format!("{:.1}", stored.tail.length())),
                ]
            })
        }
        Element::Animation(index) => scene.animations.get(index as usize).map_or(Vec::new(), |a| {
            vec![
                ("Animation", a.name.clone()),
                ("Frames", a.frames.to_string()),
                ("Rate", format!("{} frames/s", a.rate)),
            ]
        }),
        Element::Morph { mesh, morph } => {
            let morphs = scene.meshes.get(mesh as usize).map_or(&[][..], |mesh| &mesh.morphs);
            morphs.get(morph as usize).map_or(Vec::new(), |target| {
                let moved = target.deltas.iter().filter(|delta| **delta != glam::Vec3::ZERO);
                vec![
                    ("Morph target", target.name.clone()),
                    ("Moves", format!("{} vertices", grouped(moved.count() as u64))),
                ]
            })
        }
        Element::Vertex { mesh, vertex } => {
            let mesh = scene.meshes.get(mesh as usize);
            let place = mesh.and_then(|mesh| mesh.positions.get(vertex as usize));
            let place = place.map(|p| format!("{:.1} {:.1} {:.1}", p.x, p.y, p.z));
            let used = mesh.map_or(0, |mesh| {
                mesh.faces.iter().filter(|face| face.corners.contains(&vertex)).count()
            });
            vec![
                ("Vertex", vertex.to_string()),
                ("Place in the model", place.unwrap_or_default()),
                ("Faces", grouped(used as u64)),
            ]
        }
        Element::Texture(index) => scene.textures.get(index as usize).map_or(Vec::new(), |t| {
            let size = format!("{}×{}, {}", t.width, t.height, t.format.words());
            vec![("Texture", t.name.clone()), ("Size", size)]
        }),
        Element::Palette(index) => scene.palettes.get(index as usize).map_or(Vec::new(), |p| {
            vec![("Palette", p.name.clone()), ("Colours", p.stored.len().to_string())]
        }),
        Element::PaletteEntry { entry, .. } | Element::ColourEntry { entry, .. } => {
            vec![("Entry", entry.to_string())]
        }
        Element::ColourTable(index) => {
            scene.colour_tables.get(index as usize).map_or(Vec::new(), |table| {
                vec![
                    ("Colour table", table.name.clone()),
                    ("Colours", table.colours.len().to_string()),
                ]
            })
        }
        Element::Helper(index) => scene.helpers.get(index as usize).map_or(Vec::new(), |helper| {
            let layer = scene.layers.get(usize::from(helper.layer));
            let layer = layer.map_or(String::new(), |layer| layer.name.clone());
            vec![("Helper", helper.name.clone()), ("Layer", layer)]
        }),
        Element::Sky => scene.sky.as_ref().map_or(Vec::new(), |sky| {
            let texture = sky.texture.and_then(|texture| scene.textures.get(texture as usize));
            let [r, g, b] = sky.horizon;
            vec![
                ("Sky", sky.name.clone()),
                ("Texture", texture.map_or("none".to_owned(), |texture| texture.name.clone())),
                ("Above the viewer", format!("{:.1}", sky.height)),
                ("One repeat", format!("{:.1}", sky.repeat)),
                ("Horizon", format!("{r} {g} {b}")),
            ]
        }),
        Element::Row { table, row } => scene.tables.get(table as usize).map_or(Vec::new(), |t| {
            let cells = t.rows.get(row as usize).map_or(&[][..], |row| &row.cells);
            let named = t.columns.iter().zip(cells).map(|(c, v)| (c.as_str(), v.clone()));
            named.collect()
        }),
        Element::Sound(index) => scene.sounds.get(index as usize).map_or(Vec::new(), sound_facts),
        Element::SoundId { sound, id } => {
            let ids = scene.sounds.get(sound as usize).map(|sound| &sound.ids);
            ids.and_then(|ids| ids.get(id as usize)).map_or(Vec::new(), |id| {
                vec![
                    ("ID", id.name.hex()),
                    ("Name", known_names(&id.name)),
                    ("Volume", format!("{} dB", id.volume_db)),
                    ("Attenuation", format!("{} dB/m", id.attenuation)),
                ]
            })
        }
        Element::Caption { sound, caption } => {
            let captions = scene.sounds.get(sound as usize).map(|sound| &sound.captions);
            captions.and_then(|all| all.get(caption as usize)).map_or(Vec::new(), |caption| {
                let time = format!("{} to {} ms", caption.start_ms, caption.end_ms);
                vec![("Caption", caption.text.clone()), ("Time", time)]
            })
        }
        Element::Collision(index) => {
            scene.collisions.get(index as usize).map_or(Vec::new(), |collision| {
                let [one, other] = &collision.materials;
                let used = collision.hits.iter().map(|hit| hit.name.to_string());
                let slide = collision.slide.as_ref().map(|slide| slide.name.to_string());
                vec![
                    ("Materials", format!("{one} and {other}")),
                    ("Impact", used.collect::<Vec<_>>().join(", ")),
                    ("Sliding", slide.unwrap_or_default()),
                ]
            })
        }
    }
}

fn sound_facts(sound: &Sound) -> Vec<(&'static str, String)> {
    let ids: Vec<String> = sound.ids.iter().map(|id| id.name.to_string()).collect();
    let layout = format!("{} bit, {} channels, {} Hz", sound.bits, sound.channels, sound.rate);
    vec![
        ("Sound", sound.name.clone()),
        ("IDs", ids.join(", ")),
        ("Coding", format!("{}, {layout}", sound.codec)),
        ("Frames", grouped(sound.frames)),
        ("Captions", sound.captions.len().to_string()),
    ]
}

/// Every name that has the hash, with where it comes from.
fn known_names(hash: &NameHash) -> String {
    let names = hash.known.iter().map(|known| format!("{} ({})", known.name, known.from));
    names.collect::<Vec<_>>().join(", ")
}
