//! Sound banks of the PlayStation and of Neversoft's ports.

use gouraud_testing::fixtures;

use super::support::Sandbox;

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::empty();
    for file in fixtures::of_family("ps1-sound") {
        sandbox.put(file.name.trim_start_matches("ps1-sound/"), &file.bytes);
    }
    sandbox
}

/// The chunk of a WAV file with this name, as numbers.
fn chunk(wav: &[u8], name: &[u8]) -> Option<Vec<u32>> {
    let mut at = 12;
    while let Some(head) = wav.get(at..at + 8) {
        let len = u32::from_le_bytes(head[4..].try_into().unwrap()) as usize;
        let data = &wav[at + 8..at + 8 + len];
        if &head[..4] == name {
            return Some(
                data.chunks(4).map(|n| u32::from_le_bytes(n.try_into().unwrap())).collect(),
            );
        }
        at += 8 + len.next_multiple_of(2);
    }
    None
}

#[test]
fn exports_numbered_sounds_with_sampler_loops() {
    let sandbox = sandbox();
    sandbox.run("export bank.vab -o out --to wav").ends_with(0).quietly();
    let looped = sandbox.read("out/001_00000002.wav");
    let loop_of = |rate: f64, first, last| {
        let period = (1e9 / rate).round() as u32;
        vec![0, 0, period, 60, 0, 0, 0, 1, 0, 0, 0, first, last, 0, 0]
    };
    assert_eq!(chunk(&looped, b"smpl"), Some(loop_of(14761.0, 476, 1147)));
    assert_eq!(u32::from_le_bytes(looped[4..8].try_into().unwrap()) as usize, looped.len() - 8);
    assert_eq!(chunk(&sandbox.read("out/000_00000001.wav"), b"smpl"), None);
    sandbox.run("export drone.vag two2352.xa bank.kat -o more --to wav").ends_with(0).quietly();
    assert_eq!(chunk(&sandbox.read("more/drone.wav"), b"smpl"), Some(loop_of(11025.0, 588, 2267)));
    let whole = sandbox.read("more/001_000003E9.wav");
    assert_eq!(chunk(&whole, b"smpl"), Some(loop_of(11025.0, 0, 1599)));
    // Streams are numbered by file · 256 + channel.
    let reader = hound::WavReader::open(sandbox.path("more/001_00000101.wav")).unwrap();
    assert_eq!((reader.spec().channels, reader.duration()), (1, 12096));
}

#[test]
fn header_and_body_of_a_bank_find_each_other() {
    let sandbox = sandbox();
    for half in ["pair.vh", "pair.vb"] {
        sandbox.run(&format!("export {half} -o {half}-out --to wav")).ends_with(0).quietly();
        assert_eq!(
            hound::WavReader::open(sandbox.path(&format!("{half}-out/000_00000001.wav")))
                .unwrap()
                .spec()
                .sample_rate,
            34001
        );
    }
    let alone = Sandbox::empty();
    alone.put("pair.vh", &sandbox.read("pair.vh"));
    let run = alone.run("info pair.vh --json").ends_with(0);
    assert!(run.out.contains("\"warning\"") && run.out.contains("pair.vb"), "{}", run.out);
    alone.run("play pair.vh --silent").ends_with(1);
    alone.put("lone.vb", &sandbox.read("pair.vb"));
    alone.run("info lone.vb").ends_with(1);
}

#[test]
fn replaces_a_sound_with_a_recording() {
    let sandbox = sandbox();
    sandbox.run("export bank.vab -o out --to wav").ends_with(0);
    // A sound is addressed by its path, its number, or the name of its export.
    for asset in ["vags[2]", "sound 2", "002_00000003.wav"] {
        let order = format!("{asset}=out/000_00000001.wav");
        sandbox.run_with(&["replace", "bank.vab", &order, "-o", "new.vab", "--force"]).ends_with(0);
        let run = sandbox.run("info new.vab --json").ends_with(0);
        assert!(run.out.contains("\"problems\":[]"), "{}", run.out);
    }
    sandbox.run("export new.vab -o again --to wav").ends_with(0);
    let frames = |name: &str| hound::WavReader::open(sandbox.path(name)).unwrap().duration();
    assert_eq!(frames("again/002_00000003.wav"), frames("out/000_00000001.wav"));
    assert_eq!(sandbox.read("again/001_00000002.wav"), sandbox.read("out/001_00000002.wav"));
}

#[test]
fn sets_bank_fields_in_place() {
    let sandbox = sandbox();
    sandbox.run("set bank.vab tables[0].tones[0].centre=72 -o new.vab").ends_with(0);
    let (old, new) = (sandbox.read("bank.vab"), sandbox.read("new.vab"));
    let differ: Vec<usize> = (0..old.len()).filter(|at| old[*at] != new[*at]).collect();
    assert_eq!((differ, new[0x824]), (vec![0x824], 72));
    // The rate of its recording changes accordingly.
    sandbox.run("export new.vab -o out --to wav").ends_with(0);
    let spec = hound::WavReader::open(sandbox.path("out/000_00000001.wav")).unwrap().spec();
    assert_eq!(spec.sample_rate, 22050);
}
