//! Textures of a scene: pictures, in each palette that they are displayed with.

use std::collections::HashMap;
use std::sync::Arc;

use super::palettes::{DisplayedPalette, ShownId};
use super::pixels::Pixels;
use super::storage::Storage;
use super::{Coding, Fault, FieldBytes, Palette};
use crate::scene::{Id, List, Origin, PaletteId, Scene, Surface, TexelFormat, Texture, TextureId};

/// Maximum number of textures that display pictures in palettes other than their own.
const MAX_OTHERS: usize = 1024;

/// Number of a palette among those of the file. Damaged ones have a number, too.
pub type PaletteNumber = Id<Option<DisplayedPalette>>;
/// Number of a picture among those of the file.
pub type PictureNumber = Id<Option<LazyPicture>>;

/// A picture to be displayed.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Name of the picture.
    pub name: String,
    /// The element that it was made from.
    pub origin: Origin,
    /// Texels across and down; not used for picture files.
    pub size: (u64, u64),
    /// Coding of the texels.
    pub coding: Coding,
    /// Bytes of the texels.
    pub data: FieldBytes,
    /// The palette, if it is not the first one of enough entries.
    pub palette: Option<PaletteNumber>,
    /// Bytes per row, if it is not rounded up to whole bytes.
    pub stride: Option<u64>,
    /// The first stored row is the lowest of the picture.
    pub is_bottom_up: bool,
    /// Texels that are fully transparent.
    pub hole: Option<Hole>,
}

/// A value of texels that are fully transparent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hole {
    /// An index.
    Index(u8),
    /// A colour.
    Colour([u8; 3]),
}

impl Hole {
    /// `true` for the entry of a palette that is a hole.
    pub(super) fn is(self, index: usize, colour: [u8; 4]) -> bool {
        match self {
            Hole::Index(hole) => usize::from(hole) == index,
            Hole::Colour(hole) => colour.starts_with(&hole),
        }
    }
}

/// A picture that can be decoded.
#[derive(Clone, Debug)]
pub struct LazyPicture {
    picture: Picture,
    storage: Storage,
}

impl LazyPicture {
    /// Number of palette entries that texels can address; 0 if they are colours.
    fn entries(&self) -> usize {
        entries(self.picture.coding)
    }
}

fn entries(coding: Coding) -> usize {
    match coding.index_bits() {
        0 => 0,
        bits => 1 << bits,
    }
}

/// Palettes and pictures of a file, and the textures that display them.
#[derive(Default)]
pub struct Pictures {
    pub palettes: List<Option<DisplayedPalette>>,
    pub pictures: List<Option<LazyPicture>>,
    /// By picture, and by palette for textures that are decoded with its colours.
    textures: HashMap<(PictureNumber, Option<PaletteNumber>), TextureId>,
}

impl Pictures {
    /// Adds the next palette; `None` reserves a number for a missing palette.
    pub fn add_palette(&mut self, scene: &mut Scene, palette: Option<Palette>) {
        self.palettes.push(palette.map(|palette| DisplayedPalette::add(scene, palette)));
    }

    /// Adds the next picture, in its own palette; `None` reserves a number for a missing picture.
    pub fn add_picture(
        &mut self,
        scene: &mut Scene,
        picture: Option<Picture>,
        faults: &mut Vec<Fault>,
    ) {
        let stored = picture.and_then(|picture| self.stored(picture, faults));
        let number = self.pictures.push(stored);
        self.texture(scene, number, None);
    }

    /// Name of a palette in the list, for references.
    #[expect(clippy::ref_option, reason = "an element of a list")]
    pub fn palette_name(palette: &Option<DisplayedPalette>) -> &str {
        palette.as_ref().map_or("", |palette| &palette.name)
    }

    /// Name of a picture in the list, for references.
    #[expect(clippy::ref_option, reason = "an element of a list")]
    pub fn picture_name(picture: &Option<LazyPicture>) -> &str {
        picture.as_ref().map_or("", |stored| &stored.picture.name)
    }

    /// Checks a picture, and reports missing rows.
    fn stored(&self, mut picture: Picture, faults: &mut Vec<Fault>) -> Option<LazyPicture> {
        let needed = entries(picture.coding);
        let given = picture.palette.filter(|number| self.palette(Some(*number)).is_some());
        picture.palette = given.or_else(|| self.fitting(needed).next()).filter(|_| needed > 0);
        let Picture { coding, size, stride, data, .. } = &picture;
        let mut report = |message| faults.push(Fault { key: "data", message });
        match Storage::new(*coding, *size, *stride, data.bytes.bytes()) {
            Ok(storage) => {
                if u64::from(storage.rows) < size.1 && !matches!(coding, Coding::File(_)) {
                    report(format!("expected {} rows, found {}", size.1, storage.rows));
                }
                Some(LazyPicture { picture, storage })
            }
            Err(message) => {
                report(message);
                None
            }
        }
    }

