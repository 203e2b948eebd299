//! LZS wrapper: V1 and V2 of the document, and the wrapper mechanism of the library.

use gouraud::bytes::Source;
use gouraud::formats;
use gouraud::formats::Records;
use gouraud::formats::ff7::lzs::wrap;

use super::{fixtures, hex, open_as, problems};

fn decoded(bytes: &[u8]) -> Vec<u8> {
    let document = open_as("ff7.lzs", bytes.to_vec());
    document.content.packed().decoded().expect("a wrapper").source.bytes().to_vec()
}

fn flaws(bytes: &[u8]) -> Vec<String> {
    problems(&open_as("ff7.lzs", bytes.to_vec()))
}

#[test]
fn unpacks_worked_example() {
    let stream = hex("0B 00 00 00 | 27 41 42 43 EE F3 EC F2 44 FC FF");
    let expected = [b"ABCABCABC\0\0ABCD".to_vec(), vec![b'D'; 18]].concat();
    assert_eq!(decoded(&stream), expected);
    assert_eq!(flaws(&stream), [""; 0]);
}

#[test]
fn reports_invalid_stream_ends() {
    let nowhere = hex("03 00 00 00 | 00 EE F0");
    assert_eq!(
        (decoded(&nowhere), flaws(&nowhere)),
        (vec![0; 3], vec!["warning 0x5 stream".into()])
    );
    let short = hex("03 00 00 00 | FF 61 62");
    assert_eq!((decoded(&short), flaws(&short)), (b"ab".to_vec(), Vec::new()));
    let half = hex("02 00 00 00 | 00 EE");
    assert_eq!((decoded(&half), flaws(&half)), (Vec::new(), vec!["error 0x5 stream".into()]));
    let cut = hex("0B 00 00 00 | 27 41 42 43");
    assert_eq!(
        (decoded(&cut), flaws(&cut)),
        (b"ABC".to_vec(), vec!["error 0x0 packed_size".into()])
    );
}

#[test]
fn recognises_packed_files_by_content() {
    let inside = fixtures::enemy().write().unwrap();
    let mut packed = wrap(&inside);
    let claim = |bytes: &[u8]| {
        let found = formats::identify(&Source::from_bytes("x", bytes.to_vec()));
        found.map(|(format, probe)| (format.info().id, probe.score))
    };
    assert_eq!(claim(&packed), Some(("ff7.lzs", 95)));
    // Padded to whole sectors.
    packed.resize(packed.len().next_multiple_of(2048), 0);
    assert_eq!(claim(&packed), Some(("ff7.lzs", 90)));
    let sectors = open_as("ff7.lzs", packed.clone());
    assert_eq!(sectors.tree.coverage().padding as usize, packed.len() - wrap(&inside).len());
    assert_eq!(sectors.content.write().unwrap().len(), packed.len());
    // Truncated, but the directory can be read.
    assert_eq!(claim(&wrap(&inside)[..300]), Some(("ff7.lzs", 60)));
    // Any other content needs a size that fits.
    assert_eq!(claim(&wrap(b"just some words, some words")), Some(("ff7.lzs", 25)));
    assert_eq!(claim(&[&wrap(b"some words")[..], b"more"].concat()), None);
}

#[test]
fn refuses_to_write_damaged_stream() {
    let inside = fixtures::enemy().write().unwrap();
    let whole = wrap(&inside);
    for (cut, reason) in [
        (whole[..whole.len() - 1].to_vec(), "expected a stream of 540 bytes, found 539"),
        (hex("02 00 00 00 | 00 EE"), "ends inside a reference"),
    ] {
        let refusal = open_as("ff7.lzs", cut).content.write().unwrap_err();
        assert!(refusal.to_string().contains(reason), "{refusal}");
    }
}

#[test]
fn keeps_bytes_after_stream() {
    let inside = fixtures::enemy().write().unwrap();
    for behind in [&b"more"[..], &[0; 5], &[7; 3000]] {
        let document = open_as("ff7.lzs", [&wrap(&inside), behind].concat());
        assert_eq!(document.content.write().unwrap(), [&wrap(&inside), behind].concat());
    }
    // The rest of a sector is not always zeros.
    let mut sectors = wrap(&inside);
    sectors.resize(sectors.len().next_multiple_of(2048), 0);
    *sectors.last_mut().unwrap() = 9;
    assert_eq!(open_as("ff7.lzs", sectors.clone()).content.write().unwrap(), sectors);
}
