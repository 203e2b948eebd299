//! What the records leave open: the order of the pieces and the bytes between them.

use std::collections::HashSet;

/// A piece that is reached by pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Piece {
    Model(usize),
    /// Chunks, names, palettes and the texture pointers, which follow one another.
    Library,
    Texture(usize),
}

/// What stands before a piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Gap {
    /// Zeros up to a multiple of 4, as many as it takes.
    Align,
    /// These bytes exactly.
    Bytes(Vec<u8>),
}

/// The pieces in file order. Empty in built files: models, library, textures in table order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layout {
    pub pieces: Vec<(Gap, Piece)>,
    /// Pointers that repeat an earlier one: (this, stored with).
    pub shared: Vec<(Piece, Piece)>,
    /// Pointers that lead nowhere, kept as they are.
    pub stale: Vec<(Piece, u32)>,
    /// Bytes behind the last piece.
    pub tail: Vec<u8>,
    /// The tag offset where it does not start the library.
    pub stale_tag_offset: Option<u32>,
    /// The list of chunks has no end mark.
    pub unterminated: bool,
}

impl Gap {
    /// Describes the bytes found before a piece at `offset`.
    pub fn of(bytes: &[u8], offset: u64) -> Self {
        let aligned = offset.is_multiple_of(4);
        if aligned && bytes.len() < 4 && bytes.iter().all(|b| *b == 0) {
            Gap::Align
        } else {
            Gap::Bytes(bytes.to_vec())
        }
    }
}

impl Layout {
    /// All pieces of a file with `models` models and `textures` textures, in order: known ones where
    /// they were, added ones behind the last of their kind.
    pub fn order(&self, models: usize, textures: usize, library: bool) -> Vec<(Gap, Piece)> {
        let mut order: Vec<(Gap, Piece)> = self
            .pieces
            .iter()
            .filter(|(_, piece)| match piece {
                Piece::Model(i) => *i < models,
                Piece::Texture(i) => *i < textures,
                Piece::Library => library,
            })
            .cloned()
            .collect();
        let elsewhere =
            self.shared.iter().map(|(p, _)| *p).chain(self.stale.iter().map(|(p, _)| *p));
        let known: HashSet<Piece> = order.iter().map(|(_, p)| *p).chain(elsewhere).collect();
        let added = |piece: &Piece| !known.contains(piece);
        let models = (0..models).map(Piece::Model).filter(added);
        let library = library.then_some(Piece::Library).filter(added);
        let last_model = order.iter().rposition(|(_, p)| matches!(p, Piece::Model(_)));
        let at = last_model.map_or(0, |at| at + 1);
        let middle: Vec<_> = models.chain(library).map(|piece| (Gap::Align, piece)).collect();
        order.splice(at..at, middle);
        let textures = (0..textures).map(Piece::Texture).filter(added);
        order.extend(textures.map(|piece| (Gap::Align, piece)));
        order
    }
}
