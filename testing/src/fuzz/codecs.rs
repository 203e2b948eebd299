//! Codecs with arbitrary data and parameters: unpacking ends, and packed data unpacks to the same content.

use gouraud::bytes::{self, BitWriter, Endian};
use gouraud::codec::ima_adpcm::Blocks;
use gouraud::codec::{
    aica_adpcm, bits, blocks, channels, dsp_adpcm, edc, gx, lzss, palette, powervr, ps2, refpack,
    rle16, shrink, smacker, spu_adpcm, xa_adpcm, zerotree, zlib,
};

/// Maximum number of unpacked bytes.
const LIMIT: usize = 1 << 20;
/// Maximum number of samples and texels that are packed: some codecs try many variants of each.
const MOST_SAMPLES: usize = 1 << 10;
const MOST_TEXELS: usize = 1 << 12;

/// A function that uses a codec with three parameters and data.
type Codec = fn([u8; 3], &[u8]);

/// Every codec, by the name of its module.
pub const CODECS: &[(&str, Codec)] = &[
    ("lzss", lzss),
    ("refpack", refpack),
    ("zlib", zlib),
    ("spu_adpcm", spu_adpcm),
    ("aica_adpcm", aica_adpcm),
    ("dsp_adpcm", dsp_adpcm),
    ("xa_adpcm", xa_adpcm),
    ("ima_adpcm", ima_adpcm),
    ("gx", gx),
    ("powervr", powervr),
    ("blocks", blocks),
    ("smacker", smacker),
    ("bits", bits),
    ("channels", channels),
    ("edc", edc),
    ("palette", palette),
    ("ps2", ps2),
    ("rle16", rle16),
    ("shrink", shrink),
    ("zerotree", zerotree),
];

/// Uses the codec that the first byte selects.
pub fn run(bytes: &[u8]) {
    let [codec, a, b, c, data @ ..] = bytes else { return };
    let (_, use_codec) = CODECS[usize::from(*codec) % CODECS.len()];
    use_codec([*a, *b, *c], data);
}

fn words(data: &[u8]) -> Vec<u16> {
    data.as_chunks().0.iter().map(|pair| u16::from_le_bytes(*pair)).collect()
}

fn samples(data: &[u8]) -> Vec<i16> {
    words(data).into_iter().take(MOST_SAMPLES).map(u16::cast_signed).collect()
}

fn texels(data: &[u8]) -> Vec<[u8; 4]> {
    data.as_chunks().0.iter().take(MOST_TEXELS).copied().collect()
}

/// Width and height from 1 to 64.
fn size(a: u8, b: u8) -> (u32, u32) {
    (u32::from(a % 64) + 1, u32::from(b % 64) + 1)
}

fn lzss([a, ..]: [u8; 3], data: &[u8]) {
    let dialect = if a == 0 { lzss::LZS } else { lzss::SZDD };
    assert!(lzss::unpack(data, dialect, LIMIT).bytes.len() <= LIMIT);
    assert_eq!(lzss::unpack(&lzss::pack(data, dialect), dialect, data.len()).bytes, data);
}

fn refpack(_: [u8; 3], data: &[u8]) {
    assert!(refpack::unpack(data, LIMIT).bytes.len() <= LIMIT);
    assert_eq!(refpack::unpack(&refpack::pack(data), data.len()).bytes, data);
}

fn zlib(_: [u8; 3], data: &[u8]) {
    assert!(zlib::unpack(data, LIMIT).bytes.len() <= LIMIT);
    assert_eq!(zlib::unpack(&zlib::pack(data), data.len()).bytes, data);
}

fn spu_adpcm([a, ..]: [u8; 3], data: &[u8]) {
    drop(spu_adpcm::decode(data));
    let samples = samples(data);
    let packed = spu_adpcm::encode(&samples, &[usize::from(a)]);
    assert!(spu_adpcm::decode(&packed).len() >= samples.len());
}

fn aica_adpcm(_: [u8; 3], data: &[u8]) {
    assert_eq!(aica_adpcm::decode(data).len(), 2 * data.len());
    let samples = samples(data);
    assert_eq!(aica_adpcm::encode(&samples).len(), samples.len().div_ceil(2));
}

