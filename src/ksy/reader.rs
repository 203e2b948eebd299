//! Reads a file by a description: objects, and instances when they are first used.

use std::collections::HashMap;
use std::sync::Arc;

use super::description::*;
use super::failure::{ErrorKind, Failure, Problem};
use super::ids::EnumId;
use super::objects::ObjectInfo;
use super::operators::is_equal;
use super::size::size_of_class;
use super::slots::{NewObject, Object, Owner, Slot, State};
use super::stack::{MAX_LEVELS, on_large_stack};
use super::stream::Stream;
use super::value::{BufferId, Data, Env, ObjectId, Span, StreamId, Value};

/// Maximum nesting depth of objects.
const MAX_DEPTH: usize = 512;
const MAX_OBJECTS: usize = 4_000_000;
const MAX_PROBLEMS: usize = 10_000;
/// Maximum memory of objects and their members for an empty file, in bytes, and in addition per byte.
const MEMORY: usize = 48 << 20;
const MEMORY_PER_BYTE: usize = 64;
/// Maximum size of stored texts and lists for an empty file, in bytes, and in addition per byte.
const MAX_STORED: usize = 24 << 20;
const STORED_PER_BYTE: usize = 4;
/// Maximum number of steps while a file is opened.
pub const MAX_STEPS: u64 = 200_000_000;

/// Bytes of the file, or of an unpacked part.
pub(super) struct Buffer {
    pub(super) data: Data,
    /// Path of the field that was unpacked.
    pub(super) path: String,
    /// The field, and its packed bytes.
    pub(super) packed: Option<(Owner, Span)>,
}

/// A file that is read by a description.
pub struct Reader {
    pub(super) description: Arc<Description>,
    pub(super) buffers: Vec<Buffer>,
    pub(super) streams: Vec<Stream>,
    pub(super) objects: Vec<Object>,
    /// Members of all objects, in their order.
    pub(super) slots: Vec<Slot>,
    /// Maximum memory of objects and members, in bytes.
    max_memory: usize,
    /// Size of the texts and lists that were stored, in bytes.
    pub(super) stored: usize,
    pub(super) problems: Vec<Problem>,
    pub(super) steps: u64,
    pub(super) max_steps: u64,
    /// Number of fields and expressions that are being evaluated inside each other.
    level: usize,
    pub(super) unpacked: usize,
    /// Sizes of classes whose objects can be read later.
    pub(super) plain_sizes: HashMap<ClassId, Option<usize>>,
    /// Elements of arrays that were read when they were used, by object, slot and index.
    pub(super) record_objects: HashMap<(ObjectId, usize, usize), ObjectId>,
    /// Keys of `record_objects`, in the order of their objects.
    pub(super) record_keys: Vec<(ObjectId, usize, usize)>,
    /// Number of instances that were evaluated.
    pub(super) evaluated: u64,
    /// The attribute that is being read: its owner, and where it began.
    pub(super) at: Option<(Owner, Span)>,
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
        let size = data.len();
        let mut reader = Self {
            description,
            buffers: vec![Buffer { data, path: String::new(), packed: None }],
            streams: vec![Stream::new(0, 0, size)],
            objects: Vec::new(),
            slots: Vec::new(),
            max_memory: MEMORY.saturating_add(size.saturating_mul(MEMORY_PER_BYTE)),
            stored: 0,
            problems: Vec::new(),
            steps: 0,
            max_steps,
            level: 0,
            unpacked: 0,
            plain_sizes: HashMap::new(),
            record_objects: HashMap::new(),
            record_keys: Vec::new(),
            evaluated: 0,
            at: None,
        };
        // A failure of the root is listed at its field.
        on_large_stack(|| drop(reader.object(0, Vec::new(), 0, None, None, None)));
        reader
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
        if self.level >= MAX_LEVELS {
            let message = format!("expected at most {MAX_LEVELS} nested evaluations");
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

    /// Field path of an object; empty for the root.
    pub(super) fn path_of(&self, id: ObjectId) -> String {
        let mut parts = Vec::new();
        let mut owner = self.objects.get(id).and_then(Object::owner);
        while let Some(found) = owner {
            parts.push(self.part(found));
            owner = self.objects.get(found.object).and_then(Object::owner);
        }
        parts.reverse();
        parts.join(".")
    }

    pub(super) fn part(&self, owner: Owner) -> String {
        let class =
            self.class_of(owner.object).and_then(|class| self.description.classes.get(class));
        let name = class.map_or("", |class| class.name_of(owner.slot));
        match owner.index {
            Some(index) => format!("{name}[{index}]"),
            None => name.to_owned(),
        }
    }

    /// Field path of a member.
    pub(super) fn path(&self, owner: Owner) -> String {
        let outer = self.path_of(owner.object);
        let part = self.part(owner);
        if outer.is_empty() { part } else { format!("{outer}.{part}") }
    }

    /// Lists a failure at a field, unless it is listed already.
    pub(super) fn list(&mut self, failure: Failure, owner: Owner, span: Span) -> Failure {
        if failure.listed.is_some() {
            return failure;
        }
        let place = self.place(owner);
        let listed = self.add_problem(Problem {
            kind: Some(failure.kind),
            message: failure.message.clone(),
            path: self.path(owner),
            span,
            // The description already has a warning about it.
            is_error: failure.kind != ErrorKind::UnknownEncoding,
            line: place,
        });
        Failure { listed: Some(listed), ..failure }
    }

    pub(super) fn place(&self, owner: Owner) -> (usize, u32) {
        let class =
            self.class_of(owner.object).and_then(|class| self.description.classes.get(class));
        let place = class.and_then(|class| {
            let at = owner.slot.checked_sub(class.params.len())?;
            let instance = || class.instances.get(at.checked_sub(class.seq.len())?);
            class.seq.get(at).or_else(instance).map(|found| &found.place)
        });
        place.map_or((0, 0), |place| (place.file, place.at.line))
    }

    pub(super) fn add_problem(&mut self, problem: Problem) -> usize {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(problem);
        }
        self.problems.len() - 1
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
        let Some(class) = description.classes.get(class_id) else {
            return Err((None, Failure::new(ErrorKind::UnknownType, "unknown type")));
        };
        let id = self.objects.len();
        let above = creator.and_then(|id| self.objects.get(id));
        let depth = above.map_or(0, |object| object.depth() + 1);
        self.room_for(class, depth).map_err(|failure| (None, failure))?;
        let is_own = above
            .and_then(|object| description.classes.get(object.class()))
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
        let done = self.fields(id, class);
        let end = self.streams.get(stream).map_or(0, |stream| stream.offset(false));
        if let Some(object) = self.objects.get_mut(id) {
            object.set_len(end.saturating_sub(object.span().start));
            object.stopped = done.clone().err().map(Box::new);
        }
        done.map(|()| id).map_err(|failure| (Some(id), failure))
    }

