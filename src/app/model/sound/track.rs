//! Decoded sounds.

use std::sync::{Arc, OnceLock};

use super::Peaks;
use crate::audio::Clip;
use crate::scene::{RecordingId, Sound};

/// A sound of an opened file: the generation of its document, and its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Key {
    pub generation: u64,
    pub sound: RecordingId,
}

impl Key {
    /// The key of a sound that is previewed without opening its file; `number` makes it unique. No
    /// document has this generation.
    pub fn tried(number: u32) -> Self {
        Self { generation: 0, sound: RecordingId::new(number) }
    }
}

/// A sound that is decoded or being decoded, with its waveform.
pub struct Track {
    pub clip: Arc<Clip>,
    peaks: OnceLock<Peaks>,
}

impl Track {
    /// Decodes a sound and passes it on: as soon as it can be played, or together with its loudness if
    /// that is needed (`is_even`); `None` if it cannot be decoded. Slow.
    pub fn decode(sound: Option<&Sound>, is_even: bool, hand_on: impl FnOnce(Option<Arc<Self>>)) {
        let clip = sound.and_then(|sound| Some((Clip::declared(sound)?, sound)));
        let Some((clip, sound)) = clip else { return hand_on(None) };
        let track = Arc::new(Self { clip: Arc::new(clip), peaks: OnceLock::new() });
        if is_even {
            track.clip.fill(&*sound.data);
            track.clip.normalising_gain();
            hand_on(Some(track.clone()));
        } else {
            hand_on(Some(track.clone()));
            track.clip.fill(&*sound.data);
        }
        track.measure();
    }

    /// Computes the waveform and the loudness, which playback need not wait for.
    fn measure(&self) {
        self.peaks.get_or_init(|| Peaks::new(&self.clip));
        self.clip.normalising_gain();
    }

    /// The waveform, once it is computed.
    pub fn peaks(&self) -> Option<&Peaks> {
        self.peaks.get()
    }

    /// Duration in seconds, including the last caption.
    pub fn seconds(&self) -> f64 {
        self.clip.length() as f64 / f64::from(self.clip.rate())
    }
}
