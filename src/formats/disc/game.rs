//! Identifies the game on a disc by its start file.
//!
//! Source: format document `disc-image.md` section 7.

/// Name of the start file.
pub const START_FILE: &str = "SYSTEM.CNF";

/// The serial of the program that `SYSTEM.CNF` starts: `SLUS-01234` for `BOOT = cdrom:\SLUS_012.34;1`;
/// `None` if it has no serial.
pub fn serial(start_file: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(start_file);
    let mut lines = text.split(['\r', '\n']).filter_map(|line| line.split_once('='));
    let (_, value) = lines.find(|(key, _)| {
        ["BOOT", "BOOT2"].iter().any(|boot| key.trim().eq_ignore_ascii_case(boot))
    })?;
    let path = value.split_whitespace().next()?;
    let leaf = path.rsplit(['\\', '/', ':']).next()?;
    let leaf = leaf.split(';').next()?;
    let serial: String = leaf.replace('_', "-").replace('.', "").to_ascii_uppercase();
    let is_serial = serial.split_once('-').is_some_and(|(letters, digits)| {
        letters.len() == 4
            && letters.bytes().all(|b| b.is_ascii_uppercase())
            && digits.len() == 5
            && digits.bytes().all(|b| b.is_ascii_digit())
    });
    is_serial.then_some(serial)
}
