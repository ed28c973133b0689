import {
  chmod,
  copyFile,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";

import { parseWav } from "@linedesk/audio";
import type { AudioSource } from "@linedesk/media";
import { programEnvironment } from "../src/programs/program-environment.ts";
import { createSpeech } from "../src/synthesis/create-speech.ts";
import { EspeakSpeech, hasEspeak } from "../src/synthesis/espeak.ts";
import { SpeechError } from "../src/synthesis/speech.ts";

const environment = programEnvironment(process.env);
/** Of a voice in a WAV file: the most frequent length of its periods, by autocorrelation. */
async function pitchOf(source: AudioSource): Promise<number> {
  const wav = parseWav(await readFile(source.type === "file" ? source.path : ""));
  const frame = Math.round(wav.sampleRate * 0.04);
  const found: number[] = [];
  for (let at = 0; at + 2 * frame < wav.samples.length; at += frame) {
    const lag = strongestLag(wav.samples.subarray(at, at + 2 * frame), wav.sampleRate);
    if (lag !== null) {
      found.push(wav.sampleRate / lag);
    }
  }
  return found.toSorted((one, other) => one - other)[Math.floor(found.length / 2)] ?? 0;
}

/** Between 70 and 320 Hz; null where the sound has no pitch. */
function strongestLag(samples: Float32Array, sampleRate: number): number | null {
  const half = samples.length / 2;
  function likeness(lag: number) {
    let [product, one, other] = [0, 0, 0];
    for (let i = 0; i < half; i += 1) {
      const [a, b] = [samples[i] ?? 0, samples[i + lag] ?? 0];
      product += a * b;
      one += a * a;
      other += b * b;
    }
    return one * other < 1e-6 ? 0 : product / Math.sqrt(one * other);
  }
  let best = { lag: 0, likeness: 0.8 };
  let [before, like] = [1, 1];
  for (let lag = Math.round(sampleRate / 320); lag < sampleRate / 70 && lag < half; lag += 1) {
    const next = likeness(lag + 1);
    // A peak; the slope from no lag at all is none.
    if (like > before && like >= next && like > best.likeness) {
      best = { lag, likeness: like };
    }
    [before, like] = [like, next];
  }
  return best.lag === 0 ? null : best.lag;
}

function quiet() {
  return new AbortController().signal;
}

describe("[XT5] speech by espeak-ng", () => {
  let speech: EspeakSpeech;
  beforeEach(() => {
    speech = new EspeakSpeech(environment);
  });
  afterEach(() => speech.close());

  function speak(text: string, language = "en-AU", voice = "") {
    return speech.speak({ text, language, voice }, quiet());
  }

  test("makes a WAV file of the text, once for all who ask", async () => {
    const [one, two] = await Promise.all([speak("Welcome to 2ZZ."), speak("Welcome to 2ZZ.")]);

    expect(one).toEqual(two);
    const path = one.type === "file" ? one.path : "";
    const bytes = await readFile(path);
    expect(bytes.subarray(0, 4).toString()).toBe("RIFF");
    expect(bytes.length).toBeGreaterThan(8_000);
  });

  test("speaks other languages and voices, and text that looks like an option", async () => {
    const sources = await Promise.all([
      speak("Guten Tag", "de-DE"),
      speak("Hello", "en-US", "woman"),
      speak("--version; $(reboot) `ls` <b>"),
      speak("ok", "../../etc/passwd"),
    ]);

    for (const source of sources) {
      expect(source.type).toBe("file");
    }
  });

  test("[XT78] a woman's voice is higher than a man's, by name and in every language", async () => {
    for (const [woman, man, language] of [
      ["Polly.Joanna-Neural", "Polly.Matthew-Neural", "en-US"],
      ["Google.de-DE-Chirp3-HD-Kore", "Google.de-DE-Chirp3-HD-Puck", "de-DE"],
      ["woman", "man", "en-AU"],
    ] as const) {
      const [high, low] = await Promise.all(
        [woman, man].map(async (voice) =>
          pitchOf(await speak("One, two, three.", language, voice)),
        ),
      );

      expect((high ?? 0) / (low ?? 1)).toBeGreaterThan(1.2);
    }
  });

  test("[XT78] languages that espeak-ng has no voice for are spoken by the nearest", async () => {
    for (const language of ["arb", "fil-PH", "gl-ES", "cmn-CN", "yue-HK", "nb-NO", "zh-TW"]) {
      expect((await speak("ok", language)).type).toBe("file");
    }
  });

  test("[XT5] says SSML with its breaks, and not the marks", async () => {
    async function lengthOf(ssml: string | null) {
      const request = { text: "one two", ssml, language: "en-AU", voice: "" };
      const source = await speech.speak(request, quiet());
      return (await stat(source.type === "file" ? source.path : "")).size;
    }

    const [plain, paused] = await Promise.all([
      lengthOf(null),
      lengthOf('<speak>one <break time="2000ms"/>two</speak>'),
    ]);

    // Two seconds more of 22,050 samples of two bytes.
    expect(paused - plain).toBeGreaterThan(60_000);
  });

  test("[XT78] a language that it has no voice for is named, and no command or path is", async () => {
    const refused = speak("Hello", "xx-YY");

    await expect(refused).rejects.toThrow(/^the language xx-YY is not spoken here$/);
  });

  test("[XT5] espeak-ng is told where things are, and nothing else of the exchange's", async () => {
    const folder = await mkdtemp(join(tmpdir(), "linedesk-environment-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const program = `#!/bin/sh\nenv > "$(mktemp "${folder}/run-XXXXXX")"\n`;
    await writeFile(join(folder, "espeak-ng"), program);
    await chmod(join(folder, "espeak-ng"), 0o755);
    vi.stubEnv("PATH", `${folder}:${process.env["PATH"]}`);
    vi.stubEnv("SESSION_SECRET", "nobody-else-may-know-it");
    onTestFinished(() => void vi.unstubAllEnvs());
    const environment = programEnvironment(process.env);
    const other = new EspeakSpeech(environment);
    onTestFinished(() => other.close());

    await other.speak({ text: "New", language: "en", voice: "" }, quiet());

    const runs = (await readdir(folder)).filter((name) => name.startsWith("run-"));
    expect(runs).toHaveLength(1);
    for (const run of runs) {
      const known = await readFile(join(folder, run), "utf8");
      expect(known).toContain(`PATH=${folder}`);
      expect(known).not.toContain("nobody-else-may-know-it");
    }
  });

  test("[XT78] an espeak-ng that the system does not start is no worse than a text it cannot say", async () => {
    const folder = await mkdtemp(join(tmpdir(), "linedesk-environment-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    await copyFile("/bin/sh", join(folder, "espeak-ng"));
    const writing = await open(join(folder, "espeak-ng"), "r+");
    onTestFinished(() => writing.close());
    const other = new EspeakSpeech({ PATH: folder });
    onTestFinished(() => other.close());

    const refused = other.speak({ text: "New", language: "en", voice: "" }, quiet());

    await expect(refused).rejects.toThrow(new SpeechError("the text could not be made speech of"));
    expect(hasEspeak({ PATH: folder })).toBe(true);
    expect(hasEspeak({ PATH: tmpdir() })).toBe(false);
  });

  test("refuses a text that is too long", async () => {
    await expect(speak("long ".repeat(1_000))).rejects.toBeInstanceOf(SpeechError);
  });

  test("many at once are made one after the other, and too many are refused", async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 80 }, (_, index) => speak(`Number ${index}`)),
    );

    const made = all.filter(({ status }) => status === "fulfilled").length;
    expect(made).toBeGreaterThanOrEqual(50);
    expect(made).toBeLessThan(80);
  });

  test("leaves nothing behind", async () => {
    const source = await speak("Goodbye then");
    const folder = source.type === "file" ? dirname(source.path) : "";

    await speech.close();

    await expect(stat(folder)).rejects.toMatchObject({ code: "ENOENT" });
  });
});

test("[XT5] without a synthesiser only what is recorded can be said", async () => {
  const speech = createSpeech(false, environment);

  expect(await speech.speak({ text: "Goodbye.", language: "en", voice: "" }, quiet())).toEqual({
    type: "builtin",
    name: "goodbye",
  });
  await expect(
    speech.speak({ text: "Anything else", language: "en", voice: "" }, quiet()),
  ).rejects.toThrow("espeak-ng");
  await speech.close();
});