fn dsp_adpcm([a, b, _]: [u8; 3], data: &[u8]) {
    drop(dsp_adpcm::decode(data, &[[i16::from(a) << 4, i16::from(b) << 4]; 8]));
    let samples = samples(data);
    let (coefficients, packed) = dsp_adpcm::encode(&samples);
    assert!(dsp_adpcm::decode(&packed, &coefficients).len() >= samples.len());
}

fn xa_adpcm([a, ..]: [u8; 3], data: &[u8]) {
    let layout = xa_adpcm::Layout { is_stereo: a & 1 == 1, is_wide: a & 2 == 2 };
    let groups =
        |data: &[u8], layout| xa_adpcm::decode(layout, data.chunks_exact(xa_adpcm::GROUP)).len();
    groups(data, layout);
    let samples = samples(data);
    let packed = xa_adpcm::encode(layout.is_stereo, &samples);
    assert!(groups(&packed, xa_adpcm::Layout { is_wide: false, ..layout }) >= samples.len());
}

fn ima_adpcm([a, b, _]: [u8; 3], data: &[u8]) {
    let Some(blocks) = Blocks::new(u16::from(a & 1) + 1, usize::from(b)) else { return };
    drop(blocks.decode(data));
    let samples = samples(data);
    // The last block drops up to eight frames of two channels.
    let decoded = blocks.decode(&blocks.encode(&samples)).len();
    assert!(decoded + 17 >= samples.len() && decoded <= samples.len());
}

fn gx([a, b, c]: [u8; 3], data: &[u8]) {
    let coding = gx::Coding::ALL[usize::from(c) % gx::Coding::ALL.len()];
    let (width, height) = size(a, b);
    let endian = if c & 0x80 == 0 { Endian::Big } else { Endian::Little };
    drop(gx::decode(coding, (width, height), data, &[[a; 4]; 16], endian));
    let len = coding.bytes(width, height).and_then(|len| usize::try_from(len).ok());
    let Some(stored) = len.and_then(|len| data.get(..len)) else { return };
    if let Some(indices) = gx::indices(coding, width, height, stored) {
        let packed = gx::put_indices(coding, (width, height), &indices, stored);
        assert_eq!(packed.as_deref(), Some(stored));
    } else if let Some(texels) = gx::decode(coding, (width, height), stored, &[], endian) {
        let packed = gx::encode(coding, (width, height), &texels, stored, endian);
        assert!(packed.is_none_or(|packed| packed == stored));
    }
}

fn powervr([a, b, c]: [u8; 3], data: &[u8]) {
    // Sides of most formats are powers of two.
    let (width, height) = if c & 1 == 0 { (1 << (a % 7), 1 << (b % 7)) } else { size(a, b) };
    let format = u32::from(c >> 1) << 8 | u32::from(a >> 4);
    let Some(texels) = powervr::decode(format, width, height, data) else { return };
    let packed = powervr::encode(format, width, height, &texels, data);
    assert!(packed.is_none_or(|packed| packed == data));
}

fn blocks([a, b, c]: [u8; 3], data: &[u8]) {
    use blocks::BlockCode::{Bc4, Bc5, Bc7, Dxt1, Dxt3, Dxt5};
    let code = [Dxt1, Dxt3, Dxt5, Bc4, Bc5, Bc7][usize::from(c) % 6];
    let size = size(a, b);
    let Some(texels) = code.decode(size, data) else { return };
    if let Some(packed) = code.encode(size, &texels, data) {
        assert_eq!(data.get(..packed.len()), Some(&packed[..]));
    }
}

fn smacker([a, b, c]: [u8; 3], data: &[u8]) {
    assert!(smacker::unpack(data, LIMIT).bytes.len() <= LIMIT);
    smacker::recolour(&smacker::BLACK, data);
    let (is_closed, (width, height)) = (c & 1 == 1, size(a, b));
    let mut bits = smacker::LowBits::new(data);
    let mut tree = || {
        let read = smacker::BigTree::read(&mut bits, u32::from(c) << 8, is_closed);
        read.ok().flatten().unwrap_or_else(smacker::BigTree::zero)
    };
    let mut codes = smacker::Codes { masks: tree(), pairs: tree(), full: tree(), kinds: tree() };
    let version = if is_closed { smacker::Version::Four } else { smacker::Version::Two };
    smacker::Picture::new(width, height).paint(data, &mut codes, version);
}

