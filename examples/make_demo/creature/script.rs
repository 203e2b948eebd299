//! The creature's action scripts, byte by byte.

/// Animations by their numbers.
const IDLE: u8 = 0;
const WALK: u8 = 1;
const SLASH: u8 = 2;
const THROW: u8 = 3;
const HURT: u8 = 4;
const FALL: u8 = 5;
const ROAR: u8 = 6;

/// Idling, being hurt, two attacks, a threat, the end.
pub fn all() -> Vec<Vec<u8>> {
    vec![
        // Repeats endlessly.
        vec![0xC9, IDLE, 0xC1],
        vec![HURT, 0xEE],
        // Displays its name, faces the target, walks up to 350 units in front of it in 24 ticks, strikes
        // (the target is hurt after 13), waits for 6 ticks, walks back in 24.
        vec![
            0xEA, 0xFC, 0xD1, 0x5E, 0x01, 0, 0, 24, WALK, 0xF7, 13, SLASH, 0xF4, 6, 0xF3, 0xA8, 0,
            24, WALK, 0xFA, 0xE5, 0xEE,
        ],
        // Throws its weapon: the target is hurt after 20 ticks.
        vec![0xEA, 0xFC, 0xF7, 20, THROW, 0xE5, 0xEE],
        // Steps forward, roars, and back.
        vec![0xEA, 0xED, WALK, ROAR, 0xE4, WALK, 0xEE],
        // Falls and lies there.
        vec![FALL, 0xF1],
    ]
}
