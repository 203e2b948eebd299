//! GIF, APNG, FLAC and Ogg, read with their crates, and BVH, read with a small reader below.

use std::collections::BTreeMap;

use glam::{Quat, Vec3};
use gouraud::bytes::Source;
use gouraud::container::Context;
use gouraud::export::TimeRange;
use gouraud::formats;
use gouraud::scene::{FrameRenderer, FrameSequence, RenderedFrame};
use gouraud_testing::build::smacker;
use gouraud_testing::puppet::{RATE, puppet};

use super::*;

/// Paints each picture in a different colour.
struct Plain;

impl FrameRenderer for Plain {
    fn paint(&self, reel: FrameSequence, at: u32) -> Result<RenderedFrame, String> {
        let from = if matches!(reel, FrameSequence::Turn(..)) { 100 } else { 0 };
        Ok(RenderedFrame { width: 3, height: 2, pixels: vec![[from + at as u8, 7, 9]; 6] })
    }
}

fn drawn(scene: &Scene, options: Options) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let mut all = |_: gouraud::export::Progress<'_>| ControlFlow::Continue(());
    let report = job(scene, options).run_drawn(&Plain, folder.path(), &mut all);
    assert_eq!(report.failed, []);
    read_folder(folder.path())
}

/// R, G, B of the first pixel of each picture, and hundredths of a second.
fn read_gif(bytes: &[u8]) -> Vec<([u8; 3], u16)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let mut found = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        found.push(([frame.buffer[0], frame.buffer[1], frame.buffer[2]], frame.delay));
    }
    found
}

#[test]
fn animations_keep_their_rate_and_scenes_turn_once() {
    let scene = puppet();
    let files = drawn(&scene, only(&[kind("gif")]));
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["fall.gif", "puppet.gif", "wave.gif"]);
    // Four pictures at 15 a second: 26.7 hundredths in total, without rounding loss.
    let wave = read_gif(&files["wave.gif"]);
    let colours: Vec<u8> = wave.iter().map(|(rgb, _)| rgb[0]).collect();
    assert_eq!(colours, [0, 1, 2, 3]);
    assert_eq!(wave.iter().map(|(_, delay)| delay).sum::<u16>(), 27);
    let turn = read_gif(&files["puppet.gif"]);
    assert_eq!((turn.len(), turn[47].0), (48, [147, 7, 9]));
    assert_eq!(turn.iter().map(|(_, delay)| delay).sum::<u16>(), 400);
    // Two frames that can be decoded, of three expected.
    assert_eq!(read_gif(&files["fall.gif"]).len(), 2);
}

#[test]
fn apng_has_every_frame_with_its_time() {
    let files = drawn(
        &puppet(),
        Options {
            kinds: vec![kind("apng")],
            choice: Choice::Matching(vec!["wave".to_owned()]),
            ..Options::default()
        },
    );
    let mut reader =
        png::Decoder::new(std::io::Cursor::new(&files["wave.apng"])).read_info().unwrap();
    assert_eq!(reader.info().animation_control().unwrap().num_frames, 4);
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    for at in 0..4 {
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels[..3], [at, 7, 9]);
        let control = reader.info().frame_control().unwrap();
        assert_eq!((control.delay_num, control.delay_den), (3333, 50_000));
    }
}

#[test]
fn exports_frames_of_a_named_animation_as_pictures() {
    let named = |name: &str| Options {
        kinds: vec![kind("png")],
        choice: Choice::Matching(vec![name.to_owned()]),
        ..Options::default()
    };
    let files = names(&puppet(), named("wave"));
    assert_eq!(files, ["wave.0.png", "wave.1.png", "wave.2.png", "wave.3.png"]);
    assert_eq!(names(&puppet(), named("wave.2")), ["wave.2.png"]);
    assert_eq!(names(&puppet(), only(&[kind("png")])), [""; 0]);
}

