//! Textures by their identifier, for drawing levels.

use std::collections::HashMap;
use std::sync::Arc;

use super::pixels::{self, Image, Pixels};
use super::records::{COLOUR, Entry, Header, Pid};
use crate::bytes::{Problems, Severity, Span, count32};
use crate::container::Context;
use crate::formats::Loaded;
use crate::scene::{ColourTable, Id, List, Mip, Origin, TexelFormat, Texture};

/// The textures of a level. They are decoded on demand; clones share all data.
///
/// Rows are in the file's order, the lowest first, so that a level's *v* is used as stored.
#[derive(Clone)]
pub struct TexturePack {
    file: Arc<Loaded<Pid>>,
    pixels: Option<Arc<Pixels>>,
    full: Vec<FullSize>,
    by_id: HashMap<u32, u32>,
}

/// A full-size image with its smaller versions, largest first: indices of entries.
#[derive(Clone, Debug)]
struct FullSize {
    entry: usize,
    mips: Vec<usize>,
}

/// Larger images are displayed only if the pixel file is large enough for them.
const MAX_UNSEEN: u64 = 256 * 256;

impl TexturePack {
    /// Opens the companion textures of the level called `base`: `base-130.pid` with its pixels. The
    /// problems report missing files.
    pub fn beside(base: &str, context: Context<'_>) -> (Option<Self>, Problems) {
        let mut problems = Problems::default();
        let mut warn = |span, message| problems.report(Severity::Warning, span, "", message);
        let source = match context.siblings.open(&format!("{base}-130.pid")) {
            Ok(source) => source,
            Err(miss) => {
                let (name, folder) = (miss.name, miss.looked_in);
                warn(Span::default(), format!("the textures {name} are not in {folder}"));
                return (None, problems);
            }
        };
        match Loaded::companion(&source, context) {
            Ok(file) => {
                let (pack, more) = Self::of(file, context);
                problems.extend(more);
                (Some(pack), problems)
            }
            Err(error) => {
                let (name, why) = (source.file_name(), &error.0.message);
                warn(source.span(), format!("the textures {name} cannot be read: {why}"));
                (None, problems)
            }
        }
    }

    /// Opens the companion pixels of a directory.
    pub fn of(file: Arc<Loaded<Pid>>, context: Context<'_>) -> (Self, Problems) {
        let mut problems = Problems::default();
        let found = pixels::find(context, file.source.stem());
        let header = file.span("header");
        if let Some((is_warning, remark)) = found.remark {
            let severity = if is_warning { Severity::Warning } else { Severity::Note };
            problems.report(severity, header, "", remark);
        }
        if let Some(miss) = found.miss {
            let message = format!(
                "the pixels {} (or .spz) are not in {}; textures show their default colours",
                miss.name, miss.looked_in
            );
            problems.report(Severity::Warning, header, "", message);
        }
        let pack = Self::new(file, found.pixels);
        pack.check_extent(&mut problems);
        (pack, problems)
    }

    /// The textures of a directory with these pixels, or with placeholder colours.
    pub fn new(file: Arc<Loaded<Pid>>, pixels: Option<Pixels>) -> Self {
        let pid = &file.records;
        let mut mips: HashMap<u32, Vec<usize>> = HashMap::new();
        for (index, entry) in pid.entries.iter().enumerate().filter(|(_, entry)| entry.is_mip()) {
            mips.entry(entry.id).or_default().push(index);
        }
        let fits = |entry: &Entry| is_shown(entry, pixels.as_ref());
        let (mut full, mut by_id) = (Vec::new(), HashMap::new());
        for (index, entry) in pid.entries.iter().enumerate().filter(|(_, entry)| !entry.is_mip()) {
            if !fits(entry) {
                continue;
            }
            // The first entry with an identifier wins, and gets the smaller versions.
            let number = count32(full.len());
            let first = *by_id.entry(entry.id).or_insert(number) == number;
            let mut own =
                if first { mips.remove(&entry.id).unwrap_or_default() } else { Vec::new() };
            own.retain(|mip| pid.entries.get(*mip).is_some_and(fits));
            own.sort_by_key(|mip| {
                std::cmp::Reverse(pid.entries.get(*mip).map_or(0, |mip| mip.width))
            });
            full.push(FullSize { entry: index, mips: own });
        }
        Self { file, pixels: pixels.map(Arc::new), full, by_id }
    }

    /// Number of textures.
    pub fn len(&self) -> usize {
        self.full.len()
    }

    pub fn is_empty(&self) -> bool {
        self.full.is_empty()
    }

    /// All images of the directory, including smaller versions.
    pub(super) fn entries(&self) -> &[Entry] {
        &self.file.records.entries
    }

    pub(super) fn header(&self) -> &Header {
        &self.file.records.header
    }

