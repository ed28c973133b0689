import { createRequire } from "node:module";

import type { Call } from "@twilio/voice-sdk";

import { installBrowser } from "./browser-shims.ts";
import type { Request } from "./control.ts";
import { Microphone } from "./microphone.ts";
import { PcmAudioProbe } from "./pcm-audio-probe.ts";
import { SdkDriver } from "./sdk-driver.ts";
import type { VoiceSdk } from "./sdk-environment.ts";

/**
 * This process runs one unmodified Voice SDK device. The parent controls it over the process
 * channel.
 */
const sockets = installBrowser();
// The package's ES build does not load in Node, so the CommonJS build is used.
const sdk = createRequire(import.meta.url)("@twilio/voice-sdk") as VoiceSdk;
const microphone = new Microphone();

const sounds = Object.fromEntries(
  ["incoming", "outgoing", "disconnect"].map((name) => [name, `http://127.0.0.1/${name}.wav`]),
);

/** The options that every device needs outside a browser. */
const shimOptions = {
  dscp: false,
  publishEvents: false,
  fileInputStream: microphone.stream,
  codecPreferences: ["pcmu"],
  sounds,
  logLevel: process.env["VOICE_CLIENT_LOG"] ?? "silent",
};

function earphoneOf(call: Call): PcmAudioProbe | null {
  const track = call.getRemoteStream()?.getAudioTracks()[0];
  return track === undefined ? null : new PcmAudioProbe(track);
}

const driver = new SdkDriver({
  sdk,
  deviceOptions: () => shimOptions,
  say: (frequencyHz) => microphone.say(frequencyHz),
  listenTo: earphoneOf,
  dropSocket(awayMs) {
    sockets.awayUntilMs = performance.now() + awayMs;
    sockets.last?.terminate();
  },
  report: (message) => process.send?.(message),
});

// The SDK leaves some rejections and errors of its timers unhandled if a call ends at once. A
// browser only logs them.
process.on("unhandledRejection", (error) => driver.emit("unhandledRejection", null, error));
process.on("uncaughtException", (error) => driver.emit("uncaughtException", null, error));
process.on("message", (request) => void driver.answer(request as Request));
process.on("disconnect", () => process.exit(0));
driver.emit("up", null, null);
