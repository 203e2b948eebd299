//! Reads a file with a description: its objects, streams and unpacked parts.

use std::collections::HashMap;
use std::sync::Arc;

use super::description::*;
use super::evaluated::Evaluated;
use super::extremes::Extremes;
use super::failure::{ErrorKind, Failure, Problem};
use super::ids::EnumId;
use super::member_slots::MemberSlots;
use super::memory::MemoryLimit;
use super::objects::ObjectInfo;
use super::size::{PlainSize, size_of_class};
use super::slots::{Buffer, Growing, NewObject, Object, Owner, Slot};
use super::stack::{max_levels, on_large_stack};
use super::stream::Stream;
use super::value::{BufferId, Data, Env, ObjectId, Span, StreamId, Value};

/// Maximum nesting depth of objects.
const MAX_DEPTH: usize = 512;
const MAX_OBJECTS: usize = 4_000_000;
/// Maximum number of steps while a file is opened.
pub const MAX_STEPS: u64 = 200_000_000;

/// A file that is read by a description.
pub struct Reader {
    pub(super) description: Arc<Description>,
    pub(super) buffers: Vec<Buffer>,
    pub(super) streams: Vec<Stream>,
    pub(super) objects: Vec<Object>,
    /// Members of all objects, in the order of the objects.
    pub(super) slots: Vec<Slot>,
    /// Maximum memory, and that of views.
    pub(super) memory: MemoryLimit,
    /// The memory was not sufficient.
    pub(super) is_full: bool,
    /// The nesting depth was not sufficient.
    pub(super) is_too_deep: bool,
    /// Memory of texts, bytes, lists and unpacked parts in members, without that of their content, in bytes.
    pub(super) stored: usize,
    pub(super) problems: Vec<Problem>,
    /// Number of further problems, which are only counted.
    pub(super) unlisted: u64,
    /// Exceeded limits: the problem by its message.
    pub(super) limits: HashMap<String, usize>,
    /// Number of times that they were exceeded again.
    pub(super) repeated: u64,
    pub(super) steps: u64,
    pub(super) max_steps: u64,
    /// Nesting depth of the fields and expressions that are being evaluated.
    level: usize,
    /// Instances that are being evaluated, each by the one before it.
    pub(super) evaluating: Vec<(ObjectId, usize)>,
    pub(super) unpacked: usize,
    /// Sizes of classes whose objects can be read later.
    pub(super) plain_sizes: HashMap<ClassId, Option<PlainSize>>,
    /// Offsets of the attributes of classes whose objects are read late.
    pub(super) late_offsets: HashMap<ClassId, Arc<[usize]>>,
    /// `false` while an object that was checked before is read again.
    pub(super) has_checks: bool,
    /// Elements of arrays that were read when they were used, by object, slot and index.
    pub(super) record_objects: HashMap<(ObjectId, usize, usize), ObjectId>,
    /// Keys of `record_objects`, in the order of their objects.
    pub(super) record_keys: Vec<(ObjectId, usize, usize)>,
    /// Instances that were evaluated.
    pub(super) evaluated: Evaluated,
    /// Ends of the elements of compact arrays, relative to the arrays.
    pub(super) offsets: Vec<Vec<u32>>,
    /// Classes whose objects can be released after they were read, and whether those have instances.
    pub(super) releasable: HashMap<ClassId, Option<bool>>,
    /// Arrays that are being read, from the outermost.
    pub(super) growing: Vec<Growing>,
    pub(super) member_slots: MemberSlots,
    pub(super) extremes: Extremes,
    /// The attribute that is being read: its owner, and where it began.
    pub(super) at: Option<(Owner, Span)>,
    /// Next attribute of the root, if it is read on demand.
    pub(super) pending: Option<usize>,
}

impl Reader {
    /// Reads `data` by the first class of the description. The root is object 0.
    pub fn read(description: Arc<Description>, data: Arc<[u8]>) -> Self {
        Self::read_data(description, Data::new(data))
    }

