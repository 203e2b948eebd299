//! The player, with an output that the test pulls samples from, compared sample by sample.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use gouraud::audio::{
    Clip, Collector, Mixer, Output, PlayedClip, Player, SilentClock, State, Tap, gain_of_db,
};
use gouraud::scene::{Envelope, LoopPart, attenuated_db};
use gouraud_testing::memory;

#[global_allocator]
static ALLOCATOR: memory::Counting = memory::Counting;

const RATE: u32 = 48_000;

fn player(channels: usize) -> (Player, Tap) {
    let (output, tap) = Collector::new(channels, RATE);
    (Player::new(Box::new(output)), tap)
}

/// A clip at the rate of the output that counts up from 1.
fn counting(frames: i16) -> Arc<Clip> {
    Arc::new(Clip::new((1..=frames).collect(), 1, RATE, 0))
}

/// Samples as the integers that the clip was made from.
fn numbers(samples: &[f32]) -> Vec<f32> {
    samples.iter().map(|sample| sample * 32768.0).collect()
}

fn tone(hertz: f32, rate: u32, frames: usize) -> Arc<Clip> {
    let wave = |i: usize| {
        let angle = i as f32 * hertz * std::f32::consts::TAU / rate as f32;
        (angle.sin() * 16384.0) as i16
    };
    Arc::new(Clip::new((0..frames).map(wave).collect(), 1, rate, 0))
}

#[test]
fn plays_clips_at_the_output_rate_unchanged_and_stops() {
    let (mut player, tap) = player(1);
    assert_eq!((player.state(), player.position()), (State::Stopped, None));
    player.play(counting(100), 0.0);
    assert_eq!((player.state(), player.position()), (State::Playing, Some(0.0)));
    let expected: Vec<f32> = (1..=60).map(|n| n as f32).collect();
    assert_eq!(numbers(&tap.pull(60)), expected);
    assert_eq!(player.position(), Some(60.0 / 48_000.0));
    let rest = numbers(&tap.pull(60));
    assert_eq!((rest[39], &rest[40..]), (100.0, &[0.0; 20][..]));
    assert_eq!((player.state(), player.position()), (State::Stopped, None));
}

