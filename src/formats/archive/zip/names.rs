//! File names: UTF-8 if flagged so, otherwise in the code page of DOS.

use super::records::{CentralHeader, Entry, UTF_8, WIDE};

/// Extra field with the name in UTF-8.
const UNICODE_PATH: u16 = 0x7075;

/// Characters 0x80 to 0xFF of code page 437.
const HIGH: [&str; 8] = [
    "ÇüéâäàåçêëèïîìÄÅ",
    "ÉæÆôöòûùÿÖÜ¢£¥₧ƒ",
    "áíóúñÑªº¿⌐¬½¼¡«»",
    "░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
    "└┴┬├─┼╞╟╚╔╩╦╠═╬╧",
    "╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
    "αßΓπΣσµτΦΘΩδ∞φε∩",
    "≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ ",
];

/// Name of a file, with `/` between folders: some programs write Windows separators.
pub fn name_of(header: &CentralHeader, stored: &[u8], extra: &[u8]) -> String {
    decoded(header, stored, extra).replace('\\', "/")
}

fn decoded(header: &CentralHeader, stored: &[u8], extra: &[u8]) -> String {
    if let Some(name) = unicode_path(stored, extra) {
        return name;
    }
    // Unix programs write UTF-8 without the flag.
    match std::str::from_utf8(stored) {
        Ok(name) => name.to_owned(),
        Err(_) if header.flags & UTF_8 != 0 => String::from_utf8_lossy(stored).into_owned(),
        Err(_) => code_page_437(stored),
    }
}

/// Name in an extra field, unless it belongs to another stored name and is thus outdated.
fn unicode_path(stored: &[u8], extra: &[u8]) -> Option<String> {
    let (_, field) = fields(extra).find(|(id, _)| *id == UNICODE_PATH)?;
    let [1, a, b, c, d, name @ ..] = field else { return None };
    let is_own = u32::from_le_bytes([*a, *b, *c, *d]) == crc32fast::hash(stored);
    std::str::from_utf8(name).ok().filter(|name| is_own && !name.is_empty()).map(str::to_owned)
}

fn code_page_437(stored: &[u8]) -> String {
    let character = |byte: &u8| {
        let at = usize::from(byte.checked_sub(0x80)?);
        HIGH.get(at / 16)?.chars().nth(at % 16)
    };
    stored.iter().map(|byte| character(byte).unwrap_or_else(|| char::from(*byte))).collect()
}

/// Kinds and data of extra fields.
pub fn fields(extra: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    let mut rest = extra;
    std::iter::from_fn(move || {
        let [id_low, id_high, len_low, len_high, behind @ ..] = rest else { return None };
        let len = usize::from(u16::from_le_bytes([*len_low, *len_high])).min(behind.len());
        let (field, next) = behind.split_at(len);
        rest = next;
        Some((u16::from_le_bytes([*id_low, *id_high]), field))
    })
}

/// Takes numbers that do not fit into 32 bits from the extra field.
pub fn widen(entry: &mut Entry, extra: &[u8]) {
    for (_, field) in fields(extra).filter(|(id, _)| *id == WIDE) {
        let mut words = field.chunks_exact(8).filter_map(|word| word.try_into().ok());
        let (size, packed, local) = (entry.header.size, entry.header.packed, entry.header.local);
        for (short, long) in
            [(size, &mut entry.size), (packed, &mut entry.packed), (local, &mut entry.local)]
        {
            if short == u32::MAX {
                *long = words.next().map_or(*long, u64::from_le_bytes);
            }
        }
    }
}
