//! Jacket, trousers, gloves and boots at three levels of detail, and their shadow.

use glam::{DVec3, dvec3};
use gouraud::formats::ssx::mpf::records::group_kind;
use gouraud_testing::build::mpf;
use gouraud_testing::build::mpf::Draft;

use super::board;
use super::skeleton::{BODY, CHEST, HIPS, LEFT, NECK, RIGHT, SPINE, Side, bones, joint, stance};
use super::solid::{Area, Follow, Ring, Solid, between, only};

/// Areas of the `suit` texture.
const JACKET: Area = Area { u: [0.0, 0.5], v: [0.60, 0.0] };
const SLEEVE: Area = Area { u: [0.5, 0.75], v: [0.0, 0.60] };
const LEG: Area = Area { u: [0.75, 1.0], v: [0.0, 1.0] };
const SEAT: Area = Area { u: [0.0, 0.5], v: [1.0, 0.64] };
const GLOVE: Area = Area { u: [0.5, 0.75], v: [0.64, 1.0] };
const ALL: Area = Area { u: [0.0, 1.0], v: [0.0, 1.0] };

/// Material indices of the body.
const SUIT: u32 = 0;
const BOOT: u32 = 1;

/// The body with the board below it.
pub fn models() -> Vec<Draft> {
    let mut models: Vec<Draft> = [("Body3000", 14), ("Body1500", 10), ("Body750", 6)]
        .into_iter()
        .map(|(name, sides)| {
            let (suit, boots) = parts(sides);
            let standard = group_kind::STANDARD;
            Draft {
                surfaces: vec![suit.surface(standard, SUIT), boots.surface(standard, BOOT)],
                ..draft(name)
            }
        })
        .collect();
    let (mut shadow, boots) = parts(6);
    let first = shadow.corners.len() as u32;
    shadow.corners.extend(boots.corners);
    shadow.triangles.extend(boots.triangles.iter().map(|t| t.map(|corner| corner + first)));
    models.push(Draft {
        surfaces: vec![shadow.surface(group_kind::SHADOW, 0)],
        materials: Vec::new(),
        ..draft("Shdw750")
    });
    models.push(board::ridden());
    models
}

fn draft(name: &str) -> Draft {
    Draft {
        name: name.to_owned(),
        file_id: BODY.into(),
        materials: vec![mpf::material(b"suit", None), mpf::material(b"boot", None)],
        bones: bones(),
        ..Draft::default()
    }
}

/// The cloth and the boots.
fn parts(sides: u32) -> (Solid, Solid) {
    let (mut suit, mut boots) = (Solid::default(), Solid::default());
    torso(&mut suit, sides);
    for (side, hand) in [(LEFT, 1.0), (RIGHT, -1.0)] {
        arm(&mut suit, side, sides);
        glove(&mut suit, side, hand, sides);
        leg(&mut suit, side, hand, sides);
        boot(&mut boots, side, hand, sides);
    }
    (suit, boots)
}

/// The jacket from hem to collar, and the area under its hem.
fn torso(suit: &mut Solid, sides: u32) {
    let at = |y: f64, z: f64| dvec3(0.0, y, z);
    let ring = |y, z, wide, deep, follow: Follow| Ring::level(at(y, z), wide, deep, follow);
    let hem = [
        ring(-2.2, -15.3, 22.0, 16.4, only(BODY, HIPS)).squared(0.4),
        ring(-2.2, -14.8, 25.8, 20.0, only(BODY, HIPS)).squared(0.4),
        ring(-1.0, -9.0, 23.0, 17.4, only(BODY, HIPS)).squared(0.28),
        ring(0.0, -2.0, 20.0, 15.4, between(HIPS, SPINE, 0.2)).squared(0.24),
        ring(-0.6, 4.0, 18.0, 13.8, between(HIPS, SPINE, 0.5)).squared(0.2),
        ring(-1.6, 12.0, 18.2, 13.4, only(BODY, SPINE)).squared(0.2),
        ring(-3.0, 20.0, 19.4, 13.8, between(SPINE, CHEST, 0.5)).squared(0.22),
        ring(-4.6, 28.0, 20.8, 14.4, between(SPINE, CHEST, 0.8)).squared(0.25),
        ring(-5.6, 35.0, 21.4, 14.2, only(BODY, CHEST)).squared(0.28),
        ring(-6.2, 40.5, 20.8, 13.2, only(BODY, CHEST)).squared(0.28),
        ring(-6.8, 44.5, 18.2, 11.8, only(BODY, CHEST)).squared(0.22),
        ring(-7.4, 47.5, 13.6, 10.2, between(CHEST, NECK, 0.3)).squared(0.1),
        ring(-8.0, 49.5, 10.4, 9.6, between(CHEST, NECK, 0.5)),
        ring(-8.6, 52.5, 9.8, 9.6, between(CHEST, NECK, 0.7)),
        ring(-9.2, 55.5, 10.0, 10.2, between(CHEST, NECK, 0.7)),
        ring(-9.2, 56.3, 9.2, 9.4, between(CHEST, NECK, 0.7)),
        ring(-8.8, 53.0, 7.4, 7.6, only(BODY, NECK)),
    ];
    suit.loft(&hem, sides + 2, JACKET);
    let seat = [
        ring(1.0, -24.0, 0.1, 0.1, only(BODY, HIPS)),
        ring(1.0, -23.0, 9.0, 9.0, only(BODY, HIPS)),
        ring(1.0, -18.0, 17.0, 13.0, only(BODY, HIPS)).squared(0.2),
        ring(1.0, -13.0, 18.2, 14.0, only(BODY, HIPS)).squared(0.2),
    ];
    suit.loft(&seat, sides, SEAT);
}

