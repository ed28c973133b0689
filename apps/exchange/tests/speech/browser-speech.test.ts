import { readFileSync } from "node:fs";

import { afterAll, expect, test } from "vitest";

import { joinSamples, parseWav, resample, silence, writeWav } from "@linedesk/audio";
import { type ChromiumScene, inChromium } from "../browsers/chromium-scene.ts";
import { eventually } from "../support/booted-exchange.ts";
import { Cleanup } from "../support/sip-support.ts";
import { speakIntoFile } from "./spoken.ts";

// The voice SDK in Chromium, a real Opus stream, our voice detection, and pocketsphinx.

const TIMEOUT_MS = 120_000;
const sampleRate = 48_000;
const SENTENCE = "my name is peter and I am calling from the airport";

const cleanup = new Cleanup();
let scene: ChromiumScene;
inChromium((one) => (scene = one), undefined, overAndOver(SENTENCE));
afterAll(() => cleanup.run());

/** The sentence at 48 kHz, and a pause that is longer than one between two words. */
function overAndOver(text: string): Uint8Array {
  const spoken = parseWav(readFileSync(speakIntoFile(cleanup, text)));
  const words = Int16Array.from(
    resample(spoken.samples, spoken.sampleRate, sampleRate),
    (sample) => sample * 32_767,
  );
  return writeWav(joinSamples([words, silence(5000, sampleRate)]), sampleRate);
}

test(
  "[XS31] free text of a browser that speaks Opus comes to the action",
  async () => {
    const { web } = scene.booted;
    const listen = `<Gather input="speech" action="/said" speechTimeout="2" timeout="20"/>`;
    web.answer("/voice", listen);
    // The microphone may be in the midst of it when the call begins: then it says it again.
    web.answer("/said", listen);
    const codecPreferences = ["opus" as const, "pcmu" as const];
    const alice = await scene.page("alice", { microphone: "device", codecPreferences });

    const call = await alice.connect();

    await call.waitFor("accept");
    const whole = await eventually(
      async () => web.requestsTo("/said").map(({ params }) => params),
      (results) =>
        results.some(({ SpeechResult = "" }) => SpeechResult.startsWith("my name is peter")),
      TIMEOUT_MS / 2,
    );
    expect((await call.streams()).codec).toBe("audio/opus");
    expect(whole.at(-1)?.["SpeechResult"]).toContain("calling from the airport");
    expect(Number(whole.at(-1)?.["Confidence"])).toBeGreaterThan(0.3);
  },
  TIMEOUT_MS,
);