#[test]
fn plays_mono_on_every_channel_and_stereo_on_the_first_two() {
    let stereo = Arc::new(Clip::new(vec![8, -16, 8, -16], 2, RATE, 0));
    let heard = |channels: usize, clip: Arc<Clip>| {
        let (mut player, tap) = player(channels);
        player.play(clip, 0.0);
        numbers(&tap.pull(1))
    };
    assert_eq!(heard(1, stereo.clone()), [-4.0]);
    assert_eq!(heard(2, stereo.clone()), [8.0, -16.0]);
    assert_eq!(heard(6, stereo), [8.0, -16.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(heard(6, counting(9)), [1.0; 6]);
}

#[test]
fn resampling_keeps_pitch_length_and_level() {
    for rate in [8_000, 11_025, 22_050, 44_100, 48_000, 96_000] {
        let (mut player, tap) = player(1);
        player.play(tone(440.0, rate, rate as usize), 0.0);
        let out = tap.pull(RATE as usize);
        // Without the ends, where the tone starts and stops.
        let middle = &out[4_800..43_200];
        let expected = |i: usize| {
            let angle = (i + 4_800) as f64 * 440.0 * std::f64::consts::TAU / f64::from(RATE);
            angle.sin() * 0.5
        };
        let worst = middle.iter().enumerate().map(|(i, s)| (f64::from(*s) - expected(i)).abs());
        let worst = worst.fold(0.0, f64::max);
        assert!(worst < 0.0005, "{rate} Hz: off by {worst}");
        // Positions are rounded, so the end may be a frame late.
        assert_eq!(tap.pull(100)[1..], [0.0; 99], "{rate} Hz");
        assert_eq!(player.state(), State::Stopped);
    }
}

#[test]
fn speed_changes_pitch_and_length() {
    let (mut player, tap) = player(1);
    player.set_speed(2.0);
    player.play(tone(440.0, RATE, 48_000), 0.0);
    let out = tap.pull(24_000);
    let crossings = out.windows(2).filter(|pair| pair[0] <= 0.0 && pair[1] > 0.0).count();
    assert!((439..=441).contains(&crossings), "{crossings}");
    tap.pull(10);
    assert_eq!(player.state(), State::Stopped);
    for (asked, given) in [(100.0, 4.0), (0.0, 0.25), (f32::NAN, 1.0)] {
        player.set_speed(asked);
        assert_eq!(player.speed(), given);
    }
}

#[test]
fn loops_without_a_gap_until_switched_off() {
    let (mut player, tap) = player(1);
    player.set_looped(true);
    player.play(counting(50), 0.0);
    let out = numbers(&tap.pull(170));
    let expected: Vec<f32> = (0..170).map(|i| (i % 50 + 1) as f32).collect();
    assert_eq!(out, expected);
    player.set_looped(false);
    assert_eq!(numbers(&tap.pull(40))[29..32], [50.0, 0.0, 0.0]);
    assert_eq!(player.state(), State::Stopped);
}

#[test]
fn repeats_only_the_stored_loop_of_a_sound() {
    let (mut player, tap) = player(1);
    player.set_looped(true);
    let part = LoopPart { first: 30, last: 39 };
    let clip = Clip::new((1..=50).collect(), 1, RATE, 0).repeating(part);
    player.play(Arc::new(clip), 0.0);
    let out = numbers(&tap.pull(75));
    let frame = |i: i32| if i < 40 { i } else { 30 + (i - 40) % 10 };
    let expected: Vec<f32> = (0..75).map(|i| (frame(i) + 1) as f32).collect();
    assert_eq!(out, expected);
    player.set_looped(false);
    let rest = numbers(&tap.pull(20));
    assert_eq!(
        rest[14..],
        [50.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        "the end is played after looping is switched off"
    );
}

#[test]
fn note_loops_until_released_and_fades_by_its_envelope() {
    let (output, tap) = Collector::new(1, 44_100);
    let mut player = Player::new(Box::new(output));
    // Immediate full level, infinite sustain, silence 256 steps after the key is released.
    let envelope = Envelope { attack_decay: 0x80FF, sustain_release: 0x5FC7 };
    let clip = Clip::new(vec![8_000; 100], 1, 44_100, 0);
    let clip = Arc::new(clip.repeating(LoopPart { first: 20, last: 99 }));
    let part = PlayedClip { envelope: Some(envelope), ..PlayedClip::new(clip.clone(), 0.0, 1.0) };
    player.play_together(vec![part.clone()]);
    let heard = numbers(&tap.pull(1_000));
    // Levels after one step, and after the four steps of the attack.
    let of = |level: f32| 8_000.0 * level / 32_767.0;
    assert!((heard[0] - of(14_336.0)).abs() < 1.0 && (heard[3] - 8_000.0).abs() < 1.0);
    assert!(heard[4..].iter().all(|sample| (sample - 8_000.0).abs() < 1.0));
    player.release();
    let dying = numbers(&tap.pull(300));
    assert!(dying[100] < 7_000.0 && dying[100] > 3_000.0, "{}", dying[100]);
    assert_eq!((dying[260], player.state()), (0.0, State::Stopped));
    // A sound without a loop stops at its end.
    let once = Arc::new(Clip::new(vec![8_000; 100], 1, 44_100, 0));
    player.play_together(vec![PlayedClip { clip: once, ..part }]);
    tap.pull(101);
    assert_eq!(player.state(), State::Stopped);
}

#[test]
fn resampled_loops_have_no_seam() {
    // 441 whole periods, so that the end continues at the start.
    let (mut player, tap) = player(1);
    player.set_looped(true);
    player.play(tone(441.0, 22_050, 22_050), 0.0);
    let out = tap.pull(96_000);
    let seam = &out[47_000..49_000];
    let steepest = seam.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max);
    let slope = 0.5 * 441.0 * std::f32::consts::TAU / RATE as f32;
    assert!(steepest < slope * 1.05, "{steepest} against {slope}");
}

#[test]
fn pausing_fades_out_and_resumes_at_the_same_position() {
    let (mut player, tap) = player(1);
    player.play(tone(100.0, RATE, 48_000), 0.0);
    tap.pull(4_800);
    player.pause();
    tap.pull(480);
    assert_eq!(player.state(), State::Paused);
    let there = player.position();
    assert_eq!(tap.pull(4_800), [0.0; 4_800]);
    assert_eq!(player.position(), there);
    player.toggle();
    let out = tap.pull(480);
    assert!(out[..4].iter().all(|sample| sample.abs() < 0.05), "fades in: {:?}", &out[..4]);
    assert_eq!(player.state(), State::Playing);
    assert!(player.position() > there);
}

#[test]
fn seeking_restarts_a_stopped_clip_at_the_frame() {
    let (mut player, tap) = player(1);
    player.seek(1.0);
    assert_eq!(player.state(), State::Stopped);
    player.play(counting(4_800), 0.0);
    player.seek(0.05);
    assert_eq!(player.position(), Some(0.05));
    assert_eq!(numbers(&tap.pull(1)), [2_401.0]);
    tap.pull(4_800);
    assert_eq!(player.state(), State::Stopped);
    player.seek(1e9);
    assert_eq!(numbers(&tap.pull(1)), [4_800.0]);
}

#[test]
fn retrigger_starts_immediately_while_the_old_voice_fades() {
    let (mut player, tap) = player(1);
    let level = Arc::new(Clip::new(vec![8_192; 48_000], 1, RATE, 0));
    player.play(level.clone(), 0.0);
    tap.pull(1_000);
    player.play(counting(1_000), 0.0);
    let out = tap.pull(400);
    assert!((out[0] - 0.25).abs() < 0.01, "the old voice is not cut: {}", out[0]);
    let steepest = out.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max);
    assert!(steepest < 0.01, "{steepest}");
    assert_eq!(numbers(&out[300..302]), [301.0, 302.0]);
    player.retrigger();
    assert_eq!(player.position(), Some(0.0));
}

#[test]
fn keeps_playing_until_the_last_caption_ends() {
    let (mut player, tap) = player(1);
    player.play(Arc::new(Clip::new(vec![1; 480], 1, RATE, 4_800)), 0.0);
    tap.pull(2_400);
    assert_eq!((player.state(), player.position()), (State::Playing, Some(0.05)));
    tap.pull(2_401);
    assert_eq!(player.state(), State::Stopped);
}

#[test]
fn volumes_multiply_and_can_be_disabled() {
    let level = Arc::new(Clip::new(vec![16_384; 48_000], 1, RATE, 0));
    let (mut player, tap) = player(1);
    player.play(level.clone(), -6.0);
    let heard = |tap: &Tap| {
        tap.pull(480);
        tap.pull(1)[0] / 0.5
    };
    assert_eq!(heard(&tap), gain_of_db(-6.0));
    player.set_volume(0.5);
    assert!((heard(&tap) - 0.5 * gain_of_db(-6.0)).abs() < 1e-6);
    player.set_uses_bank_volume(false);
    assert_eq!(heard(&tap), 0.5);
    player.set_muted(true);
    assert_eq!(heard(&tap), 0.0);
    player.set_muted(false);
    player.set_normalises(true);
    assert!((heard(&tap) - 0.5 * level.normalising_gain()).abs() < 1e-6);
    assert_eq!((gain_of_db(0.0), gain_of_db(-100.0)), (1.0, 0.0));
}

/// Volume is divided by 10^(attenuation · distance / 10), whatever else is set.
#[test]
fn volume_falls_with_the_distance() {
    let level = Arc::new(Clip::new(vec![16_384; 48_000], 1, RATE, 0));
    let (mut player, tap) = player(1);
    let part = PlayedClip { attenuation: 1.5, ..PlayedClip::new(level.clone(), -6.0, 1.0) };
    player.play_alone(part.clone());
    let heard = |tap: &Tap| {
        tap.pull(480);
        tap.pull(1)[0] / 0.5
    };
    assert_eq!(heard(&tap), gain_of_db(-6.0));
    player.set_distance(10.0);
    assert!((heard(&tap) - gain_of_db(-21.0)).abs() < 1e-6);
    player.set_uses_bank_volume(false);
    assert!((heard(&tap) - gain_of_db(-15.0)).abs() < 1e-6);
    player.play_together(vec![part]);
    assert!((heard(&tap) - gain_of_db(-21.0)).abs() < 1e-6);
    player.play(level, -6.0);
    assert_eq!(heard(&tap), 1.0, "without an attenuation the distance does not matter");
    player.set_distance(f32::NAN);
    assert_eq!((attenuated_db(1.5, 10.0), attenuated_db(1.5, 1e9)), (15.0, 100.0));
    assert_eq!((attenuated_db(-2.0, 10.0), attenuated_db(f32::INFINITY, 0.0)), (0.0, 0.0));
}

#[test]
fn the_callback_neither_allocates_nor_frees() {
    let (mut player, tap) = player(2);
    let mut out = vec![0.0; 2 * 4_800];
    player.set_looped(true);
    let clip = tone(440.0, 22_050, 5_000);
    let watched = Arc::downgrade(&clip);
    player.play(clip, 0.0);
    let (_, first) = memory::peak(|| tap.fill(&mut out));
    player.play(tone(880.0, 11_025, 5_000), -3.0);
    let (_, second) = memory::peak(|| tap.fill(&mut out));
    // The mixer released the first clip, and the player frees it.
    assert_eq!(watched.strong_count(), 1);
    player.tick();
    assert_eq!(watched.strong_count(), 0);
    player.stop();
    let (_, third) = memory::peak(|| tap.fill(&mut out));
    assert_eq!([first, second, third], [0, 0, 0]);
    assert!(out.iter().any(|sample| *sample != 0.0), "the last voice fades");
}

#[test]
fn a_clip_that_was_played_several_times_is_freed() {
    let (mut player, tap) = player(1);
    let mut out = vec![0.0; 4_800];
    let clip = tone(440.0, 22_050, 5_000);
    let watched = Arc::downgrade(&clip);
    player.play(clip, 0.0);
    tap.fill(&mut out);
    player.seek(0.1);
    tap.fill(&mut out);
    player.retrigger();
    tap.fill(&mut out);
    player.play(tone(880.0, 11_025, 5_000), 0.0);
    tap.fill(&mut out);
    player.tick();
    assert_eq!(watched.strong_count(), 0);
}

#[test]
fn the_silent_clock_keeps_real_time() {
    let mut player = Player::new(Box::new(SilentClock::default()));
    let start = Instant::now();
    player.play(Arc::new(Clip::new(vec![0; 22_050], 1, 22_050, 0)), 0.0);
    until("the clock runs", || player.position().unwrap() > 0.3);
    let (at, elapsed) = (player.position().unwrap(), start.elapsed().as_secs_f64());
    assert!((at - elapsed).abs() < 0.1, "{at} after {elapsed} s");
    until("the clip ends", || player.state() == State::Stopped);
    let took = start.elapsed().as_secs_f64();
    assert!((0.95..1.5).contains(&took), "one second took {took}");
}

/// A device that can be unplugged.
#[derive(Clone, Default)]
struct Plug {
    unplugged: Arc<AtomicBool>,
    starts: Arc<AtomicUsize>,
    mixer: Arc<Mutex<Option<Mixer>>>,
}

impl Plug {
    fn pull(&self, frames: usize) -> Vec<f32> {
        let mut out = vec![0.0; frames];
        if let Some(mixer) = self.mixer.lock().unwrap().as_mut() {
            mixer.render(&mut out, 1, RATE);
        }
        out
    }
}

impl Output for Plug {
    fn start(&mut self, mixer: Mixer) -> Result<(), String> {
        self.starts.fetch_add(1, Ordering::Relaxed);
        *self.mixer.lock().unwrap() = None;
        if self.unplugged.load(Ordering::Relaxed) {
            return Err("no audio device".to_owned());
        }
        *self.mixer.lock().unwrap() = Some(mixer);
        Ok(())
    }
    fn stop(&mut self) {
        *self.mixer.lock().unwrap() = None;
    }
    fn name(&self) -> String {
        "plug".to_owned()
    }
    fn is_lost(&self) -> bool {
        self.unplugged.load(Ordering::Relaxed)
    }
}

#[test]
fn uses_the_silent_clock_while_a_device_is_lost() {
    let plug = Plug::default();
    let mut player = Player::new(Box::new(plug.clone()));
    assert_eq!(player.output(), Ok("plug".to_owned()));
    player.play(tone(100.0, RATE, 480_000), 0.0);
    plug.pull(4_800);

    plug.unplugged.store(true, Ordering::Relaxed);
    player.tick();
    assert_eq!(player.output(), Err("audio device disconnected"));
    settle(&mut player);
    assert_eq!(player.output(), Err("no audio device"));
    until("the clock continues", || player.position().unwrap() > 0.12);
    let at = player.position().unwrap();
    player.tick();
    assert_eq!(plug.starts.load(Ordering::Relaxed), 2, "not retried immediately");

    plug.unplugged.store(false, Ordering::Relaxed);
    until("the device is tried again", || {
        player.tick();
        player.output() == Ok("plug".to_owned())
    });
    let back = player.position().unwrap();
    assert!(back > at + 1.5, "continues at the position of the clock: {back}");
    assert!(plug.pull(480).iter().any(|sample| sample.abs() > 0.1));
}

#[test]
fn works_without_a_device() {
    let plug = Plug::default();
    plug.unplugged.store(true, Ordering::Relaxed);
    let mut player = Player::new(Box::new(plug));
    assert_eq!(player.output(), Err("no audio device"));
    player.play(counting(4_800), 0.0);
    until("the clip ends", || player.state() == State::Stopped);
}

#[test]
fn switches_outputs_while_playing() {
    let (mut player, tap) = player(1);
    player.play(counting(1_000), 0.0);
    tap.pull(500);
    let (output, other) = Collector::new(1, RATE);
    player.set_output(Box::new(output));
    // The silent clock keeps time until the other output has opened.
    settle(&mut player);
    let at = player.position().unwrap() * 48_000.0;
    assert!(at >= 500.0, "{at}");
    let heard = f64::from(numbers(&other.pull(1))[0]);
    assert!((at..at + 50.0).contains(&heard) || heard == 0.0, "{heard} after {at}");
}

#[test]
fn opens_the_output_on_play_and_closes_it_when_idle() {
    let plug = Plug::default();
    let is_open = || plug.mixer.lock().unwrap().is_some();
    let mut player = Player::resting(Box::new(plug.clone()));
    player.tick();
    assert_eq!((player.output(), is_open()), (Ok(String::new()), false));
    player.play(counting(1_000), 0.0);
    assert_eq!((player.state(), player.position()), (State::Playing, Some(0.0)));
    settle(&mut player);
    assert!(is_open());
    assert_eq!(numbers(&plug.pull(3)), [1.0, 2.0, 3.0], "no sample of the start is lost");
    player.pause();
    player.tick();
    assert!(is_open(), "not immediately");
    until("the output is closed", || {
        player.tick();
        !is_open()
    });
    assert_eq!((is_open(), player.rests_in()), (false, None));
    player.toggle();
    settle(&mut player);
    assert_eq!(numbers(&plug.pull(2)), [4.0, 5.0], "continues at its position");
    assert_eq!(plug.starts.load(Ordering::Relaxed), 2);
}

/// Waits until an output is open.
fn settle(player: &mut Player) {
    until("the output is open", || {
        player.tick();
        !player.is_connecting()
    });
}

/// Waits until `done`.
#[track_caller]
fn until(what: &str, mut done: impl FnMut() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(60), "waited too long until {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// A device that opens when a message arrives.
struct Slow(Receiver<()>);

impl Output for Slow {
    fn start(&mut self, _: Mixer) -> Result<(), String> {
        self.0.recv_timeout(Duration::from_secs(60)).map_err(|error| error.to_string())
    }
    fn stop(&mut self) {}
    fn name(&self) -> String {
        "slow".to_owned()
    }
}

#[test]
fn does_not_wait_for_a_slow_device() {
    let (mut player, _tap) = player(1);
    let (open, message) = channel();
    player.play(tone(100.0, RATE, 480_000), 0.0);
    player.set_output(Box::new(Slow(message)));
    for _ in 0..5 {
        player.tick();
    }
    assert_eq!(player.output(), Err("opening the audio device"));
    until("time has passed", || player.position().unwrap() > 0.05);
    open.send(()).unwrap();
    settle(&mut player);
    assert_eq!(player.output(), Ok("slow".to_owned()));
}

/// A device that panics.
struct Broken;

impl Output for Broken {
    fn start(&mut self, _: Mixer) -> Result<(), String> {
        panic!("a bug in a driver")
    }
    fn stop(&mut self) {}
    fn name(&self) -> String {
        String::new()
    }
}

#[test]
fn survives_a_device_that_panics() {
    let (mut player, _tap) = player(1);
    player.set_output(Box::new(Broken));
    settle(&mut player);
    assert_eq!(player.output(), Err("the audio device crashed"));
    player.play(counting(100), 0.0);
    until("the clip ends, silent but in real time", || player.state() == State::Stopped);
}

#[test]
fn clips_played_together_keep_separate_volume_and_speed() {
    let (mut player, tap) = player(1);
    player.set_volume(0.5);
    player.set_speed(3.0);
    player.set_normalises(true);
    let level = |level: i16, frames: usize| Arc::new(Clip::new(vec![level; frames], 1, RATE, 0));
    let part = PlayedClip::new;
    player.play_together(vec![
        part(level(8_000, 4_800), 0.0, 1.0),
        part(level(4_000, 9_600), -20.0, 0.5),
    ]);
    tap.pull(2_400);
    let heard = numbers(&tap.pull(1))[0];
    assert!((heard - (4_000.0 + 200.0)).abs() < 2.0, "{heard}");
    assert_eq!(
        player.position(),
        Some(2_401.0 / 48_000.0),
        "the position is that of the first clip"
    );
    tap.pull(4_800);
    let heard = numbers(&tap.pull(1))[0];
    assert!((heard - 200.0).abs() < 1.0, "the first has ended: {heard}");
    assert_eq!(player.state(), State::Playing);
    player.adjust(&[(0.0, 1.0), (-100.0, 4.0)]);
    tap.pull(4_800);
    assert_eq!(player.state(), State::Stopped);
    player.retrigger();
    player.seek(0.05);
    tap.pull(480);
    assert_eq!(player.position(), Some(0.06));
}

#[test]
fn clamps_and_counts_samples_beyond_full_scale() {
    let (mut player, tap) = player(1);
    let loud = Arc::new(Clip::new(vec![30_000; 4_800], 1, RATE, 0));
    player.play(loud.clone(), 0.0);
    tap.pull(100);
    assert_eq!(player.take_clipped(), 0);
    let part = PlayedClip::new(loud, 0.0, 1.0);
    player.play_together(vec![part.clone(), part]);
    assert!(tap.pull(4_000).iter().all(|sample| sample.abs() <= 1.0));
    assert!(player.take_clipped() >= 3_000);
    assert_eq!(player.take_clipped(), 0);
}