/// Rings along a path of joints: centre, radius and weights of each.
struct Path<'a> {
    points: Vec<(DVec3, f64, Follow)>,
    /// Direction of the texture's seam; not along the path.
    seam: DVec3,
    solid: &'a mut Solid,
}

impl Path<'_> {
    fn loft(self, sides: u32, area: Area) {
        let direction = |index: usize| {
            let before = self.points[index.saturating_sub(1)].0;
            let after = self.points[(index + 1).min(self.points.len() - 1)].0;
            after - before
        };
        let rings: Vec<Ring> = self
            .points
            .iter()
            .enumerate()
            .map(|(index, (at, radius, follow))| {
                Ring::round(*at, direction(index), self.seam, *radius, follow.clone())
            })
            .collect();
        self.solid.loft(&rings, sides, area);
    }
}

/// A position along two bones, 0 to 1 on the first and 1 to 2 on the second, rounded at the joint.
fn bent([a, b, c]: [DVec3; 3], part: f64) -> DVec3 {
    /// Fraction of a bone at which the curve starts.
    const ROUND: f64 = 0.4;
    let from_joint = (part - 1.0) / ROUND;
    if from_joint.abs() >= 1.0 {
        return if part < 1.0 { a.lerp(b, part) } else { b.lerp(c, part - 1.0) };
    }
    let t = from_joint * 0.5 + 0.5;
    let (from, to) = (b.lerp(a, ROUND), b.lerp(c, ROUND));
    from.lerp(b, t).lerp(b.lerp(to, t), t)
}

fn arm(suit: &mut Solid, side: Side, sides: u32) {
    let (shoulder, elbow, wrist) = (joint(side.arm), joint(side.fore), joint(side.hand));
    let upper = |part: f64| bent([shoulder, elbow, wrist], part);
    let lower = |part: f64| bent([shoulder, elbow, wrist], 1.0 + part);
    let points = vec![
        (upper(-0.32), 7.2, between(CHEST, side.clavicle, 0.5)),
        (upper(-0.1), 9.2, between(side.clavicle, side.arm, 0.5)),
        (upper(0.1), 9.4, between(side.clavicle, side.arm, 0.8)),
        (upper(0.35), 8.7, only(BODY, side.arm)),
        (upper(0.6), 8.0, only(BODY, side.arm)),
        (upper(0.82), 7.9, between(side.arm, side.fore, 0.25)),
        (upper(0.98), 8.0, between(side.arm, side.fore, 0.5)),
        (lower(0.14), 7.7, between(side.arm, side.fore, 0.8)),
        (lower(0.35), 7.3, only(BODY, side.fore)),
        (lower(0.6), 6.9, only(BODY, side.fore)),
        (lower(0.8), 6.6, only(BODY, side.fore)),
        (lower(0.88), 6.9, between(side.fore, side.hand, 0.2)),
        (lower(0.90), 5.0, between(side.fore, side.hand, 0.3)),
    ];
    Path { points, seam: DVec3::NEG_Z, solid: suit }.loft(sides * 3 / 4, SLEEVE);
}

