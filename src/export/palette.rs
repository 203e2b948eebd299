//! Palettes in the formats of paint programs: every entry as stored, with 5-bit channels widened to 8
//! bits.
//!
//! | kind | content |
//! |---|---|
//! | `pal` | JASC: `JASC-PAL`, `0100`, the number of entries, then `r g b` lines |
//! | `gpl` | GIMP: a name, then `r g b` lines |
//! | `act` | Adobe: 256 entries of three bytes, the number of used ones, big-endian, and 0xFFFF |

use std::io::Write;

use super::Subject;
use super::exporter::{Content, Exporter, Fit, Maker, NotWritten, nothing_besides};
use crate::bytes::Colour15;
use crate::scene::{Palette, PaletteId};

pub(super) static PAL: Exporter =
    Exporter { name: "pal", meaning: "Palettes as text (JASC)", files: &["pal"], ..GPL };

pub(super) static ACT: Exporter =
    Exporter { name: "act", meaning: "Palettes for Adobe programs", files: &["act"], ..GPL };

pub(super) static GPL: Exporter = Exporter {
    name: "gpl",
    meaning: "Palettes for GIMP, Inkscape, Krita and Aseprite",
    suits: |_, subject| matches!(subject, Subject::Palette(_)).then_some(Fit::Asked),
    files: &["gpl"],
    besides: nothing_besides,
    pictures_beside: false,
    make,
};

fn make(maker: &mut Maker<'_>, content: Content, out: &mut dyn Write) -> Result<(), NotWritten> {
    let Subject::Palette(index) = content.subject else { return Err(NotWritten::Data) };
    let palette = maker.job.scene.palettes.get(index).ok_or(NotWritten::Data)?;
    let colours = colours(palette);
    let name = name_of(palette, index);
    let bytes = match content.extension {
        "pal" => jasc(&colours),
        "act" => adobe(&colours)?,
        _ => gimp(&name, &colours).into_bytes(),
    };
    Ok(out.write_all(&bytes)?)
}

/// Loaded words of a palette as a GIMP palette.
pub fn gimp_palette(name: &str, words: &[u16]) -> String {
    let colours: Vec<[u8; 3]> = words.iter().map(|word| Colour15(*word).rgb8()).collect();
    gimp(name, &colours)
}

/// File name of a palette.
pub(super) fn name_of(palette: &Palette, index: PaletteId) -> String {
    match palette.name.as_str() {
        "" => format!("palette{}", index.number()),
        name => name.to_owned(),
    }
}

/// Colours of the entries.
fn colours(palette: &Palette) -> Vec<[u8; 3]> {
    palette.stored.iter().map(|word| Colour15(*word).rgb8()).collect()
}

fn jasc(colours: &[[u8; 3]]) -> Vec<u8> {
    let mut text = format!("JASC-PAL\r\n0100\r\n{}\r\n", colours.len());
    for [r, g, b] in colours {
        text.push_str(&format!("{r} {g} {b}\r\n"));
    }
    text.into_bytes()
}

fn gimp(name: &str, colours: &[[u8; 3]]) -> String {
    let name: String = name.chars().filter(|letter| !letter.is_control()).collect();
    let mut text = format!("GIMP Palette\nName: {name}\nColumns: 16\n#\n");
    for (number, [r, g, b]) in colours.iter().enumerate() {
        text.push_str(&format!("{r:3} {g:3} {b:3}\t{number}\n"));
    }
    text
}

fn adobe(colours: &[[u8; 3]]) -> Result<Vec<u8>, String> {
    let count = u16::try_from(colours.len()).ok().filter(|count| *count <= 256);
    let count = count.ok_or_else(|| "more than the 256 colours of an ACT file".to_owned())?;
    let mut bytes = colours.as_flattened().to_vec();
    bytes.resize(768, 0);
    bytes.extend(count.to_be_bytes());
    // No entry is transparent: transparency depends on the texel.
    bytes.extend([0xff, 0xff]);
    Ok(bytes)
}
