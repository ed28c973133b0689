import { pageWords } from "../words/page-words.ts";

export interface AudioChoice {
  id: string;
  label: string;
}

export interface AudioDevices {
  readonly inputs: AudioChoice[];
  readonly outputs: AudioChoice[];
  onChange: (listener: () => void) => () => void;
  refresh(): Promise<void>;
}

export function watchAudioDevices(devices: MediaDevices): AudioDevices {
  let inputs: AudioChoice[] = [];
  let outputs: AudioChoice[] = [];
  const listeners = new Set<() => void>();
  async function refresh(): Promise<void> {
    const all = await devices.enumerateDevices();
    inputs = choices(all, "audioinput", "notices.microphoneNumber");
    outputs = choices(all, "audiooutput", "notices.outputNumber");
    for (const listener of listeners) {
      listener();
    }
  }
  devices.addEventListener("devicechange", () => void refresh());
  return {
    get inputs() {
      return inputs;
    },
    get outputs() {
      return outputs;
    },
    refresh,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

type NumberedName = "notices.microphoneNumber" | "notices.outputNumber";

/**
 * Without permission for the microphone, the labels of devices are empty, so devices get numbers.
 */
function choices(all: MediaDeviceInfo[], kind: MediaDeviceKind, name: NumberedName): AudioChoice[] {
  const t = pageWords();
  return all
    .filter(
      (device) => device.kind === kind && device.deviceId !== "" && device.deviceId !== "default",
    )
    .map((device, index) => ({
      id: device.deviceId,
      label: device.label === "" ? t(name, { number: String(index + 1) }) : device.label,
    }));
}