fn bits([a, ..]: [u8; 3], data: &[u8]) {
    assert_eq!(bits::Bits::rest(bits::BitReader::new(data)).into_bytes(), data);
    let mut reader = bits::BitReader::new(data);
    reader.skip(usize::from(a >> 5));
    let width = u32::from(a % 16) + 1;
    while let Some(value) = reader.signed(width) {
        assert!(i32::from(value).unsigned_abs() <= 1 << (width - 1));
    }
}

fn channels([a, b, c]: [u8; 3], data: &[u8]) {
    let wide = |byte: u8, shift: u32| u32::from(byte).rotate_left(shift);
    let masks = [wide(a, 16), wide(b, 8), wide(c, 0), wide(a ^ b, 24)];
    let channels = channels::Channels { size: usize::from(c % 4) + 1, masks };
    let texels = channels.decode(data);
    let packed = channels.encode(&texels, data);
    assert_eq!(data.get(..packed.len()), Some(&packed[..]));
}

fn edc(_: [u8; 3], data: &[u8]) {
    // The remainder of data with its own remainder is zero.
    let whole = [data, &edc::edc(data).to_le_bytes()].concat();
    assert_eq!(edc::edc(&whole), 0);
}

fn palette([a, ..]: [u8; 3], data: &[u8]) {
    let (texels, entries) = (texels(data), if a & 1 == 0 { 16 } else { 256 });
    let colours = palette::rebuilt(&texels, entries, |texel| texel);
    assert!(colours.len() <= entries, "{} of {entries} colours", colours.len());
    let was: Vec<u8> = data.iter().copied().take(texels.len()).collect();
    if let Some(indices) = palette::indices(&texels, &colours, Some(&was)) {
        assert_eq!(indices.len(), texels.len());
        assert!(indices.iter().all(|index| usize::from(*index) < colours.len()));
    }
}

fn ps2([a, b, _]: [u8; 3], data: &[u8]) {
    for byte in data {
        assert_eq!(ps2::clut_index(ps2::clut_index(*byte)), *byte);
        ps2::alpha(*byte);
    }
    let (width, height) = size(a, b);
    let (width, height) = (width as usize, height as usize);
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        ps2::place4(x, y, width, height);
        let at = ps2::place8(x, y, width, height);
        assert!(at.is_none_or(|at| at < width * height), "({x}, {y}) of {width} × {height}");
    }
}

fn rle16([a, ..]: [u8; 3], data: &[u8]) {
    let words = words(data);
    let unpacked = |packets: &[rle16::Packet], most| {
        let packets = packets.iter().map(|(head, words)| (*head, words.as_slice()));
        rle16::unpack(packets, most)
    };
    assert_eq!(unpacked(&rle16::pack(&words), words.len()), words);
    let packets: Vec<rle16::Packet> =
        words.chunks(usize::from(a) + 2).map(|part| (part[0], part[1..].to_vec())).collect();
    assert!(unpacked(&packets, LIMIT).len() <= LIMIT);
}

fn shrink([a, b, c]: [u8; 3], data: &[u8]) {
    let (width, height) = size(a, b);
    let to = ((width >> (c & 3)).max(1), (height >> (c >> 2 & 3)).max(1));
    let shrunk = shrink::shrunk(&texels(data), (width, height), to);
    assert_eq!(shrunk.len(), (to.0 * to.1) as usize);
}

fn zerotree([a, b, _]: [u8; 3], data: &[u8]) {
    let read =
        |data: &[u8]| zerotree::Zerotree::read(&mut bytes::BitReader::new(data), 1 << (a % 16));
    let (tree, flaws) = read(data);
    assert!(tree.squares.len() <= 8 * data.len());
    drop(tree.heights(i32::from(b)));
    if flaws.is_empty() {
        let mut bits = BitWriter::default();
        tree.write(&mut bits);
        let (again, flaws) = read(&bits.finish());
        assert!(flaws.is_empty(), "{flaws:?}");
        assert_eq!(again.squares.len(), tree.squares.len());
    }
}
