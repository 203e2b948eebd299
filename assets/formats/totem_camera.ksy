# A camera of TotemTech. Gouraud's own reader (`totem.camera`) is preferred; this is an example of a plain record.
meta:
  id: totem_camera
  title: TotemTech camera (description)
  file-extension: tcamera
  imports: [totem_header]
doc: A camera at the node that shows it, which looks at another node.
seq:
  - id: header
    type: totem_header
    doc: Bounds and kind.
  - id: body
    type: body
    doc: The camera.
types:
  body:
    meta:
      endian:
        switch-on: _root.header.order
        cases:
          '[0, 7]': be
          _: le
    doc: Angle and target.
    seq:
      - id: angle
        type: f4
        -gouraud: {unit: rad}
        doc: Field of view in radians. It is not known if it is horizontal or vertical.
      - id: roll
        type: f4
        -gouraud: {unit: rad}
        doc: Rotation about the line of sight in radians, 0 in all known files.
      - id: target
        type: u4
        -gouraud: {show: hex}
        doc: CRC-32 of the name of the node that it looks at, or 0 for the front of its own node.
-gouraud:
  claim: header.kind == totem_header::kinds::camera and _io.size == 112
