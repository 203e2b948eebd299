//! Measures of the selection: size, area, distance and angle.

use glam::Vec3;

use super::facts;
use crate::app::model::numbers::decimal;
use crate::app::model::view::bounds::points_of;
use crate::app::model::{DocScene, Selection, State};
use crate::render::Bounds;
use crate::scene::{Element, FaceRef};

/// See the [module](self). Lengths are in scene units, angles in degrees.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measures {
    /// Size of the bounding box.
    pub size: Option<Vec3>,
    /// Sum of the areas of the faces.
    pub area: Option<f32>,
    /// Distance between the centres of two elements.
    pub distance: Option<f32>,
    /// Angle between the normals of two faces, or at the first of three vertices.
    pub angle: Option<f32>,
}

/// A measure as it is shown.
pub struct Measure {
    pub heading: &'static str,
    pub value: String,
    /// Meaning of the value.
    pub tip: &'static str,
}

/// Hint for all measures.
pub const MEASURE_HINT: &str = "Ctrl+click in the scene adds elements: two show their distance, two faces \
    or three vertices an angle";

impl Measures {
    /// Measures the selected elements, which have these faces, in the displayed pose.
    pub fn of(state: &State, scene: &DocScene, selection: &Selection, faces: &[FaceRef]) -> Self {
        let posed = &state.motion.posed;
        let shape = |at: &FaceRef| facts::shape(&facts::corners(scene, posed, *at));
        let elements: Vec<Element> = selection.elements().collect();
        let mut all: Option<Bounds> = None;
        // Only the first few centres are used.
        let mut centres = Vec::new();
        for element in &elements {
            let Some(own) = Bounds::of(points_of(scene, posed, *element)) else {
                continue;
            };
            let both = all.into_iter().chain([own]).flat_map(|one| [one.min, one.max]);
            all = Bounds::of(both);
            if centres.len() < 4 {
                centres.push(own.centre());
            }
        }
        let size = all.map(|all| all.max - all.min).filter(|size| *size != Vec3::ZERO);
        let is_face = matches!(elements.as_slice(), [Element::Face(_)]);
        let area = faces.iter().filter_map(shape).map(|shape| shape.area).sum::<f32>();
        let angle = match (elements.as_slice(), centres.as_slice()) {
            ([Element::Face(one), Element::Face(two)], _) => {
                shape(one).zip(shape(two)).map(|(one, two)| one.normal.angle_between(two.normal))
            }
            (
                [Element::Vertex { .. }, Element::Vertex { .. }, Element::Vertex { .. }],
                [a, b, c],
            ) => Some((b - a).angle_between(c - a)),
            _ => None,
        };
        Self {
            size,
            // The card of a single face already shows its area.
            area: (!faces.is_empty() && !is_face).then_some(area),
            distance: match centres.as_slice() {
                [one, two] if elements.len() == 2 => Some(one.distance(*two)),
                _ => None,
            },
            angle: angle.filter(|angle| angle.is_finite()).map(f32::to_degrees),
        }
    }

    /// Headings, values and explanations.
    pub fn in_words(&self, metres_per_unit: Option<f32>) -> Vec<Measure> {
        let size = self.size.map(|size| {
            let in_unit = |scale: f32, digits: usize| {
                (size * scale).to_array().map(|side| decimal(side, digits)).join(" × ")
            };
            match metres_per_unit {
                Some(1.0) => format!("{} m", in_unit(1.0, 2)),
                Some(metres) => format!("{} units ({} m)", in_unit(1.0, 1), in_unit(metres, 2)),
                None => format!("{} units", in_unit(1.0, 1)),
            }
        });
        let distance = self.distance.map(|distance| match metres_per_unit {
            Some(1.0) => format!("{} m", decimal(distance, 2)),
            Some(metres) => {
                let (units, metres) = (decimal(distance, 1), decimal(distance * metres, 2));
                format!("{units} units ({metres} m)")
            }
            None => format!("{} units", decimal(distance, 1)),
        });
        let area = self.area.map(|area| area_in_words(area, metres_per_unit));
        let angle = self.angle.map(|angle| format!("{angle:.1}°"));
        let rows = [
            ("Size", size, "Sides of the bounding box along X, Y and Z"),
            ("Area", area, "Sum of the areas of the faces"),
            ("Distance", distance, "Between the centres of the two elements"),
            ("Angle", angle, "Between two faces, or at the first of three vertices"),
        ];
        let row = |(heading, value, tip): (_, Option<String>, _)| {
            Some(Measure { heading, value: value?, tip })
        };
        rows.into_iter().filter_map(row).collect()
    }
}

/// An area in square units, and in square metres if the unit is known.
pub fn area_in_words(area: f32, metres_per_unit: Option<f32>) -> String {
    match metres_per_unit {
        // One unit is one metre, so the area is the same in both.
        Some(1.0) => format!("{} m²", decimal(area, 2)),
        Some(metres) => {
            let (units, metres) = (decimal(area, 1), decimal(area * metres * metres, 2));
            format!("{units} units² ({metres} m²)")
        }
        None => format!("{} units²", decimal(area, 1)),
    }
}
