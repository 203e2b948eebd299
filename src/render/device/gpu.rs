//! The graphics device, and errors if no suitable one is available.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::faults::DeviceFaults;
use super::pipelines::Pipelines;

/// Choice of the adapter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AdapterChoice {
    /// The fastest available adapter; a software adapter is the last choice.
    #[default]
    Any,
    /// A software adapter, whose pictures depend on its version, but not on the machine.
    Cpu,
    /// Anything but a software adapter.
    Gpu,
}

/// Reason why a picture cannot be rendered.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The requested kind of adapter, and a suggestion.
    #[error("no graphics adapter found{0}: {1}")]
    NoAdapter(&'static str, &'static str),
    /// Adapter without a required feature.
    #[error("graphics adapter {adapter} does not support {what}")]
    Lacks {
        /// Name of the adapter.
        adapter: String,
        /// Missing capability, in words.
        what: &'static str,
    },
    /// Adapter that provides no device.
    #[error("graphics adapter {adapter} provides no device: {source}")]
    Device {
        /// Name of the adapter.
        adapter: String,
        /// Reason reported by the adapter.
        source: wgpu::RequestDeviceError,
    },
    /// Supersampling that needs too many pixels.
    #[error(
        "expected at most {limit} rendered pixels, found {pixels}: use fewer samples or a smaller picture"
    )]
    Samples {
        /// Pixels to render.
        pixels: u64,
        /// Maximum number of pixels to render.
        limit: u64,
    },
    /// Picture that is too large.
    #[error(
        "picture size {width}x{height} exceeds the graphics adapter's limit of {limit}x{limit}"
    )]
    Size {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
        /// Maximum width and height in pixels.
        limit: u32,
    },
    /// Device that no longer works, with the reason.
    #[error("the graphics adapter stopped working: {0}")]
    Lost(String),
    /// Commands that failed, with the reason of the first.
    #[error("the graphics adapter cannot draw the picture: {0}")]
    Failed(String),
}

/// A device with our pipelines. Cheap to clone, and shared between threads.
#[derive(Clone, Debug)]
pub struct Gpu {
    /// Device that buffers, textures and pipelines are made on.
    pub device: wgpu::Device,
    /// Queue that commands and uploads are submitted to.
    pub queue: wgpu::Queue,
    info: wgpu::AdapterInfo,
    pub(in crate::render) pipelines: Arc<Pipelines>,
    adapter: wgpu::Adapter,
    faults: DeviceFaults,
    aside: Arc<Mutex<Aside>>,
    /// Marks a separate device as used, as long as a copy of it exists.
    _kept: Option<Arc<Self>>,
}

/// Separate device for background rendering, next to the window's.
#[derive(Debug, Default)]
enum Aside {
    #[default]
    NotCreated,
    Missing,
    Ready {
        gpu: Arc<Gpu>,
        /// Somebody used it since it was last checked.
        used: bool,
    },
}

/// Time between two checks whether the separate device is used.
const INTERVAL: Duration = Duration::from_secs(30);

/// Maximum time of one call that waits for a submission.
const STEP: Duration = Duration::from_secs(1);

/// Releases the separate device once nobody uses it.
fn release_later(aside: &Arc<Mutex<Aside>>) {
    let aside = Arc::downgrade(aside);
    let watch = move || {
        loop {
            std::thread::sleep(INTERVAL);
            if aside.upgrade().is_none_or(|aside| release_unused(&aside)) {
                return;
            }
        }
    };
    // Without a thread, it stays until the end.
    let _ = std::thread::Builder::new().name("graphics device".to_owned()).spawn(watch);
}

/// Releases the separate device if nobody used it since the last call. Returns `true` when no device is
/// left.
fn release_unused(aside: &Mutex<Aside>) -> bool {
    let mut aside = aside.lock().unwrap_or_else(PoisonError::into_inner);
    let Aside::Ready { gpu, used } = &mut *aside else { return true };
    let is_used = Arc::strong_count(gpu) > 1;
    if std::mem::replace(used, is_used) || is_used {
        return false;
    }
    let unused = std::mem::take(&mut *aside);
    drop(aside);
    // Slow: not while others wait for the lock.
    drop(unused);
    true
}

impl Gpu {
    /// Creates a device without a window.
    ///
    /// # Errors
    /// If no such adapter is installed, or a feature is missing.
    pub fn headless(choice: AdapterChoice) -> Result<Self, RenderError> {
        // Searching for OpenGL is slow and loads many libraries: only if nothing else is available.
        let adapter = choose(wgpu::Backends::PRIMARY, choice)
            .or_else(|_| choose(wgpu::Backends::all(), choice))?;
        Self::of_adapter(&adapter)
    }

