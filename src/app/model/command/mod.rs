//! All commands of the window. Menus, shortcuts, the command palette and the shortcut sheet are built
//! from the [table](crate::app::ui::shortcuts); panels push commands, and the window applies them in one
//! place before the next frame.

mod data;
mod list;

pub use data::{CollisionPart, ExportRequest, QueueCommand};
pub use list::Commands;

use std::path::PathBuf;
use std::sync::Arc;

use glam::{Mat4, Vec3};

use crate::app::model::document::compared_sounds::ComparedSound;
use crate::app::model::document::comparison::ComparedFile;
use crate::app::model::document::description::DescriptionLine;
use crate::app::model::document::notes::{FlightStop, Key};
use crate::app::model::document::tab_id::TabId;
use crate::app::model::document::thumbnails::Item;
use crate::app::model::export::flight::FlightChoices;
use crate::app::model::export::picture::PictureChoices;
use crate::app::model::export::preview;
use crate::app::model::view::play_direction::PlayDirection;
use crate::app::model::view::second_picture::{Blending, SecondScene};
use crate::app::model::{
    ColourBy, Combine, FirstFaces, Level, Like, Note, Notice, PanelId, PixelReport, RegionShape,
    SelectionTarget, Switch,
};
use crate::bytes::SourceId;
use crate::export::Subject;
use crate::render::{Camera, DetailChoice, Flight, Lighting, Preset};
use crate::scene::{
    AnimationId, CodingUse, CollisionId, CueId, Element, FaceRef, MeshId, OptionId, PaletteId,
    ProgramId, RecordingId, ReplaceOptions, Spread, Style, Table, TextureId, VariantId,
};

