//! `play`, and other subcommands on sound banks.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use gouraud::formats::trespasser::name_hash;
use gouraud::formats::trespasser::tpa::Id;
use gouraud_testing::build::tpa;

use crate::support::Sandbox;

fn wave(frames: usize) -> Vec<i16> {
    (0..frames).map(|i| ((i as f32 * 0.07).sin() * 12_000.0) as i16).collect()
}

/// MISSING, a captioned voice with an alias, an ADPCM sound; the voice lasts 0.1 s, its captions 0.8 s.
fn bank() -> Vec<u8> {
    let captions = [(200, "One, two"), (200, ""), (400, "three\nfour")];
    let sounds = vec![
        tpa::pcm8(11025, 1, &[128, 255, 0, 128, 64]),
        tpa::with_captions(tpa::pcm16(22050, 2, &wave(4410)), &captions),
        tpa::adpcm(22050, 1, &wave(5000)),
    ];
    let id = |name: &str, sound| tpa::id(name_hash(name), sound);
    let ids = vec![id("MISSING", 0), id("VO/AM01", 1), id("BIRD 01", 2), id("VO/AM02", 1)];
    tpa::bank(ids, sounds, Vec::new()).write().unwrap()
}

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::empty();
    sandbox.put("voices.tpa", &bank());
    let alone = tpa::with_captions(tpa::pcm16(8000, 1, &wave(80)), &[(200, "alone")]);
    sandbox.put("Anne 1.cau", &tpa::alone(&alone));
    sandbox
}

#[test]
fn prints_captions_when_they_start() {
    let sandbox = sandbox();
    let start = Instant::now();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("gouraud"))
        .args(["play", "voices.tpa", "1", "--silent"])
        .current_dir(sandbox.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let times: Vec<(String, Duration)> = lines.map(|l| (l.unwrap(), start.elapsed())).collect();
    let end = start.elapsed();
    assert!(child.wait().unwrap().success());
    let [(one, _), (two, at_two)] = &times[..] else { panic!("{times:?}") };
    assert_eq!((one.as_str(), two.as_str()), ("One, two", "three four"));
    // Only lower bounds are checked: a busy machine may be late.
    let least =
        |time: Duration, ms| assert!(time >= Duration::from_millis(ms), "{times:?} {end:?}");
    least(*at_two, 390);
    least(end, 780);
}

#[test]
fn selects_a_sound_by_index_id_or_name() {
    let sandbox = sandbox();
    let id = format!("{:08x}", name_hash("VO/AM01"));
    for sound in ["1", id.as_str(), r"vo\am01", "VO/AM02"] {
        let run = sandbox.run_with(&["play", "voices.tpa", sound, "--silent"]).ends_with(0);
        assert_eq!(run.out, "One, two\nthree four\n", "{sound}");
    }
    let run = sandbox.run_with(&["play", "Anne 1.cau", "--silent"]).ends_with(0);
    assert_eq!(run.out, "alone\n");
    sandbox.run("play voices.tpa 3 --silent").ends_with(1).reports("no sound 3");
    let run = sandbox.run("play voices.tpa --silent").ends_with(0).reports("2 BIRD 01 (0.226 s)");
    assert_eq!(run.out, "One, two\nthree four\n");
}

#[test]
fn refuses_files_without_sounds() {
    let sandbox = Sandbox::new();
    sandbox.run("play level.psx --silent").ends_with(1).reports("no sounds");
    sandbox.run("play note.txt --silent").ends_with(1).reports("unknown format");
    sandbox.run("play nothing.tpa").ends_with(1);
}

