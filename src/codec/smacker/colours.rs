//! Palette changes from frame to frame (section 4).

/// RGB of 256 colours.
pub type Colours = [[u8; 3]; 256];

/// Palette before the first frame.
pub const BLACK: Colours = [[0; 3]; 256];

/// Expands six bits to eight.
fn expand(six: u8) -> u8 {
    let six = six & 63;
    six << 2 | six >> 4
}

/// Applies a palette chunk to the previous palette. `chunk` starts after its length field. The result is
/// `false` if the chunk is truncated, refers to colours beyond the last, or has channels of more than six
/// bits.
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