/// A command. Commands with data come from panels, the others from panels and the table.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    // --- files
    /// Opens a file, a folder or a member by path.
    Open(String),
    /// Opens picked paths: shows the first file together with those that belong to it.
    OpenAll(Vec<String>),
    /// Adds a folder, disc or archive to Files.
    AddRoot(String),
    CloseRoot(String),
    /// Replaces the marks in Files.
    MarkFiles(Vec<String>),
    /// Opens the dialog that extracts these files as stored.
    ExtractFiles(Vec<String>),
    /// Opens the dialog that exports the contents of these files.
    ExportFiles(Vec<String>),
    /// Plans the files to write.
    PlanFiles(Box<crate::app::model::export::bulk::BulkRequest>),
    /// Checks which of the planned files exist in a folder.
    LookForFiles(PathBuf),
    /// Passes a picked path to the open dialog.
    TakePath(PathBuf),
    /// Writes the planned files.
    RunFiles(Box<crate::app::model::export::bulk::Request>),
    ExtractMarked,
    ExportMarked,
    /// Shows a file in the system's file manager; for a member, the file on disk that contains it.
    ShowOnDisk(String),
    /// Lists a folder or container of Files in the background.
    List(String),
    /// Draws a thumbnail in the background.
    DrawThumbnail(Item),
    /// Rotates a model of the gallery; `None` stops.
    Turn(Option<Item>),
    /// Plays a sound of the gallery; `None` stops.
    TrySound(Option<Item>),
    PinRecent(String),
    /// Opens a file in this format; `None` detects it by content.
    OpenAs {
        path: String,
        format: Option<&'static str>,
    },
    /// Opens the open file as bytes.
    OpenAsBytes,
    /// Opens a description file in the Description panel.
    OpenDescription(PathBuf),
    /// Starts a description for the open file.
    Describe,
    /// Checks the text of a description, and reads the open file again with it.
    DraftDescription {
        file: PathBuf,
        text: String,
    },
    /// Saves the text in the Description panel.
    StoreDescription,
    SaveDescription {
        file: PathBuf,
        text: String,
    },
    /// Shows a line of a description.
    ShowInDescription(DescriptionLine),
    /// Adds the selected bytes as a field to the open description.
    FieldFromSelection,
    OpenFile,
    OpenFolder,
    OpenPath,
    OpenByName,
    OpenDemo,
    /// Opens three of the demo's creatures in its arena.
    OpenBattle,
    Reload,
    /// Asks for a file to compare the open one with.
    Compare,
    /// Compares the open file with another one; `None` ends the comparison.
    CompareWith(Option<ComparedFile>),
    /// Repeats the comparison, and that of bytes and sounds.
    CompareAgain,
    /// Asks for a folder to compare this one with.
    CompareFolder(String),
    /// Opens a file in a new tab, compared with another one.
    OpenCompared {
        path: String,
        other: String,
    },
    /// Makes an element of the comparison the current difference. `show` selects it; if only the other file has it, that
    /// file is shown.
    GoToDifference {
        index: usize,
        show: bool,
    },
    /// Decodes a sound of the comparison for its waveform.
    LoadCompared(ComparedSound),
    PlayCompared(ComparedSound),
    /// Closes the current tab.
    CloseFile,
    /// Shows a new, empty tab.
    NewTab,
    /// Opens the file or hit at the cursor of the focused list in a new tab.
    OpenInNewTab,
    /// Opens a file in a new tab, without showing it.
    OpenBehind(String),
    ShowTab(TabId),
    CloseTab(TabId),
    /// Closes a tab although its document has unsaved changes.
    CloseTabAnyway(TabId),
    CloseOtherTabs(TabId),
    /// Moves a tab to a position in the tab strip.
    MoveTab {
        tab: TabId,
        to: usize,
    },
    /// Shows the next tab.
    NextDocument,
    PreviousDocument,
    /// Opens the tab that was closed last.
    ReopenTab,
    /// Starts or stops carrying the camera over to the next tab that is shown.
    LinkCameras,
    NextFile,
    PreviousFile,
    ClearRecent,
    Export,
    /// Finds the files that the open one uses.
    LookForUses,
    /// Draws the first picture of the export dialog as a preview.
    PreviewExport(preview::Request),
    /// Runs the export as chosen in the dialog.
    RunExport(Box<ExportRequest>),
    Cancel {
        job: u64,
    },
    /// Queries the index.
    AskIndex(crate::app::model::search::Question),
    /// Puts a query into Find, and shows the panel.
    FindInIndex(String),
    /// Queries the index, and shows the results as pictures.
    ShowGallery(String),
    /// Opens a file, and selects an element in it.
    OpenGoal(Box<crate::app::model::search::navigation_target::NavigationTarget>),
    /// Saves or removes a query.
    KeepQuery {
        query: String,
        keep: bool,
    },
    /// Updates the index for all roots.
    IndexNow,
    /// Clears the index.
    ClearIndex,
    Quit,
    /// Quits even if changes are lost.
    QuitAnyway,
    /// Opens a folder in the system's file manager.
    ShowFolder(PathBuf),

    // --- selection
    Select(SelectionTarget),
    /// Replaces the selection without an entry in the history, while stepping through many elements.
    Reselect(Element),
    /// Adds to or removes from the selection.
    SelectAlso(SelectionTarget),
    /// Replaces the selection; the first element stays first.
    SelectThese(Vec<Element>),
    SelectLike(Like),
    /// Grows or shrinks the selection by neighbouring faces.
    SpreadSelection(Spread),
    /// Waits for a region to be drawn, and selects the faces in it.
    SelectRegion(RegionShape),
    /// Regions also select the faces behind others.
    ToggleSelectThrough,
    /// Keeps the scene as displayed, as the second picture.
    KeepPicture,
    /// Shows or hides the second picture.
    ToggleSecond,
    /// Shows this scene as the second picture.
    ShowSecond(SecondScene),
    /// Moves the camera of the second picture.
    SetSecondCamera(Camera),
    /// Changes how the second picture is shown.
    BlendSecond {
        blending: Blending,
        part: f32,
    },
    CombineFaces {
        faces: Vec<FaceRef>,
        combine: Combine,
    },
    /// Asks for a query, and selects the faces for which it holds.
    SelectByQuery,
    /// Selects the visible faces that are not selected, and deselects the others.
    InvertSelection,
    /// Selects all rows in the list of the focused panel.
    SelectAll,
    /// Extends the selection to the next or previous row of that list.
    ExtendSelection {
        down: bool,
    },
    Deselect,
    Back,
    Forward,
    /// Element under the pointer; pushed in every frame.
    Hover(SelectionTarget),
    /// Scene position under the pointer.
    PointAt(Vec3),
    Copy {
        /// Kind of the text, for the message: "value", "path".
        what: &'static str,
        text: String,
    },

    // --- the window
    ShowPanel(PanelId),
    /// Gives the menu bar the keyboard focus.
    FocusMenuBar,
    NextPanel,
    PreviousPanel,
    /// Shows the next panel in the group of the focused one.
    NextTab,
    PreviousTab,
    ResetLayout,
    /// Asks for a name for the layout.
    NameLayout,
    SaveLayout(String),
    ShowLayout(String),
    DeleteLayout(String),
    /// Turns the own layout of each kind of document on or off.
    ToggleLayoutPerKind,
    CommandPalette,
    CheatSheet,
    Settings,
    SetSettings(Box<crate::app::model::Settings>),
    /// Expands or collapses a section of the Selection card.
    FoldCard {
        part: crate::app::model::settings::CardPart,
        open: bool,
    },
    About,
    WhatIsNew,
    Diagnostics,
    ClearLog,
    HideInterface,
    ToggleTheme,
    /// Starts or stops checking the plausibility rules on the open document.
    TogglePlausibility,
    ZoomIn,
    ZoomOut,
    ZoomReset,
    /// A notice at the bottom right, also logged.
    Notify(Notice),

    // --- scene
    FrameSelection,
    FrameAll,
    FrameTarget(SelectionTarget),
    /// Moves the camera to the player start; from there to the previous one.
    GoToStart,
    /// Moves the camera through the player starts in reverse order.
    GoToPreviousStart,
    /// Fits the camera to the picture's new aspect ratio if the user has not moved it.
    FitView(f32),
    /// Sets the camera after a manual movement.
    SetCamera(Camera),
    /// Moves the camera smoothly.
    MoveCamera(Camera),
    LookFrom(Preset),
    ToggleParallel,
    SetStyle(Style),
    SetLighting(Lighting),
    /// Sets a read option from now on, by the short names of question and answer.
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
    /// Shows or hides one element and its descendants.
    Show {
        element: Element,
        shown: bool,
    },
    /// Swaps the front and back of a mesh's faces.
    TurnFront {
        mesh: MeshId,
    },
    ColourBy(Option<ColourBy>),
    /// Shows a legend row alone, or all rows again; with `add`, in addition to the visible ones.
    IsolateRow {
        row: u32,
        add: bool,
    },
    Isolate,
    HideSelected,
    /// Shows the selection, whatever hides it.
    ShowSelected,
    ShowAll,
    ResetView,
    Screenshot,
    ScreenshotClean,
    /// Opens the dialog for a picture of the scene.
    ComposePicture,
    /// Draws the preview of the open dialog.
    PreviewPicture {
        choices: PictureChoices,
        camera: Camera,
    },
    SavePicture {
        choices: PictureChoices,
        folder: String,
    },
    /// Opens the dialog for a camera flight.
    ComposeFlight,
    /// Stores order and times of the saved views in a flight.
    StoreFlight(Vec<FlightStop>),
    /// Moves the camera along a flight.
    PlayFlight(Flight),
    SaveFlight {
        flight: Flight,
        choices: FlightChoices,
        folder: String,
    },
    CopyState,
    /// Applies a state string from [`Command::CopyState`], or opens a path.
    Paste(String),

    // --- animation
    ShowAnimation(AnimationId),
    NextAnimation,
    PreviousAnimation,
    PlayAnimation,
    /// Forward or back.
    StepFrame(i32),
    FirstFrame,
    LastFrame,
    /// Chooses the direction in which animations play.
    PlayIn(PlayDirection),
    /// Seconds from the start of the animation.
    SeekAnimation(f32),
    /// Goes to a frame and selects the stored key of a track.
    SeekKey {
        track: usize,
        frame: u32,
    },
    LoopAnimation,
    Interpolate,
    /// Uses the camera that the animation moves, or returns to the previous view.
    RideAlong,
    /// Poses per second.
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
    /// Draws only the first faces of an object, in stored order; `None` draws all.
    DrawFirst(Option<FirstFaces>),
    StepFaces(i32),
    /// Steps to the end of the next or previous group of faces: a strip, or a group of the replay.
    StepGroup(i32),
    /// Explains the colour of the pixel under the pointer, or in the middle of the picture.
    ExplainPixel,
    /// Switches the heat map of the replay.
    ToggleOverdraw,
    /// Moves the explained pixel to the right and down.
    StepPixel([i32; 2]),
    ForgetPixel,
    Explained(Option<Arc<PixelReport>>),
    /// Starts or ends drawing the faces of the picture one after the other.
    ToggleReplay,
    PlayReplay,
    /// Draws a strip of small pictures of an animation in the background.
    DrawStrip(AnimationId),
    /// Saves a contact sheet of all animations.
    ContactSheet,
    /// Asks for a file to add to this scene.
    ShowWith,
    ShowWithFile(String),
    /// Removes the added files.
    ShowAlone,

    // --- palettes (nothing is written to the file)
    /// Replaces the stored words of a palette; `None` restores the file's.
    SetPalette {
        palette: PaletteId,
        words: Option<Vec<u16>>,
    },
    SetPaletteEntry {
        palette: PaletteId,
        entry: u32,
        word: u16,
    },
    /// Changes the colour of an entry of a palette or colour table in its file; `None` keeps its alpha.
    Recolour {
        entry: Element,
        rgb: [u8; 3],
        alpha: Option<u8>,
    },
    /// Shows a texture with another palette; `None` restores its own.
    TryPalette {
        texture: TextureId,
        palette: Option<PaletteId>,
    },
    /// Shows the palette of a texture with the loaded words of a palette of another file.
    PreviewPalette {
        texture: TextureId,
        palette: PaletteId,
        words: Arc<[u16]>,
    },
    /// Ends all previews of palettes.
    RestorePalettes,
    /// Reads the palettes of other files in the background.
    SearchPalettes(Arc<crate::app::model::search::palettes::PaletteSearch>),
    /// Asks for a folder for the picture of a texture under a palette of another file.
    ExportPalettePicture {
        texture: TextureId,
        name: String,
        words: Arc<[u16]>,
    },
    ExportPalettePictureTo {
        texture: TextureId,
        words: Arc<[u16]>,
        path: PathBuf,
    },
    /// Changes a file.
    Edit(Box<crate::app::model::edits::Edit>),
    /// Sets or clears bits of a field of every selected face; `name` names the bits.
    EditFaceBits {
        field: usize,
        mask: u32,
        set: bool,
        name: String,
    },
    /// Sets a field of every selected face.
    EditFaceField {
        field: usize,
        to: String,
    },
    /// Moves or turns the selection by a transform in world space.
    MoveSelection {
        by: Mat4,
    },
    /// Changes the placement of elements of a file, as one gesture.
    Place(Box<crate::app::model::edits::transform_edit::TransformEdit>),
    /// Sets the snap step.
    SetStep(f32),
    /// Duplicates the selected objects.
    Duplicate,
    /// Deletes the selected objects from their file.
    Delete,
    Undo,
    Redo,
    /// Applies the edits in Text.
    ApplyText,
    /// Asks where to save the picture of the video memory.
    ExportVideoMemory,
    ExportVideoMemoryTo(PathBuf),
    /// Asks for confirmation to save the changed file, and shows the differences.
    Save,
    /// Writes the file at this path, and optionally keeps the original.
    RunSave {
        path: String,
        keep: bool,
    },
    /// Asks for a picture or recording to replace a texture or sound.
    Replace {
        element: Element,
        manner: ReplaceOptions,
    },
    /// Replaces a texture or sound with the content of a file.
    ReplaceWith {
        element: Element,
        manner: ReplaceOptions,
        file: PathBuf,
    },
    /// Asks for a picture or recording to add to the list that contains a texture or sound.
    AddBeside {
        element: Element,
        coding: CodingUse,
    },
    /// Adds the content of a file to the list that contains a texture or sound, under the file's name.
    AddBesideWith {
        element: Element,
        coding: CodingUse,
        file: PathBuf,
    },
    /// Asks where to write a copy of the open file in its current state.
    SaveCopy,
    SaveCopyTo(PathBuf),
    /// Asks where to write a patch from the file on disk to its current state.
    SavePatch,
    SavePatchTo(PathBuf),
    /// Asks for a file with changes: a recipe, an edited GLB, or a patch.
    ImportChanges,
    ImportChangesFrom(PathBuf),
    /// Copies the unsaved changes of the open file as a recipe.
    CopyRecipe,
    /// Reverts all changes of the open file.
    Revert,
    /// Recomputes dependent fields with outdated values: in the file at this path, or else in the open
    /// one.
    Recompute(Option<String>),
    /// Adds a block map to the open file, which has none.
    AddBlockMap,

    // --- notes (stored next to the settings, never in the file)
    /// Bookmarks the selection, and opens its note.
    Bookmark,
    /// Writes rows of a table to a CSV file.
    ExportTable(Arc<Table>),
    ExportTableTo {
        table: Arc<Table>,
        path: PathBuf,
    },
    /// Asks for a note on the selection.
    AddNote,
    NoteOn(SelectionTarget),
    EditNote {
        source: SourceId,
        note: Box<Note>,
    },
    /// Writes, replaces or deletes a note on a file that is or was open.
    SetNote {
        file: Key,
        before: Option<Box<Note>>,
        after: Option<Box<Note>>,
    },
    /// Stores the unfinished text of a note; `None` in `after` ends the draft.
    DraftNote {
        file: Key,
        before: Option<Box<Note>>,
        after: Option<Box<Note>>,
    },
    ExportNotes,
    ExportNotesTo(PathBuf),
    MergeNotes,
    /// Merges notes from a file.
    MergeNotesFrom(PathBuf),
    StoreView(u8),
    RecallView(u8),
    DeleteView(u8),
    /// Asks for the name of the selection in the panel Selection.
    NameSelection,
    /// Saves the selection under this name.
    SaveSelection(String),
    /// Selects a saved selection, or combines it with the selected elements.
    RecallSelection {
        name: String,
        combine: Combine,
    },
    DeleteSelection(String),
    /// Asks for a saved selection.
    SavedSelections,

    // --- the focused panel
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
        heard: CollisionPart,
        velocity: f32,
    },
    /// Presses a key of an instrument: plays all tones on that key, or one of them.
    PlayNote {
        program: ProgramId,
        tone: Option<u32>,
        note: u8,
    },
    /// Releases the key.
    ReleaseNote,
    /// Plays a cue.
    PlayCue(CueId),
    NextSound,
    PreviousSound,
    Queue(QueueCommand),
    /// Adds the selection to the queue.
    QueueSelected,
    Retrigger,
    PlayPause,
    /// Pauses or resumes playback, whatever is selected.
    TogglePlaying,
    StopSound,
    SoundStart,
    SeekBy {
        percent: i8,
    },
    /// Seconds from the start.
    SeekTo(f64),
    /// Limits playback to these seconds; `None` plays all.
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
    /// Stars the selection.
    StarSelected,
    ExportSelectedSounds,
    ExportAllSounds,
    /// Opens the dialog for typed names.
    SoundNames,
    /// Adds the words of the text at this path to the hash names.
    LearnNames(String),
    /// Asks for lists of hash names.
    LoadNames,
    /// Loads a name list, now and at every start.
    LoadNamesFrom(PathBuf),
    /// Asks for the location of the missing companion `name`.
    WhereIs {
        name: String,
        looked_in: String,
    },
    /// Asks for a folder, or else for a disc or archive, that may contain the missing companion.
    PickPlace {
        folder: bool,
    },
    /// Searches `path` for the companion `name`, and remembers the location if it is found.
    ChoosePlace {
        name: String,
        path: String,
    },
    /// Lists the sound devices.
    ListDevices,
    /// Opens the export dialog for the selection.
    ExportSelection,
    /// Opens the export dialog for only these.
    ExportThese(Vec<Subject>),
    /// Opens the export dialog with preset choices.
    ExportAs(Box<crate::app::model::export::preset::ExportAs>),
    /// Opens the export dialog for the current animation or video.
    ExportAnimation,
    /// Opens the export dialog for a turntable of everything; in the dialog it can be limited to
    /// the selected models.
    ExportTurn,
}

impl Command {
    pub fn info(text: impl Into<String>) -> Self {
        Self::Notify(Notice { level: Level::Info, text: text.into() })
    }

    /// Selects an element of the scene, or adds it to the selection.
    pub fn pick(element: Element, also: bool) -> Self {
        let target = SelectionTarget::Element(element);
        if also { Self::SelectAlso(target) } else { Self::Select(target) }
    }
}
