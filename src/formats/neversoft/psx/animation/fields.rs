//! Fields of bones: the matrices of a stored frame; the streams of a packed bone with every key and the
//! resulting samples.

use super::STREAMS;
use super::matrix::Matrix;
use super::stream::{self, Layout};
use crate::bytes::{Cursor, Element, RecordReader, Recorder, Result, TreeRecorder};

/// Maximum number of samples listed in the description of a stream.
const MAX_LISTED: usize = 24;

/// Creates the fields for the bones of one stored frame.
pub struct FrameReader {
    pub bones: usize,
}

impl RecordReader for FrameReader {
    type Out = Vec<Matrix>;
    const TYPE: &'static str = "Frame";
    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Vec<Matrix>> {
        cur.records("bones", self.bones)
    }
}

/// Creates the fields of one bone on demand.
pub struct BoneFields {
    pub frames: usize,
}

impl Element for BoneFields {
    fn type_name(&self) -> &'static str {
        "Bone"
    }

    fn element(&self, cur: &mut Cursor<'_, TreeRecorder>, index: usize) -> Result<()> {
        cur.element(index, "Bone", |cur| {
            for (channel, name) in STREAMS.into_iter().enumerate() {
                cur.group(name, "Stream", |cur| self.stream(cur, channel < 3))?;
            }
            Ok(())
        })
    }
}

impl BoneFields {
    fn stream(&self, cur: &mut Cursor<'_, TreeRecorder>, angle: bool) -> Result<()> {
        let bytes = cur.peek(usize::MAX);
        let Some(layout) = bytes.first().map(|header| Layout::new(*header, self.frames)) else {
            return Err(cur.fail(format_args!("the stream is truncated")));
        };
        let here = cur.pos();
        cur.bit_field("interval", here, 0, 4, layout.interval as i64);
        cur.explain(|| match layout.interval {
            1 => "one key per frame".to_owned(),
            frames => format!("one key per {frames} frames"),
        });
        cur.bit_field("mode", here, 4, 4, layout.mode.into());
        cur.explain(|| match layout.mode {
            stream::WORDS => "uncompressed keys".to_owned(),
            stream::CONSTANT => "one sample for all frames".to_owned(),
            stream::ZERO => "all samples are 0".to_owned(),
            _ => format!("steps of {} bits", layout.bits()),
        });
        cur.seek(here + 1)?;
        let meaning = |value: i16| value_text(value, angle);
        if layout.mode != stream::ZERO {
            let first: i16 = cur.get("first")?;
            if angle {
                cur.explain(|| meaning(first));
            }
        }
        let keys = layout.keys(bytes).unwrap_or_default();
        if layout.keys > 0 {
            cur.array("keys", |cur| key_fields(cur, &layout, &keys, meaning))?;
        }
        if let Some((samples, _)) = stream::decode(bytes, self.frames, MAX_LISTED) {
            cur.describe(|| samples_text(&samples, self.frames));
        }
        Ok(())
    }
}

/// Fields of the keys starting at the cursor, and of the padding bits in the last byte.
fn key_fields(
    cur: &mut Cursor<'_, TreeRecorder>,
    layout: &Layout,
    keys: &[i16],
    meaning: impl Fn(i16) -> String,
) -> Result<()> {
    let start = cur.pos();
    let bits = layout.bits();
    let mut bit = 0u64;
    for (index, pair) in keys.windows(2).enumerate() {
        let [from, to] = pair else { continue };
        let frame = layout.frame_of(index);
        let at = start + bit / 8;
        let inside = (bit % 8) as u8;
        let end = at + (u64::from(inside) + u64::from(bits)).div_ceil(8);
        bit += u64::from(bits);
        // Neighbouring keys may share a byte.
        cur.within(at, end, |cur| {
            cur.element(index, "Key", |cur| {
                if layout.mode == stream::WORDS {
                    cur.get::<i16>("value")?;
                    cur.explain(|| format!("frame {frame}: {}", meaning(*to)));
                } else {
                    let step = to.wrapping_sub(*from);
                    cur.bit_field("step", at, inside, bits, step.into());
                    cur.explain(|| format!("frame {frame}: {step:+} → {}", meaning(*to)));
                }
                cur.describe(|| format!("frame {frame}"));
                cur.seek(end)
            })
        })?;
    }
    let end = start + bit.div_ceil(8);
    let unused = (8 - bit % 8) % 8;
    if unused > 0 {
        let stored = cur.slice(end - 1, end).first().copied().unwrap_or(0);
        let value = i64::from(u32::from(stored) & ((1 << unused) - 1));
        cur.bit_field("unused", end - 1, (bit % 8) as u8, unused as u32, value);
    }
    cur.seek(end)
}

fn value_text(value: i16, angle: bool) -> String {
    if angle {
        let degrees = f64::from(value & 0xFFF) * 360.0 / 4096.0;
        format!("{value} = {degrees:.2}°")
    } else {
        value.to_string()
    }
}

fn samples_text(samples: &[i16], frames: usize) -> String {
    let listed: Vec<String> = samples.iter().map(i16::to_string).collect();
    let more = if frames > samples.len() { " …" } else { "" };
    format!("{frames} samples: {}{more}", listed.join(" "))
}
