//! Numbers as text.

/// An offset in the usual notation: `0x0001f4a0`.
pub fn offset(offset: u64) -> String {
    format!("0x{offset:08x}")
}

/// A number in groups of three with a thin space: `12 345`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3 * 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push('\u{2009}');
        }
        out.push(digit);
    }
    out
}

/// A count with its noun: `1 face`, `2 faces`.
pub fn counted(count: u64, one: &str) -> String {
    let number = grouped(count);
    match (count, one.strip_suffix("ex")) {
        (1, _) => format!("{number} {one}"),
        (_, Some(stem)) => format!("{number} {stem}ices"),
        (_, None) => format!("{number} {one}s"),
    }
}

/// A number of bytes with its unit: `640 B`, `12.3 KiB`, `4.0 MiB`.
pub fn size(bytes: u64) -> String {
    let scaled = bytes as f64;
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{:.1} KiB", scaled / 1024.0),
        1_048_576..1_073_741_824 => format!("{:.1} MiB", scaled / 1_048_576.0),
        _ => format!("{:.1} GiB", scaled / 1_073_741_824.0),
    }
}