#[test]
fn missing_device_is_reported_and_exits_with_1() {
    let sandbox = sandbox();
    let output = Command::new(assert_cmd::cargo::cargo_bin("gouraud"))
        .args(["play", "voices.tpa"])
        .current_dir(sandbox.path(""))
        // Without a configuration, ALSA knows no devices.
        .env("ALSA_CONFIG_PATH", "/dev/null")
        .output()
        .unwrap();
    if cfg!(target_os = "linux") {
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(text.contains("gouraud: no audio device"), "{text}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn info_and_list_describe_banks() {
    let sandbox = sandbox();
    let run = sandbox.run("info voices.tpa --json").ends_with(0);
    let info: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&info["format"], &info["version"]), (&"trespasser.tpa".into(), &"0x150".into()));
    let counts = serde_json::json!({"sounds": 3, "captions": 3, "members": 3, "ids": 4});
    assert_eq!(info["counts"], counts);
    assert_eq!(info["problems"], serde_json::json!([]));
    let run = sandbox.run("list voices.tpa --json").ends_with(0);
    let rows: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[1]["path"], format!("voices.tpa//001_{:08X}.cau", name_hash("VO/AM01")));
    assert_eq!(rows[1]["format"], "trespasser.cau");
    let inner = format!("voices.tpa//001_{:08X}.cau", name_hash("VO/AM01"));
    let run = sandbox.run_with(&["tree", &inner, "--at", "captions.sections[2].text"]).ends_with(0);
    assert!(run.out.contains("three"), "{}", run.out);
}

#[test]
fn rewrites_banks_and_extracts_sounds() {
    let sandbox = sandbox();
    sandbox.run("rewrite voices.tpa -o again.tpa").ends_with(0);
    assert_eq!(sandbox.read("again.tpa"), bank());
    sandbox.run("extract voices.tpa -o sounds").ends_with(0);
    let bytes = sandbox.read("sounds/000_F0A07BD9.cau");
    sandbox.put("one.cau", &bytes);
    sandbox.run("rewrite one.cau -o two.cau").ends_with(0);
    assert_eq!(sandbox.read("two.cau"), bytes);
}

#[test]
fn export_writes_each_sound_once_with_its_captions() {
    let sandbox = sandbox();
    let run = sandbox.run("export voices.tpa -o out").ends_with(0).quietly();
    let mut files: Vec<&str> = run.out.lines().collect();
    files.sort();
    let voice = format!("out/001_{:08X}", name_hash("VO/AM01"));
    let bird = format!("out/002_{:08X}_BIRD 01.wav", name_hash("BIRD 01"));
    let (wav, srt) = (format!("{voice}.wav"), format!("{voice}.srt"));
    let mut expected = [
        "out/000_F0A07BD9_MISSING.wav",
        wav.as_str(),
        &srt,
        &bird,
        "out/Sounds.csv",
        "out/voices.json",
    ];
    expected.sort();
    assert_eq!(files, expected);

    let read = |name: &str| hound::WavReader::open(sandbox.path(name)).unwrap();
    let silence = read("out/000_F0A07BD9_MISSING.wav");
    let spec = silence.spec();
    assert_eq!((spec.bits_per_sample, spec.channels, spec.sample_rate), (8, 1, 11025));
    let samples: Vec<i16> = silence.into_samples().map(Result::unwrap).collect();
    assert_eq!(samples, [0, 127, -128, 0, -64]);
    assert_eq!(sandbox.read("out/000_F0A07BD9_MISSING.wav").len() % 2, 0);
    let mut voice = read(&wav);
    let samples: Vec<i16> = voice.samples().map(Result::unwrap).collect();
    assert_eq!((samples, voice.spec().channels), (wave(4410), 2));
    assert_eq!(read(&bird).duration(), 4999);
}

