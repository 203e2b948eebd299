//! Palettes that change from frame to frame (section 4).

/// R, G, B of 256 colours.
pub type Colours = [[u8; 3]; 256];

/// The palette before the first frame.
pub const BLACK: Colours = [[0; 3]; 256];

/// Six bits as eight.
fn expand(six: u8) -> u8 {
    let six = six & 63;
    six << 2 | six >> 4
}

/// The palette that a chunk makes of the one before it; false beside it where the chunk is cut, asks
/// for colours past the last, or has channels of more than six bits. `chunk` begins behind its length.
pub fn recolour(old: &Colours, chunk: &[u8]) -> (Colours, bool) {
    let (mut new, mut sound) = (*old, true);
    let (mut at, mut rest) = (0usize, chunk.iter().copied());
    while at < new.len() {
        let Some(first) = rest.next() else { return (new, false) };
        let count = usize::from(first & if first & 0x80 != 0 { 0x7F } else { 0x3F }) + 1;
        if first & 0x80 != 0 {
            sound &= at + count <= new.len();
            at += count;
        } else if first & 0x40 != 0 {
            let Some(from) = rest.next().map(usize::from) else { return (new, false) };
            sound &= from + count <= old.len() && at + count <= new.len();
            let colours = old.iter().skip(from).take(count);
            for (slot, colour) in new.iter_mut().skip(at).zip(colours) {
                *slot = *colour;
            }
            at += count;
        } else {
            let Some((green, blue)) = rest.next().zip(rest.next()) else { return (new, false) };
            sound &= (green | blue) < 64;
            if let Some(slot) = new.get_mut(at) {
                *slot = [first, green, blue].map(expand);
            }
            at += 1;
        }
    }
    (new, sound)
}