#[test]
fn reports_a_missing_renderer() {
    let folder = tempfile::tempdir().unwrap();
    let report = run(&puppet(), only(&[kind("gif")]), folder.path());
    assert_eq!((report.written.len(), report.failed.len()), (0, 3));
    assert!(report.failed[0].message.contains("cannot render"), "{}", report.failed[0].message);
}

/// A video of three pictures, of which the last two are equal, with two palettes.
fn sample_video() -> Scene {
    let frame = |colour: u8, palette: Option<[u8; 3]>| smacker::Frame {
        pixels: vec![colour; 64],
        palette: palette.map(|colour| vec![[0; 3], [63, 0, 0], colour]),
        sound: Vec::new(),
    };
    let frames = vec![frame(1, Some([0; 3])), frame(2, Some([0, 63, 0])), frame(2, None)];
    let made =
        smacker::Video { width: 8, height: 8, frame_rate: 125, flags: 0, frames, rate: 11_025 };
    let source = Source::from_bytes("film.smk", made.pack());
    let document = formats::identify(&source).unwrap().0.open(&source).unwrap();
    document.content.displayed().scene(Context::ALONE).unwrap().0
}

#[test]
fn video_keeps_its_palettes_and_timing() {
    let scene = sample_video();
    let files = files(&scene, only(&[kind("gif"), kind("apng")]));
    // Equal pictures are merged: one picture for a quarter of a second.
    assert_eq!(read_gif(&files["film.gif"]), [([255, 0, 0], 13), ([0, 255, 0], 25)]);
    let reader = png::Decoder::new(std::io::Cursor::new(&files["film.apng"])).read_info().unwrap();
    assert_eq!(reader.info().color_type, png::ColorType::Rgb);
    assert_eq!(reader.info().animation_control().unwrap().num_frames, 3);
}

/// A joint of a hierarchy: its parent, its offset, and its channels.
struct Joint {
    name: String,
    parent: Option<usize>,
    offset: Vec3,
    channels: Vec<String>,
}

fn numbers(line: &str) -> Vec<f32> {
    line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

/// Joints, and their world positions in each frame.
fn read_bvh(text: &str) -> (Vec<Joint>, Vec<Vec<Vec3>>) {
    let (hierarchy, motion) = text.split_once("MOTION\n").unwrap();
    let (mut joints, mut open): (Vec<Joint>, Vec<Option<usize>>) = (Vec::new(), Vec::new());
    let mut next = None;
    for line in hierarchy.lines().map(str::trim) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "ROOT" | "JOINT" => {
                let parent = open.last().copied().flatten();
                let (name, offset) = (rest.to_owned(), Vec3::ZERO);
                next = Some(joints.len());
                joints.push(Joint { name, parent, offset, channels: Vec::new() });
            }
            "End" => next = None,
            "{" => open.push(next),
            "}" => drop(open.pop()),
            "OFFSET" => {
                if let Some(Some(joint)) = open.last() {
                    joints[*joint].offset = Vec3::from_slice(&numbers(rest));
                }
            }
            "CHANNELS" => {
                let names = rest.split_whitespace().skip(1).map(str::to_owned);
                joints[open.last().unwrap().unwrap()].channels = names.collect();
            }
            _ => {}
        }
    }
    let mut frames = Vec::new();
    for line in motion.lines().skip(2) {
        let mut values = numbers(line).into_iter();
        let mut world: Vec<(Vec3, Quat)> = Vec::new();
        for joint in &joints {
            let (mut place, mut turn) = (joint.offset, Quat::IDENTITY);
            for channel in &joint.channels {
                let value = values.next().unwrap();
                match channel.as_str() {
                    "Xposition" => place.x += value,
                    "Yposition" => place.y += value,
                    "Zposition" => place.z += value,
                    "Xrotation" => turn *= Quat::from_rotation_x(value.to_radians()),
                    "Yrotation" => turn *= Quat::from_rotation_y(value.to_radians()),
                    _ => turn *= Quat::from_rotation_z(value.to_radians()),
                }
            }
            let above = joint.parent.map_or((Vec3::ZERO, Quat::IDENTITY), |at| world[at]);
            world.push((above.0 + above.1 * place, above.1 * turn));
        }
        assert_eq!(values.next(), None);
        frames.push(world.into_iter().map(|(place, _)| place).collect());
    }
    (joints, frames)
}

