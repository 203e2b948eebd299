//! Audio devices of the system.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{ErrorKind, FromSample, I24, SampleFormat, SizedSample, StreamConfig};

use super::{DeviceName, Mixer, Output};

/// An audio device: the system default, or a specific one.
#[derive(Default)]
pub struct Device {
    wanted: Option<DeviceName>,
    /// Playback stops when the stream is dropped.
    stream: Option<cpal::Stream>,
    name: String,
    note: Option<String>,
    lost: Arc<AtomicBool>,
    /// Thread that closes the previous stream.
    closing: Option<JoinHandle<()>>,
}

/// Samples that are mixed before their conversion to the device's format.
const SCRATCH: usize = 4096;
const NO_DEVICE: &str = "no audio device";

impl Device {
    /// Creates an output for a device of [`Device::all`]; for the system default if it is `None` or not
    /// available.
    pub fn new(wanted: Option<DeviceName>) -> Self {
        Self { wanted, ..Self::default() }
    }

    /// Available devices. Slow on some systems.
    pub fn all() -> Vec<DeviceName> {
        if !may_exist() {
            return Vec::new();
        }
        let devices = cpal::default_host().output_devices();
        let known = |device: cpal::Device| {
            Some(DeviceName { id: id_of(&device)?, name: name_of(&device)? })
        };
        devices.into_iter().flatten().filter_map(known).collect()
    }

    /// The device to open, and a note if it is not the requested one.
    fn find(&self) -> Result<(cpal::Device, Option<String>), String> {
        let without = |why: String| match &self.wanted {
            Some(wanted) => format!("audio device {} not found; {why}", wanted.name),
            None => why,
        };
        if !may_exist() {
            return Err(without(NO_DEVICE.to_owned()));
        }
        let host = cpal::default_host();
        let default = || host.default_output_device().ok_or_else(|| NO_DEVICE.to_owned());
        let Some(wanted) = &self.wanted else { return Ok((default()?, None)) };
        let mut devices = host.output_devices().map_err(|error| error.to_string())?;
        if let Some(found) = devices.find(|device| id_of(device).as_ref() == Some(&wanted.id)) {
            return Ok((found, None));
        }
        let device = default().map_err(without)?;
        Ok((device, Some(format!("audio device {} not found", wanted.name))))
    }
}

/// `false` on a Linux system without sound hardware, sound server and configuration: there, ALSA would only
/// write to the terminal.
fn may_exist() -> bool {
    let exists = |path: &str| Path::new(path).exists();
    let is_set = |name: &str| std::env::var_os(name).is_some();
    let server = |name: &str| {
        std::env::var_os("XDG_RUNTIME_DIR").is_some_and(|at| Path::new(&at).join(name).exists())
    };
    let own = || std::env::home_dir().is_some_and(|home| home.join(".asoundrc").exists());
    !cfg!(target_os = "linux")
        || exists("/dev/snd")
        || exists("/etc/asound.conf")
        || ["PULSE_SERVER", "PIPEWIRE_REMOTE", "ALSA_CONFIG_PATH"].into_iter().any(is_set)
        || ["pulse/native", "pipewire-0"].into_iter().any(server)
        || own()
}

fn name_of(device: &cpal::Device) -> Option<String> {
    device.description().ok().map(|description| description.name().to_owned())
}

fn id_of(device: &cpal::Device) -> Option<String> {
    device.id().ok().map(|id| id.to_string())
}

impl Output for Device {
    fn start(&mut self, mixer: Mixer) -> Result<(), String> {
        self.stop();
        if let Some(closing) = self.closing.take() {
            // Some devices can be opened only once. A panic of that thread was already reported.
            let _ = closing.join();
        }
        let (device, gone) = self.find()?;
        let lost = Arc::new(AtomicBool::new(false));
        let stream = open(&device, mixer, lost.clone()).map_err(|why| match &gone {
            Some(gone) => format!("{gone}; {why}"),
            None => why,
        })?;
        self.name = name_of(&device).unwrap_or_default();
        self.note = gone.map(|gone| format!("{gone}; using the system default"));
        (self.stream, self.lost) = (Some(stream), lost);
        Ok(())
    }

    fn stop(&mut self) {
        let Some(stream) = self.stream.take() else { return };
        // Closing a device may take a while.
        let close = move || drop(stream);
        let closing = std::thread::Builder::new().name("audio device".to_owned()).spawn(close);
        // If no thread could be started, the stream is closed already.
        self.closing = closing.ok();
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn note(&self) -> Option<String> {
        self.note.clone()
    }

    fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }
}

/// Opens a stream that plays the mixer's output.
fn open(
    device: &cpal::Device,
    mixer: Mixer,
    lost: Arc<AtomicBool>,
) -> Result<cpal::Stream, String> {
    let supported = device.default_output_config().map_err(|error| match error.kind() {
        ErrorKind::DeviceNotAvailable => NO_DEVICE.to_owned(),
        _ => error.to_string(),
    })?;
    let open = Opening { device, config: supported.config(), lost };
    let stream = match supported.sample_format() {
        SampleFormat::F32 => open.stream::<f32>(mixer),
        SampleFormat::F64 => open.stream::<f64>(mixer),
        SampleFormat::I8 => open.stream::<i8>(mixer),
        SampleFormat::I16 => open.stream::<i16>(mixer),
        SampleFormat::I24 => open.stream::<I24>(mixer),
        SampleFormat::I32 => open.stream::<i32>(mixer),
        SampleFormat::U8 => open.stream::<u8>(mixer),
        SampleFormat::U16 => open.stream::<u16>(mixer),
        SampleFormat::U32 => open.stream::<u32>(mixer),
        other => return Err(format!("audio device: sample type {other} is not supported")),
    };
    let stream = stream.map_err(|error| error.to_string())?;
    stream.play().map_err(|error| error.to_string())?;
    Ok(stream)
}

struct Opening<'a> {
    device: &'a cpal::Device,
    config: StreamConfig,
    lost: Arc<AtomicBool>,
}

impl Opening<'_> {
    fn stream<T>(self, mut mixer: Mixer) -> Result<cpal::Stream, cpal::Error>
    where
        T: SizedSample + FromSample<f32>,
    {
        let channels = usize::from(self.config.channels).max(1);
        let rate = self.config.sample_rate;
        let mut scratch = vec![0.0; SCRATCH.max(channels) / channels * channels];
        let fill = move |out: &mut [T], _: &cpal::OutputCallbackInfo| {
            for part in out.chunks_mut(scratch.len()) {
                let Some(mixed) = scratch.get_mut(..part.len()) else { continue };
                mixer.render(mixed, channels, rate);
                for (sample, mixed) in part.iter_mut().zip(mixed) {
                    *sample = T::from_sample_(*mixed);
                }
            }
        };
        let lost = self.lost;
        let failed = move |error: cpal::Error| {
            let fatal = matches!(
                error.kind(),
                ErrorKind::DeviceNotAvailable
                    | ErrorKind::HostUnavailable
                    | ErrorKind::StreamInvalidated
                    | ErrorKind::UnsupportedConfig
            );
            log::debug!("audio device: {error}");
            if fatal {
                lost.store(true, Ordering::Relaxed);
            }
        };
        self.device.build_output_stream(self.config, fill, failed, None)
    }
}
