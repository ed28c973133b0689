import type { SettingChange, UserSettings } from "./settings.ts";

/** More stations than anybody clears the chat of; the oldest entry gives way. */
const MAX_CLEARED = 500;

/**
 * The settings after one change; each setting name sets its key [ST5, ST6, ST7, ST8]. The server
 * stores what this answers, and the console shows it before the server has answered.
 */
export function applyChange(settings: UserSettings, change: SettingChange): UserSettings {
  switch (change.setting) {
    case "UPDATE":
      return change.value;
    case "AUTOMOVEVERIFY":
      return { ...settings, autoMoveOnVerify: change.value };
    case "MUTEDEVICE":
      return { ...settings, muteDevice: change.value };
    case "VIEW":
      return { ...settings, view: change.value };
    case "SWITCHBAHAVIOR":
      return { ...settings, switchCallBehvaior: change.value };
    case "CONFERENCEENDBEHAVIOR":
      return { ...settings, endConferenceBehavior: change.value };
    case "CALLERCOUNT":
      return { ...settings, callerCount: change.value };
    case "STATIONS":
      return { ...settings, stations: { ...settings.stations, callStations: change.value } };
    case "CHATSTATION":
      return { ...settings, chatStation: change.value };
    case "ACTIVEQUEUESTATION":
      return { ...settings, activeQueueStation: change.value };
    case "THEME":
      return { ...settings, theme: change.value };
    case "CHATCLEARED":
      return { ...settings, chatCleared: clear(settings.chatCleared, change.value) };
    case "SHORTCUTS":
      return { ...settings, shortcuts: change.value };
    case "SOUNDS":
      return { ...settings, sounds: change.value };
    case "LOCALE":
      return { ...settings, locale: change.value };
  }
}

function clear(
  cleared: UserSettings["chatCleared"],
  [station, at]: [string, string],
): UserSettings["chatCleared"] {
  const entries = Object.entries({ ...cleared, [station]: at });
  const byAge = entries.toSorted(([, one], [, other]) => one.localeCompare(other));
  return Object.fromEntries(byAge.slice(-MAX_CLEARED));
}
