import type { useTranslations } from "use-intl";

import type { LineDeviceView } from "./line-view.ts";

/**
 * Returns true for a connected browser softphone. The label shows the microphone only on
 * such a line.
 */
export function isConnected({ kind, status }: LineDeviceView): boolean {
  return kind === "browser" && (status === "registered" || status === "standby");
}

/**
 * Returns the fault of the microphone that would prevent a caller on this connected line from
 * hearing anything; `null` without one.
 */
export function findBlock(device: LineDeviceView) {
  const { microphone } = device;
  const isOpen = microphone === "granted" || microphone === "unknown";
  return isConnected(device) && !isOpen ? microphone : null;
}

/** Returns the look of the dot before the device's words. */
export function findDeviceDot(
  device: LineDeviceView,
  isBusy: boolean,
): LineDeviceView["status"] | "blocked" {
  const isSilent = (device.remote?.fault ?? null) !== null;
  return findBlock(device) === null && !isSilent ? findStatus(device, isBusy) : "blocked";
}

/** A call needs no registration, so its line counts as registered until its signalling is lost. */
function findStatus({ kind, status, soundAlive }: LineDeviceView, isBusy: boolean) {
  if (!isBusy || kind === "audio_server" || status === "destroyed") {
    return status;
  }
  return soundAlive === true ? "registering" : "registered";
}

/** Returns the words for a free line where the name of its device has no room. */
export function describeFreeDevice(
  device: LineDeviceView,
  t: ReturnType<typeof useTranslations<"lines">>,
): string {
  const blocked = findBlock(device);
  return blocked === null ? t(`device.${device.status}`) : t(`blocked.${blocked}`);
}
