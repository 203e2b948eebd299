//! Run-length encoded texels, in packets. The low seven bits of the first byte of a packet are the
//! number of texels minus one. If its high bit is set, one texel follows, which repeats; otherwise
//! all texels follow.

/// Maximum number of texels of a packet.
const MAX_TEXELS: usize = 128;

/// Packets of a stream.
struct Packets<'a> {
    data: &'a [u8],
    /// Bytes of a texel.
    size: usize,
}

/// A packet: number of texels, and the bytes that repeat to fill them.
type Packet<'a> = (usize, &'a [u8]);

impl<'a> Iterator for Packets<'a> {
    type Item = Packet<'a>;

    fn next(&mut self) -> Option<Packet<'a>> {
        let (head, rest) = self.data.split_first()?;
        let count = usize::from(head & 0x7F) + 1;
        let stored = if head & 0x80 == 0 { count } else { 1 };
        // A truncated packet contains only its whole texels.
        let there = stored.min(rest.len() / self.size);
        let (texels, rest) = rest.split_at_checked(there * self.size)?;
        self.data = rest;
        let count = if head & 0x80 == 0 { there } else { count };
        (there > 0).then_some((count, texels))
    }
}

/// Bytes of the packets that contain this number of texels, or of all packets.
pub(super) fn length(data: &[u8], size: usize, mut texels: u64) -> usize {
    let mut packets = Packets { data, size };
    while texels > 0 {
        let Some((count, _)) = packets.next() else { break };
        texels = texels.saturating_sub(count as u64);
    }
    data.len() - packets.data.len()
}

/// Number of texels in the packets.
pub(super) fn count(data: &[u8], size: usize) -> u64 {
    Packets { data, size }.map(|(count, _)| count as u64).sum()
}

/// The first `most` texels.
pub(super) fn unpack(data: &[u8], size: usize, most: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(most.saturating_mul(size));
    let mut left = most;
    for (count, texels) in (Packets { data, size }) {
        let count = count.min(left);
        out.extend(texels.iter().cycle().take(count * size));
        left -= count;
    }
    out
}

/// Packs texels row by row.
pub(super) fn pack(plain: &[u8], size: usize, width: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for row in plain.chunks(width.max(1) * size) {
        let mut single: Vec<&[u8]> = Vec::new();
        for run in row.chunks(size).collect::<Vec<_>>().chunk_by(|a, b| a == b) {
            for run in run.chunks(MAX_TEXELS) {
                match run {
                    [texel] => single.push(texel),
                    [texel, ..] => {
                        put_single(&mut out, &mut single);
                        out.push(0x80 | (run.len() - 1) as u8);
                        out.extend(*texel);
                    }
                    [] => {}
                }
            }
        }
        put_single(&mut out, &mut single);
    }
    out
}

/// Writes texels that do not repeat.
fn put_single(out: &mut Vec<u8>, texels: &mut Vec<&[u8]>) {
    for packet in texels.chunks(MAX_TEXELS) {
        out.push((packet.len() - 1) as u8);
        out.extend(packet.concat());
    }
    texels.clear();
}
