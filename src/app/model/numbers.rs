//! Numbers as text.

/// Separates the groups of a number.
const THIN: char = '\u{2009}';

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
            out.push(THIN);
        }
        out.push(digit);
    }
    out
}

/// A number with a fixed number of decimal places, in groups of three as by [`grouped`]: `-12 345.60`.
pub fn decimal(number: f32, places: usize) -> String {
    let text = format!("{number:.places$}");
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    // Very large numbers and those that are not finite stay as they are.
    let Ok(digits) = digits.parse() else { return text };
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{}{point}{fraction}", grouped(digits))
}

/// Aligns the numbers of each column to the right, and joins those of a row.
pub fn columns<const N: usize>(rows: &[[String; N]]) -> Vec<String> {
    // Thin spaces are narrower than digits, even in a monospaced font.
    let width = |text: &String| {
        let thin = text.chars().filter(|letter| *letter == THIN).count();
        [text.chars().count() - thin, thin]
    };
    let widest = |at: usize| {
        let widths = rows.iter().filter_map(|row| row.get(at)).map(width);
        widths.fold([0; 2], |a, b| [a[0].max(b[0]), a[1].max(b[1])])
    };
    let widest: [[usize; 2]; N] = std::array::from_fn(widest);
    let cell = |(text, widest): (&String, [usize; 2])| {
        let [wide, thin] = width(text);
        let filler = " ".repeat(widest[0] - wide) + &THIN.to_string().repeat(widest[1] - thin);
        filler + text
    };
    rows.iter().map(|row| row.iter().zip(widest).map(cell).collect::<Vec<_>>().join(" ")).collect()
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
