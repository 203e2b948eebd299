//! `play`: plays sounds and prints their captions in time.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::args::Reading;
use super::out::Clean;
use super::session::Session;
use crate::audio::{CaptionFeed, Clip, Device, Output, PlayedClip, Player, SilentClock, State};
use crate::container::disk_path;
use crate::formats::name_hashes;
use crate::library::Library;
use crate::scene::{RecordingId, Scene, Sound, attenuated_db};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Sound bank, sound, or a folder with sounds
    #[arg(value_name = "PATH", value_parser = crate::cli::args::path())]
    path: String,
    /// Index, ID (eight hex digits) or name of a sound; by default, all in order
    #[arg(value_name = "SOUND")]
    sound: Option<String>,
    /// Run the clock and the captions without a sound device
    #[arg(long)]
    silent: bool,
    /// Distance of the listener in metres, for sounds with an attenuation
    #[arg(long, value_name = "METRES", default_value_t = 0.0, value_parser = metres)]
    distance: f32,
    #[command(flatten)]
    reading: Reading,
}

/// Interval of checks for due captions.
const TICK: Duration = Duration::from_millis(5);
/// Time that a device may need to play its buffer after the last sample.
const DRAIN: Duration = Duration::from_millis(300);

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    if let Some(name) = &args.sound {
        // A name given by the user resolves its hash.
        session.library.names.add_typed(name);
    }
    let mut found = false;
    let mut player = None;
    // A level plays sounds of the banks next to it, which a folder would list again.
    let mut met = HashSet::new();
    session.each(&args.path, args.reading.format(), |session, file, opened| {
        let Some(scene) = opened.scene(&session.library) else { return Ok(()) };
        let chosen = choose(&scene, args.sound.as_deref());
        found |= !chosen.is_empty();
        let is_new =
            |chosen: &ChosenSound<'_>| met.insert(storage_of(&session.library, chosen.sound));
        let chosen: Vec<ChosenSound<'_>> = chosen.into_iter().filter(is_new).collect();
        if let Some(player) = player_for(args, session, &mut player, &chosen) {
            for sound in chosen {
                play(session, player, &sound, args.distance)?;
            }
        }
        session.report_errors(file, &opened.problems(&session.library));
        Ok(())
    })?;
    if let Some(Some(_)) = &player {
        std::thread::sleep(if args.silent { Duration::ZERO } else { DRAIN });
    } else if !found {
        match &args.sound {
            Some(name) => session.fail(format_args!("{}: no sound {name}", args.path)),
            None => session.fail(format_args!("{}: no sounds", args.path)),
        }
    }
    Ok(())
}

/// Storage location of a sound: the file on disk or the member, and the offset.
fn storage_of(library: &Library, sound: &Sound) -> (PathBuf, u64) {
    let span = sound.origin.span;
    let name = library.source(span.source).map_or_else(PathBuf::new, |source| {
        let path = disk_path(source.name()).into_owned();
        path.canonicalize().unwrap_or(path)
    });
    (name, span.start)
}

/// The player, created for the first sound; `None` if there is nothing to play or no device.
fn player_for<'a>(
    args: &Args,
    session: &mut Session,
    player: &'a mut Option<Option<Player>>,
    chosen: &[ChosenSound<'_>],
) -> Option<&'a mut Player> {
    if chosen.is_empty() {
        return None;
    }
    let made = player.get_or_insert_with(|| {
        let output: Box<dyn Output> = if args.silent {
            Box::new(SilentClock::default())
        } else {
            Box::new(Device::new(None))
        };
        let player = Player::new(output);
        match player.output() {
            Ok(_) => Some(player),
            Err(why) => {
                session.fail(format_args!("{why}; use --silent to run the captions without sound"));
                None
            }
        }
    });
    made.as_mut()
}

