//! Everything the window can be asked to do. Menus, shortcuts, the command palette and the cheat
//! sheet are made from the [table](crate::app::ui::shortcuts); panels push commands, and the window applies
//! them in one place before the next frame.

use std::path::PathBuf;
use std::sync::Arc;

use glam::{Mat4, Vec3};

use super::export_preview;
use super::notes::Key;
use super::thumbnails::Item;
use super::{ColourBy, FirstFaces, Level, Like, Note, Notice, PanelId, Switch, Target};
use crate::bytes::SourceId;
use crate::export::Subject;
use crate::render::{Camera, DetailChoice, Lighting, Preset};
use crate::scene::{
    AnimationId, CodingUse, CollisionId, CueId, Element, Manner, MeshId, OptionId, PaletteId,
    ProgramId, RecordingId, Style, Table, TextureId, VariantId,
};

/// THE enum. Commands with data come from panels, the others also from the table.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    // --- files
    /// Opens a file, a folder or a member by path.
    Open(String),
    /// Adds a folder, a disc or an archive to Files, beside what is there.
    AddRoot(String),
    CloseRoot(String),
    /// Marks exactly these in Files.
    MarkFiles(Vec<String>),
    /// Opens the dialog that writes the files in these as they are stored.
    ExtractFiles(Vec<String>),
    /// Opens the dialog that exports what is in these.
    ExportFiles(Vec<String>),
    /// Finds out what would be written of files.
    PlanFiles(Box<super::bulk::Wanted>),
    /// Finds out which of the planned files are in a folder.
    LookForFiles(PathBuf),
    /// Writes what was planned.
    RunFiles(Box<super::bulk::Request>),
    ExtractMarked,
    ExportMarked,
    /// Shows the file on disk that a path leads through in the system's file manager.
    ShowOnDisk(String),
    /// Lists a folder or container of Files in the background.
    List(String),
    /// Draws a small picture in the background.
    DrawThumbnail(Item),
    /// Turns a model of the gallery; with none nothing turns any more.
    Turn(Option<Item>),
    /// Plays a sound of the gallery; with none it is over.
    TrySound(Option<Item>),
    PinRecent(String),
    /// Opens a file as this format; as what its content says with none.
    OpenAs {
        path: String,
        format: Option<&'static str>,
    },
    OpenFile,
    OpenFolder,
    OpenPath,
    OpenByName,
    OpenDemo,
    /// Three of the demo's creatures in its arena.
    OpenBattle,
    Reload,
    CloseFile,
    NextFile,
    PreviousFile,
    ClearRecent,
    Export,
    /// Finds out which other files the open one uses.
    LookForUses,
    /// Draws the first of the pictures that the export dialog is about.
    PreviewExport(export_preview::Request),
    /// Writes what the export dialog chose.
    RunExport(Box<ExportRequest>),
    Cancel {
        job: u64,
    },
    /// Asks the index.
    AskIndex(super::finding::Question),
    /// Puts a query into Find, and shows it.
    FindOnShelf(String),
    /// Asks the index, and shows the pictures of what it finds.
    ShowGallery(String),
    /// Opens a file, and selects something in it.
    OpenGoal(Box<super::goal::Goal>),
    /// Keeps a query, or lets it go.
    KeepQuery {
        query: String,
        keep: bool,
    },
    /// Brings what is known of the roots up to date.
    IndexNow,
    /// Takes everything out of the index.
    ClearIndex,
    Quit,
    /// Quits although something is lost.
    QuitAnyway,
    /// Opens a folder in the system's file manager.
    ShowFolder(PathBuf),

    // --- selection
    Select(Target),
    /// Adds to the selection, or takes away from it.
    SelectAlso(Target),
    /// Exactly these, the first one first.
    SelectThese(Vec<Element>),
    SelectLike(Like),
    /// The shown faces that are not selected, instead of those that are.
    InvertSelection,
    /// Everything in the list of the panel that has the focus.
    SelectAll,
    /// To the next row of that list, or the one before.
    ExtendSelection {
        down: bool,
    },
    Deselect,
    Back,
    Forward,
    /// What the pointer is over; pushed in every frame in which it is.
    Hover(Target),
    /// The pointer is over this place of the scene.
    PointAt(Vec3),
    Copy {
        /// What it is, for the message: "value", "path".
        what: &'static str,
        text: String,
    },

    // --- the window
    ShowPanel(PanelId),
    NextPanel,
    PreviousPanel,
    /// The next panel among the tabs of the one with the focus.
    NextTab,
    PreviousTab,
    ResetLayout,
    CommandPalette,
    CheatSheet,
    Settings,
    SetSettings(Box<crate::app::model::Settings>),
    /// Unfolds a part of the Selection card, or folds it.
    FoldCard {
        part: super::settings::CardPart,
        open: bool,
    },
    About,
    Diagnostics,
    ClearLog,
    HideInterface,
    ToggleTheme,
    /// Checks the plausibility rules on what is open, or stops that.
    TogglePlausibility,
    ZoomIn,
    ZoomOut,
    ZoomReset,
    /// A message at the bottom right, kept in the log.
    Notify(Notice),

    // --- scene
    FrameSelection,
    FrameAll,
    FrameTarget(Target),
    /// To where the player starts; from there to the next such point.
    GoToStart,
    /// The same the other way round.
    GoToPreviousStart,
    /// Moves the camera anew where nobody has moved it: the picture has this shape now.
    FitView(f32),
    /// Moved by hand.
    SetCamera(Camera),
    /// Moves there, smoothly.
    MoveCamera(Camera),
    LookFrom(Preset),
    ToggleParallel,
    SetStyle(Style),
    SetLighting(Lighting),
    /// Takes what files leave open so from now on, by the short names of question and answer.
    Answer {
        question: &'static str,
        answer: &'static str,
    },
    SetDetail(DetailChoice),
    ToggleStyle,
    Toggle(Switch),
    ShowLayer {
        layer: u16,
        shown: bool,
    },
    /// Shows or hides one element, with everything that belongs to it.
    Show {
        element: Element,
        shown: bool,
    },
    /// Takes the other side of a mesh's faces for the front.
    TurnFront {
        mesh: MeshId,
    },
    ColourBy(Option<ColourBy>),
    /// Shows a legend row alone, or with the others again; with `add`, beside those that are.
    IsolateRow {
        row: u32,
        add: bool,
    },
    Isolate,
    HideSelected,
    /// Shows what is selected, whatever hides it.
    ShowSelected,
    ShowAll,
    ResetView,
    Screenshot,
    ScreenshotClean,
    CopyState,
    /// Takes a state string that [`Command::CopyState`] gave, or a path.
    Paste(String),

    // --- what moves
    ShowAnimation(AnimationId),
    NextAnimation,
    PreviousAnimation,
    PlayAnimation,
    /// Forward, or back.
    StepFrame(i32),
    FirstFrame,
    /// Seconds from the start of the animation.
    SeekAnimation(f32),
    /// Goes to a frame and selects what is stored there for a track.
    SeekKey {
        track: usize,
        frame: u32,
    },
    LoopAnimation,
    Interpolate,
    /// Looks out of the camera that the animation moves, or comes back to where it was looked from.
    RideAlong,
    /// Poses a second.
    SetMotionRate(u32),
    SetMotionSpeed(f32),
    Faster,
    Slower,
    ChooseVariant {
        variant: VariantId,
        option: Option<OptionId>,
    },
    SetMorph {
        mesh: MeshId,
        morph: u32,
        weight: f32,
    },
    ResetMorphs,
    /// Draws only so many faces of an object, in the order they are stored; `None` draws all.
    DrawFirst(Option<FirstFaces>),
    StepFaces(i32),
    /// To the end of the strip before or behind.
    StepStrips(i32),
    /// Draws small pictures of an animation in the background.
    DrawStrip(AnimationId),
    /// Saves a picture of all animations.
    ContactSheet,
    /// Asks for a file to show around this one.
    ShowWith,
    ShowWithFile(String),
    /// Takes away what was shown around.
    ShowAlone,

    // --- palettes (nothing is written to the file)
    /// Replaces the stored words of a palette; `None` takes the file's again.
    SetPalette {
        palette: PaletteId,
        words: Option<Vec<u16>>,
    },
    SetPaletteEntry {
        palette: PaletteId,
        entry: u32,
        word: u16,
    },
    /// Gives an entry of a palette or a colour table another colour in its file; its alpha stays
    /// where there is `None`.
    Recolour {
        entry: Element,
        rgb: [u8; 3],
        alpha: Option<u8>,
    },
    /// Shows a texture with another palette; `None` takes its own again.
    TryPalette {
        texture: TextureId,
        palette: Option<PaletteId>,
    },
    /// Changes a file.
    Edit(Box<super::edits::Edit>),
    /// Sets or clears bits of a field of every selected face; the name of the bits.
    EditFaceBits {
        field: usize,
        mask: u32,
        set: bool,
        name: String,
    },
    /// Gives a field of every selected face another value.
    EditFaceField {
        field: usize,
        to: String,
    },
    /// Moves or turns what is selected, by as much in the world.
    MoveSelection {
        by: Mat4,
    },
    /// Shows things of a file otherwise, as one gesture.
    Place(Box<super::placing::Placing>),
    /// The steps in which something moves that snaps.
    SetStep(f32),
    /// The selected objects once more.
    Duplicate,
    /// Takes the selected objects out of their file.
    Delete,
    Undo,
    Redo,
    /// Stores what is written in Text.
    ApplyText,
    /// Asks whether the changed file is to be written, and shows what would change.
    Save,
    /// Writes the file at this path, and keeps the old one.
    RunSave {
        path: String,
        keep: bool,
    },
    /// Asks for a picture or a recording in the place of a texture or a sound.
    Replace {
        element: Element,
        manner: Manner,
    },
    /// Puts what is in a file in its place.
    ReplaceWith {
        element: Element,
        manner: Manner,
        file: PathBuf,
    },
    /// Asks for a picture or a recording to be added to the list that a texture or a sound is of.
    AddBeside {
        element: Element,
        coding: CodingUse,
    },
    /// Adds what is in a file, called as the file is.
    AddBesideWith {
        element: Element,
        coding: CodingUse,
        file: PathBuf,
    },
    /// Asks where a copy of the open file as it is now is to be written.
    SaveCopy,
    SaveCopyTo(PathBuf),
    /// Asks where a patch is to be written that makes the open file as it is now of the one on disk.
    SavePatch,
    SavePatchTo(PathBuf),
    /// Asks for a file with changes: a recipe, an edited GLB, or a patch.
    BringIn,
    BringInFrom(PathBuf),
    /// Copies what was done to the open file and is not saved, as a recipe.
    CopyRecipe,
    /// Takes back all that was done to the open file.
    Revert,
    /// Gives fields that follow from others, and do not, the values that are computed: of the file
    /// at this path, or else of the open one.
    Recompute(Option<String>),

    // --- what is written down (kept beside the settings, never in the file)
    /// Bookmarks what is selected, and asks for a line about it.
    Bookmark,
    /// Writes rows of a table to a file of comma-separated values.
    ExportTable(Arc<Table>),
    ExportTableTo {
        table: Arc<Table>,
        path: PathBuf,
    },
    /// Asks for a note about what is selected.
    AddNote,
    NoteOn(Target),
    EditNote {
        source: SourceId,
        note: Box<Note>,
    },
    /// Writes, replaces or deletes a note about a file that is or was open.
    SetNote {
        file: Key,
        before: Option<Box<Note>>,
        after: Option<Box<Note>>,
    },
    /// What a note would be, while it is written; nothing is written any more without `after`.
    DraftNote {
        file: Key,
        before: Option<Box<Note>>,
        after: Option<Box<Note>>,
    },
    ExportNotes,
    ExportNotesTo(PathBuf),
    MergeNotes,
    /// Takes in what somebody else wrote down.
    MergeNotesFrom(PathBuf),
    StoreView(u8),
    RecallView(u8),
    DeleteView(u8),

    // --- the panel that has the focus
    Find,
    FindNext,
    FindPrevious,
    GoToOffset,
    FollowPointer,
    CopyBytes,
    NextPalette,
    PreviousPalette,
    ShowStp,

    // --- sounds
    /// Plays a sound of the open file from its start.
    PlaySound(RecordingId),
    /// Plays a collision as the engine would at a velocity.
    PlayCollision {
        collision: CollisionId,
        heard: Heard,
        velocity: f32,
    },
    /// A key of an instrument goes down: all tones that are heard at it, or one of them.
    PlayNote {
        program: ProgramId,
        tone: Option<u32>,
        note: u8,
    },
    /// The key that plays goes up.
    ReleaseNote,
    /// Plays what a cue asks for.
    PlayCue(CueId),
    NextSound,
    PreviousSound,
    Queue(QueueCommand),
    /// Puts what is selected into the queue.
    QueueSelected,
    Retrigger,
    PlayPause,
    /// Pauses what plays or goes on with it, whatever is selected.
    TogglePlaying,
    StopSound,
    SoundStart,
    SeekBy {
        percent: i8,
    },
    /// Seconds from the start.
    SeekTo(f64),
    /// Seconds that are played alone; `None` for all.
    PlayOnly(Option<(f64, f64)>),
    SetVolume(f32),
    ToggleLoop,
    ToggleMute,
    Louder,
    Quieter,
    Higher,
    Lower,
    OriginalPitch,
    StarSound(RecordingId),
    /// Stars what is selected.
    StarSelected,
    ExportSelectedSounds,
    ExportAllSounds,
    /// Opens the dialog of typed names.
    SoundNames,
    /// Adds the words of the text at this path to the names behind hashes.
    LearnNames(String),
    /// Asks for lists of names behind hashes.
    LoadNames,
    /// Reads a list of names, and again at every start.
    LoadNamesFrom(PathBuf),
    /// Asks where the missing companion `name` is.
    WhereIs {
        name: String,
        looked_in: String,
    },
    /// Asks for a folder, or else a disc or an archive, in which it may be.
    PickPlace {
        folder: bool,
    },
    /// Looks for the companion there, and remembers the place if it is.
    ChoosePlace {
        name: String,
        path: String,
    },
    /// Finds out which sound devices there are.
    ListDevices,
    /// Opens the export dialog for what is selected.
    ExportSelection,
    /// Opens the export dialog for these alone.
    ExportThese(Vec<Subject>),
    /// The same, as certain kinds of files.
    ExportAs(Box<super::export_as::ExportAs>),
    /// Opens the export dialog for the animation or the film that is shown.
    ExportAnimation,
    /// Opens the export dialog for a picture of what is selected, or of all, that turns.
    ExportTurn,
}

