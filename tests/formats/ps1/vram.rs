//! Words that address video memory.

use gouraud::formats::ps1::vram::{ClutWord, Depth, TexPage};
use gouraud_testing::build::tim::clut_word;

#[test]
fn decodes_words_of_documents() {
    let clut = |word| (ClutWord(word).x(), ClutWord(word).y());
    assert_eq!(clut(0x7800), (0, 480));
    assert_eq!(clut(0x7840), (0, 481));
    assert_eq!(clut(0x7E14), (320, 504));
    assert_eq!(clut(0x7F94), (320, 510));
    assert_eq!(clut_word(320, 510), ClutWord(0x7F94));
    let page = |word| (TexPage(word).x(), TexPage(word).y(), TexPage(word).depth());
    assert_eq!(page(0x25), (320, 0, Depth::Four));
    assert_eq!(page(0xAA), (640, 0, Depth::Eight));
    assert_eq!(page(0x135), (320, 256, Depth::Fifteen));
}
