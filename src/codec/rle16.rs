//! Run-length coding of 16-bit words, as used for Neversoft's screens (`neversoft-psx.md` section 20.1):
//! a count of 15 bits, and either one repeated word or as many words.

/// Flag in a count: a single repeated word follows.
pub const REPEATED: u16 = 0x8000;
/// Maximum length of a run.
const MAX_RUN: usize = 0x7FFF;
/// Minimum number of equal words that are stored as a run.
const WORTH: usize = 3;

/// Count with flag [`REPEATED`], and the stored words.
pub type Packet = (u16, Vec<u16>);

/// Packs words.
pub fn pack(words: &[u16]) -> Vec<Packet> {
    let mut packets: Vec<Packet> = Vec::new();
    let mut plain: Vec<u16> = Vec::new();
    for run in words.chunk_by(|a, b| a == b) {
        if run.len() < WORTH {
            plain.extend_from_slice(run);
            continue;
        }
        put_plain(&mut packets, &mut plain);
        for part in run.chunks(MAX_RUN) {
            let words = part.first().copied().into_iter().collect();
            packets.push((count(part.len()) | REPEATED, words));
        }
    }
    put_plain(&mut packets, &mut plain);
    packets
}

fn put_plain(packets: &mut Vec<Packet>, plain: &mut Vec<u16>) {
    packets.extend(plain.chunks(MAX_RUN).map(|part| (count(part.len()), part.to_vec())));
    plain.clear();
}

fn count(len: usize) -> u16 {
    u16::try_from(len).unwrap_or(u16::MAX) & !REPEATED
}

/// Unpacks at most `most` words.
pub fn unpack<'a>(packets: impl Iterator<Item = (u16, &'a [u16])>, most: usize) -> Vec<u16> {
    let mut words = Vec::new();
    for (head, stored) in packets {
        let room = most.saturating_sub(words.len());
        let count = usize::from(head & !REPEATED).min(room);
        if head & REPEATED != 0 {
            let word = stored.first().copied();
            words.extend(word.into_iter().flat_map(|word| std::iter::repeat_n(word, count)));
        } else {
            words.extend(stored.iter().take(count));
        }
    }
    words
}
