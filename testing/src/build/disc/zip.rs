//! Builds ZIP archives of stored files, so that the builder needs no codec.

/// An archive of these files, uncompressed.
pub fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let count = super::super::count;
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in files {
        let mut same = [20, 0, 0, 0, 0, 0, 0, 0, 0, 0].to_vec();
        same.extend(crc32fast::hash(bytes).to_le_bytes());
        same.extend([count(bytes.len()), count(bytes.len())].map(u32::to_le_bytes).concat());
        same.extend([count(name.len()).to_le_bytes()[..2].to_vec(), vec![0; 2]].concat());
        directory.extend([b"PK\x01\x02\x14\0".as_slice(), &same, &[0; 10]].concat());
        directory.extend(count(out.len()).to_le_bytes());
        directory.extend(name.as_bytes());
        out.extend([b"PK\x03\x04".as_slice(), &same, name.as_bytes(), bytes].concat());
    }
    let (start, entries) = (count(out.len()), &count(files.len()).to_le_bytes()[..2]);
    out.extend(&directory);
    out.extend([b"PK\x05\x06\0\0\0\0".as_slice(), entries, entries].concat());
    out.extend([count(directory.len()), start].map(u32::to_le_bytes).concat());
    out.extend([0; 2]);
    out
}
