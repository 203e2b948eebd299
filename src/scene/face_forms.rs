//! Storage forms of the fields of faces, from the shortest to the one that can store every value.

use super::packed_ints::{Width, put, take};

/// Storage form of one number, or of the four numbers of the corners.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) enum Form {
    /// All faces have the numbers of the first face; nothing is stored.
    #[default]
    First,
    /// Follows from other data: the index is the position in the list, normals have the same numbers as
    /// the corners.
    Implied,
    /// All are equal.
    Flat(Width),
    Each(Width),
}

/// Storage form of colours and their references.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) enum Colours {
    #[default]
    First,
    /// One colour without a reference.
    Flat,
    /// Five bytes, the first of which defines the meaning of the other four.
    Word,
    /// Four colours without references.
    Corners,
    /// Colours, and references to different colours.
    Both,
}

/// Storage form of texture coordinates.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) enum Uvs {
    #[default]
    First,
    Bytes,
    /// Two bytes: multiples of one divided by this number.
    Steps(u16),
    Floats,
}

pub(super) fn is_flat<T: PartialEq, const N: usize>(list: &[T; N]) -> bool {
    list.iter().all(|item| *item == list[0])
}

/// The first form in a list, starting at `own`, that can store the values.
pub(super) fn smallest<T: Copy + PartialEq>(all: &[T], own: T, holds: impl Fn(T) -> bool) -> T {
    if holds(own) {
        return own;
    }
    let behind = all.iter().copied().skip_while(|form| *form != own);
    behind.skip(1).find(|form| holds(*form)).unwrap_or(own)
}

impl Form {
    /// All forms, from the shortest to the one that can store everything.
    pub const ALL: [Self; 8] = [
        Self::First,
        Self::Implied,
        Self::Flat(Width::One),
        Self::Flat(Width::Two),
        Self::Each(Width::One),
        Self::Flat(Width::Four),
        Self::Each(Width::Two),
        Self::Each(Width::Four),
    ];

    /// The shortest form that can store all of these numbers, but at least as long as `self`. Each
    /// item has the numbers of a face and the numbers that are implied by its other values, if any.
    pub fn holding<const N: usize>(
        self,
        all: impl Iterator<Item = ([u32; N], Option<[u32; N]>)> + Clone,
        first: [u32; N],
    ) -> Self {
        let within = |own: &[u32; N], width| own.iter().all(|number| Width::of(*number) <= width);
        smallest(&Self::ALL, self, |form| {
            all.clone().all(|(own, implied)| match form {
                Self::First => own == first,
                Self::Implied => Some(own) == implied,
                Self::Flat(width) => is_flat(&own) && within(&own, width),
                Self::Each(width) => within(&own, width),
            })
        })
    }

    pub fn put<const N: usize>(self, own: [u32; N], row: &mut &mut [u8]) {
        match self {
            Self::First | Self::Implied => {}
            Self::Flat(width) => width.put(own[0], row),
            Self::Each(width) => own.iter().for_each(|number| width.put(*number, row)),
        }
    }

    pub fn take<const N: usize>(
        self,
        row: &mut &[u8],
        first: [u32; N],
        implied: [u32; N],
    ) -> [u32; N] {
        match self {
            Self::First => first,
            Self::Implied => implied,
            Self::Flat(width) => [width.take(row); N],
            Self::Each(width) => std::array::from_fn(|_| width.take(row)),
        }
    }
}

impl Colours {
    pub const ALL: [Self; 5] = [Self::First, Self::Flat, Self::Word, Self::Corners, Self::Both];
}

impl Uvs {
    /// Texels, and the fractions that integer formats use.
    pub const ALL: [Self; 5] =
        [Self::First, Self::Bytes, Self::Steps(1), Self::Steps(512), Self::Floats];

    /// `true` if exactly the same numbers are restored, including −0.
    pub fn holds(self, own: &[[f32; 2]; 4], first: &[[f32; 2]; 4]) -> bool {
        let bits = |uvs: &[[f32; 2]; 4]| uvs.map(|uv| uv.map(f32::to_bits));
        let all = |kept: fn(f32, f32) -> f32, share: f32| {
            own.as_flattened().iter().all(|v| kept(*v, share).to_bits() == v.to_bits())
        };
        match self {
            Self::First => bits(own) == bits(first),
            Self::Bytes => all(|v, _| f32::from(v as u8), 1.0),
            Self::Steps(share) => {
                all(|v, share| f32::from((v * share) as u16) / share, share.into())
            }
            Self::Floats => true,
        }
    }

    pub fn put(self, uvs: [[f32; 2]; 4], row: &mut &mut [u8]) {
        for v in uvs.as_flattened() {
            match self {
                Self::First => {}
                Self::Bytes => put(row, [*v as u8]),
                Self::Steps(share) => put(row, ((v * f32::from(share)) as u16).to_le_bytes()),
                Self::Floats => put(row, v.to_le_bytes()),
            }
        }
    }

    pub fn take(self, row: &mut &[u8], first: [[f32; 2]; 4]) -> [[f32; 2]; 4] {
        first.map(|uv| {
            uv.map(|v| match self {
                Self::First => v,
                Self::Bytes => f32::from(u8::from_le_bytes(take(row))),
                Self::Steps(share) => f32::from(u16::from_le_bytes(take(row))) / f32::from(share),
                Self::Floats => f32::from_le_bytes(take(row)),
            })
        })
    }
}
