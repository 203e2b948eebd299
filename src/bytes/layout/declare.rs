//! Declaration of regular layouts.

/// Declares regular layouts: the structs, and the pass that reads, names and writes them.
///
/// A field is a scalar, an array of scalars, a record or another layout; `Vec<T> [u32 "name"]` is a list
/// with its count, called `name`, in front; `Vec<T> [until 0 "name"]` ends before a field with the value
/// 0; `[u8; 4] [text]` is a text, `Vec<u8> [c_text]` one that ends with a NUL; `Vec<u8> [align 4]` is
/// padding; `Vec<u8> [..]` is all remaining bytes. A hint may follow any of them, and a description of
/// the whole may follow the struct. A layout that depends on a context names its type: `struct Name in
/// Version { .. }`.
///
/// ```
/// use gouraud::bytes::{Hint, Source, layout};
/// gouraud::layout! {
///     /// Positions, and which of them are corners.
///     pub struct Outline {
///         pub closed: u8,
///         pub points: Vec<[f32; 2]> [u32 "point_count"],
///         pub corners: Vec<u16> [u16 "corner_count"] => Hint::Index("points"),
///     } => |outline: &Outline| format!("{} points", outline.points.len())
/// }
/// let outline = Outline { closed: 1, points: vec![[0.5, 2.0]], corners: vec![0, 0] };
/// let bytes = layout::write(&outline, Default::default(), ()).unwrap();
/// assert_eq!(bytes.len(), 1 + 4 + 8 + 2 + 4);
/// ```
#[macro_export]
macro_rules! layout {
    ($($(#[$meta:meta])* $vis:vis struct $name:ident $(in $context:ty)? {
        $($(#[doc = $doc:literal])* $fvis:vis $field:ident : $ty:ty $([$($how:tt)+])? $(=> $hint:expr)?),*
        $(,)?
    } $(=> $summary:expr)?)*) => {$(
        $(#[$meta])*
        #[allow(missing_docs, reason = "fields are documented in docs/formats")]
        #[derive(Clone, Debug, Default, PartialEq)]
        $vis struct $name { $($(#[doc = $doc])* $fvis $field: $ty),* }

        $crate::layout! {
            @context [$($context)?] $name [
                $($field : $ty, [$($($how)+)?] [$($hint)?] [$($doc)*];)*
            ] [$($summary)?]
        }
    )*};
    (@context [] $name:ident $fields:tt $summary:tt) => {
        impl<C: $crate::bytes::layout::Context> $crate::bytes::layout::Layout<C> for $name {
            $crate::layout! { @items C, $name $fields $summary }
        }
    };
    (@context [$context:ty] $name:ident $fields:tt $summary:tt) => {
        impl $crate::bytes::layout::Layout<$context> for $name {
            $crate::layout! { @items $context, $name $fields $summary }
        }
    };
    (@items $c:ty, $name:ident [
        $($field:ident : $ty:ty, [$($how:tt)*] [$($hint:expr)?] [$($doc:literal)*];)*
    ] [$($summary:expr)?]) => {
        const TYPE: &'static str = stringify!($name);
        const MIN_SIZE: u64 = 0 $(+ $crate::layout!(@min $c, $ty, $($how)*))*;
        const FIELDS: &'static [(&'static str, u64)] =
            &[$((stringify!($field), $crate::layout!(@min $c, $ty, $($how)*))),*];
        const DOCS: &'static [(&'static str, &'static str)] =
            &[$((stringify!($field), concat!($($doc),*))),*];
        const IS_FIXED: bool = true;

        fn pass<P: $crate::bytes::layout::Pass>(
            &mut self,
            pass: &mut P,
            context: $c,
        ) -> $crate::bytes::Result<()> {
            // The context is unused if all fields take the rest.
            let _ = context;
            $($crate::layout!(
                @take self.$field, pass, context,
                $crate::bytes::layout::Named {
                    name: stringify!($field),
                    hint: $crate::record!(@hint $($hint)?),
                },
                $($how)*
            );)*
            Ok(())
        }

        $(fn summary(&self) -> String {
            let words: fn(&Self) -> String = $summary;
            words(self)
        })?
    };
    (@min $c:ty, $ty:ty,) => { <$ty as $crate::bytes::layout::Layout<$c>>::MIN_SIZE };
    (@min $c:ty, $ty:ty, ..) => { 0 };
    (@min $c:ty, $ty:ty, text) => { size_of::<$ty>() as u64 };
    (@min $c:ty, $ty:ty, c_text) => { 1 };
    (@min $c:ty, $ty:ty, align $to:literal) => { 0 };
    (@min $c:ty, $ty:ty, until $end:literal $name:literal) => { 0 };
    (@min $c:ty, $ty:ty, $count:ident $name:literal) => { size_of::<$count>() as u64 };
    (@take $value:expr, $pass:ident, $context:ident, $named:expr,) => {
        $crate::bytes::layout::Pass::field($pass, $named, &mut $value, $context)?
    };
    (@take $value:expr, $pass:ident, $context:ident, $named:expr, ..) => {
        $crate::bytes::layout::Pass::rest($pass, $named.name, &mut $value)?
    };
    (@take $value:expr, $pass:ident, $context:ident, $named:expr, text) => {
        $crate::bytes::layout::Pass::chars($pass, $named.name, &mut $value)?
    };
    (@take $value:expr, $pass:ident, $context:ident, $named:expr, c_text) => {
        $crate::bytes::layout::Pass::c_text($pass, $named.name, &mut $value)?
    };
    (@take $value:expr, $pass:ident, $context:ident, $named:expr, align $to:literal) => {
        $crate::bytes::layout::Pass::align($pass, $to, &mut $value)?
    };
    (@take $value:expr, $pass:ident, $context:ident, $named:expr, until $end:literal $name:literal)
    => {
        $crate::bytes::layout::Pass::until($pass, $named, &mut $value, ($name, $end))?
    };
    (@take $value:expr, $pass:ident, $context:ident, $named:expr, $count:ident $name:literal) => {
        $crate::bytes::layout::Pass::counted_in::<$count, _, _>(
            $pass, $name, $named, &mut $value, $context,
        )?
    };
}