    fn palette(&self, number: Option<PaletteNumber>) -> Option<&DisplayedPalette> {
        self.palettes.get(number?)?.as_ref()
    }

    /// Palettes with at least this many entries.
    fn fitting(&self, entries: usize) -> impl Iterator<Item = PaletteNumber> {
        let fits = move |shown: &DisplayedPalette| shown.colours.len() >= entries;
        let all = self.palettes.pairs();
        all.filter(move |(_, shown)| shown.as_ref().is_some_and(fits)).map(|(number, _)| number)
    }

    /// Adds a texture of indices for each palette with enough entries. A texture that is decoded to
    /// indices can be drawn with any palette of words.
    pub fn add_other_palettes(&mut self, scene: &mut Scene) {
        let most = scene.textures.len().saturating_add(MAX_OTHERS);
        let numbers: Vec<PictureNumber> = self.pictures.ids().collect();
        for number in numbers {
            if scene.textures.len() >= most {
                break;
            }
            let Some(Some(stored)) = self.pictures.get(number) else { continue };
            let own = self.palette(stored.picture.palette);
            let needed = own.map_or(256, |own| own.colours.len()).min(stored.entries());
            let others: Vec<PaletteNumber> = self.fitting(needed).filter(|_| needed > 0).collect();
            for palette in others {
                if scene.textures.len() < most {
                    self.texture(scene, number, Some(palette));
                }
            }
        }
    }

    /// Surface of faces with a picture, in a palette or its own; `None` if one of them is damaged.
    pub fn surface(
        &mut self,
        scene: &mut Scene,
        picture: PictureNumber,
        palette: Option<PaletteNumber>,
    ) -> Option<Surface> {
        let texture = self.texture(scene, picture, palette)?;
        let shown = scene.textures.get(texture)?;
        let chosen = self.palette(palette).and_then(DisplayedPalette::words);
        let palette = chosen.or(shown.palette).filter(|_| shown.format.is_indexed());
        Some(Surface::Textured { texture, palette })
    }

    /// Texture of a picture in a palette, or in its own.
    fn texture(
        &mut self,
        scene: &mut Scene,
        number: PictureNumber,
        palette: Option<PaletteNumber>,
    ) -> Option<TextureId> {
        let stored = self.pictures.get(number)?.as_ref()?;
        let LazyPicture { picture, storage } = stored;
        let chosen = palette.or(picture.palette).filter(|_| stored.entries() > 0);
        let shown = self.palette(chosen);
        let is_table = shown.is_some_and(|shown| shown.words().is_none());
        let format = match is_table {
            true => TexelFormat::Rgba8,
            false => Pixels::own_format(storage, picture.hole, shown.is_some()),
        };
        // One texture of indices is drawn with all palettes of words.
        let decoded_with = chosen.filter(|_| shown.is_some() && format == TexelFormat::Rgba8);
        if let Some(known) = self.textures.get(&(number, decoded_with)) {
            return Some(*known);
        }
        let pixels = Pixels {
            storage: *storage,
            data: picture.data.clone(),
            is_bottom_up: picture.is_bottom_up,
            hole: picture.hole,
            palette: shown.filter(|_| decoded_with.is_some()).map(|shown| shown.colours.clone()),
            format,
        };
        let own = self.palette(picture.palette).and_then(DisplayedPalette::words);
        let name = match decoded_with.filter(|number| picture.palette != Some(*number)) {
            Some(number) => format!("{}.p{number}", picture.name),
            None => picture.name.clone(),
        };
        let id = scene.textures.push(Texture {
            name,
            id: 0,
            width: storage.width,
            height: storage.height,
            format,
            palette: own.filter(|_| format.is_indexed()),
            pixels: Arc::new(pixels),
            origin: picture.origin.clone(),
        });
        if let Some(ShownId::Table(table)) = shown.map(|shown| shown.id)
            && let Some(table) = scene.colour_tables.get_mut(table)
        {
            table.textures.get_or_insert_default().push(id);
        }
        self.textures.insert((number, decoded_with), id);
        Some(id)
    }
}

impl DisplayedPalette {
    fn words(&self) -> Option<PaletteId> {
        match self.id {
            ShownId::Words(id) => Some(id),
            ShownId::Table(_) => None,
        }
    }
}