    /// Reads `data`, which is not copied, like [`Reader::read`].
    pub fn read_data(description: Arc<Description>, data: Data) -> Self {
        Self::read_within(MAX_STEPS, description, data)
    }

    /// Reads `data` in at most this number of steps.
    pub fn read_within(max_steps: u64, description: Arc<Description>, data: Data) -> Self {
        let mut reader = Self::new(max_steps, description, data);
        // A failure of the root is listed at its field.
        on_large_stack(|| drop(reader.object(0, Vec::new(), 0, None, None, None)));
        reader
    }

    /// A reader of `data` that has read nothing.
    pub(super) fn new(max_steps: u64, description: Arc<Description>, data: Data) -> Self {
        let size = data.len();
        Self {
            description,
            buffers: vec![Buffer { data, packed: None }],
            streams: vec![Stream::new(0, 0, size)],
            objects: Vec::new(),
            slots: Vec::new(),
            memory: MemoryLimit::of(size, 0),
            is_full: false,
            is_too_deep: false,
            stored: 0,
            problems: Vec::new(),
            unlisted: 0,
            limits: HashMap::new(),
            repeated: 0,
            steps: 0,
            max_steps,
            level: 0,
            evaluating: Vec::new(),
            unpacked: 0,
            plain_sizes: HashMap::new(),
            late_offsets: HashMap::new(),
            has_checks: true,
            record_objects: HashMap::new(),
            record_keys: Vec::new(),
            evaluated: Evaluated::default(),
            offsets: Vec::new(),
            releasable: HashMap::new(),
            growing: Vec::new(),
            member_slots: MemberSlots::default(),
            extremes: Extremes::default(),
            at: None,
            pending: None,
        }
    }

    pub(super) fn data(&self, buffer: BufferId) -> Data {
        let none = || Data::new(Vec::new());
        self.buffers.get(buffer).map_or_else(none, |buffer| buffer.data.clone())
    }

    pub(super) fn stream(&mut self, id: StreamId) -> Result<&mut Stream, Failure> {
        let gone = || Failure::new(ErrorKind::Name, "unknown stream");
        self.streams.get_mut(id).ok_or_else(gone)
    }

    /// Counts work, so that a description cannot run forever.
    pub(super) fn step(&mut self, count: u64) -> Result<(), Failure> {
        self.steps += count;
        if self.steps > self.max_steps {
            let message = format!("expected at most {} steps", self.max_steps);
            return Err(Failure::new(ErrorKind::Limit, message));
        }
        Ok(())
    }

