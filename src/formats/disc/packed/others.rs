//! Kinds of packed discs that are known and not opened, and what to do about them.

use crate::formats::Head;

/// What a file is that no format claims, and how its user gets further; `None` where it is not known
/// either.
pub fn not_opened(head: &Head<'_>) -> Option<&'static str> {
    let starts = |magic: &[u8]| head.bytes.starts_with(magic);
    let ends = |back: u64, magic: &[u8]| {
        head.len.checked_sub(back).is_some_and(|at| head.at(at, 4)[..] == *magic)
    };
    let said = if starts(b"ECM\0") {
        "a disc image packed with ECM, which is not opened: unpack it with unecm first"
    } else if starts(b"CISO") {
        "a disc image packed as CSO, which is not opened: unpack it with maxcso first"
    } else if starts(b"ZISO") || starts(b"DAX\0") || starts(b"JISO") {
        "a packed PSP disc image, which is not opened: unpack it to an ISO with maxcso first"
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
    } else {
        return None;
    };
    Some(said)
}

/// The version stands 8 bytes before the end.
fn is_cdi(head: &Head<'_>) -> bool {
    let version = head.len.checked_sub(8).map(|at| head.at(at, 4).into_owned());
    let known = [0x8000_0004u32, 0x8000_0005, 0x8000_0006].map(u32::to_le_bytes);
    version.is_some_and(|version| known.iter().any(|known| version == known))
}
