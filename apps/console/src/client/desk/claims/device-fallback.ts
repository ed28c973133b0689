import type { AudioChoice, AudioDevices } from "../../audio/audio-devices.ts";
import { noticed } from "../../store/desk-slice.ts";
import type { Notice } from "../../store/desk-state.ts";
import { selectIsBusy } from "../../store/select-calls.ts";
import type { Store } from "../../store/store.ts";
import { pageWords } from "../../words/page-words.ts";

type Kind = "input" | "output" | "ringer";

export interface DeviceFallbackOptions {
  store: Store;
  devices: AudioDevices;
  chosen: (station: string, kind: Kind) => string;
  choose: (station: string, kind: Kind, device: string) => void;
}

const kinds: readonly Kind[] = ["input", "output", "ringer"];

/**
 * Replaces an unplugged device by the default device and reports this. Returns a function that
 * stops it.
 */
export function replaceLostDevices(options: DeviceFallbackOptions): () => void {
  const { store, devices, chosen, choose } = options;
  const seen = new Set<string>();
  function checkDevices(): void {
    const { station } = store.getState().calls;
    for (const { id } of [...devices.inputs, ...devices.outputs]) {
      seen.add(id);
    }
    if (station === null) {
      return;
    }
    for (const kind of kinds) {
      const device = chosen(station, kind);
      if (isGone(device, kind === "input" ? devices.inputs : devices.outputs, seen)) {
        choose(station, kind, "default");
        store.dispatch(noticed(describeLoss(store, kind)));
      }
    }
  }
  return devices.onChange(checkDevices);
}

/**
 * Returns true for a chosen device that the browser no longer lists. Before the microphone is
 * allowed it returns false, because until then the browser lists no names.
 */
function isGone(device: string, all: readonly AudioChoice[], seen: ReadonlySet<string>): boolean {
  const isNamed = all.length > 0 || seen.has(device);
  return device !== "default" && isNamed && all.every(({ id }) => id !== device);
}

function describeLoss(store: Store, kind: Kind): Notice {
  const state = store.getState();
  const line = (["line1", "line2"] as const).find((one) => selectIsBusy(state, one)) ?? null;
  const notice: Notice = {
    id: `device:${kind}`,
    tone: "warning",
    words: pageWords()(`notices.lost.${kind}`),
    code: null,
    line,
  };
  return kind === "input" ? { ...notice, urgent: true } : notice;
}
