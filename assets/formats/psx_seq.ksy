# Music of PlayStation's sound library: one stream of MIDI events. The instruments are in a sound bank (VAB). Files with
# several sequences (SEP) have the same first word, but another version.
meta:
  id: psx_seq
  title: PlayStation music (SEQ)
  file-extension: seq
  endian: be
doc: |
  Events as in a standard MIDI file of one track, with two differences: tempo and end events have no length, and note-offs
  are note-ons of velocity 0.
seq:
  - id: magic
    size: 4
    valid: {any-of: ['[0x70, 0x51, 0x45, 0x53]', '[0x53, 0x45, 0x51, 0x70]']}
    doc: '`pQES`, in older files `SEQp`.'
  - id: version
    type: u4
    valid: 1
    doc: Always 1.
  - id: ticks_per_quarter
    type: u2
    -gouraud: {unit: ticks}
    doc: Ticks of a quarter note.
  - id: tempo
    type: b24
    -gouraud: {unit: µs}
    doc: Duration of a quarter note in microseconds.
  - id: beats
    type: u1
    doc: Beats of a bar.
  - id: beat_unit
    type: u1
    doc: Power of 2 by which a whole note is divided to get a beat. 2 is a quarter note.
  - id: events
    type: event(_index)
    repeat: until
    repeat-until: _.is_end
    doc: Events in the order of time, up to the end event.
  - id: rest
    size-eos: true
    doc: Bytes after the end. Some files have a second end event.
types:
  event:
    doc: A MIDI event.
    to-string: 'is_meta ? "meta" : is_note ? (body.as<two>.second == 0 ? "note off " : "note on ") + body.as<two>.first.to_s : "event"'
    params:
      - {id: index, type: u4, doc: Number of the event}
    seq:
      - id: wait
        type: variable
        doc: Ticks since the previous event.
      - id: stored_status
        type: u1
        if: time >= 0 and next_byte >= 0x80
        -gouraud: {show: hex}
        doc: Kind and channel. Left out if they are those of the previous event.
      - id: body
        type:
          switch-on: status >> 4
          cases:
            0xc: one
            0xd: one
            0xf: meta
            _: two
        doc: Parameters.
    instances:
      next_byte:
        pos: _io.pos
        type: u1
        doc: The byte after the waiting time.
      status:
        value: 'next_byte >= 0x80 ? next_byte : index == 0 ? 0 : _root.events[index - 1].status.as<u1>'
        -gouraud: {show: hex}
        doc: Kind (upper 4 bits) and channel (lower 4 bits).
      kind:
        value: status >> 4
        enum: kinds
        doc: Kind of the event.
      channel:
        value: status & 15
        if: not is_meta
        doc: Channel from 0 to 15.
      time:
        value: 'wait.value + (index == 0 ? 0 : _root.events[index - 1].time.as<u4>)'
        -gouraud: {unit: ticks}
        doc: Ticks since the start.
      is_note:
        value: kind == kinds::note_on or kind == kinds::note_off
        doc: A note begins or ends.
      is_meta:
        value: kind == kinds::meta
        doc: Tempo or end.
      is_end:
        value: is_meta and body.as<meta>.kind == metas::end
        doc: The last event.
  variable:
    doc: A number of up to 28 bits in groups of 7, the highest first.
    seq:
      - id: groups
        type: u1
        repeat: until
        repeat-until: _ < 0x80 or _index == 3
        doc: Bytes of 7 bits. Bit 7 is set in all but the last.
    instances:
      value:
        value: |
          groups.size == 1 ? groups[0]
          : groups.size == 2 ? (groups[0] & 0x7f) << 7 | groups[1]
          : groups.size == 3 ? (groups[0] & 0x7f) << 14 | (groups[1] & 0x7f) << 7 | groups[2]
          : (groups[0] & 0x7f) << 21 | (groups[1] & 0x7f) << 14 | (groups[2] & 0x7f) << 7 | groups[3] & 0x7f
        -gouraud: {unit: ticks}
        doc: The number.
  one:
    doc: A parameter.
    seq:
      - id: first
        type: u1
        doc: Program from 0 to 127, or pressure.
  two:
    doc: Two parameters.
    seq:
      - id: first
        type: u1
        doc: Key from 0 to 127 (60 is middle C), controller, or lower 7 bits of a pitch bend.
      - id: second
        type: u1
        doc: Velocity, value of a controller, or upper 7 bits of a pitch bend (64 is none).
    instances:
      controller:
        value: first
        enum: controllers
        if: _parent.kind == kinds::controller
        doc: Controller.
  meta:
    doc: An event for the player.
    seq:
      - id: kind
        type: u1
        enum: metas
        doc: Tempo or end.
      - id: tempo
        type: b24
        if: kind == metas::tempo
        -gouraud: {unit: µs}
        doc: Duration of a quarter note in microseconds.
      - id: zero
        type: u1
        if: kind == metas::end
        doc: Always 0.
enums:
  kinds:
    0x8: note_off
    0x9: note_on
    0xa: key_pressure
    0xb: controller
    0xc: program
    0xd: pressure
    0xe: pitch_bend
    0xf: meta
  metas:
    0x2f: end
    0x51: tempo
  controllers:
    0: {id: bank, doc: Sound bank}
    1: modulation
    6: {id: data, doc: Value of the parameter that 98 and 99 select}
    7: {id: volume, doc: From 0 to 127}
    10: {id: pan, doc: '0 left, 64 middle, 127 right'}
    11: expression
    64: {id: hold, doc: Damper pedal}
    91: reverb
    98: {id: parameter_low, doc: Number of a parameter of the bank}
    99: {id: parameter_high, doc: '20 starts a loop, 30 ends it, 16 sets a parameter'}
    100: registered_low
    101: registered_high
    121: reset
-gouraud:
  version: version
  tables:
    - name: '"Notes"'
      each: events
      if: is_note
      columns:
        tick: time
        channel: channel
        key: body.as<two>.first
        velocity: body.as<two>.second
    - name: '"Programs"'
      each: events
      if: kind == kinds::program
      columns:
        tick: time
        channel: channel
        program: body.as<one>.first
