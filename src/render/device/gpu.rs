//! The device, and the sentence when there is none that will do.

use std::sync::{Arc, OnceLock};

use super::pipelines::Pipelines;

/// Choice of the adapter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AdapterChoice {
    /// Fastest kind of adapter there is; a software adapter comes last.
    #[default]
    Any,
    /// A software adapter, whose pictures do not depend on the machine.
    Cpu,
    /// Anything but a software adapter.
    Gpu,
}

/// Why nothing can be drawn, or a picture not made.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// What kind was asked for, and what would help.
    #[error("no graphics adapter was found{0}: {1}")]
    NoAdapter(&'static str, &'static str),
    /// Adapter without something that drawing needs.
    #[error("the graphics adapter {adapter} lacks {what}, which drawing needs")]
    Lacks {
        /// Name of the adapter.
        adapter: String,
        /// Missing capability, in words.
        what: &'static str,
    },
    /// Adapter that gives no device.
    #[error("the graphics adapter {adapter} gave no device: {source}")]
    Device {
        /// Name of the adapter.
        adapter: String,
        /// Reason it gives.
        source: wgpu::RequestDeviceError,
    },
    /// Picture that is too large.
    #[error(
        "a picture of {width}x{height} is more than the graphics adapter can draw ({limit}x{limit})"
    )]
    Size {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
        /// Pixels that are possible either way.
        limit: u32,
    },
    /// Device that no longer answers, with the reason in words.
    #[error("the graphics adapter stopped working: {0}")]
    Lost(String),
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
    /// The device beside a window's.
    aside: Arc<OnceLock<Option<Gpu>>>,
}

impl Gpu {
    /// A device without a window.
    ///
    /// # Errors
    /// When no such adapter is installed, or it lacks something.
    pub fn headless(choice: AdapterChoice) -> Result<Self, RenderError> {
        // Looking for OpenGL takes long and loads much; only where there is nothing else.
        let adapter = choose(wgpu::Backends::PRIMARY, choice)
            .or_else(|_| choose(wgpu::Backends::all(), choice))?;
        Self::of_adapter(&adapter)
    }

    fn of_adapter(adapter: &wgpu::Adapter) -> Result<Self, RenderError> {
        let asked = device_descriptor(adapter);
        let (device, queue) = pollster::block_on(adapter.request_device(&asked))
            .map_err(|source| RenderError::Device { adapter: adapter.get_info().name, source })?;
        Self::from_device(adapter, device, queue)
    }

    /// The device for what is drawn on threads while a window shows its own picture: setting up a
    /// window's surface fails when its device is given work meanwhile. Slow the first time; `None`
    /// when there is no second one.
    pub fn aside(&self) -> Option<Self> {
        self.aside.get_or_init(|| Self::of_adapter(&self.adapter).ok()).clone()
    }

    /// The device of a window.
    ///
    /// # Errors
    /// When the adapter lacks something.
    pub fn from_device(
        adapter: &wgpu::Adapter,
        device: wgpu::Device,
        queue: wgpu::Queue,
    ) -> Result<Self, RenderError> {
        let info = adapter.get_info();
        if let Some(what) = lacking(adapter, &device) {
            return Err(RenderError::Lacks { adapter: info.name, what });
        }
        let pipelines = Arc::new(Pipelines::new(&device));
        let (adapter, aside) = (adapter.clone(), Arc::default());
        Ok(Self { device, queue, info, pipelines, adapter, aside })
    }

    /// `llvmpipe (LLVM 19.1.7, 256 bits)`.
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
    /// When the device is lost.
    pub fn wait(&self) -> Result<(), RenderError> {
        self.poll(wgpu::PollType::wait_indefinitely())
    }

    /// Waits until a submission is drawn.
    pub(in crate::render) fn wait_for(
        &self,
        index: wgpu::SubmissionIndex,
    ) -> Result<(), RenderError> {
        self.poll(wgpu::PollType::Wait { submission_index: Some(index), timeout: None })
    }

    fn poll(&self, until: wgpu::PollType) -> Result<(), RenderError> {
        self.device.poll(until).map(drop).map_err(|e| RenderError::Lost(e.to_string()))
    }
}

/// What to ask of an adapter: its own limits, since the defaults of some back-ends allow no
/// storage buffers. For windows, which make the device themselves.
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
        AdapterChoice::Any => ("", "install a Vulkan driver, Mesa's software driver will do"),
        AdapterChoice::Cpu => (" that draws in software", "install Mesa's Vulkan drivers"),
        AdapterChoice::Gpu => (" that is a graphics card", "the software adapter may do"),
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

fn lacking(adapter: &wgpu::Adapter, device: &wgpu::Device) -> Option<&'static str> {
    let has = adapter.get_downlevel_capabilities().flags;
    if !has.contains(wgpu::DownlevelFlags::INDEPENDENT_BLEND) {
        return Some("blending of one target beside others (INDEPENDENT_BLEND)");
    }
    if !has.contains(wgpu::DownlevelFlags::VERTEX_STORAGE) {
        return Some("storage buffers for vertices (VERTEX_STORAGE)");
    }
    if !has.contains(wgpu::DownlevelFlags::COMPUTE_SHADERS) {
        return Some("compute shaders (COMPUTE_SHADERS)");
    }
    let buffers = device.limits().max_storage_buffers_per_shader_stage;
    (buffers < 8).then_some("eight storage buffers in a shader")
}
