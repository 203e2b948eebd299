//! Names of a character's parts, from the header beside it.

use gouraud::formats::neversoft::psx::psh::names;

#[test]
fn parts_have_names_and_other_lines_are_passed_over() {
    let text = b"// made by hand\r\n#define HAWKPART_PELVIS 0\r\n//   parent: Scene Root\r\n\
        #define HAWKPART_L_ARM\t2 // left\n#define HAWKPART_ 3\n#define HAWK_PARTS 4\n\
        #define HAWKPART_TWICE 0\n#define HAWKPART_FAR 99\n#define HAWKPART_ODD x\n\xFF\n";
    let found = names(text, 19);
    assert_eq!(found.into_iter().collect::<Vec<_>>(), {
        [(0, "PELVIS".to_owned()), (2, "L_ARM".to_owned())]
    });
}