    /// The origin of an image's record.
    pub(super) fn origin(&self, entry: usize) -> Origin {
        self.file.origin(format!("entries[{entry}]"))
    }

    /// Name of the pixel file, and its length when unpacked.
    pub(super) fn pixel_file(&self) -> Option<(String, u64)> {
        let pixels = self.pixels.as_ref()?;
        Some((pixels.stored().file_name().to_owned(), pixels.len()))
    }

    /// The texture with this identifier (see
    /// [`texture_id`](crate::formats::trespasser::texture_id)).
    pub fn find(&self, id: u32) -> Option<u32> {
        self.by_id.get(&id).copied()
    }

    /// The directory entry of a texture.
    pub fn entry(&self, texture: u32) -> Option<&Entry> {
        self.file.records.entries.get(self.full.get(texture as usize)?.entry)
    }

    /// The scene's texture, called `name`. Nothing is decoded yet.
    pub fn texture(&self, texture: u32, name: String) -> Option<Texture> {
        let full = self.full.get(texture as usize)?;
        let mips = full.mips.iter().filter_map(|mip| self.mip(*mip)).collect();
        self.build_texture(full, name, self.image(full.entry, mips))
    }

    /// Like [`Self::texture`] but opaque and without smaller versions, for skies.
    pub fn whole_texture(&self, texture: u32, name: String) -> Option<Texture> {
        let full = self.full.get(texture as usize)?;
        self.build_texture(full, name, Image { whole: true, ..self.image(full.entry, Vec::new()) })
    }

    fn build_texture(&self, full: &FullSize, name: String, pixels: Image) -> Option<Texture> {
        let entry = self.file.records.entries.get(full.entry)?;
        Some(Texture {
            name,
            id: entry.id,
            width: entry.width,
            height: entry.height,
            format: TexelFormat::Rgba8,
            palette: None,
            pixels: Arc::new(pixels),
            origin: self.file.origin(format!("entries[{}]", full.entry)),
        })
    }

    /// The palettes as tables of colours, in the order of the directory.
    pub fn colour_tables(&self) -> List<ColourTable> {
        let used = |palette: usize| {
            let is_it = |entry: &Entry| entry.palette() == Some(palette);
            let all =
                (0..count32(self.len())).filter(|texture| self.entry(*texture).is_some_and(is_it));
            Some(all.map(Id::new).collect())
        };
        let colour = |word: &u32| {
            let [r, g, b, _] = COLOUR.rgba(*word);
            [r, g, b]
        };
        let table = |(index, palette): (usize, &super::records::Palette)| ColourTable {
            name: format!("palette {index}"),
            colours: palette.colours.iter().map(colour).collect(),
            alphas: Vec::new(),
            textures: used(index),
            origin: self.file.origin(format!("palettes[{index}]")),
            entries: self.file.spans(&format!("palettes[{index}].colours")),
        };
        self.file.records.palettes.iter().enumerate().map(table).collect()
    }

    fn image(&self, entry: usize, mips: Vec<Mip>) -> Image {
        let (file, pixels) = (self.file.clone(), self.pixels.clone());
        Image { file, pixels, entry, mips, whole: false }
    }

    fn mip(&self, index: usize) -> Option<Mip> {
        let entry = self.file.records.entries.get(index)?;
        let origin = self.file.origin(format!("entries[{index}]"));
        let pixels = Arc::new(self.image(index, Vec::new()));
        Some(Mip { width: entry.width, height: entry.height, pixels, origin })
    }

    /// Reports a pixel file that is shorter than the directory requires.
    fn check_extent(&self, problems: &mut Problems) {
        let Some(pixels) = &self.pixels else { return };
        let (len, name) = (pixels.len(), pixels.stored().file_name());
        let beyond = |(_, entry): &(usize, &Entry)| entry.end() > len;
        let entries = &self.file.records.entries;
        let mut cut = entries.iter().enumerate().filter(beyond);
        let Some((first, _)) = cut.next() else { return };
        let needed = entries.iter().map(Entry::end).max().unwrap_or(0);
        let message = format!(
            "{name} has {len} bytes of pixels, but {needed} are needed: {} images are cut off",
            1 + cut.count()
        );
        let span = self.file.span(&format!("entries[{first}]"));
        let field = format!("entries[{first}].offset");
        problems.report(Severity::Warning, span, field, message);
    }
}

/// `true` if the image has texels, and not more than the pixel file can contain.
fn is_shown(entry: &Entry, pixels: Option<&Pixels>) -> bool {
    let texels = u64::from(entry.width) * u64::from(entry.height);
    let there = pixels.is_some_and(|pixels| entry.end() <= pixels.most());
    let sound = u64::from(entry.stride) >= entry.row_bytes() || entry.height == 1;
    texels > 0 && matches!(entry.bits, 8 | 16) && (texels <= MAX_UNSEEN || (there && sound))
}
