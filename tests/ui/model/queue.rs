//! The queue of sounds: order, repetition, shuffling, and changes while it plays.

use std::sync::Arc;

use gouraud::app::model::sound::{Entry, Queue, QueuedBank, Repeat};
use gouraud::scene::RecordingId;

fn queue(count: u32) -> Queue {
    let mut queue = Queue::default();
    queue.add(entries(0..count), false);
    queue
}

fn entries(numbers: std::ops::Range<u32>) -> Vec<Entry> {
    let bank = QueuedBank { path: "a".to_owned(), scene: Arc::default(), generation: 1 };
    let bank = Arc::new(bank);
    let entry = |number| Entry { bank: bank.clone(), sound: RecordingId::new(number), id: 0 };
    numbers.map(entry).collect()
}

fn number(entry: Option<&Entry>) -> Option<u32> {
    entry.map(|entry| entry.sound.number())
}

#[test]
fn plays_sounds_in_order_and_stops() {
    let mut queue = queue(3);
    let played: Vec<_> = (0..4).map(|_| number(queue.end())).collect();
    assert_eq!(played, [Some(0), Some(1), Some(2), None]);
    assert_eq!(number(queue.step(-1)), Some(1));
}

#[test]
fn repeats_all_or_one_sound() {
    let mut queue = queue(2);
    queue.set_repeat(Repeat::All);
    let played: Vec<_> = (0..3).map(|_| number(queue.end())).collect();
    assert_eq!(played, [Some(0), Some(1), Some(0)]);
    assert_eq!(number(queue.step(-1)), Some(1));
    queue.set_repeat(Repeat::One);
    assert_eq!(number(queue.end()), Some(1));
    // A manual step continues regardless.
    assert_eq!(number(queue.step(1)), Some(0));
}

#[test]
fn shuffling_plays_each_once_and_keeps_the_current_sound() {
    let mut queue = queue(20);
    queue.go(5);
    queue.set_shuffled(true);
    assert_eq!(queue.current().map(|(place, _)| place), Some(5));
    let mut played: Vec<_> = std::iter::from_fn(|| number(queue.step(1))).collect();
    assert_ne!(played, (0..20).filter(|at| *at != 5).collect::<Vec<_>>());
    played.push(5);
    played.sort_unstable();
    assert_eq!(played, (0..20).collect::<Vec<_>>());
    queue.set_shuffled(false);
    queue.go(5);
    assert_eq!(number(queue.step(1)), Some(6));
}

#[test]
fn inserts_next_entries_after_the_current_one() {
    let mut queue = queue(3);
    queue.go(0);
    queue.add(entries(7..9), true);
    let played: Vec<_> = std::iter::from_fn(|| number(queue.step(1))).collect();
    assert_eq!(played, [7, 8, 1, 2]);
}

#[test]
fn skips_removed_entries() {
    let mut queue = queue(4);
    queue.go(1);
    queue.remove(1);
    assert_eq!(number(queue.end()), Some(2));
    queue.remove(0);
    assert_eq!(number(queue.end()), Some(3));
    queue.remove(9);
    queue.clear();
    assert_eq!(number(queue.end()), None);
}

#[test]
fn gives_every_bank_a_separate_generation() {
    let mut queue = queue(1);
    assert_eq!(queue.generation_of("b"), u64::MAX);
    let bank = QueuedBank { path: "b".to_owned(), scene: Arc::default(), generation: u64::MAX };
    queue.add(vec![Entry { bank: Arc::new(bank), sound: RecordingId::new(0), id: 0 }], false);
    assert_eq!(queue.generation_of("b"), u64::MAX);
    assert_eq!(queue.generation_of("c"), u64::MAX - 1);
}