    /// Evaluates on the next level.
    ///
    /// # Errors
    /// The failure of `evaluate`, or that there are too many levels.
    pub(super) fn nested<T>(
        &mut self,
        evaluate: impl FnOnce(&mut Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.enter()?;
        let found = evaluate(self);
        self.leave();
        found
    }

    pub(super) fn enter(&mut self) -> Result<(), Failure> {
        let most = max_levels();
        if self.level >= most {
            self.is_too_deep = true;
            let message = format!("expected at most {most} nested evaluations");
            return Err(Failure::new(ErrorKind::Limit, message));
        }
        self.level += 1;
        Ok(())
    }

    pub(super) fn leave(&mut self) {
        self.level -= 1;
    }

    /// Allows this many more steps.
    pub(super) fn allow_steps(&mut self, count: u64) {
        self.max_steps = self.steps.saturating_add(count);
    }

    /// `true` if evaluation has not reached its limit.
    pub(super) fn has_steps(&self) -> bool {
        self.steps < self.max_steps
    }

    pub(super) fn class_of(&self, id: ObjectId) -> Option<ClassId> {
        self.objects.get(id).map(Object::class)
    }

    /// Creates and reads an object. If reading it fails, the error contains its id; `None` if the object
    /// could not be created.
    pub(super) fn object(
        &mut self,
        class_id: ClassId,
        arguments: Vec<Value>,
        stream: StreamId,
        owner: Option<Owner>,
        creator: Option<ObjectId>,
        parent: Option<Option<ObjectId>>,
    ) -> Result<ObjectId, (Option<ObjectId>, Failure)> {
        let description = Arc::clone(&self.description);
        self.object_of(&description, class_id, arguments, stream, owner, (creator, parent))
    }

    /// As [`object`](Self::object), by the description of this reader.
    pub(super) fn object_of(
        &mut self,
        description: &Description,
        class_id: ClassId,
        arguments: Vec<Value>,
        stream: StreamId,
        owner: Option<Owner>,
        (creator, parent): (Option<ObjectId>, Option<Option<ObjectId>>),
    ) -> Result<ObjectId, (Option<ObjectId>, Failure)> {
        let Some(class) = description.classes.get(class_id) else {
            return Err((None, Failure::new(ErrorKind::UnknownType, "unknown type")));
        };
        let created = self.create((class_id, class), arguments, stream, owner, creator, parent);
        let id = created.map_err(|failure| (None, failure))?;
        let done = self.nested(|reader| {
            reader.byte_order(id, class)?;
            reader.fields(id, class, description)
        });
        let end = self.streams.get(stream).map_or(0, |stream| stream.offset(false));
        if let Some(object) = self.objects.get_mut(id) {
            object.set_len(end.saturating_sub(object.span().start));
            object.stopped = done.as_ref().err().cloned().map(Box::new);
        }
        done.map(|()| id).map_err(|failure| (Some(id), failure))
    }

    /// Creates an object.
    pub(super) fn create(
        &mut self,
        (class_id, class): (ClassId, &Class),
        arguments: Vec<Value>,
        stream: StreamId,
        owner: Option<Owner>,
        creator: Option<ObjectId>,
        parent: Option<Option<ObjectId>>,
    ) -> Result<ObjectId, Failure> {
        let id = self.objects.len();
        let depth = |above: &Object| above.depth() + 1;
        let depth = creator.and_then(|id| self.objects.get(id)).map_or(0, depth);
        self.room_for(depth)?;
        let above = creator.and_then(|id| self.objects.get(id));
        let is_own = above
            .and_then(|object| self.description.classes.get(object.class()))
            .is_some_and(|outer| outer.top == class.top);
        let own_root = (class.top == class_id).then_some(id);
        let root = if is_own { above.and_then(Object::root) } else { own_root };
        let little = above.and_then(|object| object.little);
        let offset = self.streams.get(stream).map_or(0, |stream| stream.offset(false));
        let buffer = self.streams.get(stream).map_or(0, |stream| stream.buffer);
        let first = self.slots.len();
        self.slots.extend(arguments.into_iter().take(class.params.len()).map(Slot::of));
        self.slots.resize_with(first + class.slots(), Slot::default);
        self.objects.push(Object::new(NewObject {
            class: class_id,
            parent: parent.unwrap_or(creator.filter(|_| is_own)),
            root,
            stream,
            owner,
            first,
            span: Span { buffer, start: offset, len: 0, bit: None },
            little,
            depth,
        }));
        Ok(id)
    }

    /// # Errors
    /// When another object at this depth would exceed a limit.
    fn room_for(&mut self, depth: usize) -> Result<(), Failure> {
        let message = if depth > MAX_DEPTH {
            format!("expected at most {MAX_DEPTH} nested objects")
        } else if self.objects.len() >= MAX_OBJECTS {
            format!("expected at most {MAX_OBJECTS} objects")
        } else {
            return self.store(0);
        };
        Err(Failure::new(ErrorKind::Limit, message))
    }

    /// Counts an unpacked part of this size, and allows memory for the objects in it.
    pub(super) fn add_unpacked(&mut self, size: usize) {
        self.unpacked = self.unpacked.saturating_add(size);
        self.memory.allow(self.data(0).len(), self.unpacked);
    }

    /// Counts memory in addition to that of objects and members.
    ///
    /// # Errors
    /// When they take too much.
    pub(super) fn store(&mut self, size: usize) -> Result<(), Failure> {
        self.stored = self.stored.saturating_add(size);
        let Some(most) = self.memory.exceeded(self.object_memory()) else { return Ok(()) };
        self.is_full = true;
        let message = format!("expected at most {most} bytes of objects and values");
        Err(Failure::new(ErrorKind::Limit, message))
    }

    /// Memory of objects and values, in bytes.
    pub(super) fn object_memory(&self) -> usize {
        let objects = self.objects.len() * size_of::<Object>();
        let slots = self.slots.len() * size_of::<Slot>();
        let streams = self.streams.len() * size_of::<Stream>();
        self.stored.saturating_add(objects + slots + streams)
    }

    /// A member of an object.
    pub(super) fn slot(&self, id: ObjectId, slot: usize) -> Option<&Slot> {
        let (object, class) = self.objects.get(id).zip(self.class(id))?;
        self.slots.get(object.first + slot).filter(|_| slot < class.slots())
    }

    /// Value of a member that was read.
    pub(super) fn value_in(&self, id: ObjectId, slot: usize) -> Option<Value> {
        self.slot(id, slot)?.value(&self.buffers)
    }

    pub(super) fn slot_mut(&mut self, id: ObjectId, slot: usize) -> Option<&mut Slot> {
        let (object, class) = self.objects.get(id).zip(self.class(id))?;
        let at = (object.first + slot, slot < class.slots());
        self.slots.get_mut(at.0).filter(|_| at.1)
    }

    /// Class of an object.
    pub(super) fn class(&self, id: ObjectId) -> Option<&Class> {
        self.description.classes.get(self.class_of(id)?)
    }

    /// Chooses the byte order of an object, if its class does so when it is read.
    pub(super) fn byte_order(&mut self, id: ObjectId, class: &Class) -> Result<(), Failure> {
        let Endian::Chosen(choice) = &class.endian else { return Ok(()) };
        let order = self.chosen(choice, &Env::of(id)).map(|found| found.copied());
        let order = order.and_then(|found| {
            found.ok_or_else(|| {
                let message = "no case of `meta/endian` matches";
                Failure::new(ErrorKind::UndecidedEndianness, message)
            })
        });
        let order = order.map_err(|failure| {
            let span = self.objects.get(id).map_or(Span::default(), Object::span);
            let owner = Owner { object: id, slot: class.params.len(), index: None };
            self.list(failure, owner, span)
        })?;
        if let Some(object) = self.objects.get_mut(id) {
            object.little = Some(order);
        }
        Ok(())
    }

    fn fields(
        &mut self,
        id: ObjectId,
        class: &Class,
        description: &Description,
    ) -> Result<(), Failure> {
        self.step(1)?;
        for (index, attribute) in class.seq.iter().enumerate() {
            let slot = class.params.len() + index;
            if let Some(holds) = self.read_directly((id, class, slot), attribute, description)? {
                self.attribute_if(id, slot, attribute, holds)?;
            }
        }
        Ok(())
    }

    /// Size in bytes of an object of fixed size.
    pub(super) fn fixed_size(&self, class: ClassId) -> Option<i128> {
        size_of_class(&self.description, class)
    }

    /// Type of an object, its bytes, and the field that was unpacked to them.
    pub fn object_info(&self, id: ObjectId) -> Option<ObjectInfo> {
        let object = self.objects.get(id)?;
        let type_name = self.description.classes.get(object.class())?.name.to_string();
        let packed = self.buffers.get(object.span().buffer).and_then(|buffer| buffer.packed);
        let source = packed.map(|(owner, _)| self.path(owner));
        Some(ObjectInfo { type_name, span: object.span(), source })
    }

    /// Name of an enum, and of a value in it.
    pub fn enum_names(&self, id: EnumId, value: i128) -> Option<(&str, Option<&str>)> {
        let found = self.description.enums.get(id)?;
        Some((&found.name, found.labels.get(&value).map(|label| &**label)))
    }

    /// Problems that were found so far.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Number of problems that are not listed because there are too many.
    pub fn unlisted(&self) -> u64 {
        self.unlisted
    }
}