#[test]
fn export_filters_caption_kinds_and_sound_names() {
    let sandbox = sandbox();
    let voice = format!("001_{:08X}", name_hash("VO/AM01"));
    let run = sandbox.run("export voices.tpa -o out --to csv,vtt").ends_with(0);
    assert_eq!(run.out, format!("out/Sounds.csv\nout/{voice}.vtt\nout/{voice}.csv\n"));
    let table = "start_ms,end_ms,text\n0,200,\"One, two\"\n200,400,\n400,800,\"three\nfour\"\n";
    assert_eq!(String::from_utf8(sandbox.read(&format!("out/{voice}.csv"))).unwrap(), table);
    for only in ["bird*", "002_*", &format!("{:08x}", name_hash("BIRD 01"))] {
        let run =
            sandbox.run(&format!("export voices.tpa -o o --force --only {only}")).ends_with(0);
        assert_eq!(run.out.lines().count(), 1, "{only}");
    }
    // Several names are allowed, as in the window's "copy as command".
    let ids = ["BIRD 01", "MISSING"].map(|name| format!("{:08X}", name_hash(name)));
    let run = sandbox
        .run(&format!("export voices.tpa -o p --only {} --only {}", ids[0], ids[1]))
        .ends_with(0);
    let expected = format!("p/000_{}_MISSING.wav\np/002_{}_BIRD 01.wav\n", ids[1], ids[0]);
    assert_eq!(run.out, expected);
    sandbox.run("export voices.tpa -o q --to mp3").ends_with(2).reports("mp3");
    let run =
        sandbox.run_with(&["export", "Anne 1.cau", "-o", "a", "--to", "wav,srt"]).ends_with(0);
    assert_eq!(run.out, "a/Anne 1.wav\na/Anne 1.srt\n");
}

#[test]
fn bank_json_has_sounds_ids_and_collisions() {
    let sandbox = sandbox();
    sandbox.run("export voices.tpa -o out --to json").ends_with(0);
    let facts: serde_json::Value =
        serde_json::from_slice(&sandbox.read("out/voices.json")).unwrap();
    let voice = &facts["sounds"][1];
    assert_eq!(voice["ids"].as_array().unwrap().len(), 2);
    assert_eq!(voice["captions"][2]["start_ms"], 400);
    let bird = &facts["sounds"][2]["ids"][0];
    assert_eq!(
        (&bird["names"][0]["from"], &bird["offset"]),
        (&"built-in list".into(), &136.into())
    );
}

/// The samples that reach an ALSA device which writes its input to a file in real time.
fn capture(sandbox: &Sandbox, arguments: &[&str]) -> Vec<i16> {
    let has_pv = Command::new("pv").arg("--version").output().is_ok();
    assert!(has_pv, "the tests need pv: `./test.sh` installs it");
    let raw = sandbox.path("capture.raw");
    let pipe = format!("|pv -q -B 9600 -L 192000 > {}", raw.display());
    let configuration = format!(
        "pcm.!default {{ type plug slave {{ pcm \"cap\" format S16_LE rate 48000 channels 2 }} }}\n\
         pcm.cap {{ type file slave.pcm \"nothing\" format \"raw\" file \"{pipe}\" }}\n\
         pcm.nothing {{ type null }}\n"
    );
    sandbox.put(".asoundrc", configuration.as_bytes());
    let output = Command::new(assert_cmd::cargo::cargo_bin("gouraud"))
        .arg("play")
        .args(arguments)
        .current_dir(sandbox.path(""))
        .env("HOME", sandbox.path(""))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let bytes = std::fs::read(raw).unwrap();
    bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect()
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "ALSA exists only on Linux")]
fn device_gets_the_stored_samples_at_its_own_rate() {
    let sandbox = Sandbox::empty();
    // Loud at the first sample, so that the start can be found.
    let samples: Vec<i16> = (0..48_000).map(|i| (i * 37 % 20_011 - 10_000) as i16).collect();
    sandbox.put("noise.cau", &tpa::alone(&tpa::pcm16(48_000, 2, &samples)));
    let heard = capture(&sandbox, &["noise.cau"]);
    let start = heard.iter().position(|sample| *sample != 0).unwrap();
    assert!(heard[start..].starts_with(&samples), "from {start} on");
    assert!(heard[start + samples.len()..].iter().all(|sample| *sample == 0));
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "ALSA exists only on Linux")]
fn device_with_another_rate_gets_the_same_volume() {
    let sandbox = Sandbox::empty();
    let sound = tpa::adpcm(22050, 1, &wave(11_025));
    let ids = vec![Id { volume: -6.0, ..tpa::id(name_hash("MISSING"), 0) }];
    sandbox.put("bank.tpa", &tpa::bank(ids, vec![sound], Vec::new()).write().unwrap());
    let heard = capture(&sandbox, &["bank.tpa", "0"]);
    let left: Vec<f64> = heard.iter().step_by(2).map(|sample| f64::from(*sample)).collect();
    let right = heard.iter().skip(1).step_by(2).map(|sample| f64::from(*sample));
    assert!(left.iter().copied().eq(right), "mono plays on both sides");
    let start = left.iter().position(|sample| sample.abs() > 20.0).unwrap();
    let end = left.iter().rposition(|sample| sample.abs() > 20.0).unwrap();
    assert!((end - start).abs_diff(24_000) < 100, "half a second: {}", end - start);
    let middle = &left[start + 2_000..end - 2_000];
    let loudness = (middle.iter().map(|s| s * s).sum::<f64>() / middle.len() as f64).sqrt();
    let expected = 12_000.0 / 2f64.sqrt() * 10f64.powf(-6.0 / 20.0);
    assert!((loudness / expected - 1.0).abs() < 0.01, "{loudness} against {expected}");
}