#[test]
fn joints_have_the_positions_of_bones_in_every_frame() {
    let scene = Scene { metres_per_unit: Some(0.5), ..puppet() };
    let files = files(&scene, only(&[kind("bvh")]));
    let text = String::from_utf8(files["wave.bvh"].clone()).unwrap();
    let time = format!("Frames: 4\nFrame Time: {}\n", 1.0 / f64::from(RATE));
    assert!(text.contains(&time), "{text}");
    let (joints, frames) = read_bvh(&text);
    let names: Vec<&str> = joints.iter().map(|joint| joint.name.as_str()).collect();
    assert_eq!(names, ["root", "body", "arm.r", "arm.l", "tip"]);
    let bones = &scene.skeletons[0].bones;
    let clip = scene.animations[0].data.decode();
    assert_eq!(frames.len(), 4);
    for (frame, places) in (0..).zip(&frames) {
        let world = scene.posed_transforms(&clip.pose(frame as f32, false, false));
        for (bone, place) in bones.iter().zip(places) {
            let wanted = world[bone.node.index()].w_axis.truncate() * 0.5;
            assert!(place.abs_diff_eq(wanted, 1e-4), "{frame} {}: {place} {wanted}", bone.name);
        }
    }
}

/// Two seconds of an audible tone.
fn tone(channels: u16, bits: u16) -> Sound {
    struct Tone(u16, u16);
    impl SoundData for Tone {
        fn decode(&self) -> Samples {
            let sample = |at: usize| ((at / usize::from(self.0)) as f32 * 0.2).sin();
            let all = 0..22_050 * usize::from(self.0);
            match self.1 {
                8 => Samples::U8(all.map(|at| (128.0 + 100.0 * sample(at)) as u8).collect()),
                _ => Samples::I16(all.map(|at| (20_000.0 * sample(at)) as i16).collect()),
            }
        }
    }
    Sound {
        name: "tone".to_owned(),
        origin: Origin::default(),
        ids: Vec::new(),
        codec: "PCM",
        channels,
        rate: 11_025,
        bits,
        frames: 22_050,
        expected_frames: 22_050,
        stored_bytes: 0,
        looped: Some(LoopPart { first: 6000, last: 9000 }),
        data: std::sync::Arc::new(Tone(channels, bits)),
        captions: Vec::new(),
    }
}

fn sounding(sound: Sound) -> Scene {
    Scene { name: "tone".to_owned(), sounds: vec![sound].into(), ..Scene::default() }
}

#[test]
fn flac_has_every_sample() {
    for (channels, bits) in [(1, 8), (2, 8), (1, 16), (2, 16)] {
        let sound = tone(channels, bits);
        let wanted: Vec<i32> = match sound.data.decode() {
            Samples::U8(all) => all.iter().map(|sample| i32::from(*sample) - 128).collect(),
            Samples::I16(all) => all.iter().map(|sample| i32::from(*sample)).collect(),
        };
        let files = files(&sounding(sound), only(&[kind("flac")]));
        let mut reader = claxon::FlacReader::new(files["tone.flac"].as_slice()).unwrap();
        let info = reader.streaminfo();
        assert_eq!((info.sample_rate, info.channels), (11_025, u32::from(channels)));
        assert_eq!(info.bits_per_sample, u32::from(bits));
        let tags: Vec<(&str, &str)> = reader.tags().collect();
        assert_eq!(tags, [("LOOPSTART", "6000"), ("LOOPLENGTH", "3001")]);
        let read: Vec<i32> = reader.samples().map(Result::unwrap).collect();
        assert!(read == wanted, "{channels} channels of {bits} bits");
    }
}

