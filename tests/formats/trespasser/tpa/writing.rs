use gouraud::bytes::Source;
use gouraud::container::Context;
use gouraud::formats::Loaded;
use gouraud::formats::trespasser::name_hash;
use gouraud::formats::trespasser::tpa::{Bank, BankFile, Id};
use gouraud::scene::Samples;
use gouraud_testing::build::tpa;

use super::fixture::{mini, open, problems, sample};

fn read(bytes: &[u8]) -> Bank {
    Loaded::<BankFile>::open(&Source::from_bytes("bank", bytes.to_vec())).unwrap().0.records.bank
}

#[test]
fn round_trips_banks() {
    let bytes = mini().write().unwrap();
    assert_eq!(read(&bytes).write().unwrap(), bytes);
    assert_eq!(read(&bytes), mini());
    assert_eq!(open(&bytes).content.write().unwrap(), bytes);
}

#[test]
fn round_trips_sample() {
    let bytes = sample();
    assert_eq!(open(&bytes).content.write().unwrap(), bytes);
    assert_eq!(bytes, mini().write().unwrap());
}

#[test]
fn adds_sound_without_changing_others() {
    let mut bank = read(&mini().write().unwrap());
    let samples: Vec<i16> = (0..3000).map(|i| ((i as f32 * 0.05).sin() * 9000.0) as i16).collect();
    bank.ids.push(Id { volume: -6.0, ..tpa::id(name_hash("NEW"), bank.sounds.len()) });
    bank.sounds.push(tpa::with_captions(tpa::adpcm(22050, 1, &samples), &[(800, "Héllo…")]));
    let document = open(&bank.write().unwrap());
    assert_eq!(problems(&document), [""; 0]);
    let scene = document.content.displayed().scene(Context::ALONE).unwrap().0;
    let added = &scene.sounds[4];
    assert_eq!((added.id(), added.volume_db(0)), (Some(name_hash("NEW")), -6.0));
    assert_eq!((added.captions[0].text.as_str(), added.captions[0].end_ms), ("Héllo…", 800));
    assert!(added.frames >= 2998 && added.frames <= 3000);
    let before =
        open(&mini().write().unwrap()).content.displayed().scene(Context::ALONE).unwrap().0;
    for (old, new) in before.sounds.iter().zip(&scene.sounds) {
        assert_eq!(old.data.decode(), new.data.decode());
        assert_eq!((&old.name, old.captions.len()), (&new.name, new.captions.len()));
    }
    assert_eq!(scene.collisions.len(), 2);
}

#[test]
fn replaced_sound_keeps_id_attenuation_and_volume() {
    let mut bank = read(&mini().write().unwrap());
    bank.sounds[2] = tpa::pcm16(11025, 2, &[1, -1, 2, -2]);
    let document = open(&bank.write().unwrap());
    assert_eq!(problems(&document), [""; 0]);
    let sound = &document.content.displayed().scene(Context::ALONE).unwrap().0.sounds[2];
    assert_eq!(sound.data.decode(), Samples::I16(vec![1, -1, 2, -2]));
    assert_eq!((sound.rate, sound.channels, sound.codec), (11025, 2, "PCM"));
    assert_eq!((sound.ids[0].attenuation, sound.ids[0].volume_db), (1.5, -3.0));
    assert_eq!(sound.ids.len(), 2, "the alias names the new sound");
}

#[test]
fn removes_sound_and_keeps_others() {
    let mut bank = read(&mini().write().unwrap());
    bank.ids.retain(|id| id.target.sound() != Some(3));
    bank.sounds.pop();
    let document = open(&bank.write().unwrap());
    // Reported for the collision that used it.
    assert_eq!(problems(&document), ["warning 0x277 collisions[1].hit_2"]);
    assert_eq!(document.counts.get("sounds"), Some(3));
}

#[test]
fn keeps_order_gaps_and_stale_counts() {
    // Sounds in a different order from the IDs, bytes between and after them, and wrong counts.
    let bank = mini();
    let plain = bank.write().unwrap();
    let (tables, sounds) = plain[..0x23B].split_at(0x130);
    let mut unusual = tables.to_vec();
    unusual.extend(b"gap");
    let moved = unusual.len() as u32;
    unusual.extend(&sounds[0x1C0 - 0x130..]);
    let first = unusual.len() as u32;
    unusual.extend(&sounds[..0x1C0 - 0x130]);
    unusual.extend(b"tail");
    let mut put = |at: usize, value: u32| unusual[at..at + 4].copy_from_slice(&value.to_le_bytes());
    for (entry, old) in [0x130, 0x15C, 0x1C0, 0x1FF, 0x1C0].into_iter().enumerate() {
        let new = if old < 0x1C0 { first + old - 0x130 } else { moved + old - 0x1C0 };
        put(0x18 + entry * 56 + 4, new);
    }
    put(4, 9);
    put(0xC, 0);
    let document = open(&unusual);
    assert_eq!(document.content.write().unwrap(), unusual);
    assert_eq!(document.tree.coverage().unread, 0);
    assert_eq!(
        problems(&document),
        [
            "note 0x10 header.collisions_offset",
            "note 0x130 padding[0]",
            "note 0x23e padding[1]",
            "warning 0x4 header.sound_count",
        ]
    );
    let scene = document.content.displayed().scene(Context::ALONE).unwrap().0;
    assert_eq!(scene.sounds[0].data.decode().len(), 8);
}
