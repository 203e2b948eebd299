//! Collects the textures of all files by name, and creates the surfaces of faces (section 17).

use std::collections::HashMap;
use std::sync::Arc;

use super::super::companions::Companions;
use super::super::palette;
use super::super::read_options;
use super::super::records::{self, File, FileBlock, Pixels};
use crate::bytes::Problems;
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::sega::pvr::{self, PowerVr};
use crate::scene::{Id, Palette, Scene, Surface, TexelFormat, Texels, Texture, TextureData};

/// Textures by 32-bit name; the first one with a name is used. The scene has them in the order in which
/// they were added.
#[derive(Default)]
pub struct Textures {
    found: Vec<FoundTexture>,
    by_name: HashMap<u32, usize>,
    palettes: Vec<Palette>,
}

/// Texture flag that may select the palette rule (section 12.1).
const WRAP: u32 = 0x0001;

struct FoundTexture {
    name: u32,
    palette: Option<usize>,
    texture: Texture,
}

impl Textures {
    /// Adds the textures of a file. Palettes are looked up in the same file only.
    pub fn add(&mut self, file: &Loaded<File>, context: Context<'_>) {
        let Some(library) = &file.records.library else { return };
        let by_flag = read_options::taken(&read_options::PALETTES, context) != 0;
        let small = (&library.palettes16, "palettes16", 16u32);
        let large = (&library.palettes256, "palettes256", 256u32);
        let mut by_name: HashMap<(u32, u32), usize> = HashMap::new();
        for (list, array, colours) in [small, large] {
            for (index, stored) in list.iter().enumerate() {
                by_name.entry((stored.name, colours)).or_insert(self.palettes.len());
                self.palettes.push(palette_of(file, stored, format!("{array}[{index}]")));
            }
        }
        for (index, stored) in library.textures.iter().enumerate() {
            let name = library.texture_names.get(stored.name as usize).copied();
            let path = file.records.path(FileBlock::Texture(index));
            let Some(texture) = texture_of(file, stored, name.unwrap_or(0), path) else {
                continue;
            };
            let palette = by_name.get(&(stored.palette, stored.colours)).copied();
            if by_flag && stored.flags & WRAP == 0 {
                let own = palette.and_then(|palette| self.palettes.get_mut(palette));
                own.into_iter().for_each(|palette| palette.rule = palette::loaded_unwrapped);
            }
            if let Some(name) = name {
                self.by_name.entry(name).or_insert(self.found.len());
            }
            self.found.push(FoundTexture { name: name.unwrap_or(0), palette, texture });
        }
    }

    /// `true` if faces of `file` name a texture that is not known yet.
    pub fn misses(&self, file: &File) -> bool {
        file.texture_names().iter().any(|name| !self.by_name.contains_key(name))
    }

    /// Moves all textures and palettes into the scene.
    pub fn fill(&mut self, scene: &mut Scene, context: Context<'_>) {
        for palette in &mut self.palettes {
            palette.name = context.name_or_hex(palette.id);
        }
        for found in &mut self.found {
            found.texture.palette = found.palette.map(Id::at);
            if found.texture.id != 0 {
                found.texture.name = context.name_or_hex(found.name);
            }
            scene.textures.push(found.texture.clone());
        }
        scene.palettes = std::mem::take(&mut self.palettes).into();
    }

    /// Surface for each texture name of `file`.
    pub fn surfaces(&self, file: &File) -> Vec<Surface> {
        let surface = |name: &u32| {
            let Some(index) = self.by_name.get(name) else { return Surface::Missing(Some(*name)) };
            let palette = self.found.get(*index).and_then(|found| found.texture.palette);
            Surface::Textured { texture: Id::at(*index), palette }
        };
        file.texture_names().iter().map(surface).collect()
    }

