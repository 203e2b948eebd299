# Microsoft's sound file: chunks of a name, a size and data.
meta:
  id: wav
  title: Wave sound
  file-extension: wav
  encoding: ISO-8859-1
  endian: le
doc: A sound, with loops, marks and texts.
seq:
  - id: magic
    contents: RIFF
    doc: Marks a file of chunks.
  - id: len_body
    type: u4
    doc: Size of the rest of the file in bytes. Unreliable in recordings that were interrupted.
  - id: form
    contents: WAVE
    doc: Content of the file.
  - id: chunks
    type: chunk(_index)
    repeat: until
    repeat-until: _io.size - _io.pos < 8 or len_body > 4 and _io.pos >= len_body + 8
    doc: Chunks up to the stated end.
  - id: rest
    size-eos: true
    doc: Bytes after the last chunk. Some programs leave rubbish here.
types:
  chunk:
    doc: A named part of the file.
    to-string: id
    params:
      - {id: index, type: u4, doc: Number of the chunk}
    seq:
      - id: id
        type: str
        size: 4
        doc: Name, filled with spaces.
      - id: len_body
        type: u4
        doc: Size in bytes, without the fill byte. Live recordings have the highest number in `data`.
      - id: body
        size: 'len_body == 0xffffffff ? _io.size - _io.pos : len_body'
        type:
          switch-on: id
          cases:
            '"fmt "': format
            '"data"': samples
            '"fact"': fact
            '"smpl"': sampler
            '"cue "': marks
            '"LIST"': list
        doc: Content.
      - id: fill
        size: 1
        if: len_body % 2 == 1 and not _io.eof
        doc: Chunks begin at even offsets.
    instances:
      format:
        value: 'id == "fmt " ? body.as<format> : _parent.chunks[index - 1].format.as<format>'
        if: id == "fmt " or index > 0
        doc: The format chunk before or at this chunk.
      is_playable:
        value: id == "data" and format.coding != ""
        doc: Samples whose coding is supported.
      is_last_looped:
        value: _parent.chunks.last.id == "smpl" and _parent.chunks.last.body.as<sampler>.num_loops != 0
        doc: The last chunk of the file has a loop, as most looped sounds do.
      loop:
        value: _parent.chunks.last.body.as<sampler>.loops[0]
        if: id == "data" and is_last_looped
        doc: Loop of the sound.
  format:
    doc: Coding of the samples.
    seq:
      - id: tag
        type: u2
        enum: tags
        doc: Coding.
      - id: num_channels
        type: u2
        doc: Channels. Their samples alternate.
      - id: rate
        type: u4
        -gouraud: {unit: Hz}
        doc: Frames per second.
      - id: byte_rate
        type: u4
        -gouraud: {unit: bytes/s}
        doc: Average bytes per second.
      - id: len_block
        type: u2
        doc: Size of a frame, or of a block of packed samples, in bytes.
      - id: bits
        type: u2
        doc: Bits of a sample.
      - id: len_extra
        type: u2
        if: not _io.eof
        doc: Size of the following fields in bytes.
      - id: extra
        size-eos: true
        type:
          switch-on: tag
          cases:
            tags::extensible: extensible
        doc: Fields of the coding.
    instances:
      actual_tag:
        value: 'tag == tags::extensible and len_extra >= 22 ? extra.as<extensible>.tag.to_i : tag.to_i'
        enum: tags
        doc: Coding, also if the format is extensible.
      coding:
        value: |
          actual_tag == tags::pcm and bits == 8 ? "pcm-u8"
          : actual_tag == tags::pcm and bits == 16 ? "pcm-s16le"
          : actual_tag == tags::ima_adpcm ? "ima-adpcm" : ""
        doc: Coding for playing, or empty if it is not supported.
  extensible:
    doc: Format of more than two channels or 16 bits.
    seq:
      - id: valid_bits
        type: u2
        doc: Bits of a sample that carry sound.
      - id: speakers
        type: u4
        -gouraud: {show: hex}
        doc: Speakers of the channels, a bit for each.
      - id: tag
        type: u2
        enum: tags
        doc: Coding.
      - id: suffix
        size: 14
        doc: The rest of the identifier of the coding, always the same.
  samples:
    doc: The sound.
    seq:
      - id: data
        size-eos: true
        doc: Samples.
  fact:
    doc: Length of a packed sound.
    seq:
      - id: num_frames
        type: u4
        -gouraud: {unit: frames}
        doc: Frames of the sound.
      - id: rest
        size-eos: true
        doc: Further fields, unknown.
  sampler:
    doc: How a sampler plays the sound.
    seq:
      - id: manufacturer
        type: u4
        doc: Number of the maker of the sampler, or 0.
      - id: product
        type: u4
        doc: Number of the sampler.
      - id: period
        type: u4
        -gouraud: {unit: ns}
        doc: Duration of a frame in nanoseconds.
      - id: key
        type: u4
        doc: MIDI key at which the sound has its own pitch. 60 is middle C.
      - id: fraction
        type: u4
        doc: Fine tuning upwards, in 2 to the power of -32 semitones.
      - id: time_format
        type: u4
        doc: Frames per second of the time code, or 0.
      - id: time_offset
        type: u4
        -gouraud: {show: hex}
        doc: Time code of the first frame.
      - id: num_loops
        type: u4
        doc: Number of loops.
      - id: len_extra
        type: u4
        doc: Size of the data of the sampler in bytes.
      - id: loops
        type: loop
        repeat: expr
        repeat-expr: num_loops
        doc: Loops.
      - id: extra
        size-eos: true
        doc: Data of the sampler.
  loop:
    doc: A part that is repeated.
    seq:
      - id: mark
        type: u4
        doc: Number of a mark.
      - id: kind
        type: u4
        enum: loop_kinds
        doc: Direction.
      - id: first
        type: u4
        -gouraud: {unit: frames}
        doc: First frame.
      - id: last
        type: u4
        -gouraud: {unit: frames}
        doc: Last frame, which is played.
      - id: fraction
        type: u4
        doc: Fine position of the loop, in 2 to the power of -32 frames.
      - id: count
        type: u4
        doc: Times to play it. 0 is for ever.
  marks:
    doc: Marks.
    seq:
      - id: num_items
        type: u4
        doc: Number of marks.
      - id: items
        type: mark
        repeat: expr
        repeat-expr: num_items
        doc: Marks.
  mark:
    doc: A position in the sound.
    seq:
      - id: number
        type: u4
        doc: Number, by which texts and loops refer to the mark.
      - id: position
        type: u4
        -gouraud: {unit: frames}
        doc: Position in the play order.
      - id: chunk
        type: str
        size: 4
        doc: Name of the chunk with the samples.
      - id: ofs_chunk
        type: u4
        doc: Offset of the chunk in a list of waves, usually 0.
      - id: ofs_block
        type: u4
        doc: Offset of the block in bytes, usually 0.
      - id: frame
        type: u4
        -gouraud: {unit: frames}
        doc: Frame in the block.
  list:
    doc: A list of chunks.
    seq:
      - id: form
        type: str
        size: 4
        doc: '`INFO` for texts about the file, `adtl` for names of marks.'
      - id: items
        type: list_item
        repeat: eos
        doc: Chunks of the list.
  list_item:
    doc: A chunk of a list.
    seq:
      - id: id
        type: str
        size: 4
        doc: Name of the chunk, such as `INAM` for the title.
      - id: len_body
        type: u4
        doc: Size in bytes, without the fill byte.
      - id: text
        size: len_body
        type: strz
        doc: A text, in lists of the form `INFO`.
      - id: fill
        size: 1
        if: len_body % 2 == 1 and not _io.eof
        doc: Chunks begin at even offsets.
enums:
  tags:
    0x0001: pcm
    0x0002: ms_adpcm
    0x0003: float
    0x0006: a_law
    0x0007: mu_law
    0x0011: ima_adpcm
    0x0055: mp3
    0xfffe: extensible
  loop_kinds:
    0: forward
    1: alternating
    2: backward
-gouraud:
  sounds:
    - each: chunks
      if: is_playable and format.actual_tag == tags::pcm and not is_last_looped
      coding: format.coding
      rate: format.rate
      channels: format.num_channels
      data: body.as<samples>.data
    - each: chunks
      if: is_playable and format.actual_tag == tags::pcm and is_last_looped
      coding: format.coding
      rate: format.rate
      channels: format.num_channels
      loop: '[loop.first, loop.last]'
      data: body.as<samples>.data
    - each: chunks
      if: is_playable and format.actual_tag == tags::ima_adpcm
      coding: ima-adpcm
      block: format.len_block
      rate: format.rate
      channels: format.num_channels
      data: body.as<samples>.data
