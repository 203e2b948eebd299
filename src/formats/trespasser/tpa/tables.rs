//! Tables of the sounds and collisions of a bank.

use crate::scene::{CollisionSound, Id, List, Ramp, Scene, Table};

/// Both tables, if they have rows.
pub(super) fn of(scene: &Scene) -> List<Table> {
    [sounds(scene), collisions(scene)].into_iter().filter_map(Table::with_rows).collect()
}

/// One row for each identifier.
fn sounds(scene: &Scene) -> Table {
    let columns = [
        "sound",
        "id",
        "name",
        "seconds",
        "rate",
        "bits",
        "channels",
        "coding",
        "bytes",
        "captions",
        "volume_db",
        "attenuation_db_m",
    ];
    let mut table = Table::new("Sounds", &columns);
    for (number, sound) in scene.sounds.pairs() {
        let ms = sound.duration_ms();
        for id in &sound.ids {
            let cells = [
                number.to_string(),
                id.name.hex(),
                id.name.resolved().unwrap_or_default().to_owned(),
                format!("{}.{:03}", ms / 1000, ms % 1000),
                sound.rate.to_string(),
                sound.bits.to_string(),
                sound.channels.to_string(),
                sound.codec.to_owned(),
                sound.stored_bytes.to_string(),
                sound.captions.len().to_string(),
                id.volume_db.to_string(),
                id.attenuation.to_string(),
            ];
            table.row(id.origin.clone(), cells);
        }
    }
    table
}

/// One row for each sound of a collision.
fn collisions(scene: &Scene) -> Table {
    let columns = [
        "collision",
        "material_a",
        "material_b",
        "min_delay",
        "plays",
        "id",
        "name",
        "sound",
        "volume_max",
        "volume_min",
        "volume_slope",
        "volume_zero",
        "pitch_max",
        "pitch_min",
        "pitch_slope",
        "pitch_zero",
        "attenuation_db_m",
        "min_velocity",
    ];
    let mut table = Table::new("Collisions", &columns);
    for (number, collision) in scene.collisions.pairs() {
        let [a, b] = collision.materials.each_ref().map(ToString::to_string);
        let hits = collision.hits.iter().map(|hit| ("hit", hit));
        for (plays, used) in hits.chain(collision.slide.iter().map(|slide| ("slide", slide))) {
            let CollisionSound { name, sound, transfer } = used;
            let ramp = |Ramp { max, min, slope, zero }: Ramp| {
                [max, min, slope, zero].map(|number| number.to_string())
            };
            let mut cells = vec![
                number.to_string(),
                a.clone(),
                b.clone(),
                collision.min_delay.to_string(),
                plays.to_owned(),
                name.hex(),
                name.resolved().unwrap_or_default().to_owned(),
                sound.map(Id::number).map_or_else(String::new, |number| number.to_string()),
            ];
            cells.extend(ramp(transfer.volume));
            cells.extend(ramp(transfer.pitch));
            cells.push(transfer.attenuation.to_string());
            cells.push(transfer.min_velocity.to_string());
            table.row(collision.origin.clone(), cells);
        }
    }
    table
}