/// Parses a distance.
fn metres(text: &str) -> Result<f32, String> {
    let metres = text.parse::<f32>().ok().filter(|metres| (0.0..=10_000.0).contains(metres));
    metres.ok_or_else(|| format!("expected 0 to 10000 metres, found {text:?}"))
}

/// A sound to play, under one of its IDs.
pub struct ChosenSound<'a> {
    /// Index of the sound.
    pub index: RecordingId,
    /// The sound itself.
    pub sound: &'a Sound,
    /// Index of the ID, which has the name, the volume and the attenuation.
    pub id: usize,
}

/// The sounds that match `wanted`: an ID, an index, or a name.
pub fn choose<'a>(scene: &'a Scene, wanted: Option<&str>) -> Vec<ChosenSound<'a>> {
    let all = || scene.sounds.pairs().map(|(index, sound)| ChosenSound { index, sound, id: 0 });
    let Some(wanted) = wanted else { return all().collect() };
    let hex = wanted.strip_prefix("0x").unwrap_or(wanted);
    let id = (hex.len() == 8).then(|| u32::from_str_radix(hex, 16).ok()).flatten();
    let with_hash = |hash: u32| {
        all().find_map(|chosen| {
            let id = chosen.sound.ids.iter().position(|id| id.name.hash == hash)?;
            Some(ChosenSound { id, ..chosen })
        })
    };
    let by_id = id.and_then(with_hash);
    let by_index = || all().nth(wanted.parse().ok()?);
    let by_name = || all().find(|chosen| chosen.sound.name.eq_ignore_ascii_case(wanted));
    let by_hash =
        || name_hashes().into_iter().find_map(|engine| with_hash((engine.of_name)(wanted)));
    by_id.or_else(by_index).or_else(by_name).or_else(by_hash).into_iter().collect()
}

/// Plays one sound to the end of its samples and captions.
fn play(
    session: &mut Session,
    player: &mut Player,
    &ChosenSound { index, sound, id }: &ChosenSound<'_>,
    distance: f32,
) -> io::Result<()> {
    let (name, volume_db, attenuation) =
        (sound.name_as(id), sound.volume_db(id), sound.attenuation(id));
    let Some(clip) = Clip::declared(sound).map(Arc::new) else {
        session.notify(format_args!("sound {index}, {name}, cannot be decoded"));
        return Ok(());
    };
    let seconds = sound.duration_ms() as f64 / 1000.0;
    let lost = attenuated_db(attenuation, distance);
    let volume = if lost > 0.0 { format!(", {:.1} dB", volume_db - lost) } else { String::new() };
    session.notify(format_args!("{index} {name} ({seconds:.3} s{volume})"));
    let mut captions = CaptionFeed::new(&sound.captions);
    let (filled, data) = (clip.clone(), sound.data.clone());
    std::thread::Builder::new().spawn(move || filled.fill(&*data))?;
    let part = PlayedClip::new(clip, volume_db, 1.0);
    player.set_distance(distance);
    player.play_alone(PlayedClip { attenuation, ..part });
    let mut reported_loss = false;
    while player.state() != State::Stopped {
        let ms = player.position().map_or(0, |seconds| (seconds * 1000.0) as u64);
        print_captions(session, captions.due(ms))?;
        std::thread::sleep(TICK);
        player.tick();
        if let (Err(why), false) = (player.output(), reported_loss) {
            session.notify(format_args!("the sound device was lost ({why}); captions continue"));
            reported_loss = true;
        }
    }
    print_captions(session, captions.due(u64::MAX))
}

/// Each caption is a line that is flushed immediately.
fn print_captions(session: &mut Session, captions: &[crate::scene::Caption]) -> io::Result<()> {
    for caption in captions.iter().filter(|caption| !caption.is_pause()) {
        let line = caption.text.split_whitespace().collect::<Vec<_>>().join(" ");
        writeln!(session.out, "{}", Clean(&line))?;
        session.out.flush()?;
    }
    Ok(())
}
