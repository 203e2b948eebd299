//! `render --flight`: camera flights through view states.

use image::RgbaImage;

use crate::support::{Run, Sandbox};

const BASE: &str = "--adapter cpu --size 48x32";
const NEAR: &str = r#"{"style":"clean","camera":{"yaw":210,"pitch":-20,"distance":30}}"#;
const FAR: &str = r#"{"camera":{"yaw":150,"pitch":10,"distance":90,"field_of_view":60}}"#;

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.put("far.json", FAR.as_bytes());
    sandbox
}

fn fly(sandbox: &Sandbox, output: &str, options: &str) -> Run {
    let line = format!("render level.psx -o {output} {BASE} --flight {NEAR}");
    sandbox.run(&format!("{line} --flight far.json {options}"))
}

/// A single picture of a view.
fn still(sandbox: &Sandbox, camera: &str) -> RgbaImage {
    sandbox
        .run(&format!("render level.psx -o x.png {BASE} --style clean --state {camera}"))
        .ends_with(0);
    picture(sandbox, "x.png")
}

fn picture(sandbox: &Sandbox, name: &str) -> RgbaImage {
    image::load_from_memory(&sandbox.read(name)).unwrap().to_rgba8()
}

/// R, G, B of each frame of an APNG.
fn frames(file: &[u8]) -> Vec<Vec<u8>> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
    let count = reader.info().animation_control().unwrap().num_frames;
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    (0..count)
        .map(|_| {
            reader.next_frame(&mut pixels).unwrap();
            pixels.clone()
        })
        .collect()
}

fn rgb(picture: &RgbaImage) -> Vec<u8> {
    picture.pixels().flat_map(|pixel| [pixel.0[0], pixel.0[1], pixel.0[2]]).collect()
}

#[test]
fn first_and_last_frame_are_the_pictures_of_the_views() {
    let sandbox = sandbox();
    fly(&sandbox, "flight.apng", "--frames 7 --seconds 3").ends_with(0);
    let frames = frames(&sandbox.read("flight.apng"));
    assert_eq!(frames.len(), 7);
    assert_eq!(frames[0], rgb(&still(&sandbox, NEAR)));
    assert_eq!(frames[6], rgb(&still(&sandbox, FAR)));
    assert!(frames[3] != frames[0] && frames[3] != frames[6]);
}

#[test]
fn flight_is_a_picture_for_each_frame_or_a_gif() {
    let sandbox = sandbox();
    fly(&sandbox, "flight.png", "--frames 12").ends_with(0);
    assert_eq!(picture(&sandbox, "flight.00.png"), still(&sandbox, NEAR));
    assert_eq!(picture(&sandbox, "flight.11.png"), still(&sandbox, FAR));
    assert!(!sandbox.has("flight.12.png") && !sandbox.has("flight.png"));
    fly(&sandbox, "flight.gif", "--frames 3 --seconds 1.5").ends_with(0);
    let file = sandbox.read("flight.gif");
    let mut reader = gif::DecodeOptions::new().read_info(file.as_slice()).unwrap();
    let mut delays = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    assert_eq!(delays, [50; 3]);
}

#[test]
fn times_set_when_each_view_is_reached() {
    let sandbox = sandbox();
    let views = format!("--flight {NEAR} --flight {FAR} --flight {NEAR}");
    let line = format!("render level.psx -o t.apng {BASE} {views} --frames 5");
    sandbox.run(&format!("{line} --times 0,3,4")).ends_with(0);
    let frames = frames(&sandbox.read("t.apng"));
    assert_eq!(frames[3], rgb(&still(&sandbox, FAR)), "after three of four seconds");
    assert_eq!(frames[4], frames[0]);
    sandbox.run(&format!("{line} --times 0,3")).ends_with(2).reports("expected 3 times");
    sandbox.run(&format!("{line} --times 0,3,2")).ends_with(2).reports("increase from 0");
    sandbox.run(&format!("{line} --times 0,3,5000")).ends_with(2).reports("0.1 to 3600");
}

