//! Decoded textures and pictures of them: decoded on workers, shared by all panels, dropped when they are
//! least recently used.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use egui::{Context, Id, TextureHandle, TextureOptions};

use crate::app::model::State;
use crate::app::model::background::spawn;
use crate::app::model::view::texels::{TextureView, decode, picture};
use crate::scene::{PaletteId, Texels, Texture, TextureData, TextureId};

/// Maximum size of decoded texels, in bytes.
const TEXELS_BUDGET: usize = 128 << 20;
/// Maximum size of pictures on the GPU, in bytes.
const PICTURES_BUDGET: usize = 64 << 20;
/// Memory of a picture in addition to its pixels, in bytes.
const PICTURE: usize = 4096;
/// Maximum side of a thumbnail picture.
const THUMBNAIL: usize = 64;
/// Maximum side of a picture, supported by every GPU.
const MAX_SIDE: usize = 2048;
/// Maximum number of textures that are decoded at once.
const MAX_JOBS: usize = 8;

/// Size of a requested picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Size {
    Thumbnail,
    Full,
}

/// The cache. Clones share it.
#[derive(Clone, Default)]
pub struct Pictures(Arc<Mutex<Store>>);

#[derive(Default)]
struct Store {
    texels: HashMap<TextureKey, CacheEntry<Arc<Texels>>>,
    waiting: HashSet<TextureKey>,
    pictures: HashMap<PictureKey, CacheEntry<TextureHandle>>,
    /// Counter of uses, to find the least recently used entries.
    clock: u64,
    /// Generations of the open documents.
    open: Vec<u64>,
}

struct CacheEntry<T> {
    value: T,
    bytes: usize,
    used: u64,
}

/// A texture, or one of its stored mipmaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// Index in the scene.
    pub texture: TextureId,
    /// 0 is full size, 1 the largest mipmap.
    pub level: u32,
}

impl View {
    pub fn full(texture: TextureId) -> Self {
        Self { texture, level: 0 }
    }

