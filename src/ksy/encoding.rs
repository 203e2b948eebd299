//! Encodings of texts.

use encoding_rs as rs;
use oem_cp::code_table::{DECODING_TABLE_CP437, ENCODING_TABLE_CP437};

/// An encoding by its canonical name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encoding {
    name: &'static str,
    coder: Coder,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Coder {
    Ascii,
    /// Each byte is a code point.
    Latin1,
    /// Latin-1 except for six Turkish letters.
    Latin5,
    /// Thai: windows-874 without its additions.
    Thai,
    Cp437,
    Utf32 {
        little: bool,
    },
    Utf16 {
        little: bool,
    },
    Other(&'static rs::Encoding),
}

/// Canonical names with their coders, and aliases in lower case.
const ENCODINGS: &[(&str, Coder, &[&str])] = &[
    ("ASCII", Coder::Ascii, &["us-ascii"]),
    ("UTF-8", Coder::Other(rs::UTF_8), &["utf8"]),
    ("UTF-16LE", Coder::Utf16 { little: true }, &["utf16le", "utf-16-le", "utf_16le"]),
    ("UTF-16BE", Coder::Utf16 { little: false }, &["utf16be", "utf-16-be", "utf_16be"]),
    ("UTF-32LE", Coder::Utf32 { little: true }, &["utf32le", "utf-32-le"]),
    ("UTF-32BE", Coder::Utf32 { little: false }, &["utf32be", "utf-32-be"]),
    ("ISO-8859-1", Coder::Latin1, &["iso8859-1", "iso-8859_1", "latin1", "latin-1", "iso88591"]),
    ("ISO-8859-2", Coder::Other(rs::ISO_8859_2), &["iso8859-2", "latin2"]),
    ("ISO-8859-3", Coder::Other(rs::ISO_8859_3), &["iso8859-3", "latin3"]),
    ("ISO-8859-4", Coder::Other(rs::ISO_8859_4), &["iso8859-4", "latin4"]),
    ("ISO-8859-5", Coder::Other(rs::ISO_8859_5), &["iso8859-5"]),
    ("ISO-8859-6", Coder::Other(rs::ISO_8859_6), &["iso8859-6"]),
    ("ISO-8859-7", Coder::Other(rs::ISO_8859_7), &["iso8859-7"]),
    ("ISO-8859-8", Coder::Other(rs::ISO_8859_8), &["iso8859-8"]),
    ("ISO-8859-9", Coder::Latin5, &["iso8859-9", "latin5"]),
    ("ISO-8859-10", Coder::Other(rs::ISO_8859_10), &["iso8859-10", "latin6"]),
    ("ISO-8859-11", Coder::Thai, &["iso8859-11"]),
    ("ISO-8859-13", Coder::Other(rs::ISO_8859_13), &["iso8859-13"]),
    ("ISO-8859-14", Coder::Other(rs::ISO_8859_14), &["iso8859-14"]),
    ("ISO-8859-15", Coder::Other(rs::ISO_8859_15), &["iso8859-15", "latin9"]),
    ("ISO-8859-16", Coder::Other(rs::ISO_8859_16), &["iso8859-16"]),
    ("windows-1250", Coder::Other(rs::WINDOWS_1250), &["cp1250"]),
    ("windows-1251", Coder::Other(rs::WINDOWS_1251), &["cp1251"]),
    ("windows-1252", Coder::Other(rs::WINDOWS_1252), &["cp1252"]),
    ("windows-1253", Coder::Other(rs::WINDOWS_1253), &["cp1253"]),
    ("windows-1254", Coder::Other(rs::WINDOWS_1254), &["cp1254"]),
    ("windows-1255", Coder::Other(rs::WINDOWS_1255), &["cp1255"]),
    ("windows-1256", Coder::Other(rs::WINDOWS_1256), &["cp1256"]),
    ("windows-1257", Coder::Other(rs::WINDOWS_1257), &["cp1257"]),
    ("windows-1258", Coder::Other(rs::WINDOWS_1258), &["cp1258"]),
    ("IBM437", Coder::Cp437, &["cp437", "437"]),
    ("IBM866", Coder::Other(rs::IBM866), &["cp866", "866"]),
    ("Shift_JIS", Coder::Other(rs::SHIFT_JIS), &["sjis", "shift-jis", "cp932", "windows-31j"]),
    ("Big5", Coder::Other(rs::BIG5), &["big-5", "cp950"]),
    ("EUC-KR", Coder::Other(rs::EUC_KR), &["euckr", "cp949"]),
    ("EUC-JP", Coder::Other(rs::EUC_JP), &["eucjp"]),
    ("GBK", Coder::Other(rs::GBK), &["gb2312", "cp936"]),
    ("gb18030", Coder::Other(rs::GB18030), &[]),
    ("KOI8-R", Coder::Other(rs::KOI8_R), &["koi8r"]),
    ("KOI8-U", Coder::Other(rs::KOI8_U), &["koi8u"]),
    ("macintosh", Coder::Other(rs::MACINTOSH), &["macroman", "mac-roman"]),
];

/// Canonical names of all encodings.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    ENCODINGS.iter().map(|(name, ..)| *name)
}

/// Letters of ISO-8859-9 that differ from Latin-1.
const TURKISH: [(u8, char); 6] =
    [(0xD0, 'Ğ'), (0xDD, 'İ'), (0xDE, 'Ş'), (0xF0, 'ğ'), (0xFD, 'ı'), (0xFE, 'ş')];

