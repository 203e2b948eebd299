//! The sound queue: adding to it, and playing one sound after the other.

use std::sync::Arc;

use super::Window;
use crate::app::jobs::Message;
use crate::app::model::command::QueueCommand;
use crate::app::model::sound::{Entry, PlayMode, PlayRequest, QueuedBank, SoundRequest};
use crate::app::model::{Level, numbers::counted};
use crate::audio::State;
use crate::library::Opened;
use crate::scene::{RecordingId, Scene};

impl Window {
    pub(super) fn apply_queue(&mut self, command: &QueueCommand) {
        let queue = &mut self.state.sound.queue;
        match command {
            QueueCommand::Add { sounds, next } => self.enqueue(sounds, *next),
            QueueCommand::AddBanks => self.enqueue_banks(),
            QueueCommand::Play(place) => {
                let entry = queue.go(*place).cloned();
                self.play_entry(entry);
            }
            QueueCommand::Next => {
                let entry = queue.step(1).cloned();
                self.play_entry(entry);
            }
            QueueCommand::Previous => {
                let entry = queue.step(-1).cloned();
                self.play_entry(entry);
            }
            QueueCommand::Remove(place) => queue.remove(*place),
            QueueCommand::Clear => queue.clear(),
            QueueCommand::Shuffle => queue.set_shuffled(!queue.is_shuffled()),
            QueueCommand::Repeat => queue.set_repeat(queue.repeat().next()),
        }
    }

    /// Adds the selection to the queue.
    pub(super) fn queue_selected(&mut self) {
        let sounds: Vec<RecordingId> = self.state.selected_sounds().collect();
        self.enqueue(&sounds, false);
    }

    /// Plays the next sound after the current one has ended.
    pub(super) fn follow_queue(&mut self) {
        let sound = &mut self.state.sound;
        let is_queued = sound.now().is_some_and(|now| now.manner == PlayMode::AsQueued);
        if is_queued && sound.state() == State::Stopped && !sound.awaits(PlayMode::AsQueued) {
            let entry = sound.queue.end().cloned();
            match entry {
                Some(entry) => self.play_entry(Some(entry)),
                None => sound.stop(),
            }
        }
    }

    fn play_entry(&mut self, entry: Option<Entry>) {
        let Some(entry) = entry else { return };
        let Some(stored) = entry.stored() else { return };
        let (name, volume_db) = (stored.name_as(entry.id), stored.volume_db(entry.id));
        let attenuation = stored.attenuation(entry.id);
        self.connect_player();
        let key = entry.key();
        self.load_from(key, entry.bank.scene.clone());
        let sounds = vec![SoundRequest { key, volume_db, attenuation, speed: 1.0, envelope: None }];
        self.state.sound.play(PlayRequest { sounds, name, manner: PlayMode::AsQueued, from: 0.0 });
    }

    /// Adds sounds of the open file to the queue.
    fn enqueue(&mut self, sounds: &[RecordingId], plays_next: bool) {
        let Some(doc) = self.state.doc.clone() else { return };
        let Some(scene) = doc.scene.as_ref().map(|scene| scene.scene.clone()) else { return };
        let bank = QueuedBank { path: doc.opened.path.clone(), scene, generation: doc.generation };
        // A selected identifier counts if it is the only choice.
        let id = match sounds {
            [sound] => self.state.selected_id(*sound),
            _ => 0,
        };
        let new = entries(Arc::new(bank), sounds.iter().copied(), id);
        let message = format!("{} queued", counted(new.len() as u64, "sound"));
        self.state.sound.queue.add(new, plays_next);
        self.notify(Level::Success, &message);
    }

    /// Adds all sounds of all opened files to the queue.
    fn enqueue_banks(&mut self) {
        let Some(doc) = self.state.doc.clone() else { return };
        let library = self.state.library.clone();
        let others = self.visited.others(&doc.opened.path);
        self.jobs.start("Looking for sounds", false, move |handle| {
            let scene_of = |other: &Arc<Opened>| Some((other.path.clone(), other.scene(&library)?));
            let own = doc.scene.as_ref().map(|s| (doc.opened.path.clone(), s.scene.clone()));
            let others = others.iter().filter_map(scene_of);
            let banks = own.into_iter().chain(others).filter(|(_, scene)| has_sounds(scene));
            handle.send(Message::Banks(banks.collect()));
        });
    }

    /// Takes the requested banks; sounds that are already queued are skipped.
    pub(super) fn take_banks(&mut self, banks: Vec<(String, Arc<Scene>)>) {
        let mut count = 0;
        for (path, scene) in banks {
            let own = self.state.tab.doc.as_ref().filter(|doc| doc.opened.path == path);
            let queue = &mut self.state.sound.queue;
            let generation = own.map_or_else(|| queue.generation_of(&path), |doc| doc.generation);
            let known: Vec<RecordingId> = queue
                .entries()
                .iter()
                .filter(|entry| entry.bank.path == path)
                .map(|entry| entry.sound)
                .collect();
            let new = scene.sounds.ids().filter(|sound| !known.contains(sound));
            let new: Vec<RecordingId> = new.collect();
            let bank = Arc::new(QueuedBank { path, scene, generation });
            let new = entries(bank, new.into_iter(), 0);
            count += new.len();
            queue.add(new, false);
        }
        self.notify(
            Level::Success,
            format!("{} added to the queue", counted(count as u64, "sound")),
        );
    }
}

fn has_sounds(scene: &Scene) -> bool {
    scene.sounds.iter().any(|sound| sound.channels > 0)
}

/// Entries for the sounds that can be decoded, under the identifier with this index.
fn entries(
    bank: Arc<QueuedBank>,
    sounds: impl Iterator<Item = RecordingId>,
    id: usize,
) -> Vec<Entry> {
    let entry = |sound| Entry { bank: bank.clone(), sound, id };
    let is_heard = |entry: &Entry| entry.stored().is_some_and(|sound| sound.channels > 0);
    sounds.map(entry).filter(is_heard).collect()
}
