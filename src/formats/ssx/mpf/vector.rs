//! Stored positions and directions.

crate::record! {
    /// A position or direction: X to the rider's left, Y backwards, Z up; one unit is about a
    /// centimetre.
    pub struct Vector {
        pub x: f32,
        pub y: f32,
        pub z: f32,
    }
}