    /// Size and texels.
    pub fn of(self, texture: &Texture) -> Option<([u32; 2], Arc<dyn TextureData>)> {
        let Some(mip) = self.level.checked_sub(1) else {
            return Some(([texture.width, texture.height], texture.pixels.clone()));
        };
        let mip = texture.pixels.mips().get(mip as usize)?;
        Some(([mip.width, mip.height], mip.pixels.clone()))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct TextureKey {
    /// The generation of the document.
    generation: u64,
    view: View,
    /// The representation if it has its own texels, otherwise [`TextureView::Colours`].
    look: TextureView,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct PictureKey {
    texture: TextureKey,
    look: TextureView,
    size: Size,
    /// Hash of the colours, 0 without a palette.
    palette: u64,
}

impl TextureKey {
    fn new(generation: u64, view: View, look: TextureView) -> Self {
        let own = matches!(look, TextureView::Normals | TextureView::Lit);
        Self { generation, view, look: if own { look } else { TextureView::Colours } }
    }
}

impl Pictures {
    /// The cache of this window.
    pub fn of(ctx: &Context) -> Self {
        ctx.data_mut(|data| data.get_temp_mut_or_default::<Self>(Id::unique("pictures")).clone())
    }

    /// Memory of the cached texels and pictures, in bytes.
    pub fn memory(&self) -> u64 {
        let store = self.store();
        let texels: usize = store.texels.values().map(|kept| kept.bytes).sum();
        let pictures: usize = store.pictures.values().map(|kept| kept.value.byte_size()).sum();
        (texels + pictures) as u64
    }

    /// Drops everything of documents with other generations than these.
    pub fn keep(&self, open: Vec<u64>) {
        let mut store = self.store();
        if store.open != open {
            store.texels.retain(|key, _| open.contains(&key.generation));
            store.pictures.retain(|key, _| open.contains(&key.texture.generation));
            store.open = open;
        }
    }

    fn store(&self) -> MutexGuard<'_, Store> {
        // The cache stays valid even after a panic.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The texels of a texture in a representation; `None` until a worker has decoded them.
    pub fn texels(
        &self,
        ctx: &Context,
        state: &State,
        view: View,
        look: TextureView,
    ) -> Option<Arc<Texels>> {
        let doc = state.doc.as_ref()?;
        let texture = doc.scene.as_ref()?.scene.textures.get(view.texture)?;
        let ([width, _], pixels) = view.of(texture)?;
        let key = TextureKey::new(doc.generation, view, look);
        let mut store = self.store();
        store.clock += 1;
        let now = store.clock;
        if let Some(kept) = store.texels.get_mut(&key) {
            kept.used = now;
            return Some(kept.value.clone());
        }
        let is_new = store.waiting.len() < MAX_JOBS && store.waiting.insert(key);
        drop(store);
        if is_new {
            self.decode(ctx.clone(), key, pixels, width);
        }
        None
    }

    fn decode(&self, ctx: Context, key: TextureKey, pixels: Arc<dyn TextureData>, width: u32) {
        let pictures = self.clone();
        let work = move || decode(&*pixels, width, key.look);
        spawn("Decoding a texture", work, move |texels| {
            // A texture that cannot be decoded stays empty, and is not tried again.
            let texels = texels.unwrap_or(Texels::Rgba(Vec::new()));
            let bytes = match &texels {
                Texels::Indices(all) => all.len(),
                Texels::Words(all) => all.len() * 2,
                Texels::Rgba(all) => all.len() * 4,
            };
            let mut store = pictures.store();
            store.waiting.remove(&key);
            let used = store.clock;
            store.texels.insert(key, CacheEntry { value: Arc::new(texels), bytes, used });
            forget(&mut store.texels, TEXELS_BUDGET);
            drop(store);
            ctx.request_repaint();
        });
    }

    /// A picture of a texture with `palette` and the user's edits.
    pub fn picture(
        &self,
        ctx: &Context,
        state: &State,
        view: View,
        palette: Option<PaletteId>,
        look: TextureView,
        size: Size,
    ) -> Option<TextureHandle> {
        let scene = &state.scene()?.scene;
        let texture = scene.textures.get(view.texture)?;
        let indexed = texture.format.is_indexed();
        let palette = palette.filter(|_| indexed && look != TextureView::Indices);
        let words = palette.map(|palette| state.palettes.loaded(scene, palette));
        self.picture_with(ctx, state, view, words.as_deref(), look, size)
    }

    /// A picture of a texture with the loaded words of any palette.
    pub fn picture_with(
        &self,
        ctx: &Context,
        state: &State,
        view: View,
        words: Option<&[u16]>,
        look: TextureView,
        size: Size,
    ) -> Option<TextureHandle> {
        let texture = state.scene()?.scene.textures.get(view.texture)?;
        let key = PictureKey {
            texture: TextureKey::new(state.doc.as_ref()?.generation, view, look),
            look,
            size,
            palette: words.map_or(0, hash),
        };
        {
            let mut store = self.store();
            store.clock += 1;
            let now = store.clock;
            if let Some(kept) = store.pictures.get_mut(&key) {
                kept.used = now;
                return Some(kept.value.clone());
            }
        }
        let texels = self.texels(ctx, state, view, look)?;
        let most = if size == Size::Thumbnail { THUMBNAIL } else { MAX_SIDE };
        let sides = view.of(texture)?.0.map(|side| side as usize);
        let image = picture(&texels, sides, texture.format, words, look, most);
        let bytes = PICTURE + image.pixels.len() * 4;
        let handle = ctx.load_texture(&texture.name, image, TextureOptions::NEAREST_REPEAT);
        let mut store = self.store();
        let used = store.clock;
        store.pictures.insert(key, CacheEntry { value: handle.clone(), bytes, used });
        forget(&mut store.pictures, PICTURES_BUDGET);
        Some(handle)
    }
}

fn hash(words: &[u16]) -> u64 {
    let mut hasher = DefaultHasher::new();
    words.hash(&mut hasher);
    hasher.finish() | 1
}

/// Drops the least recently used entries, until the rest takes three quarters of the budget.
fn forget<K: Copy + Eq + Hash, T>(kept: &mut HashMap<K, CacheEntry<T>>, budget: usize) {
    let mut total: usize = kept.values().map(|kept| kept.bytes).sum();
    if total <= budget {
        return;
    }
    let mut oldest: Vec<(u64, K)> = kept.iter().map(|(key, kept)| (kept.used, *key)).collect();
    oldest.sort_unstable_by_key(|(used, _)| *used);
    // The newest entry stays, whatever its size.
    oldest.pop();
    for (_, key) in oldest {
        if total <= budget / 4 * 3 {
            break;
        }
        if let Some(gone) = kept.remove(&key) {
            total -= gone.bytes;
        }
    }
}