    /// # Errors
    /// When an object of this class would exceed a limit.
    fn room_for(&self, class: &Class, depth: usize) -> Result<(), Failure> {
        let (objects, slots) = (self.objects.len() + 1, self.slots.len() + class.slots());
        let memory = objects * size_of::<Object>() + slots * size_of::<Slot>();
        let message = if depth > MAX_DEPTH {
            format!("expected at most {MAX_DEPTH} nested objects")
        } else if objects > MAX_OBJECTS {
            format!("expected at most {MAX_OBJECTS} objects")
        } else if memory > self.max_memory {
            format!("expected at most {} bytes of objects", self.max_memory)
        } else {
            return Ok(());
        };
        Err(Failure::new(ErrorKind::Limit, message))
    }

    /// A member of an object.
    pub(super) fn slot(&self, id: ObjectId, slot: usize) -> Option<&Slot> {
        let (object, class) = self.objects.get(id).zip(self.class(id))?;
        self.slots.get(object.first + slot).filter(|_| slot < class.slots())
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

    /// Counts the memory of a text or list that is stored.
    ///
    /// # Errors
    /// When the texts and lists of a file take too much.
    pub(super) fn store(&mut self, value: &Value) -> Result<(), Failure> {
        self.stored += match value {
            Value::Text(text) => text.len(),
            Value::Array(array) => array.values.len() * size_of::<Value>(),
            _ => 0,
        };
        let size = self.buffers.first().map_or(0, |buffer| buffer.data.len());
        let most = MAX_STORED.saturating_add(size.saturating_mul(STORED_PER_BYTE));
        if self.stored > most {
            let message = format!("expected at most {most} bytes of texts and lists");
            return Err(Failure::new(ErrorKind::Limit, message));
        }
        Ok(())
    }

    pub(super) fn fields(&mut self, id: ObjectId, class: &Class) -> Result<(), Failure> {
        self.step(1)?;
        if let Endian::Chosen(choice) = &class.endian {
            let order = self.chosen(choice, &Env::of(id)).map(|found| found.copied());
            let order = order.and_then(|found| {
                found.ok_or_else(|| {
                    let message = "no case of `meta/endian` fits";
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
        }
        for (index, attribute) in class.seq.iter().enumerate() {
            self.attribute(id, class.params.len() + index, attribute)?;
        }
        Ok(())
    }

    /// The case of a choice that applies to a value.
    pub(super) fn chosen<'c, T>(
        &mut self,
        choice: &'c Choice<T>,
        env: &Env,
    ) -> Result<Option<&'c T>, Failure> {
        let on = self.eval(&choice.on.expr, env)?;
        let mut other = None;
        for (key, case) in &choice.cases {
            let Some(key) = key else {
                other = Some(case);
                continue;
            };
            let key = self.eval(&key.expr, env)?;
            if is_equal(&on, &key) {
                return Ok(Some(case));
            }
        }
        Ok(other)
    }

    /// Value of a member; instances are evaluated at the first use.
    ///
    /// # Errors
    /// The failure of the field.
    pub(super) fn member(&mut self, id: ObjectId, slot: usize) -> Result<Value, Failure> {
        let Some(object) = self.objects.get(id) else {
            return Err(Failure::new(ErrorKind::Name, "unknown object"));
        };
        match self.slot(id, slot).map(Slot::state) {
            Some(State::Done(value)) => return Ok(value),
            Some(State::Failed(failure)) => return Err(failure),
            Some(State::Busy) => {
                let name = self.part(Owner { object: id, slot, index: None });
                let message = format!("`{name}` depends on itself");
                return Err(Failure::new(ErrorKind::Limit, message));
            }
            Some(State::Unset) => {}
            None => return Err(Failure::new(ErrorKind::Name, "unknown member")),
        }
        let description = Arc::clone(&self.description);
        let Some(class) = description.classes.get(object.class()) else {
            return Err(Failure::new(ErrorKind::Name, "unknown class"));
        };
        let first = class.params.len() + class.seq.len();
        let Some(instance) = slot.checked_sub(first).and_then(|at| class.instances.get(at)) else {
            let name = class.name_of(slot);
            let stopped = object.stopped.as_deref().cloned();
            let missing = || Failure::new(ErrorKind::Absent, format!("`{name}` is not read yet"));
            return Err(stopped.unwrap_or_else(missing));
        };
        self.evaluated += 1;
        self.nested(|reader| reader.attribute(id, slot, instance))?;
        let none = || Failure::new(ErrorKind::Absent, "the field has no value");
        self.slot(id, slot).and_then(Slot::value).ok_or_else(none)
    }

    /// Evaluates all instances of all objects, so that their problems are listed.
    pub fn evaluate_all(&mut self) {
        on_large_stack(|| self.evaluate_objects());
    }

    fn evaluate_objects(&mut self) {
        let mut id = 0;
        while id < self.objects.len() {
            let class = self.class_of(id).unwrap_or(0);
            let description = Arc::clone(&self.description);
            if let Some(class) = description.classes.get(class) {
                let first = class.params.len() + class.seq.len();
                for slot in first..class.slots() {
                    if self.steps > self.max_steps {
                        return;
                    }
                    // Failures are listed at the instance.
                    let _ = self.member(id, slot);
                }
            }
            id += 1;
        }
    }

    /// Size in bytes of an object of fixed size.
    pub(super) fn fixed_size(&self, class: ClassId) -> Option<i128> {
        size_of_class(&self.description, class)
    }

    /// Type of an object, its bytes, and the field that was unpacked to them.
    pub fn object_info(&self, id: ObjectId) -> Option<ObjectInfo> {
        let object = self.objects.get(id)?;
        let type_name = self.description.classes.get(object.class())?.name.to_string();
        let source = self.buffers.get(object.span().buffer).map(|buffer| buffer.path.clone());
        let source = source.filter(|path| !path.is_empty());
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
}
