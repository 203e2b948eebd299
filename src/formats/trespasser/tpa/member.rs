//! Member names of a bank's sounds: index and hash, `000_F0A07BD9.cau`.

/// Name of the member at `index`, whose first entry has the ID `hash`.
pub(super) fn stored_name(index: usize, hash: u32) -> String {
    format!("{index:03}_{hash:08X}.cau")
}

/// ID in the name of a member.
pub fn member_hash(name: &str) -> Option<u32> {
    let (index, hash) = name.strip_suffix(".cau")?.split_once('_')?;
    let is_index = index.len() >= 3 && index.bytes().all(|byte| byte.is_ascii_digit());
    let is_hash = hash.len() == 8 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    u32::from_str_radix(hash, 16).ok().filter(|_| is_index && is_hash)
}

/// Name of the member that holds a sound: `MISSING.cau`, for example.
pub fn member_name(sound: &str) -> String {
    format!("{sound}.cau")
}
