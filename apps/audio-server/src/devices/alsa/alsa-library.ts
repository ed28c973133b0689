import { type Native, openLibrary, readPointers } from "../open-library.ts";
import { DeviceError } from "../sound-device.ts";

const FILE = "libasound.so.2";

const PROTOTYPES = {
  open: "int snd_pcm_open(_Out_ void **, str, int, int)",
  allocateParams: "int snd_pcm_hw_params_malloc(_Out_ void **)",
  freeParams: "void snd_pcm_hw_params_free(void *)",
  anyParams: "int snd_pcm_hw_params_any(void *, void *)",
  setAccess: "int snd_pcm_hw_params_set_access(void *, void *, int)",
  setFormat: "int snd_pcm_hw_params_set_format(void *, void *, int)",
  setChannels: "int snd_pcm_hw_params_set_channels(void *, void *, uint)",
  setRate: "int snd_pcm_hw_params_set_rate(void *, void *, uint, int)",
  setPeriodNear: "int snd_pcm_hw_params_set_period_time_near(void *, void *, uint *, int *)",
  setBufferNear: "int snd_pcm_hw_params_set_buffer_time_near(void *, void *, uint *, int *)",
  setParams: "int snd_pcm_hw_params(void *, void *)",
  write: "long snd_pcm_writei(void *, int16_t *, ulong)",
  read: "long snd_pcm_readi(void *, _Out_ int16_t *, ulong)",
  available: "long snd_pcm_avail(void *)",
  prepare: "int snd_pcm_prepare(void *)",
  close: "int snd_pcm_close(void *)",
  describeError: "str snd_strerror(int)",
  listHints: "int snd_device_name_hint(int, str, _Out_ void **)",
  readHint: "str snd_device_name_get_hint(void *, str)",
} as const;

export type AlsaLibrary = Record<keyof typeof PROTOTYPES, Native>;

/** Opens Debian's libasound2. Throws DeviceError if it is not installed. */
export function openAlsaLibrary(): AlsaLibrary {
  try {
    return openLibrary(FILE, PROTOTYPES);
  } catch (error) {
    throw new DeviceError(
      `ALSA is not installed. Run apt-get install -y libasound2 (${String(error)}).`,
      {
        cause: error,
      },
    );
  }
}

const ALL_CARDS = -1;

interface AlsaName {
  name: string;
  description: string;
  isOutput: boolean;
  isInput: boolean;
}

/** Returns the names that `aplay -L` and `arecord -L` print. */
export function listAlsa(): AlsaName[] {
  const library = openAlsaLibrary();
  const hints = [null];
  if (Number(library.listHints(ALL_CARDS, "pcm", hints)) < 0) {
    return [];
  }
  return readPointers(hints[0]).flatMap((hint) => {
    const [name, description, direction] = ["NAME", "DESC", "IOID"].map((id) =>
      library.readHint(hint, id),
    );
    if (typeof name !== "string") {
      return [];
    }
    const words = typeof description === "string" ? description.replaceAll("\n", ", ") : "";
    return [
      {
        name,
        description: words,
        isOutput: direction !== "Input",
        isInput: direction !== "Output",
      },
    ];
  });
}