#[test]
fn output_without_an_extension_is_a_picture_for_each_frame() {
    let sandbox = sandbox();
    fly(&sandbox, "flight", "--frames 2").ends_with(0);
    assert_eq!(picture(&sandbox, "flight.1.png"), still(&sandbox, FAR));
}

#[test]
fn refuses_mixed_projections() {
    let sandbox = sandbox();
    let parallel = r#"{"camera":{"yaw":1,"pitch":2,"distance":90,"projection":"orthographic"}}"#;
    sandbox
        .run(&format!("render level.psx -o x.gif {BASE} --flight {NEAR} --flight {parallel}"))
        .ends_with(1)
        .reports("perspective and parallel views cannot be mixed");
}

#[test]
fn refuses_options_that_do_not_fit() {
    let sandbox = sandbox();
    for options in
        ["--turn", "--view 0,0,1", "--fov 30", "--transparent", "--frames 1", "--seconds 0"]
    {
        fly(&sandbox, "x.apng", options).ends_with(2);
    }
    fly(&sandbox, "x.bmp", "").ends_with(2).reports(".png, .gif, .apng, .mp4, .webm or .mkv");
    sandbox.run("render level.psx -o x.png --frames 3").ends_with(2);
    sandbox.run("render level.psx -o x.png --flight missing.json").ends_with(2);
}

/// Runs with a program `ffmpeg` that is this shell script.
#[cfg(unix)]
fn with_ffmpeg(sandbox: &Sandbox, script: &str) -> Run {
    use std::os::unix::fs::PermissionsExt;
    sandbox.put("bin/ffmpeg", format!("#!/bin/sh\n{script}\n").as_bytes());
    let program = sandbox.path("bin/ffmpeg");
    std::fs::set_permissions(program, PermissionsExt::from_mode(0o755)).unwrap();
    let views = format!("--flight {NEAR} --flight far.json --frames 5 --seconds 2");
    sandbox.run_with_path(&format!("render level.psx -o flight.mp4 {BASE} {views}"), "bin")
}

#[cfg(unix)]
#[test]
fn videos_get_the_pixels_of_all_frames() {
    let sandbox = sandbox();
    let script = "for last; do :; done; echo \"$@\" > arguments; cat > \"$last\"";
    with_ffmpeg(&sandbox, script).ends_with(0);
    fly(&sandbox, "flight.apng", "--frames 5").ends_with(0);
    let frames = frames(&sandbox.read("flight.apng"));
    assert!(sandbox.read("flight.mp4") == frames.concat());
    let arguments = String::from_utf8(sandbox.read("arguments")).unwrap();
    assert!(arguments.contains("-video_size 48x32 -framerate 2.5"), "{arguments}");
    // An absolute path is neither an option nor a protocol.
    assert!(arguments.contains(" -f mp4 /"), "{arguments}");
}

#[cfg(unix)]
#[test]
fn failure_of_the_encoder_is_reported_in_a_sentence() {
    let sandbox = sandbox();
    let run = with_ffmpeg(&sandbox, "echo Unknown encoder >&2; exit 1");
    run.ends_with(1).reports("FFmpeg failed: Unknown encoder");
    assert!(!sandbox.has("flight.mp4"));
    let left = std::fs::read_dir(sandbox.path("")).unwrap().map(Result::unwrap);
    let is_temporary = |name: std::ffi::OsString| name.to_string_lossy().starts_with(".gouraud-");
    assert!(!left.map(|entry| entry.file_name()).any(is_temporary));
    std::fs::remove_file(sandbox.path("bin/ffmpeg")).unwrap();
    let line = format!("render level.psx -o flight.mp4 {BASE} --turn");
    sandbox.run_with_path(&line, "bin").ends_with(1).reports("FFmpeg is not installed");
}
