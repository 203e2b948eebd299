use gouraud::bytes::{Endian, Field, FieldId, Source, Tree, Visitor};

/// Compares each visited field with the result of [`Tree::field`] for its id.
struct Same<'a> {
    tree: &'a Tree,
    paths: Vec<String>,
}

impl Visitor for Same<'_> {
    type Error = ();
    fn enter(&mut self, field: &Field) -> Result<bool, ()> {
        assert_eq!(self.tree.field(&field.id).as_ref(), Some(field));
        self.paths.push(field.path.clone());
        Ok(true)
    }
}

#[test]
fn walk_visits_same_fields_as_lookup() {
    let source = Source::from_bytes("t", vec![7; 20]);
    let (tree, _, _) = Tree::record(&source, Endian::Little, "T", |cur| {
        cur.get::<u16>("version")?;
        cur.group("body", "Body", |cur| cur.records::<[u8; 2]>("pairs", 2))?;
        cur.array("list", |cur| cur.element(0, "Item", |cur| cur.get::<u32>("x")))
    });
    let mut same = Same { tree: &tree, paths: Vec::new() };
    tree.walk(&FieldId::root(), &mut same).unwrap();
    let expected = [
        "",
        "version",
        "body",
        "body.pairs",
        "body.pairs[0]",
        "body.pairs[0][0]",
        "body.pairs[0][1]",
        "body.pairs[1]",
        "body.pairs[1][0]",
        "body.pairs[1][1]",
        "list",
        "list[0]",
        "list[0].x",
        "unread",
        "unread[0]",
    ];
    assert_eq!(same.paths, expected);
}