    /// Largest width and height of a picture, in pixels.
    pub fn longest_side(&self) -> u32 {
        self.device.limits().max_texture_dimension_2d
    }

    fn of_adapter(adapter: &wgpu::Adapter) -> Result<Self, RenderError> {
        let asked = device_descriptor(adapter);
        let (device, queue) = pollster::block_on(adapter.request_device(&asked))
            .map_err(|source| RenderError::Device { adapter: adapter.get_info().name, source })?;
        let faults = DeviceFaults::default();
        faults.watch(&device, || ());
        Self::from_device(adapter, device, queue, faults)
    }

    /// A separate device for rendering on other threads: setting up a window's surface fails if its
    /// device is busy. `None` if there is no second device. Slow if it does not exist yet. It is
    /// released after about a minute without use, since its pipelines take about 80 MB on a software
    /// adapter; not at once, because some adapters do not free all memory of a released device.
    pub fn aside(&self) -> Option<Self> {
        let mut aside = self.aside.lock().unwrap_or_else(PoisonError::into_inner);
        let copy = |gpu: &Arc<Self>| Self { _kept: Some(gpu.clone()), ..Self::clone(gpu) };
        match &mut *aside {
            Aside::Ready { gpu, used } if gpu.faults.lost().is_none() => {
                *used = true;
                return Some(copy(gpu));
            }
            Aside::Missing => return None,
            Aside::Ready { .. } | Aside::NotCreated => {}
        }
        let Ok(gpu) = Self::of_adapter(&self.adapter) else {
            *aside = Aside::Missing;
            return None;
        };
        let gpu = Arc::new(gpu);
        let copied = copy(&gpu);
        *aside = Aside::Ready { gpu, used: true };
        release_later(&self.aside);
        Some(copied)
    }

    /// Releases the separate device if nobody used it since the last call.
    pub fn release_unused_aside(&self) {
        release_unused(&self.aside);
    }

    /// Faults of the device that were not returned by a call.
    pub fn faults(&self) -> &DeviceFaults {
        &self.faults
    }

    /// Wraps the device of a window, whose `faults` are watched.
    ///
    /// # Errors
    /// If a required feature is missing.
    pub fn from_device(
        adapter: &wgpu::Adapter,
        device: wgpu::Device,
        queue: wgpu::Queue,
        faults: DeviceFaults,
    ) -> Result<Self, RenderError> {
        let info = adapter.get_info();
        if let Some(what) = missing_feature(adapter, &device) {
            return Err(RenderError::Lacks { adapter: info.name, what });
        }
        let pipelines = Arc::new(Pipelines::new(&device));
        let (adapter, aside) = (adapter.clone(), Arc::default());
        Ok(Self { device, queue, info, pipelines, adapter, faults, aside, _kept: None })
    }

    /// Adapter name, such as `llvmpipe (LLVM 19.1.7, 256 bits)`.
    pub fn adapter(&self) -> &str {
        &self.info.name
    }

    /// The adapter computes on the processor.
    pub fn is_software(&self) -> bool {
        self.info.device_type == wgpu::DeviceType::Cpu
    }

    /// Waits until everything submitted is drawn.
    ///
    /// # Errors
    /// If the device is lost.
    pub fn wait(&self) -> Result<(), RenderError> {
        self.wait_until(None)
    }

    /// Waits until a submission is drawn.
    pub(in crate::render) fn wait_for(
        &self,
        index: wgpu::SubmissionIndex,
    ) -> Result<(), RenderError> {
        self.wait_until(Some(index))
    }

    /// Waits in steps: a driver that misses the end of a submission, as software drivers may if several
    /// threads wait, is asked again.
    fn wait_until(&self, submission: Option<wgpu::SubmissionIndex>) -> Result<(), RenderError> {
        loop {
            let (submission_index, timeout) = (submission.clone(), Some(STEP));
            match self.poll(wgpu::PollType::Wait { submission_index, timeout }) {
                Ok(wgpu::PollStatus::Poll) => {}
                ended => return ended.map(drop),
            }
        }
    }

    /// Calls the callbacks of finished work, without waiting. A lost device is reported by its
    /// [`DeviceFaults`].
    pub(in crate::render) fn poll_callbacks(&self) {
        let _ = self.poll(wgpu::PollType::Poll);
    }

