//! Fuzzes codecs. The first byte selects the codec, the next three are its parameters, the others are data:
//! `cargo +nightly fuzz run codecs`. Packed data must unpack to the same bytes.
#![no_main]

use gouraud::bytes::Endian;
use gouraud::codec::ima_adpcm::Blocks;
use gouraud::codec::{
    aica_adpcm, blocks, dsp_adpcm, gx, lzss, powervr, refpack, smacker, spu_adpcm, xa_adpcm, zlib,
};

/// Maximum number of unpacked bytes.
const LIMIT: usize = 1 << 20;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let [codec, a, b, c, data @ ..] = bytes else { return };
    let (width, height) = (u32::from(*a) + 1, u32::from(*b) + 1);
    match codec % 12 {
        0 => {
            let dialect = if *a == 0 { lzss::LZS } else { lzss::SZDD };
            assert!(lzss::unpack(data, dialect, LIMIT).bytes.len() <= LIMIT);
            let packed = lzss::pack(data, dialect);
            assert_eq!(lzss::unpack(&packed, dialect, data.len()).bytes, data);
        }
        1 => {
            assert!(refpack::unpack(data, LIMIT).bytes.len() <= LIMIT);
            assert_eq!(refpack::unpack(&refpack::pack(data), data.len()).bytes, data);
        }
        2 => {
            assert!(zlib::unpack(data, LIMIT).bytes.len() <= LIMIT);
            assert_eq!(zlib::unpack(&zlib::pack(data), data.len()).bytes, data);
        }
        3 => drop(spu_adpcm::decode(data)),
        4 => drop(aica_adpcm::decode(data)),
        5 => drop(dsp_adpcm::decode(data, &[[i16::from(*a) << 4, i16::from(*b) << 4]; 8])),
        6 => {
            let layout = xa_adpcm::Layout { is_stereo: *a & 1 == 1, is_wide: *a & 2 == 2 };
            drop(xa_adpcm::decode(layout, data.chunks_exact(xa_adpcm::GROUP)));
        }
        7 => drop(
            Blocks::new(u16::from(*a & 1) + 1, usize::from(*b)).map(|blocks| blocks.decode(data)),
        ),
        8 => {
            let coding = gx::Coding::ALL[usize::from(*c) % gx::Coding::ALL.len()];
            drop(gx::decode(coding, (width, height), data, &[[*a; 4]; 16], Endian::Big));
        }
        9 => drop(powervr::decode(u32::from(*c) << 8 | u32::from(*codec), width, height, data)),
        10 => {
            use blocks::BlockCode::{Bc4, Bc5, Bc7, Dxt1, Dxt3, Dxt5};
            let code = [Dxt1, Dxt3, Dxt5, Bc4, Bc5, Bc7][usize::from(*c) % 6];
            drop(code.decode((width, height), data));
        }
        _ => drop(smacker::unpack(data, LIMIT)),
    }
});
