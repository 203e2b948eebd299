//! Unsupported file types that are recognised, with a suggestion of how to convert them.

use super::Head;
use Sign::{Ends, Holds, Is, Starts};

/// The type of a file that no format claims, and a suggestion; `None` if it is not recognised.
pub fn unsupported(head: &Head<'_>) -> Option<String> {
    let is_kind = |kind: &&Kind| kind.signs.iter().any(|sign| sign.is_in(head));
    let Kind { name, remedy, .. } = KINDS.iter().find(is_kind)?;
    Some(format!("{name}, which is not supported: {remedy} first"))
}

struct Kind {
    /// Signs of this kind; one of them is sufficient.
    signs: &'static [Sign],
    name: &'static str,
    remedy: &'static str,
}

/// Evidence for a file type.
enum Sign {
    /// The file starts with these bytes.
    Starts(&'static [u8]),
    /// These bytes are at an offset.
    Holds(u64, &'static [u8]),
    /// These bytes are at a distance from the end.
    Ends(u64, &'static [u8]),
    /// The function returns `true`.
    Is(fn(&Head<'_>) -> bool),
}

impl Sign {
    fn is_in(&self, head: &Head<'_>) -> bool {
        let has = |at: u64, bytes: &[u8]| head.at(at, bytes.len())[..] == *bytes;
        match self {
            Starts(bytes) => head.bytes.starts_with(bytes),
            Holds(at, bytes) => has(*at, bytes),
            Ends(back, bytes) => head.len.checked_sub(*back).is_some_and(|at| has(at, bytes)),
            Is(test) => test(head),
        }
    }
}

const fn kind(signs: &'static [Sign], name: &'static str, remedy: &'static str) -> Kind {
    Kind { signs, name, remedy }
}

const TO_ISO: &str = "convert it to an ISO";

const KINDS: &[Kind] = &[
    kind(&[Starts(b"7z\xBC\xAF\x27\x1C")], "a 7z archive", "unpack it with 7-Zip"),
    kind(&[Starts(b"Rar!\x1A\x07")], "a RAR archive", "unpack it with unrar or 7-Zip"),
    kind(&[Starts(b"MSCF")], "a cabinet (CAB)", "unpack it with cabextract or 7-Zip"),
    kind(&[Starts(b"ISc(")], "an InstallShield cabinet", "unpack it with unshield"),
    kind(&[Starts(b"BZh")], "a file compressed by bzip2", "unpack it with bunzip2"),
    kind(&[Starts(b"\xFD7zXZ\0")], "a file packed by xz", "unpack it with unxz"),
    kind(&[Starts(b"\x28\xB5\x2F\xFD")], "a file compressed by Zstandard", "unpack it with zstd"),
    kind(&[Holds(257, b"ustar")], "a tar archive", "unpack it with tar"),
    kind(&[Starts(b"ECM\0")], "a disc image packed with ECM", "unpack it with unecm"),
    kind(&[Starts(b"CISO")], "a disc image packed as CSO", "unpack it with maxcso"),
    kind(&[Starts(b"ZISO")], "a disc image packed as ZSO", "unpack it to an ISO with maxcso"),
    kind(&[Starts(b"DAX\0")], "a disc image packed as DAX", "unpack it to an ISO with maxcso"),
    kind(&[Starts(b"JISO")], "a disc image packed as JSO", "unpack it to an ISO"),
    kind(&[Starts(b"\0PBP")], "a PSP PBP file", "extract the disc image"),
    kind(&[Starts(b"IsZ!")], "a disc image packed as ISZ", TO_ISO),
    kind(&[Starts(b"MEDIA DESCRIPTOR\x02")], "a packed MDX disc image", TO_ISO),
    kind(&[Starts(b"EGGS")], "part of a Wii disc as stored on Wii U (NFS)", TO_ISO),
    kind(&[Starts(b"\xAE\x0F\x38\xA2")], "a GameCube disc inside another one (TGC)", TO_ISO),
    kind(
        &[Ends(12, b"NER5"), Ends(8, b"NERO")],
        "a Nero disc image (NRG) without readable files",
        TO_ISO,
    ),
    kind(&[Is(is_cdi)], "a DiscJuggler disc image (CDI)", TO_ISO),
    kind(
        &[Is(is_udf)],
        "a disc with only a UDF file system",
        "mount it, or convert it to an ISO 9660 image",
    ),
    kind(&[Is(is_gdi)], "a sheet of a Dreamcast disc (GDI)", "convert it to a cue sheet"),
    kind(&[Is(is_toc)], "a cdrdao sheet (TOC)", "convert it to a cue sheet with toc2cue"),
];

/// `true` if the descriptors of a disc name UDF: the first is `BEA01`, a later one `NSR02` or `NSR03`.
fn is_udf(head: &Head<'_>) -> bool {
    // Sector size, and offset of the user data in it.
    let layouts = [(2048u64, 0u64), (2352, 16), (2352, 24)];
    layouts.into_iter().any(|(stride, before)| {
        let name = |sector: u64| head.at(sector * stride + before + 1, 5).into_owned();
        name(16) == b"BEA01" && (17..20).any(|at| matches!(&name(at)[..], b"NSR02" | b"NSR03"))
    })
}

/// `true` if the first word of a text after comments is a keyword of cdrdao.
fn is_toc(head: &Head<'_>) -> bool {
    if !head.has_extension(&["toc"]) {
        return false;
    }
    let text = String::from_utf8_lossy(head.bytes);
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with("//"));
    let word = first.and_then(|line| line.split_whitespace().next()).unwrap_or("");
    ["CD_DA", "CD_ROM", "CD_ROM_XA", "CATALOG", "CD_TEXT", "TRACK"].contains(&word)
}

/// `true` if a text has a number of tracks and a line of numbers and a name for the first one.
fn is_gdi(head: &Head<'_>) -> bool {
    if !head.has_extension(&["gdi"]) {
        return false;
    }
    let text = String::from_utf8_lossy(head.bytes);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let tracks = lines.next().and_then(|line| line.parse::<u8>().ok());
    let first = lines.next().map_or(0, |line| {
        line.split_whitespace().take_while(|word| word.parse::<u32>().is_ok()).count()
    });
    tracks.is_some_and(|tracks| tracks > 0) && first == 4
}

/// `true` if a file is a DiscJuggler image: its version is 8 bytes before the end.
fn is_cdi(head: &Head<'_>) -> bool {
    if !head.has_extension(&["cdi"]) {
        return false;
    }
    let version = head.len.checked_sub(8).map(|at| head.at(at, 4).into_owned());
    let known = [0x8000_0004u32, 0x8000_0005, 0x8000_0006].map(u32::to_le_bytes);
    version.is_some_and(|version| known.iter().any(|known| version == known))
}
