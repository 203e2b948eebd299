//! Evaluates the entries of palettes, pictures and sounds.

use super::sounds::{SoundCoding, SoundParameters, add_sound};
use super::{Coding, Colours, Fault, FieldBytes, Hole, Palette, Picture, Pictures, Words};
use crate::bytes::{Severity, Span};
use crate::ksy::views::entry::Entry;
use crate::ksy::views::origins::SpanList;
use crate::ksy::views::sizes::{COLOUR, size_of_text};
use crate::ksy::views::walk::{Element, Walk};
use crate::scene::{Caption, Scene};

impl Walk<'_> {
    /// Adds palettes and pictures to a scene.
    pub fn pictures(&mut self, file: &Entry, scene: &mut Scene) -> Pictures {
        let mut pictures = Pictures::default();
        self.all(file, "palettes", &mut |walk, entry, at| {
            let palette = walk.palette(entry, at);
            pictures.add_palette(scene, palette);
        });
        self.all(file, "pictures", &mut |walk, entry, at| {
            let picture = walk.picture(entry, at, &pictures);
            let mut faults = Vec::new();
            pictures.add_picture(scene, picture, &mut faults);
            walk.report_faults(entry, at, faults);
        });
        pictures
    }

    /// Adds sounds to a scene.
    pub fn sounds(&mut self, file: &Entry, scene: &mut Scene) {
        self.all(file, "sounds", &mut |walk, entry, at| {
            let mut faults = Vec::new();
            if let Some(sound) = walk.sound(entry, at) {
                add_sound(scene, sound, &mut faults);
            }
            walk.report_faults(entry, at, faults);
        });
    }

    /// Calls `visit` with each element of each entry under a key of the file.
    fn all(&mut self, file: &Entry, key: &str, visit: &mut dyn FnMut(&mut Self, &Entry, &Element)) {
        let root = Element::root(self.reader);
        for entry in file.entries(key) {
            self.each(entry, &root, &mut |walk, at| visit(walk, entry, at));
        }
    }

    fn report_faults(&mut self, entry: &Entry, at: &Element, faults: Vec<Fault>) {
        for Fault { key, message } in faults {
            let place = entry.code(key).map_or(entry.place.at, |code| code.place.at);
            if !self.reports.repeats((place, key)) {
                let origin = self.origin(at);
                self.reports.add((place, key), Severity::Error, origin, message);
            }
        }
    }

    /// The value, or `None` after a mistake, which is reported at a key.
    fn checked<T>(
        &mut self,
        entry: &Entry,
        key: &'static str,
        at: &Element,
        value: Result<T, String>,
    ) -> Option<T> {
        let failed = |message| self.report_faults(entry, at, vec![Fault { key, message }]);
        value.map_err(failed).ok()
    }

    /// Bytes under the key `data`.
    fn data(&mut self, entry: &Entry, at: &Element) -> Option<FieldBytes> {
        let bytes = self.bytes(entry, "data", at)?;
        let code = entry.code("data")?;
        let item = self.reader.item_named(&code.expr, &at.env).unwrap_or(at.item);
        let mut origin = item.origin(self.reader, self.source);
        self.take_memory(size_of_text(&origin.path));
        let offset = self.reader.file_offset(&bytes);
        if offset.is_none() && self.reader.place_of(&bytes).is_none() {
            self.take_memory(bytes.bytes().len());
        }
        if let Some(offset) = offset {
            origin.span = Span::new(self.source, offset as u64, bytes.bytes().len() as u64);
        }
        Some(FieldBytes { bytes, origin, is_stored: offset.is_some() })
    }

    fn palette(&mut self, entry: &Entry, at: &Element) -> Option<Palette> {
        let (name, origin) = (self.name(entry, at), self.origin(at));
        if entry.has("data") {
            let data = self.data(entry, at)?;
            let word = self.word(entry, "coding", at)?;
            let words = self.checked(entry, "coding", at, Words::parse(&word))?;
            let count = data.bytes.bytes().len() / words.size().max(1);
            if !self.take_memory(count.saturating_mul(COLOUR)) {
                return None;
            }
            return Some(Palette::of_words(name, origin, words, &data));
        }
        let (mut colours, mut has_alpha) = (Vec::new(), false);
        let (mut spans, mut numbers) = (SpanList::default(), Vec::new());
        for inner in entry.entries("entries") {
            self.each(inner, at, &mut |walk, at| {
                walk.numbers(inner, "colour", at, &mut numbers);
                has_alpha |= numbers.len() > 3;
                colours.push(colour(&numbers));
                spans.push(walk.reader, walk.source, at.item);
            });
        }
        let entries = spans.finish(self.source);
        Some(Palette { name, origin, colours: Colours::Rgba { colours, has_alpha }, entries })
    }

    fn picture(&mut self, entry: &Entry, at: &Element, pictures: &Pictures) -> Option<Picture> {
        let data = self.data(entry, at)?;
        let word = self.word(entry, "coding", at)?;
        let format = self.int(entry, "format", at).and_then(|format| u32::try_from(format).ok());
        let coding = self.checked(entry, "coding", at, Coding::parse(&word, format))?;
        let side = |side: Option<i128>| u64::try_from(side.unwrap_or(0)).unwrap_or(0);
        let size = (side(self.int(entry, "width", at)), side(self.int(entry, "height", at)));
        let stride = self.int(entry, "stride", at).map(|stride| side(Some(stride)));
        let (palettes, name) = (&pictures.palettes, Pictures::palette_name);
        let palette = self.reference(entry, "palette", at, palettes, name);
        Some(Picture {
            name: self.name(entry, at),
            origin: self.origin(at),
            size,
            coding,
            data,
            palette: palette.ok().flatten(),
            stride,
            is_bottom_up: self.word(entry, "rows", at).as_deref() == Some("bottom-up"),
            hole: self.hole(entry, at),
        })
    }

    fn hole(&mut self, entry: &Entry, at: &Element) -> Option<Hole> {
        let mut numbers = Vec::new();
        self.numbers(entry, "hole", at, &mut numbers);
        match numbers.as_slice() {
            [] => None,
            [index] => Some(Hole::Index(channel(*index))),
            _ => {
                let [r, g, b, _] = colour(&numbers);
                Some(Hole::Colour([r, g, b]))
            }
        }
    }

    fn sound(&mut self, entry: &Entry, at: &Element) -> Option<SoundParameters> {
        let data = self.data(entry, at)?;
        let word = self.word(entry, "coding", at)?;
        let block = self.int(entry, "block", at);
        let mut numbers = Vec::new();
        let has_coefficients = self.numbers(entry, "coefficients", at, &mut numbers);
        let coefficients = has_coefficients.then_some(numbers.as_slice());
        let coding = SoundCoding::parse(&word, block, coefficients);
        let coding = self.checked(entry, "coding", at, coding)?;
        Some(SoundParameters {
            name: self.name(entry, at),
            origin: self.origin(at),
            coding,
            rate: self.number(entry, "rate", at).unwrap_or(0.0),
            channels: if entry.has("channels") { self.int(entry, "channels", at)? } else { 1 },
            frames: self.int(entry, "frames", at),
            looped: self.vector(entry, "loop", at),
            id: self.int(entry, "id", at),
            captions: self.captions(entry, at),
            data,
        })
    }

    /// Captions; those without an end last until the next one.
    fn captions(&mut self, entry: &Entry, at: &Element) -> Vec<Caption> {
        let mut captions = Vec::new();
        for inner in entry.entries("captions") {
            self.each(inner, at, &mut |walk, at| {
                let Some(start) = walk.number(inner, "start", at) else { return };
                let end = walk.number(inner, "end", at).map_or(u64::MAX, milliseconds);
                let text = walk.text(inner, "text", at).unwrap_or_default().to_string();
                walk.take_memory(size_of_text(&text));
                let (start_ms, origin) = (milliseconds(start), walk.origin(at));
                captions.push(Caption { start_ms, end_ms: end.max(start_ms), text, origin });
            });
        }
        captions
    }
}

fn milliseconds(seconds: f64) -> u64 {
    (seconds * 1000.0).round() as u64
}

/// A number, clamped to 0 to 255.
fn channel(number: f64) -> u8 {
    number.round() as u8
}

/// R, G, B and A of three or four numbers; black if some are missing.
fn colour(numbers: &[f64]) -> [u8; 4] {
    match numbers {
        [r, g, b] => [channel(*r), channel(*g), channel(*b), 255],
        [r, g, b, a, ..] => [*r, *g, *b, *a].map(channel),
        _ => [0, 0, 0, 255],
    }
}