#[test]
fn ogg_has_the_length_and_nearly_the_samples_of_the_sound() {
    let files = files(&sounding(tone(2, 16)), only(&[kind("ogg")]));
    let mut decoder = vorbis_rs::VorbisDecoder::<&[u8]>::new(files["tone.ogg"].as_slice()).unwrap();
    let mut left = Vec::new();
    while let Some(block) = decoder.decode_audio_block().unwrap() {
        left.extend_from_slice(block.samples()[0]);
    }
    assert_eq!(left.len(), 22_050);
    let Samples::I16(wanted) = tone(2, 16).data.decode() else { panic!("16 bits") };
    let wanted = wanted.iter().step_by(2).map(|sample| f32::from(*sample) / 32_768.0);
    let error = left.iter().zip(wanted).map(|(own, wanted)| (own - wanted).powi(2)).sum::<f32>();
    assert!((error / 22_050.0).sqrt() < 0.01, "{error}");
}

#[test]
fn loops_become_tags_if_all_of_them_is_exported() {
    let tags = |part: &str| {
        let part = Some(part.parse::<TimeRange>().unwrap());
        let options = Options { part, ..only(&[kind("ogg"), kind("flac")]) };
        let files = files(&sounding(tone(1, 16)), options);
        let has = |bytes: &[u8], text: &str| {
            bytes.windows(text.len()).any(|window| window == text.as_bytes())
        };
        ["tone.ogg", "tone.flac"].map(|name| {
            let bytes = &files[name];
            [has(bytes, "LOOPSTART=3795"), has(bytes, "LOOPLENGTH=3001"), has(bytes, "LOOP")]
        })
    };
    assert_eq!(tags("0.2..1"), [[true; 3]; 2], "relative to the start of the part");
    assert_eq!(tags("0..0.7"), [[false; 3]; 2], "the end of the loop is missing");
}

/// The sound lasts two seconds.
#[test]
fn reports_a_part_beyond_the_end_and_writes_no_file() {
    for name in ["wav", "flac", "ogg"] {
        let scene = sounding(tone(1, 16));
        let options = Options { part: Some("2..3".parse().unwrap()), ..only(&[kind(name)]) };
        let folder = tempfile::tempdir().unwrap();
        let report = run(&scene, options, folder.path());
        assert_eq!((report.written.len(), report.failed.len()), (0, 0), "{name}");
        assert_eq!(report.notes, ["sound tone ends before the requested part"]);
    }
}

#[test]
fn part_of_a_sound_has_its_frames_and_loop() {
    let part = |text: &str| Options {
        kinds: vec![kind("wav")],
        part: Some(text.parse::<TimeRange>().unwrap()),
        ..Options::default()
    };
    let samples = |options| {
        let files = files(&sounding(tone(1, 16)), options);
        let mut reader = hound::WavReader::new(files["tone.wav"].as_slice()).unwrap();
        let samples: Vec<i16> = reader.samples().map(Result::unwrap).collect();
        let mark = files["tone.wav"].windows(4).position(|four| four == b"smpl");
        let loop_of = |at: usize, by: usize| {
            let bytes = &files["tone.wav"][at + by..at + by + 4];
            u32::from_le_bytes(bytes.try_into().unwrap())
        };
        (samples, mark.map(|at| (loop_of(at, 52), loop_of(at, 56))))
    };
    let Samples::I16(all) = tone(1, 16).data.decode() else { panic!("16 bits") };
    // From frame 5513 to 11025, with the whole loop.
    assert_eq!(samples(part("0.5..1")), (all[5513..11_025].to_vec(), Some((487, 3487))));
    assert_eq!(samples(part("0.6..1")), (all[6615..11_025].to_vec(), None));
    assert_eq!(samples(part("..9")).0, all);
}
