# The sun of TotemTech. Gouraud's own reader (`totem.light`) is preferred; this is an example of a plain record.
meta:
  id: totem_sun
  title: TotemTech sun (description)
  file-extension: tlight
  imports: [totem_header]
doc: A light from one direction. It lights the nodes that name it.
seq:
  - id: header
    type: totem_header
    doc: Bounds and kind.
  - id: body
    type: body
    doc: The light.
types:
  body:
    meta:
      endian:
        switch-on: _root.header.order
        cases:
          '[0, 12]': be
          _: le
    doc: Colours and direction.
    seq:
      - id: rotation
        type: f4
        repeat: expr
        repeat-expr: 4
        doc: Quaternion x, y, z, w.
      - id: colour
        type: vector
        doc: Red, green and blue from 0 to 1.
      - id: direction
        type: vector
        doc: Direction towards the light.
      - id: ambient
        type: vector
        doc: Red, green and blue of surfaces that the light does not reach, from 0 to 1.
      - id: active
        type: u1
        doc: Not 0 if the light is on.
      - id: unknown_99
        size: 3
        doc: Not known, usually 0.
      - id: position
        type: vector
        doc: Position, in units of the level. A sun is equally bright everywhere.
  vector:
    meta:
      endian:
        switch-on: _root.header.order
        cases:
          '[0, 12]': be
          _: le
    doc: Three numbers.
    seq:
      - id: x
        type: f4
        doc: First number, to the left or red.
      - id: y
        type: f4
        doc: Second number, upwards or green.
      - id: z
        type: f4
        doc: Third number, to the front or blue.
-gouraud:
  claim: header.kind == totem_header::kinds::light and _io.size == 168
  lines: {name: '"towards the light"', points: '[0, 0, 0, body.direction.x, body.direction.y, body.direction.z]'}
  points: {at: '[body.position.x, body.position.y, body.position.z]', colour: '[body.colour.x * 255, body.colour.y * 255, body.colour.z * 255]'}
