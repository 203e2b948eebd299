//! The line from a player to its output. A device may take seconds to open, or to say that it will
//! not: it is opened on a thread of its own, and tried again while it fails.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use super::mixer::{Command, Shared};
use super::{Mixer, Output};

/// Commands that may wait for the mixer. It takes all of them each time it is asked for sound.
const COMMANDS: usize = 64;
/// How often an output that failed is tried again.
const RETRY: Duration = Duration::from_secs(2);

pub(super) type Commands = rtrb::Producer<Command>;

/// A mixer, and what tells it what to do.
pub(super) fn mixer(shared: &Arc<Shared>) -> (Mixer, Commands) {
    let (producer, consumer) = rtrb::RingBuffer::new(COMMANDS);
    (Mixer::new(shared.clone(), consumer), producer)
}

/// State of the output.
pub(super) enum Link {
    /// Not opened, or closed again, since nothing plays.
    Resting(Box<dyn Output>),
    Up(Box<dyn Output>),
    /// Failed, to be started again at this time.
    Down(Box<dyn Output>, Instant),
    /// A thread starts it.
    Starting(Receiver<Answer>, Commands),
    /// The thread that started it is gone, and the output with it.
    Gone,
}

/// The output, and what came of starting it.
pub(super) type Answer = (Box<dyn Output>, Result<(), String>);

/// Event of the output.
pub(super) enum Event {
    /// Plays what is sent here.
    Connected(Commands),
    Failed(String),
    /// Stopped by itself.
    Lost,
}

impl Link {
    /// Starts `output` here and now.
    pub fn connect(mut output: Box<dyn Output>, shared: &Arc<Shared>) -> (Self, Event) {
        let (mixer, commands) = mixer(shared);
        match output.start(mixer) {
            Ok(()) => (Link::Up(output), Event::Connected(commands)),
            Err(why) => (Link::Down(output, Instant::now() + RETRY), Event::Failed(why)),
        }
    }

    /// Starts `output` on a thread, once `before` is closed: both may want the same device.
    pub fn start(mut output: Box<dyn Output>, before: Option<Link>, shared: &Arc<Shared>) -> Self {
        let (sender, answer) = channel();
        let (mixer, commands) = mixer(shared);
        let run = move || {
            drop(before);
            let started = catch_unwind(AssertUnwindSafe(|| output.start(mixer)));
            let started = started.unwrap_or_else(|_| Err("the audio device crashed".into()));
            // Nobody listens when another output is wanted by now: this one is closed again.
            let _ = sender.send((output, started));
        };
        match std::thread::Builder::new().name("audio device".to_owned()).spawn(run) {
            Ok(_) => Link::Starting(answer, commands),
            Err(error) => {
                log::error!("no thread for the audio device: {error}");
                Link::Gone
            }
        }
    }

    /// Starts the output if it rests.
    pub fn wake(&mut self, shared: &Arc<Shared>) {
        if let Link::Resting(_) = self
            && let Link::Resting(output) = std::mem::replace(self, Link::Gone)
        {
            *self = Link::start(output, None, shared);
        }
    }

    /// Lets go of the device, if it is not just being opened.
    pub fn rest(&mut self) {
        *self = match std::mem::replace(self, Link::Gone) {
            Link::Up(mut output) | Link::Down(mut output, _) => {
                output.stop();
                Link::Resting(output)
            }
            other => other,
        };
    }

    /// True when the output was let go of, until something plays.
    pub fn is_resting(&self) -> bool {
        matches!(self, Link::Resting(_))
    }

    /// True when there is something to let go of.
    pub fn can_rest(&self) -> bool {
        matches!(self, Link::Up(_) | Link::Down(..))
    }

    /// What has changed since the last time; starts again what is due.
    pub fn poll(&mut self, shared: &Arc<Shared>) -> Option<Event> {
        let (next, event) = match std::mem::replace(self, Link::Gone) {
            Link::Up(output) if output.is_lost() => {
                (Link::start(output, None, shared), Some(Event::Lost))
            }
            Link::Down(output, at) if Instant::now() >= at => {
                (Link::start(output, None, shared), None)
            }
            Link::Starting(answer, commands) => match answer.try_recv() {
                Ok((output, Ok(()))) => (Link::Up(output), Some(Event::Connected(commands))),
                Ok((output, Err(why))) => {
                    (Link::Down(output, Instant::now() + RETRY), Some(Event::Failed(why)))
                }
                Err(TryRecvError::Empty) => (Link::Starting(answer, commands), None),
                Err(TryRecvError::Disconnected) => {
                    (Link::Gone, Some(Event::Failed("the audio device crashed".into())))
                }
            },
            other => (other, None),
        };
        *self = next;
        event
    }

    /// The output that plays.
    pub fn playing(&self) -> Option<&dyn Output> {
        match self {
            Link::Up(output) => Some(&**output),
            _ => None,
        }
    }

    /// True while the output is being opened.
    pub fn is_starting(&self) -> bool {
        matches!(self, Link::Starting(..))
    }
}
