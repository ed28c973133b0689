import type { DeviceLine, DevicePreset } from "@linedesk/contract";
import type { BrowserStorage } from "../../lib/browser-storage.ts";

/** The audio server that this browser has chosen for the line; null: the browser itself. */
export function readServer(storage: BrowserStorage, line: DeviceLine): string | null {
  const config = storage.deviceConfig(line);
  return config?.type === "audio_server" ? (config.id ?? null) : null;
}

/** A line of one's own choice is no preset's any more. */
export function chooseServer(
  storage: BrowserStorage,
  line: DeviceLine,
  server: string | null,
): void {
  storage.saveDevicePreset(null);
  saveServer(storage, line, server);
}

/** A preset sets both lines; none gives both back to the browser. */
export function choosePreset(storage: BrowserStorage, preset: DevicePreset | null): void {
  storage.saveDevicePreset(preset?.id ?? null);
  saveServer(storage, "line1", preset?.line1?.id ?? null);
  saveServer(storage, "line2", preset?.line2?.id ?? null);
}

function saveServer(storage: BrowserStorage, line: DeviceLine, server: string | null): void {
  storage.saveDeviceConfig(line, server === null ? null : { type: "audio_server", id: server });
}
