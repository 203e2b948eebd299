//! Draws a scene into offscreen pictures.
