# Windows and OS/2 bitmaps. An example of pictures: Gouraud's own reader is preferred, also edits them and unpacks run
# lengths, which a description cannot.
meta:
  id: bmp
  title: Windows bitmap (description)
  file-extension: [bmp, dib]
  endian: le
doc: A picture of colours, or of indices with a palette.
seq:
  - id: magic
    contents: BM
    doc: Marks a bitmap.
  - id: len_file
    type: u4
    doc: Size of the file in bytes. Some programs leave it 0.
  - id: reserved
    type: u4
    doc: Zero, or the position of the hot spot of a pointer.
  - id: ofs_pixels
    type: u4
    doc: Offset of the pixels in bytes.
  - id: len_header
    type: u4
    valid: {any-of: [12, 16, 40, 52, 56, 64, 108, 124]}
    doc: Size of the header in bytes, with this field. 12 is OS/2, 16 and 64 OS/2 2, the others Windows.
  - id: header
    size: len_header - 4
    type:
      switch-on: len_header
      cases:
        12: header_core
        _: header_info
    doc: Size and coding of the picture.
  - id: outer_masks
    type: masks
    if: len_header == 40 and info.compression == compressions::masks
    doc: Masks of the channels. Longer headers contain them.
  - id: outer_alpha
    type: u4
    if: len_header == 40 and info.compression == compressions::masks_alpha
    -gouraud: {show: hex}
    doc: Masks of the channels, as used by Windows CE.
  - id: palette
    size: '[num_colours * len_colour, ofs_pixels - _io.pos].min'
    if: bits <= 8
    doc: Colours of 3 bytes (OS/2) or 4 bytes, blue first.
instances:
  is_core:
    value: len_header == 12
    doc: Header of OS/2 1.
  info:
    value: header.as<header_info>
    if: not is_core
    doc: Header of Windows.
  core:
    value: header.as<header_core>
    if: is_core
    doc: Header of OS/2 1.
  width:
    value: 'is_core ? core.width : info.width'
    -gouraud: {unit: pixels}
    doc: Width in pixels.
  rows:
    value: 'is_core ? core.height : info.height < 0 ? -info.height : info.height'
    -gouraud: {unit: pixels}
    doc: Height in pixels.
  is_top_down:
    value: not is_core and info.height < 0
    doc: The first row is the top one.
  bits:
    value: 'is_core ? core.bits : info.bits'
    doc: Bits of a pixel.
  compression:
    value: 'is_core or len_header == 16 ? compressions::none.to_i : info.compression.to_i'
    enum: compressions
    doc: Coding of the pixels.
  len_colour:
    value: 'is_core ? 3 : 4'
    doc: Bytes of a palette entry.
  num_colours:
    value: 'not is_core and len_header >= 36 and info.num_used != 0 ? info.num_used : 1 << bits'
    doc: Entries of the palette.
  stride:
    value: (width * bits + 31) / 32 * 4
    doc: Bytes of a row.
  masks:
    value: 'len_header == 40 ? outer_masks : info.masks'
    if: compression == compressions::masks
    doc: Masks of the channels.
  is_stored:
    value: compression == compressions::none or compression == compressions::masks
    doc: The pixels are not packed.
  is_file:
    value: compression == compressions::png
    doc: The pixels are a whole PNG file.
  coding:
    value: |
      is_file ? "png"
      : bits == 1 ? "indexed1-high"
      : bits == 2 ? "indexed2-high"
      : bits == 4 ? "indexed4-high"
      : bits == 8 ? "indexed8"
      : bits == 16 ? (compression == compressions::masks and masks.green == 0x7e0 ? "b5g6r5" : "b5g5r5x1")
      : bits == 24 ? "bgr8"
      : compression == compressions::masks and masks.red == 0xff ? "r8g8b8x8"
      : compression == compressions::masks and len_header >= 56 and info.alpha_mask != 0 ? "bgra8"
      : "b8g8r8x8"
    doc: Coding of a pixel for the picture.
  pixels:
    pos: ofs_pixels
    size: 'is_stored ? [stride * rows, _io.size - ofs_pixels].min : _io.size - ofs_pixels'
    doc: Rows of pixels, each filled up to 4 bytes.
types:
  header_core:
    doc: Header of OS/2 1.
    seq:
      - id: width
        type: u2
        doc: Width in pixels.
      - id: height
        type: u2
        doc: Height in pixels.
      - id: num_planes
        type: u2
        doc: Always 1.
      - id: bits
        type: u2
        doc: Bits of a pixel.
  header_info:
    doc: Header of Windows and of OS/2 2. Short headers end early.
    seq:
      - id: width
        type: s4
        doc: Width in pixels.
      - id: height
        type: s4
        doc: Height in pixels. Negative if the first row is the top one.
      - id: num_planes
        type: u2
        doc: Always 1.
      - id: bits
        type: u2
        doc: Bits of a pixel.
      - id: compression
        type: u4
        enum: compressions
        if: not _io.eof
        doc: Coding of the pixels.
      - id: len_pixels
        type: u4
        if: not _io.eof
        doc: Size of the pixels in bytes, or 0 if they are not packed.
      - id: x_density
        type: s4
        if: not _io.eof
        -gouraud: {unit: pixels/m}
        doc: Pixels per metre.
      - id: y_density
        type: s4
        if: not _io.eof
        -gouraud: {unit: pixels/m}
        doc: Pixels per metre.
      - id: num_used
        type: u4
        if: not _io.eof
        doc: Entries of the palette. 0 stands for all that the bits can count.
      - id: num_important
        type: u4
        if: not _io.eof
        doc: Entries that matter most, or 0 for all.
      - id: masks
        type: masks
        if: not _io.eof and _root.len_header != 64
        doc: Masks of the channels.
      - id: alpha_mask
        type: u4
        if: not _io.eof and _root.len_header != 64
        -gouraud: {show: hex}
        doc: Bits of the opacity.
      - id: rest
        size-eos: true
        doc: Colour space, gamma and profile, or fields of OS/2.
  masks:
    doc: Bits of a pixel that hold each channel.
    seq:
      - id: red
        type: u4
        -gouraud: {show: hex}
        doc: Bits of red.
      - id: green
        type: u4
        -gouraud: {show: hex}
        doc: Bits of green.
      - id: blue
        type: u4
        -gouraud: {show: hex}
        doc: Bits of blue.
enums:
  compressions:
    0: none
    1: runs_8
    2: runs_4
    3: masks
    4: jpeg
    5: png
    6: masks_alpha
-gouraud:
  claim: ofs_pixels >= 14 + len_header and ofs_pixels < _io.size
  palettes: {if: bits <= 8, data: palette, coding: 'is_core ? "bgr8" : "b8g8r8x8"'}
  pictures:
    - {if: is_stored and bits > 8, width: width, height: rows, coding: coding, data: pixels, stride: stride, rows: 'is_top_down ? "top-down" : "bottom-up"'}
    - {if: is_stored and bits <= 8, width: width, height: rows, coding: coding, data: pixels, stride: stride, rows: 'is_top_down ? "top-down" : "bottom-up"', palette: 0}
    - {if: is_file, coding: png, data: pixels}
