//! Ways to damage a file.

use proptest::prelude::*;
use proptest::sample::Index;

/// One change. Positions are relative, so that they fit any length.
#[derive(Clone, Debug)]
pub enum Mutation {
    Cut(Index),
    Flip(Index, u8),
    Byte(Index, u8),
    /// Writes a 16-bit number at an even offset.
    Short(Index, u16),
    /// Writes a 32-bit number at a multiple of four.
    Word(Index, u32),
    /// Writes a 32-bit number that is an offset in the file, or just past its end.
    Pointer(Index, Index),
    Remove(Index, u8),
    /// Inserts a few bytes from another offset.
    Copy(Index, Index, u8),
}

impl Arbitrary for Mutation {
    type Parameters = ();
    type Strategy = BoxedStrategy<Self>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        let at = any::<Index>;
        prop_oneof![
            at().prop_map(Mutation::Cut),
            (at(), 0..8u8).prop_map(|(at, bit)| Mutation::Flip(at, bit)),
            (at(), any::<u8>()).prop_map(|(at, value)| Mutation::Byte(at, value)),
            (at(), number()).prop_map(|(at, value)| Mutation::Short(at, value as u16)),
            (at(), number()).prop_map(|(at, value)| Mutation::Word(at, value)),
            (at(), at()).prop_map(|(at, to)| Mutation::Pointer(at, to)),
            (at(), any::<u8>()).prop_map(|(at, len)| Mutation::Remove(at, len)),
            (at(), at(), any::<u8>()).prop_map(|(at, from, len)| Mutation::Copy(at, from, len)),
        ]
        .boxed()
    }
}

/// Boundary values that are likely to break counts and offsets.
fn number() -> impl Strategy<Value = u32> {
    let edges = prop::sample::select(vec![
        0,
        1,
        0x7F,
        0x80,
        0xFF,
        0x7FFF,
        0x8000,
        0xFFFF,
        0x1_0000,
        0x7FFF_FFFF,
        0x8000_0000,
        0xFFFF_FFFE,
        0xFFFF_FFFF,
    ]);
    prop_oneof![edges, 0..64u32, any::<u32>()]
}

/// Numbers of two and four bytes, mostly small, with a few bytes between, like a header.
pub fn header_like() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        number().prop_map(|v| v.to_le_bytes().to_vec()),
        number().prop_map(|v| (v as u16).to_le_bytes().to_vec()),
        number().prop_map(|v| (v as u16).to_be_bytes().to_vec()),
        proptest::collection::vec(any::<u8>(), 0..4),
    ];
    proptest::collection::vec(piece, 0..200).prop_map(|pieces| pieces.concat())
}

pub fn apply(bytes: &[u8], mutations: &[Mutation]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for mutation in mutations {
        apply_one(&mut bytes, mutation);
    }
    bytes
}

fn apply_one(bytes: &mut Vec<u8>, mutation: &Mutation) {
    // The length plus one, so that an empty file is allowed.
    let len = bytes.len();
    let place = |at: &Index| at.index(len + 1);
    let mut put = |at: usize, value: &[u8]| {
        if let Some(found) = bytes.get_mut(at..at + value.len()) {
            found.copy_from_slice(value);
        }
    };
    match mutation {
        Mutation::Cut(at) => bytes.truncate(place(at)),
        Mutation::Flip(at, bit) => {
            let at = place(at);
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << bit;
            }
        }
        Mutation::Byte(at, value) => put(place(at), &[*value]),
        Mutation::Short(at, value) => put(place(at) & !1, &value.to_le_bytes()),
        Mutation::Word(at, value) => put(place(at) & !3, &value.to_le_bytes()),
        Mutation::Pointer(at, to) => put(place(at) & !3, &(place(to) as u32).to_le_bytes()),
        Mutation::Remove(at, count) => {
            let at = place(at);
            bytes.drain(at..(at + usize::from(*count)).min(len));
        }
        Mutation::Copy(at, from, count) => {
            let from = place(from);
            let piece = bytes[from..(from + usize::from(*count)).min(len)].to_vec();
            let at = place(at);
            bytes.splice(at..at, piece);
        }
    }
}
