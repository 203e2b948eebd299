//! Times in the form `2024-05-01T09:30:00Z`, which sorts as text.

use std::time::{SystemTime, UNIX_EPOCH};

/// The present time.
pub fn now() -> String {
    // A clock before 1970 was never set.
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    of_seconds(since.as_secs())
}

/// A time for display: `2024-05-01 09:30`, or unchanged if it has another form.
pub fn for_display(when: &str) -> String {
    match (when.get(..10), when.get(11..16)) {
        (Some(day), Some(minute)) if when.ends_with('Z') => format!("{day} {minute} UTC"),
        _ => when.to_owned(),
    }
}

/// The time of day: `09:30:12 UTC`, or unchanged if it has another form.
pub fn clock(when: &str) -> String {
    match when.get(11..19) {
        Some(time) if when.ends_with('Z') => format!("{time} UTC"),
        _ => when.to_owned(),
    }
}

/// The time `seconds` after the start of 1970, in the Gregorian calendar.
pub fn of_seconds(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Years are counted from March, so that the leap day is the last one: 1 March 0000 is 719 468
    // days before 1970, and 400 years are always 146 097 days.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // From March on, five months have 153 days.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = era * 400 + year + carry;
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}
