//! Stored numbers: width, sign, byte order.

/// Byte order of a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Endian {
    /// Lowest byte first.
    #[default]
    Little,
    /// Highest byte first.
    Big,
}

/// A count or an offset as 32 bits, saturating.
pub fn count32(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

/// The stored count or size, if it differs from the actual one.
pub fn stale_count(stored: u32, there: usize) -> Option<u32> {
    (u64::from(stored) != there as u64).then_some(stored)
}

/// Representation of a scalar on disk.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repr {
    /// Unsigned, 1 byte.
    U8,
    /// Signed, 1 byte.
    I8,
    /// Unsigned, 2 bytes.
    U16,
    /// Signed, 2 bytes.
    I16,
    /// Unsigned, 4 bytes.
    U32,
    /// Signed, 4 bytes.
    I32,
    /// Unsigned, 8 bytes.
    U64,
    /// Signed, 8 bytes.
    I64,
    /// IEEE 754, 4 bytes.
    F32,
    /// IEEE 754, 8 bytes.
    F64,
}

impl Repr {
    /// Size in bytes.
    pub fn size(self) -> usize {
        match self {
            Repr::U8 | Repr::I8 => 1,
            Repr::U16 | Repr::I16 => 2,
            Repr::U32 | Repr::I32 | Repr::F32 => 4,
            Repr::U64 | Repr::I64 | Repr::F64 => 8,
        }
    }

    /// Name of the Rust type.
    pub const fn name(self) -> &'static str {
        match self {
            Repr::U8 => "u8",
            Repr::I8 => "i8",
            Repr::U16 => "u16",
            Repr::I16 => "i16",
            Repr::U32 => "u32",
            Repr::I32 => "i32",
            Repr::U64 => "u64",
            Repr::I64 => "i64",
            Repr::F32 => "f32",
            Repr::F64 => "f64",
        }
    }

    /// The smallest and the largest integer that can be stored; for a float, the range in which
    /// every integer is exact.
    pub fn range(self) -> (i128, i128) {
        match self {
            Repr::U8 => (0, u8::MAX.into()),
            Repr::I8 => (i8::MIN.into(), i8::MAX.into()),
            Repr::U16 => (0, u16::MAX.into()),
            Repr::I16 => (i16::MIN.into(), i16::MAX.into()),
            Repr::U32 => (0, u32::MAX.into()),
            Repr::I32 => (i32::MIN.into(), i32::MAX.into()),
            Repr::U64 => (0, u64::MAX.into()),
            Repr::I64 => (i64::MIN.into(), i64::MAX.into()),
            Repr::F32 => (-(1 << 24), 1 << 24),
            Repr::F64 => (-(1 << 53), 1 << 53),
        }
    }

    /// The value stored at the start of `bytes`; `Value::None` if there are too few.
    pub fn value(self, bytes: &[u8], endian: Endian) -> Value {
        fn of<T: Scalar>(mut bytes: &[u8], endian: Endian) -> Option<T> {
            T::take(&mut bytes, endian)
        }
        let value = match self {
            Repr::U8 => of::<u8>(bytes, endian).map(|v| Value::Uint(v.into())),
            Repr::I8 => of::<i8>(bytes, endian).map(|v| Value::Int(v.into())),
            Repr::U16 => of::<u16>(bytes, endian).map(|v| Value::Uint(v.into())),
            Repr::I16 => of::<i16>(bytes, endian).map(|v| Value::Int(v.into())),
            Repr::U32 => of::<u32>(bytes, endian).map(|v| Value::Uint(v.into())),
            Repr::I32 => of::<i32>(bytes, endian).map(|v| Value::Int(v.into())),
            Repr::U64 => of::<u64>(bytes, endian).map(Value::Uint),
            Repr::I64 => of::<i64>(bytes, endian).map(Value::Int),
            Repr::F64 => of::<f64>(bytes, endian).map(Value::Float),
            Repr::F32 => of::<f32>(bytes, endian).map(|v| Value::Float(v.into())),
        };
        value.unwrap_or(Value::None)
    }
}

/// A stored value, widened.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum Value {
    /// No value: groups and raw bytes.
    #[default]
    None,
    /// A signed number.
    Int(i64),
    /// An unsigned number.
    Uint(u64),
    /// A floating-point number.
    Float(f64),
    /// A text, decoded.
    Text(String),
}

impl Value {
    /// The bits as an unsigned number, for flags and enums.
    pub fn as_u64(&self) -> Option<u64> {
        match self {
            Value::Uint(v) => Some(*v),
            Value::Int(v) => Some(*v as u64),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Value::Uint(v) => Some(*v as f64),
            Value::Int(v) => Some(*v as f64),
            Value::Float(v) => Some(*v),
            _ => None,
        }
    }
}

/// A number that can be read from and written to bytes in either order.
pub trait Scalar: Copy + Default + Send + Sync + 'static {
    /// Representation on disk.
    const REPR: Repr;
    /// Reads a number from the front of `bytes`; `None` (with `bytes` unchanged) if there are too few.
    fn take(bytes: &mut &[u8], endian: Endian) -> Option<Self>;
    /// Appends the number.
    fn put(self, out: &mut Vec<u8>, endian: Endian);
}

macro_rules! scalar {
    ($($t:ty => $repr:ident),*) => {$(
        impl Scalar for $t {
            const REPR: Repr = Repr::$repr;
            #[inline]
            fn take(bytes: &mut &[u8], endian: Endian) -> Option<Self> {
                let (head, rest) = bytes.split_first_chunk()?;
                *bytes = rest;
                Some(match endian {
                    Endian::Little => <$t>::from_le_bytes(*head),
                    Endian::Big => <$t>::from_be_bytes(*head),
                })
            }
            #[inline]
            fn put(self, out: &mut Vec<u8>, endian: Endian) {
                match endian {
                    Endian::Little => out.extend_from_slice(&self.to_le_bytes()),
                    Endian::Big => out.extend_from_slice(&self.to_be_bytes()),
                }
            }
        }
    )*};
}

scalar!(
    u8 => U8, i8 => I8, u16 => U16, i16 => I16, u32 => U32, i32 => I32, u64 => U64, i64 => I64,
    f32 => F32, f64 => F64
);