    /// Fails if the device is lost, or if a command failed since the last call.
    pub(in crate::render) fn check(&self) -> Result<(), RenderError> {
        if let Some(why) = self.faults.lost() {
            return Err(RenderError::Lost(why.to_owned()));
        }
        self.faults.take_error().map_or(Ok(()), |why| Err(RenderError::Failed(why)))
    }

    /// Returns [`wgpu::PollStatus::Poll`] if the time of a wait is over.
    fn poll(&self, until: wgpu::PollType) -> Result<wgpu::PollStatus, RenderError> {
        if let Some(why) = self.faults.lost() {
            return Err(RenderError::Lost(why.to_owned()));
        }
        // Polling panics if the device is lost during the call.
        match catch_unwind(AssertUnwindSafe(|| self.device.poll(until))) {
            Ok(Err(wgpu::PollError::Timeout)) => Ok(wgpu::PollStatus::Poll),
            Ok(polled) => polled.map_err(|e| RenderError::Lost(e.to_string())),
            Err(_) => Err(RenderError::Lost(self.faults.lost().unwrap_or("unknown").to_owned())),
        }
    }
}

/// Device descriptor with the adapter's own limits, since the defaults of some back-ends allow no storage
/// buffers. For windows, which create the device themselves.
pub fn device_descriptor(adapter: &wgpu::Adapter) -> wgpu::DeviceDescriptor<'static> {
    // A software adapter's buffers are plain memory, which can be filled in place.
    let in_place = match adapter.get_info().device_type {
        wgpu::DeviceType::Cpu => wgpu::Features::MAPPABLE_PRIMARY_BUFFERS,
        _ => wgpu::Features::empty(),
    };
    wgpu::DeviceDescriptor {
        label: Some("gouraud"),
        required_features: in_place & adapter.features(),
        required_limits: adapter.limits(),
        memory_hints: wgpu::MemoryHints::MemoryUsage,
        ..Default::default()
    }
}

fn choose(backends: wgpu::Backends, choice: AdapterChoice) -> Result<wgpu::Adapter, RenderError> {
    let mut description = wgpu::InstanceDescriptor::new_without_display_handle_from_env();
    description.backends &= backends;
    let instance = wgpu::Instance::new(description);
    let mut adapters = pollster::block_on(instance.enumerate_adapters(backends));
    let is_cpu = |a: &wgpu::Adapter| a.get_info().device_type == wgpu::DeviceType::Cpu;
    let kind = match choice {
        AdapterChoice::Any => ("", "install a Vulkan driver, such as Mesa's software driver"),
        AdapterChoice::Cpu => (" for software rendering", "install Mesa's Vulkan drivers"),
        AdapterChoice::Gpu => (" with hardware acceleration", "try the software adapter"),
    };
    adapters.retain(|adapter| match choice {
        AdapterChoice::Any => true,
        AdapterChoice::Cpu => is_cpu(adapter),
        AdapterChoice::Gpu => !is_cpu(adapter),
    });
    let rank = |a: &wgpu::Adapter| {
        let info = a.get_info();
        let device = match info.device_type {
            wgpu::DeviceType::DiscreteGpu => 0,
            wgpu::DeviceType::IntegratedGpu => 1,
            wgpu::DeviceType::VirtualGpu => 2,
            wgpu::DeviceType::Other => 3,
            wgpu::DeviceType::Cpu => 4,
        };
        (device, u8::from(info.backend == wgpu::Backend::Gl))
    };
    adapters.into_iter().min_by_key(rank).ok_or(RenderError::NoAdapter(kind.0, kind.1))
}

fn missing_feature(adapter: &wgpu::Adapter, device: &wgpu::Device) -> Option<&'static str> {
    let has = adapter.get_downlevel_capabilities().flags;
    if !has.contains(wgpu::DownlevelFlags::INDEPENDENT_BLEND) {
        return Some("independent blending of targets (INDEPENDENT_BLEND)");
    }
    if !has.contains(wgpu::DownlevelFlags::VERTEX_STORAGE) {
        return Some("storage buffers for vertices (VERTEX_STORAGE)");
    }
    if !has.contains(wgpu::DownlevelFlags::COMPUTE_SHADERS) {
        return Some("compute shaders (COMPUTE_SHADERS)");
    }
    let buffers = device.limits().max_storage_buffers_per_shader_stage;
    (buffers < 8).then_some("eight storage buffers per shader stage")
}