    /// Adds a warning for every missing texture that faces of `file` use.
    pub fn report_misses(
        &self,
        file: &Loaded<File>,
        companions: &Companions,
        context: Context<'_>,
        problems: &mut Problems,
    ) {
        let names = file.records.texture_names();
        if !self.misses(&file.records) {
            return;
        }
        let mut users = vec![0u64; names.len()];
        for face in file.records.models.iter().flat_map(|model| &model.faces) {
            if let Some(count) = face.texture().and_then(|index| users.get_mut(index as usize)) {
                *count += 1;
            }
        }
        // Parts of a level have no libraries with their own name.
        let libraries = if companions.is_part() { Vec::new() } else { companions.libraries() };
        let found = libraries.iter().find(|name| context.siblings.open(name).is_ok());
        let hint = match (found, libraries.first()) {
            (Some(found), _) => format!("; {found} does not contain it either"),
            (None, Some(name)) => format!("; {name} not found"),
            (None, None) => String::new(),
        };
        for (index, (faces, name)) in users.into_iter().zip(names).enumerate() {
            if faces == 0 || self.by_name.contains_key(name) {
                continue;
            }
            let of = if faces == 1 { "1 face".to_owned() } else { format!("{faces} faces") };
            let message =
                format!("texture {name:#010x} not found in any open file (used by {of}){hint}");
            file.report(problems).warning(format!("texture_names[{index}]"), message);
        }
    }
}

fn palette_of(file: &Loaded<File>, stored: &records::Palette, path: String) -> Palette {
    Palette {
        name: format!("{:08x}", stored.name),
        id: stored.name,
        stored: stored.colours.clone(),
        rule: palette::loaded,
        position: None,
        entries: file.spans(&format!("{path}.colours")),
        origin: file.origin(path),
    }
}

/// Texture for the scene; `None` if it cannot be displayed.
fn texture_of(
    file: &Loaded<File>,
    stored: &records::Texture,
    name: u32,
    path: String,
) -> Option<Texture> {
    let start = |field: &str| file.span(&format!("{path}.{field}")).start;
    let (width, mut height) = (u32::from(stored.width), u32::from(stored.height));
    let (format, pixels): (_, Arc<dyn TextureData>) = match &stored.pixels {
        Pixels::Indexed(rows) => {
            let row_bytes = stored.row_bytes();
            // Only existing rows: memory is not allocated for the stated size.
            let there = rows.len().checked_div(row_bytes)?;
            height = height.min(u32::try_from(there).ok()?);
            let four = stored.colours == 16;
            let format = if four { TexelFormat::Indexed4 } else { TexelFormat::Indexed8 };
            let rows = rows.clone();
            (
                format,
                Arc::new(Rows { rows, row_bytes, four, width, height, start: start("pixels") }),
            )
        }
        Pixels::Direct { format, data, .. } => {
            let place = (file.source.id(), start("pixels"));
            let texels = PowerVr::new(*format, (width, height), data.clone(), place)?;
            return Some(texels.into_texture(format!("{name:08x}"), name, file.origin(path)));
        }
        Pixels::Pvr(_) => {
            let span = file.span(&format!("{path}.pvr"));
            let texture = pvr::inside(&file.source, span, format!("{name:08x}"))?;
            return Some(Texture { id: name, origin: file.origin(path), ..texture });
        }
        Pixels::Unknown => return None,
    };
    (width > 0 && height > 0).then(|| Texture {
        name: format!("{name:08x}"),
        id: name,
        width,
        height,
        format,
        palette: None,
        pixels,
        origin: file.origin(path),
    })
}

/// Rows of 4-bit or 8-bit indices.
struct Rows {
    rows: Arc<[u8]>,
    row_bytes: usize,
    four: bool,
    width: u32,
    height: u32,
    start: u64,
}

impl TextureData for Rows {
    fn decode(&self) -> Texels {
        let width = self.width as usize;
        let mut indices = Vec::with_capacity(width * self.height as usize);
        for row in self.rows.chunks_exact(self.row_bytes.max(1)).take(self.height as usize) {
            if self.four {
                // The low nibble is the left texel.
                indices.extend(row.iter().flat_map(|b| [b & 15, b >> 4]).take(width));
            } else {
                indices.extend(row.iter().take(width));
            }
        }
        Texels::Indices(indices)
    }

    fn texel_offset(&self, x: u32, y: u32) -> Option<u64> {
        let column = u64::from(if self.four { x / 2 } else { x });
        (x < self.width && y < self.height)
            .then(|| self.start + u64::from(y) * self.row_bytes as u64 + column)
    }
}
