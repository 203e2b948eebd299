//! Playback of sounds while they are decoded.

use std::ops::ControlFlow;
use std::sync::{Arc, Barrier, Mutex, mpsc};

use gouraud::audio::{Clip, Collector, Player, State};
use gouraud::bytes::Span;
use gouraud::scene::{Origin, Samples, Sound, SoundData};

const RATE: u32 = 48_000;
/// Frames of the sound: not a multiple of the block size.
const FRAMES: usize = 100_000;

/// Sample `index`; neighbouring samples differ, and so do blocks.
fn sample(index: usize) -> i16 {
    (index * 7919 % 30_011) as i16 - 15_000
}

/// Decodes as many samples as requested, one batch after the other.
struct Slow {
    lots: Mutex<Option<mpsc::Receiver<usize>>>,
    done: Arc<Barrier>,
}

impl SoundData for Slow {
    fn decode(&self) -> Samples {
        Samples::I16((0..FRAMES).map(sample).collect())
    }

    fn parts(&self, each: &mut dyn FnMut(Samples) -> ControlFlow<()>) {
        let mut at = 0;
        let lots = self.lots.lock().unwrap().take().unwrap();
        for lot in lots {
            let _ = each(Samples::I16((at..at + lot).map(sample).collect()));
            at += lot;
            self.done.wait();
        }
    }
}

fn sound(data: Arc<dyn SoundData>) -> Sound {
    Sound {
        name: "slow".to_owned(),
        origin: Origin::new(Span::default(), String::new()),
        ids: Vec::new(),
        codec: "PCM",
        channels: 1,
        rate: RATE,
        bits: 16,
        frames: FRAMES as u64,
        expected_frames: FRAMES as u64,
        stored_bytes: 0,
        looped: None,
        data,
        captions: Vec::new(),
    }
}

#[test]
fn waits_for_decoding_without_losing_samples() {
    let (lots, sender) = mpsc::channel();
    let done = Arc::new(Barrier::new(2));
    let sound = sound(Arc::new(Slow { lots: Mutex::new(Some(sender)), done: done.clone() }));
    let clip = Arc::new(Clip::declared(&sound).unwrap());
    assert_eq!((clip.frames(), clip.ready(), clip.is_whole()), (FRAMES, 0, false));
    let filled = clip.clone();
    let filling = std::thread::spawn(move || filled.fill(&*sound.data));
    let (output, tap) = Collector::new(1, RATE);
    let mut player = Player::new(Box::new(output));
    player.play(clip.clone(), 0.0);
    // Nothing is decoded: silence, and the position does not advance.
    assert_eq!(tap.pull(500), [0.0; 500]);
    assert_eq!((player.state(), player.position()), (State::Playing, Some(0.0)));
    let mut heard = Vec::new();
    for lot in [40_000, 40_000, 20_000] {
        lots.send(lot).unwrap();
        done.wait();
        // More than is decoded: missing samples are silence at the end of each batch.
        let out = tap.pull(50_000);
        let some = out.iter().rposition(|sample| *sample != 0.0).map_or(0, |last| last + 1);
        heard.extend(out.into_iter().take(some).map(|sample| (sample * 32768.0) as i16));
        assert!(heard.len() <= clip.ready() && heard.len() + 100 > clip.ready(), "{}", heard.len());
    }
    drop(lots);
    filling.join().unwrap();
    assert!(clip.is_whole());
    heard.extend(tap.pull(1_000).into_iter().map(|sample| (sample * 32768.0) as i16));
    let all: Vec<i16> = (0..FRAMES).map(sample).collect();
    assert!(heard[..FRAMES] == all[..], "no sample is lost or repeated");
    assert_eq!(player.state(), State::Stopped);
    assert_eq!(clip.stretch(65_500..65_600).as_ref(), &all[65_500..65_600], "across blocks");
}

#[test]
fn truncated_sound_ends_in_silence() {
    let (lots, sender) = mpsc::channel();
    let done = Arc::new(Barrier::new(1));
    let sound = sound(Arc::new(Slow { lots: Mutex::new(Some(sender)), done }));
    let clip = Arc::new(Clip::declared(&sound).unwrap());
    lots.send(10).unwrap();
    drop(lots);
    clip.fill(&*sound.data);
    assert!(clip.is_whole());
    let (output, tap) = Collector::new(1, RATE);
    let mut player = Player::new(Box::new(output));
    player.play(clip, 0.0);
    let heard = tap.pull(FRAMES + 10);
    assert_eq!((heard[9] * 32768.0) as i16, sample(9));
    assert!(heard[10..].iter().all(|sample| *sample == 0.0));
    assert_eq!(player.state(), State::Stopped);
}