/// Something to be done to the queue of sounds. Places are those of its list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueueCommand {
    /// Sounds of the open file, at the end or behind what plays.
    Add {
        sounds: Vec<RecordingId>,
        next: bool,
    },
    /// All sounds of all files that were opened.
    AddBanks,
    Play(usize),
    Next,
    Previous,
    Remove(usize),
    Clear,
    /// Plays in an order of chance, or as listed.
    Shuffle,
    /// The next way to repeat.
    Repeat,
}

/// Part of a collision that is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// All sounds of the impact, at once.
    Hits,
    /// The sliding, until it is stopped.
    Slide,
    /// One sound of the impact.
    Hit(usize),
}

/// Request to export, with the folder to write to.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportRequest {
    pub options: crate::export::Options,
    pub folder: PathBuf,
}

impl Command {
    pub fn info(text: impl Into<String>) -> Self {
        Self::Notify(Notice { level: Level::Info, text: text.into() })
    }

    /// Selects a thing of the scene, or adds it to the selection.
    pub fn pick(element: Element, also: bool) -> Self {
        let target = Target::Element(element);
        if also { Self::SelectAlso(target) } else { Self::Select(target) }
    }
}

/// Commands of this frame.
#[derive(Debug, Default)]
pub struct Commands(Vec<Command>);

impl Commands {
    pub fn push(&mut self, command: Command) {
        self.0.push(command);
    }

    pub fn extend(&mut self, commands: impl IntoIterator<Item = Command>) {
        self.0.extend(commands);
    }

    pub fn take(&mut self) -> Vec<Command> {
        std::mem::take(&mut self.0)
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Command> {
        self.0.iter()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