#[test]
fn sounds_are_quieter_from_a_distance() {
    let sandbox = Sandbox::empty();
    let loud = tpa::id(name_hash("MISSING"), 0);
    let near = tpa::id(name_hash("DINO - RAPT DIST A"), 1);
    let ids = vec![loud, Id { attenuation: 1.5, volume: -3.0, ..near }];
    let sounds = vec![tpa::pcm8(11025, 1, &[128; 8]), tpa::pcm8(11025, 1, &[128, 255, 0, 128])];
    sandbox.put("dinos.tpa", &tpa::bank(ids, sounds, Vec::new()).write().unwrap());
    let play =
        |more: &str| sandbox.run(&format!("play dinos.tpa --silent {more}")).ends_with(0).err;
    assert!(!play("").contains("dB"));
    let far = play("--distance 10");
    let lines: Vec<&str> = far.lines().collect();
    let [missing, dino] = &lines[..] else { panic!("{far}") };
    assert!(!missing.contains("dB") && dino.ends_with("(0.000 s, -18.0 dB)"), "{far}");
    let run = sandbox.run("play dinos.tpa --silent --distance far").ends_with(2);
    run.reports("expected 0 to 10000 metres, found \"far\"");
}

#[test]
fn lists_of_sounds_and_collisions_are_tables() {
    let bank = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/trespasser/mini.tpa");
    let sandbox = Sandbox::empty();
    sandbox.put("mini.tpa", &std::fs::read(bank).unwrap());
    sandbox.run("export mini.tpa --to csv -o out").ends_with(0);
    let rows = |name: &str| -> Vec<Vec<String>> {
        let text = String::from_utf8(sandbox.read(&format!("out/{name}"))).unwrap();
        text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
    };
    let sounds = rows("Sounds.csv");
    let columns = "sound,id,name,seconds,rate,bits,channels,coding,bytes,captions,volume_db,\
                   attenuation_db_m";
    assert_eq!(sounds[0].join(","), columns);
    assert_eq!(sounds.len(), 1 + 5, "one row for each identifier");
    assert_eq!(sounds[1][..2], ["0", "F0A07BD9"]);
    assert_eq!((sounds[1][10].as_str(), sounds[3][10].as_str()), ("-18", "-3"));
    assert_eq!((sounds[3][0].as_str(), sounds[3][11].as_str()), ("2", "1.5"));
    assert_eq!((sounds[4][0].as_str(), sounds[4][11].as_str()), ("2", "0.5"));
    let collisions = rows("Collisions.csv");
    let plays: Vec<&str> = collisions[1..].iter().map(|row| row[4].as_str()).collect();
    assert_eq!(plays, ["hit", "hit", "hit", "slide"]);
}
