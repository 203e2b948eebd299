use std::sync::Arc;

use gouraud::bytes::Source;
use gouraud::container::ParsedContent;
use gouraud::library::CompanionData;

/// Number of entries at which unused ones are dropped first.
const FIRST_SWEEP: usize = 1024;

#[test]
fn unused_data_of_companions_is_dropped_and_used_data_stays() {
    let sources: Vec<Source> = (0..4 * FIRST_SWEEP as u64)
        .map(|at| Source::from_bytes("companion", at.to_le_bytes().to_vec()))
        .collect();
    let mut data = CompanionData::default();
    let mut in_use: Vec<ParsedContent> = Vec::new();
    for (at, source) in sources.iter().enumerate() {
        let read: ParsedContent = Arc::new(at);
        data.insert(source.id(), &read);
        if at % 4 == 0 {
            in_use.push(read);
        }
    }
    let entries = format!("{data:?}").matches("(Weak)").count();
    assert!(entries < 2 * FIRST_SWEEP, "{entries}");
    for (source, read) in sources.iter().step_by(4).zip(&in_use) {
        assert!(data.get(source.id()).is_some_and(|found| Arc::ptr_eq(&found, read)));
    }
    assert!(data.get(sources[1].id()).is_none());
}
