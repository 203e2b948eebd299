//! Writes records to bytes, with offsets filled in later.

use super::{Endian, Scalar, Shaped};

/// A growing buffer; offsets are written as placeholders and patched when the target is known.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    out: Vec<u8>,
    endian: Endian,
}

/// Offset of four bytes reserved for a `u32`.
#[derive(Clone, Copy, Debug)]
pub struct Slot(usize);

impl Writer {
    /// Writer with this byte order.
    pub fn new(endian: Endian) -> Self {
        Self { out: Vec::new(), endian }
    }

    /// Bytes written so far, which is also the offset of the next one.
    pub fn pos(&self) -> usize {
        self.out.len()
    }

    /// Byte order.
    pub fn endian(&self) -> Endian {
        self.endian
    }

    /// Appends a number.
    pub fn put<T: Scalar>(&mut self, value: T) {
        value.put(&mut self.out, self.endian);
    }

    /// Appends a record, an array or a number.
    pub fn shaped<T: Shaped>(&mut self, value: &T) {
        value.put(&mut self.out, self.endian);
    }

    /// Appends all values.
    pub fn all<T: Shaped>(&mut self, values: &[T]) {
        for value in values {
            self.shaped(value);
        }
    }

    /// Appends raw bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    /// Appends zeros up to the next multiple of `align`.
    pub fn align(&mut self, align: usize) {
        let len = self.out.len().next_multiple_of(align.max(1));
        self.out.resize(len, 0);
    }

    /// Writes a zero `u32` to be filled in by [`Writer::patch`].
    pub fn slot(&mut self) -> Slot {
        let slot = Slot(self.out.len());
        self.put(0u32);
        slot
    }

    /// Fills in a reserved number.
    pub fn patch(&mut self, slot: Slot, value: u32) {
        self.patch_at(slot.0, value);
    }

    /// Overwrites the `u32` at `at`, which must already be written.
    pub fn patch_at(&mut self, at: usize, value: u32) {
        let bytes = match self.endian {
            Endian::Little => value.to_le_bytes(),
            Endian::Big => value.to_be_bytes(),
        };
        if let Some(target) = self.out.get_mut(at..at + 4) {
            target.copy_from_slice(&bytes);
        }
    }

    /// Overwrites the bytes at `at` with a record, if enough bytes are already written.
    pub fn overwrite<T: Shaped>(&mut self, at: usize, value: &T) {
        let mut bytes = Vec::with_capacity(T::SIZE);
        value.put(&mut bytes, self.endian);
        if let Some(place) = self.out.get_mut(at..at.saturating_add(bytes.len())) {
            place.copy_from_slice(&bytes);
        }
    }

    /// The written bytes.
    pub fn finish(self) -> Vec<u8> {
        self.out
    }
}
