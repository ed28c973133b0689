import { type BrowserStorage, createBrowserStorage } from "../lib/browser-storage.ts";
import { type PageTimers, pageTimers } from "../lib/page-timers.ts";
import { type AudioDevices, watchAudioDevices } from "./audio/audio-devices.ts";
import { DeskMicrophone } from "./audio/desk-microphone.ts";
import { type Microphone, watchMicrophone } from "./audio/microphone.ts";
import { createNotifier, type Notifier } from "./desk/ringing/desktop-notifications.ts";
import { reportError } from "./session/server-clients.ts";

export interface ConsolePage {
  window: Window;
  timers: PageTimers;
  storage: BrowserStorage;
  notifier: Notifier;
  microphone: Microphone;
  deskMicrophone: DeskMicrophone;
  audioDevices: AudioDevices;
  log: (code: string, error: unknown) => void;
}

export function createConsolePage(window: Window): ConsolePage {
  const { mediaDevices, permissions } = window.navigator;
  function log(code: string, error: unknown): void {
    reportError(window, code, error);
  }
  return {
    window,
    timers: pageTimers(window),
    storage: createBrowserStorage(window.localStorage, (error) => log("STORAGE", error)),
    notifier: createNotifier(window),
    microphone: watchMicrophone(mediaDevices, permissions),
    deskMicrophone: new DeskMicrophone(
      (constraints) => mediaDevices.getUserMedia(constraints),
      () => mediaDevices.enumerateDevices(),
    ),
    audioDevices: watchAudioDevices(mediaDevices),
    log,
  };
}
