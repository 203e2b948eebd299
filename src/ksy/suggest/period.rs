//! Sizes of repeating records, by comparing a file with itself at a distance.

/// Largest record in bytes.
const MAX_SIZE: usize = 512;
/// Share of bytes that must be equal to the byte one record later.
const MIN_SHARE: f64 = 0.12;
/// A size must repeat this much better than the median of all sizes.
const MIN_GAIN: f64 = 1.6;
/// A divisor of a record size replaces it if its share is at least this fraction of the larger
/// size's share.
const MIN_PART: f64 = 0.65;

/// A record size, with the share of bytes that are equal to the byte one record later.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Period {
    pub size: usize,
    pub share: f64,
}

/// Record sizes by share, the best first, each the smallest of its multiples that repeats well.
pub fn periods(bytes: &[u8]) -> Vec<Period> {
    let longest = MAX_SIZE.min(bytes.len() / 3);
    let all: Vec<Period> =
        (2..=longest).map(|size| Period { size, share: share(bytes, size) }).collect();
    let mut shares: Vec<f64> = all.iter().map(|period| period.share).collect();
    shares.sort_by(f64::total_cmp);
    let median = shares.get(shares.len() / 2).copied().unwrap_or_default();
    let is_high = |share: f64| share >= MIN_SHARE && share >= MIN_GAIN * median;
    let mut by_share: Vec<Period> = all.iter().copied().filter(|p| is_high(p.share)).collect();
    by_share.sort_by(|a, b| b.share.total_cmp(&a.share));
    let mut best: Vec<Period> = Vec::new();
    for period in by_share {
        let is_multiple = |found: &Period| period.size.is_multiple_of(found.size);
        if !best.iter().any(is_multiple) {
            // Multiples repeat as well as the size itself, apart from chance.
            let divisors = all.iter().filter(|smaller| period.size.is_multiple_of(smaller.size));
            let mut good = divisors.filter(|smaller| smaller.share >= MIN_PART * period.share);
            best.push(good.next().copied().unwrap_or(period));
        }
    }
    best
}

/// Share of the bytes other than 0 that are equal to the byte `size` bytes later.
fn share(bytes: &[u8], size: usize) -> f64 {
    let later = bytes.get(size..).unwrap_or_default();
    let (mut equal, mut all) = (0u32, 0u32);
    for (one, other) in bytes.iter().zip(later) {
        if *one != 0 || *other != 0 {
            all += 1;
            equal += u32::from(one == other);
        }
    }
    f64::from(equal) / f64::from(all.max(1))
}

/// Offset of the first record: the first multiple of four, in the first half of the file, from which
/// bytes repeat with this period nearly as often as in the whole file.
pub fn first_record(bytes: &[u8], period: Period) -> usize {
    let records = 4 * period.size;
    let starts = (0..bytes.len() / 2).step_by(4);
    let repeats = |start: &usize| {
        let window = bytes.get(*start..start.saturating_add(records)).unwrap_or_default();
        share(window, period.size) >= 0.7 * period.share
    };
    // Headers are short; later starts would only skip records.
    starts.take(256).find(repeats).unwrap_or(0)
}

/// `true` if every quarter of the bytes repeats with this period nearly as often as the whole file.
pub fn is_even(bytes: &[u8], period: Period) -> bool {
    let quarter = (bytes.len() / 4).max(1);
    let mut quarters = bytes.chunks_exact(quarter);
    quarters.all(|part| share(part, period.size) >= 0.6 * period.share)
}
