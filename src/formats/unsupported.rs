//! Kinds of files that are recognised and not opened, and what to do about them.

use super::Head;

/// The kind of a file that no format claims, and how its user gets further; `None` where it is not
/// recognised either.
pub fn unsupported(head: &Head<'_>) -> Option<&'static str> {
    archive(head).or_else(|| disc(head))
}

/// Marks of archives and packed files, and a sentence on each.
const ARCHIVES: &[(&[u8], &str)] = &[
    (b"7z\xBC\xAF\x27\x1C", "a 7z archive, which is not opened: unpack it with 7-Zip first"),
    (b"Rar!\x1A\x07", "a RAR archive, which is not opened: unpack it with unrar or 7-Zip first"),
    (b"MSCF", "a cabinet (CAB), which is not opened: unpack it with cabextract or 7-Zip first"),
    (b"ISc(", "a cabinet of InstallShield, which is not opened: unpack it with unshield first"),
    (b"BZh", "a file packed by bzip2, which is not opened: unpack it with bunzip2 first"),
    (b"\xFD7zXZ\0", "a file packed by xz, which is not opened: unpack it with unxz first"),
    (
        b"\x28\xB5\x2F\xFD",
        "a file packed by Zstandard, which is not opened: unpack it with zstd first",
    ),
];
/// Where an archive of `tar` has its mark.
const TAR: usize = 257;

fn archive(head: &Head<'_>) -> Option<&'static str> {
    let known = ARCHIVES.iter().find(|(magic, _)| head.bytes.starts_with(magic));
    let tar = || {
        let is_tar = head.bytes.get(TAR..)?.starts_with(b"ustar");
        is_tar.then_some("a tar archive, which is not opened: unpack it with tar first")
    };
    known.map(|(_, said)| *said).or_else(tar)
}

fn disc(head: &Head<'_>) -> Option<&'static str> {
    let starts = |magic: &[u8]| head.bytes.starts_with(magic);
    let ends = |back: u64, magic: &[u8]| {
        head.len.checked_sub(back).is_some_and(|at| head.at(at, 4)[..] == *magic)
    };
    let said = if starts(b"ECM\0") {
        "a disc image packed with ECM, which is not opened: unpack it with unecm first"
    } else if starts(b"CISO") {
        "a disc image packed as CSO, which is not opened: unpack it with maxcso first"
    } else if starts(b"ZISO") {
        "a disc image packed as ZSO, which is not opened: unpack it to an ISO with maxcso first"
    } else if starts(b"DAX\0") {
        "a disc image packed as DAX, which is not opened: unpack it to an ISO with maxcso first"
    } else if starts(b"JISO") {
        "a disc image packed as JSO, which is not opened: unpack it to an ISO first"
    } else if starts(b"\0PBP") {
        "a PBP file of the PSP, which is not opened: take the disc image out of it first"
    } else if starts(b"IsZ!") {
        "a disc image packed as ISZ, which is not opened: convert it to an ISO first"
    } else if starts(b"MEDIA DESCRIPTOR\x02") {
        "a packed disc image of the kind MDX, which is not opened: convert it to an ISO first"
    } else if starts(b"EGGS") {
        "a part of a Wii disc as the Wii U keeps it (NFS), which is not opened: convert it to an ISO \
         first"
    } else if starts(&[0xAE, 0x0F, 0x38, 0xA2]) {
        "a GameCube disc inside another one (TGC), which is not opened: convert it to an ISO first"
    } else if ends(12, b"NER5") || ends(8, b"NERO") {
        "a disc image of Nero (NRG) without files that can be read: convert it to an ISO first"
    } else if head.has_extension(&["cdi"]) && is_cdi(head) {
        "a disc image of DiscJuggler (CDI), which is not opened: convert it to an ISO first"
    } else if is_udf(head) {
        "a disc with a UDF file system alone, which is not read: mount it, or convert it to an ISO 9660 image \
         first"
    } else if head.has_extension(&["toc"]) && is_toc(head.bytes) {
        "a sheet of cdrdao (TOC), which is not read: convert it to a cue sheet with toc2cue first"
    } else {
        return None;
    };
    Some(said)
}

/// Whether the descriptors of a disc name UDF: the first is `BEA01`, a later one `NSR02` or `NSR03`.
fn is_udf(head: &Head<'_>) -> bool {
    // Bytes of a sector, and those before its user data.
    let layouts = [(2048u64, 0u64), (2352, 16), (2352, 24)];
    layouts.into_iter().any(|(stride, before)| {
        let name = |sector: u64| head.at(sector * stride + before + 1, 5).into_owned();
        name(16) == b"BEA01" && (17..20).any(|at| matches!(&name(at)[..], b"NSR02" | b"NSR03"))
    })
}

/// Whether the first word of a text after comments is a keyword of cdrdao.
fn is_toc(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with("//"));
    let word = first.and_then(|line| line.split_whitespace().next()).unwrap_or("");
    ["CD_DA", "CD_ROM", "CD_ROM_XA", "CATALOG", "CD_TEXT", "TRACK"].contains(&word)
}

/// The version stands 8 bytes before the end.
fn is_cdi(head: &Head<'_>) -> bool {
    let version = head.len.checked_sub(8).map(|at| head.at(at, 4).into_owned());
    let known = [0x8000_0004u32, 0x8000_0005, 0x8000_0006].map(u32::to_le_bytes);
    version.is_some_and(|version| known.iter().any(|known| version == known))
}
