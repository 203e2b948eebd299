//! Connection between a player and its output. Opening a device may take seconds or fail, so it is done
//! on a separate thread and retried after a failure.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use super::mixer::{Command, Shared};
use super::{Mixer, Output};

/// Capacity of the command queue. The mixer empties it whenever it renders.
const COMMANDS: usize = 64;
/// Interval of retries of a failed output.
const RETRY: Duration = Duration::from_secs(2);

pub(super) type Commands = rtrb::Producer<Command>;

/// Creates a mixer and the sender of its commands.
pub(super) fn mixer(shared: &Arc<Shared>) -> (Mixer, Commands) {
    let (producer, consumer) = rtrb::RingBuffer::new(COMMANDS);
    (Mixer::new(shared.clone(), consumer), producer)
}

/// Connection state of the output.
pub(super) enum Link {
    /// Not open, because nothing plays.
    Resting(Box<dyn Output>),
    Up(Box<dyn Output>),
    /// Failed; retried at this time.
    Down(Box<dyn Output>, Instant),
    /// A thread is starting the output.
    Starting(Receiver<Answer>, Commands),
    /// The thread that started it ended unexpectedly, and the output is lost.
    Gone,
}

/// The output, and the result of starting it.
pub(super) type Answer = (Box<dyn Output>, Result<(), String>);

/// Event of the output.
pub(super) enum Event {
    /// The output plays and receives commands from here.
    Connected(Commands),
    Failed(String),
    /// The output stopped unexpectedly.
    Lost,
}

impl Link {
    /// Starts `output` synchronously.
    pub fn connect(mut output: Box<dyn Output>, shared: &Arc<Shared>) -> (Self, Event) {
        let (mixer, commands) = mixer(shared);
        match output.start(mixer) {
            Ok(()) => (Link::Up(output), Event::Connected(commands)),
            Err(why) => (Link::Down(output, Instant::now() + RETRY), Event::Failed(why)),
        }
    }

    /// Starts `output` on a thread, after `before` is closed: both may use the same device.
    pub fn start(mut output: Box<dyn Output>, before: Option<Link>, shared: &Arc<Shared>) -> Self {
        let (sender, answer) = channel();
        let (mixer, commands) = mixer(shared);
        let run = move || {
            drop(before);
            let started = catch_unwind(AssertUnwindSafe(|| output.start(mixer)));
            let started = started.unwrap_or_else(|_| Err("the audio device crashed".into()));
            // If another output has been selected in the meantime, sending fails and this one is closed.
            let _ = sender.send((output, started));
        };
        match std::thread::Builder::new().name("audio device".to_owned()).spawn(run) {
            Ok(_) => Link::Starting(answer, commands),
            Err(error) => {
                log::error!("cannot start a thread for the audio device: {error}");
                Link::Gone
            }
        }
    }

    /// Starts the output if it is suspended.
    pub fn resume(&mut self, shared: &Arc<Shared>) {
        if let Link::Resting(_) = self
            && let Link::Resting(output) = std::mem::replace(self, Link::Gone)
        {
            *self = Link::start(output, None, shared);
        }
    }

    /// Closes the device unless it is just being opened.
    pub fn rest(&mut self) {
        *self = match std::mem::replace(self, Link::Gone) {
            Link::Up(mut output) | Link::Down(mut output, _) => {
                output.stop();
                Link::Resting(output)
            }
            other => other,
        };
    }

    /// `true` if the output was closed until something plays.
    pub fn is_resting(&self) -> bool {
        matches!(self, Link::Resting(_))
    }

    /// `true` if the output can be closed.
    pub fn can_rest(&self) -> bool {
        matches!(self, Link::Up(_) | Link::Down(..))
    }

    /// Returns the next event, and retries a failed output when it is time.
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

    /// `true` while the output is being opened.
    pub fn is_starting(&self) -> bool {
        matches!(self, Link::Starting(..))
    }
}
