use gouraud::formats::ff7::pc::names::{Family, Role};
use gouraud::formats::ff7::pc::p::name_before;

/// Test vector V2 of the format document.
#[test]
fn bones_have_pairs_of_letters() {
    let letters = |bone| Role::Part(bone).letters().unwrap_or_default();
    let found = [0, 13, 14, 39, 40, 47].map(letters);
    assert_eq!(found, ["am", "az", "ba", "bz", "ca", "ch"]);
    assert_eq!([letters(49), letters(50)], ["cj", ""]);
    assert_eq!(Role::Weapon(15).letters().as_deref(), Some("cz"));
    assert_eq!(Role::Animations.letters().as_deref(), Some("da"));
}

#[test]
fn derives_family_and_role_from_names() {
    let of = |name: &str| {
        Family::of(name).map(|(family, role)| (family.name(Role::Skeleton).unwrap(), role))
    };
    assert_eq!(of("RTaa"), Some(("RTaa".to_owned(), Role::Skeleton)));
    assert_eq!(of("rtBA"), Some(("rtaa".to_owned(), Role::Part(14))));
    assert_eq!(of("rtal"), Some(("rtaa".to_owned(), Role::Texture(9))));
    assert_eq!(of("spark.T07"), Some(("spark.d".to_owned(), Role::Texture(7))));
    assert_eq!(of("spark.a00"), Some(("spark.d".to_owned(), Role::Animations)));
    assert_eq!([of("aaaa.p"), of("rtdb"), of("aa"), of("rt-a"), of("x.p1")], [const { None }; 5]);
}

/// The ranges in the document: 370 models, 90 stages, then the players.
#[test]
fn letters_number_the_files_of_the_playstation() {
    let of_letters = |base: &str, is_stage| Family::of(&format!("{base}aa"))?.0.title(is_stage);
    assert_eq!(of_letters("aa", false), Some("Pyramid"), "ENEMY000");
    assert_eq!(of_letters("aq", false), Some("MP"), "ENEMY016");
    assert_eq!(of_letters("OB", false), Some("Shinra Trooper"), "ENEMY365");
    assert_eq!(of_letters("oi", true), Some("Grassland"), "STAGE02");
    assert_eq!(of_letters("rr", true), Some("Ultimate Weapon, forest"), "STAGE89");
    assert_eq!(of_letters("rt", false), Some("Cloud"));
    for (letters, is_stage) in [("aa", true), ("og", false), ("rs", true), ("su", false)] {
        assert_eq!(of_letters(letters, is_stage), None, "{letters}");
    }
    assert_eq!([of_letters("a", false), of_letters("a-", false)], [None; 2]);
}

#[test]
fn finds_the_previous_name() {
    let before = |name| name_before(name).unwrap_or_default();
    assert_eq!(
        ["aaac", "ABBA", "baaa", "aaaa", "same1"].map(before),
        ["aaab", "abaz", "azzz", "", ""]
    );
}
