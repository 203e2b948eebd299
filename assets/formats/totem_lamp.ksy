# A lamp of TotemTech. Gouraud's own reader (`totem.omni`) is preferred; this is an example of a plain record.
meta:
  id: totem_lamp
  title: TotemTech lamp (description)
  file-extension: tomni
  imports: [totem_header]
doc: A light in all directions. Its position is that of the node which shows it.
seq:
  - id: header
    type: totem_header
    doc: Bounds and kind.
  - id: body
    type: body
    doc: The lamp.
types:
  body:
    meta:
      endian:
        switch-on: _root.header.order
        cases:
          '[0, 16]': be
          _: le
    doc: Colour and range.
    seq:
      - id: red
        type: f4
        doc: Red from 0 to 1.
      - id: green
        type: f4
        doc: Green from 0 to 1.
      - id: blue
        type: f4
        doc: Blue from 0 to 1.
      - id: unknown_70
        type: u1
        doc: A flag, not known.
      - id: unknown_71
        size: 3
        doc: Not known, usually 0.
      - id: start
        type: f4
        doc: Distance at which the light begins to fade, in units of the level.
      - id: end
        type: f4
        doc: Distance at which the light ends.
-gouraud:
  claim: header.kind == totem_header::kinds::lamp and _io.size == 124
  points: {at: '[0, 0, 0]', radius: body.end, colour: '[body.red * 255, body.green * 255, body.blue * 255]'}
