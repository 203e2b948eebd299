use gouraud::scene::{Element, Id, label_of};

#[test]
fn numbers_distinguish_rows_with_equal_names() {
    let label = |element, name| label_of(element, name);
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(label(Element::Node(Id::new(12)), "bca335af"), pair("object 12", "bca335af"));
    assert_eq!(label(Element::Mesh(Id::new(3)), "pavement"), pair("pavement", "3"));
    assert_eq!(label(Element::Mesh(Id::new(3)), "model 3"), pair("model 3", ""));
    assert_eq!(label(Element::Node(Id::new(1)), "model 3"), pair("object 1", "model 3"));
    assert_eq!(label(Element::Texture(Id::new(3)), "brick"), pair("brick", ""));
}
