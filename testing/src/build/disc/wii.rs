//! Builds Wii discs: a partition table and one data partition.

use super::GameCube;
use super::gamecube::laid_out;

const SECTOR: usize = 0x8000;
/// Hash bytes of a sector, which are left zero.
const HASHES: usize = 0x400;
/// Sectors that are encrypted together.
const GROUP: usize = 64;
/// Offset of the partition, and of its data within the partition.
const PARTITION: usize = 0x5_0000;
const DATA: usize = 0x2_0000;

/// The bytes of a disc whose partition is not encrypted.
pub fn wii(disc: &GameCube<'_>) -> Vec<u8> {
    let data = laid_out(disc, (0x18, 0x5D1C_9EA3), 4);
    let sectors = data.len().div_ceil(SECTOR - HASHES).next_multiple_of(GROUP);
    let start = PARTITION + DATA;
    let mut bytes = vec![0; start + sectors * SECTOR];
    let mut put = |at: usize, part: &[u8]| bytes[at..at + part.len()].copy_from_slice(part);
    put(0, disc.game.as_bytes());
    put(0x18, &0x5D1C_9EA3u32.to_be_bytes());
    put(0x20, disc.title.as_bytes());
    // Not encrypted.
    put(0x61, &[1]);
    put(0x4_0000, &[word(1), quarter(0x4_0020)].concat());
    put(0x4_0020, &quarter(PARTITION));
    // The ticket; its issuer selects the key that encrypts the title key.
    put(PARTITION + 0x140, b"Root-CA00000001-XS00000003");
    put(PARTITION + 0x1BF, b"sixteen letters!");
    put(PARTITION + 0x2B8, &[quarter(DATA), quarter(sectors * SECTOR)].concat());
    for (index, part) in data.chunks(SECTOR - HASHES).enumerate() {
        put(start + index * SECTOR + HASHES, part);
    }
    bytes
}

fn word(number: usize) -> [u8; 4] {
    super::super::count(number).to_be_bytes()
}

fn quarter(offset: usize) -> [u8; 4] {
    word(offset / 4)
}
