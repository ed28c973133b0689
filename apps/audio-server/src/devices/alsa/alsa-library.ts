import { type Native, openLibrary } from "../open-library.ts";
import { DeviceError } from "../sound-device.ts";

const FILE = "libasound.so.2";

const PROTOTYPES = {
  open: "int snd_pcm_open(_Out_ void **, str, int, int)",
  setParams: "int snd_pcm_set_params(void *, int, int, uint, uint, int, uint)",
  write: "long snd_pcm_writei(void *, int16_t *, ulong)",
  read: "long snd_pcm_readi(void *, _Out_ int16_t *, ulong)",
  available: "long snd_pcm_avail_update(void *)",
  start: "int snd_pcm_start(void *)",
  prepare: "int snd_pcm_prepare(void *)",
  close: "int snd_pcm_close(void *)",
  describeError: "str snd_strerror(int)",
} as const;

export type AlsaLibrary = Record<keyof typeof PROTOTYPES, Native>;

/** Debian's libasound2. Throws DeviceError where it is not there. */
export function openAlsaLibrary(): AlsaLibrary {
  try {
    return openLibrary(FILE, PROTOTYPES);
  } catch (error) {
    throw new DeviceError(`ALSA is not there: apt-get install -y libasound2 (${String(error)}).`, {
      cause: error,
    });
  }
}