/// A mitten with a cuff and a thumb.
fn glove(suit: &mut Solid, side: Side, hand: f64, sides: u32) {
    let (elbow, wrist) = (joint(side.fore), joint(side.hand));
    let along = (wrist - elbow).normalize();
    let across = along.cross(DVec3::Z).normalize() * hand;
    let up = across.cross(along).normalize() * hand;
    let follow = || only(BODY, side.hand);
    let ring = |far: f64, wide: f64, thick: f64, bend: f64| {
        let axes = [up * thick, along.cross(up) * wide];
        Ring { centre: wrist + along * far - up * bend, axes, square: 0.15, follow: follow() }
    };
    let palm = [
        ring(-4.5, 5.4, 5.2, 0.0),
        ring(-1.5, 5.0, 4.6, 0.0),
        ring(1.5, 4.4, 3.6, 0.0),
        ring(5.0, 5.6, 3.6, 0.2),
        ring(9.5, 5.8, 3.4, 0.8),
        ring(13.5, 5.0, 3.0, 1.9),
        ring(16.5, 3.4, 2.2, 3.0),
        ring(17.8, 0.1, 0.1, 3.5),
    ];
    suit.loft(&palm, sides * 3 / 4, GLOVE);
    let root = wrist + along * 3.0 - across * 4.0;
    let tip = (along * 0.75 - across * 0.7 - up * 0.2).normalize();
    let points = [(0.0, 2.2), (3.0, 2.5), (6.0, 2.2), (8.2, 1.3), (8.8, 0.1)]
        .map(|(far, radius)| (root + tip * far, radius, follow()))
        .to_vec();
    Path { points, seam: DVec3::Z, solid: suit }.loft(sides / 2, GLOVE);
}

/// Wide trousers that gather over the boot.
fn leg(suit: &mut Solid, side: Side, hand: f64, sides: u32) {
    let (hip, knee, ankle) = (joint(side.thigh), joint(side.shin), joint(side.foot));
    let hip = hip + dvec3(-hand * 1.0, 1.0, -4.0);
    let upper = |part: f64| bent([hip, knee, ankle], part);
    let lower = |part: f64| bent([hip, knee, ankle], 1.0 + part);
    let points = vec![
        (upper(-0.2), 9.6, between(HIPS, side.thigh, 0.3)),
        (upper(0.0), 9.2, between(HIPS, side.thigh, 0.5)),
        (upper(0.25), 9.4, between(HIPS, side.thigh, 0.85)),
        (upper(0.5), 9.9, only(BODY, side.thigh)),
        (upper(0.7), 10.3, between(side.thigh, side.shin, 0.1)),
        (upper(0.88), 10.2, between(side.thigh, side.shin, 0.3)),
        (upper(1.0), 10.2, between(side.thigh, side.shin, 0.5)),
        (lower(0.12), 10.0, between(side.thigh, side.shin, 0.7)),
        (lower(0.3), 9.5, between(side.thigh, side.shin, 0.9)),
        (lower(0.55), 9.5, only(BODY, side.shin)),
        (lower(0.72), 10.1, only(BODY, side.shin)),
        (lower(0.86), 10.9, between(side.shin, side.foot, 0.15)),
        (lower(0.95), 11.0, between(side.shin, side.foot, 0.3)),
        (lower(0.96), 8.0, between(side.shin, side.foot, 0.3)),
    ];
    Path { points, seam: DVec3::Y, solid: suit }.loft(sides, LEG);
}

/// A boot that points forwards, a little outwards.
fn boot(boots: &mut Solid, side: Side, hand: f64, sides: u32) {
    let ankle = joint(side.foot);
    let axes = stance(hand * 0.22);
    let ring = |z: f64, ahead: f64, wide: f64, long: f64, square: f64, share: f64| {
        let centre = dvec3(ankle.x, ankle.y, z) + axes[0] * ahead;
        Ring::foot(centre, axes, [long, wide], square, between(side.foot, side.shin, share))
    };
    let rings = [
        ring(-54.0, 1.0, 7.0, 8.0, 0.1, 0.5),
        ring(-59.0, 1.4, 7.4, 8.6, 0.1, 0.3),
        ring(-63.0, 2.6, 7.4, 10.2, 0.15, 0.0),
        ring(-66.5, 4.6, 7.4, 13.4, 0.2, 0.0),
        ring(-69.5, 5.4, 7.8, 15.2, 0.3, 0.0),
        ring(-71.0, 5.4, 8.4, 16.0, 0.35, 0.0),
        ring(-73.6, 5.4, 8.4, 16.0, 0.35, 0.0),
        ring(-74.0, 5.4, 7.6, 15.0, 0.35, 0.0),
        ring(-74.0, 5.4, 0.1, 0.1, 0.0, 0.0),
    ];
    let reversed: Vec<Ring> = rings.into_iter().rev().collect();
    boots.loft(&reversed, sides, Area { v: [1.0, 0.0], ..ALL });
}