impl Encoding {
    /// The encoding with this name or alias, ignoring case.
    pub fn of(name: &str) -> Option<Self> {
        let lower = name.to_ascii_lowercase();
        let found = ENCODINGS.iter().find(|(canonical, _, others)| {
            canonical.eq_ignore_ascii_case(&lower) || others.contains(&&*lower)
        });
        found.map(|(name, coder, _)| Self { name, coder: *coder })
    }

    /// The canonical name.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// Bytes of a code unit.
    pub fn unit(self) -> usize {
        match self.coder {
            Coder::Utf16 { .. } => 2,
            Coder::Utf32 { .. } => 4,
            _ => 1,
        }
    }

    /// Text of the bytes, and `true` if all of them were valid. Invalid ones become U+FFFD.
    pub fn decode(self, bytes: &[u8]) -> (String, bool) {
        let by_byte = |map: &dyn Fn(u8) -> Option<char>| {
            let text: String = bytes.iter().map(|b| map(*b).unwrap_or('\u{fffd}')).collect();
            let valid = bytes.iter().all(|byte| map(*byte).is_some());
            (text, valid)
        };
        match self.coder {
            Coder::Ascii => by_byte(&|byte| byte.is_ascii().then_some(char::from(byte))),
            Coder::Latin1 => by_byte(&|byte| Some(char::from(byte))),
            Coder::Latin5 => by_byte(&|byte| {
                let turkish = TURKISH.iter().find(|(own, _)| *own == byte);
                Some(turkish.map_or(char::from(byte), |(_, letter)| *letter))
            }),
            Coder::Thai => by_byte(&|byte| match byte {
                0..=0xA0 => Some(char::from(byte)),
                0xA1..=0xDA | 0xDF..=0xFB => char::from_u32(0x0E00 + u32::from(byte) - 0xA0),
                _ => None,
            }),
            Coder::Cp437 => by_byte(&|byte| match byte.checked_sub(0x80) {
                None => Some(char::from(byte)),
                Some(high) => DECODING_TABLE_CP437.get(usize::from(high)).copied(),
            }),
            Coder::Utf32 { little } => decode_32(bytes, little),
            Coder::Utf16 { little } => decode_16(bytes, little),
            Coder::Other(encoding) => {
                let (text, malformed) = encoding.decode_without_bom_handling(bytes);
                (text.into_owned(), !malformed)
            }
        }
    }

    /// Bytes of the text; `None` if a character is not in the encoding.
    pub fn encode(self, text: &str) -> Option<Vec<u8>> {
        let by_char =
            |map: &dyn Fn(char) -> Option<u8>| text.chars().map(map).collect::<Option<Vec<u8>>>();
        let latin = |letter: char| u8::try_from(u32::from(letter)).ok();
        match self.coder {
            Coder::Ascii => text.is_ascii().then(|| text.as_bytes().to_vec()),
            Coder::Latin1 => by_char(&latin),
            Coder::Latin5 => {
                by_char(&|letter| match TURKISH.iter().find(|(_, own)| *own == letter) {
                    Some((byte, _)) => Some(*byte),
                    None => latin(letter).filter(|byte| TURKISH.iter().all(|(own, _)| own != byte)),
                })
            }
            Coder::Thai => by_char(&|letter| match u32::from(letter) {
                value @ 0..=0xA0 => u8::try_from(value).ok(),
                value @ (0x0E01..=0x0E3A | 0x0E3F..=0x0E5B) => {
                    u8::try_from(value - 0x0E00 + 0xA0).ok()
                }
                _ => None,
            }),
            Coder::Cp437 => by_char(&|letter| match letter.is_ascii() {
                true => u8::try_from(u32::from(letter)).ok(),
                false => ENCODING_TABLE_CP437.get(&letter).copied(),
            }),
            Coder::Utf32 { little } => Some(
                text.chars()
                    .flat_map(|letter| {
                        let value = u32::from(letter);
                        if little { value.to_le_bytes() } else { value.to_be_bytes() }
                    })
                    .collect(),
            ),
            Coder::Utf16 { little } => Some(
                text.encode_utf16()
                    .flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() })
                    .collect(),
            ),
            Coder::Other(encoding) => {
                let (bytes, _, unmappable) = encoding.encode(text);
                (!unmappable).then(|| bytes.into_owned())
            }
        }
    }
}

fn decode_16(bytes: &[u8], little: bool) -> (String, bool) {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units = pairs
        .iter()
        .map(|pair| if little { u16::from_le_bytes(*pair) } else { u16::from_be_bytes(*pair) });
    let mut valid = rest.is_empty();
    let mut text: String = char::decode_utf16(units)
        .map(|letter| {
            valid &= letter.is_ok();
            letter.unwrap_or('\u{fffd}')
        })
        .collect();
    if !rest.is_empty() {
        text.push('\u{fffd}');
    }
    (text, valid)
}

fn decode_32(bytes: &[u8], little: bool) -> (String, bool) {
    let (units, rest) = bytes.as_chunks::<4>();
    let mut valid = rest.is_empty();
    let mut text: String = units
        .iter()
        .map(|unit| {
            let value = if little { u32::from_le_bytes(*unit) } else { u32::from_be_bytes(*unit) };
            let letter = char::from_u32(value);
            valid &= letter.is_some();
            letter.unwrap_or('\u{fffd}')
        })
        .collect();
    if !rest.is_empty() {
        text.push('\u{fffd}');
    }
    (text, valid)
}
