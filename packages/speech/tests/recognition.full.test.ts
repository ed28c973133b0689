import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { parseWav, resample } from "@linedesk/audio";
import { systemClock } from "@linedesk/base";
import { programEnvironment } from "../src/programs/program-environment.ts";
import { createRecogniser } from "../src/recognition/create-recogniser.ts";

const TELEPHONE_HZ = 8_000;
const RECOGNISER_HZ = 16_000;
const TIMEOUT_MS = 60_000;

// Pocketsphinx as a process, with sound of which a busy machine loses nothing on the way.
const recogniser = createRecogniser(
  { command: null, environment: programEnvironment(process.env) },
  { ...systemClock, after: () => () => undefined },
);
let folder = "";
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "linedesk-speech-"))));
afterAll(async () => {
  await recogniser.close();
  rmSync(folder, { recursive: true, force: true });
});

/** As it comes through a telephone. */
function speak(text: string): Int16Array {
  const path = join(folder, "speech.wav");
  execFileSync("flite", ["-voice", "rms", "-t", text, "-o", path]);
  const { samples, sampleRate } = parseWav(readFileSync(path));
  const narrow = resample(samples, sampleRate, TELEPHONE_HZ);
  return Int16Array.from(resample(narrow, TELEPHONE_HZ, RECOGNISER_HZ), (each) => each * 32_767);
}

test.each([
  ["seven nine one", "791"],
  ["main menu", "main menu"],
  ["technical support", "Technical Support"],
])(
  "with numbers_and_commands '%s' is heard as %s",
  async (spoken, text) => {
    const hints = "Sales, Technical Support";
    const request = { language: "en-US", hints, speechModel: "numbers_and_commands" };
    const recognition = recogniser.begin(request, () => undefined);
    recognition.write(speak(spoken));

    expect(await recognition.finish()).toMatchObject({ type: "recognised", text });
  },
  TIMEOUT_MS,
);
