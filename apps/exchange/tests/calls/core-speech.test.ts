import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EspeakSpeech, hasEspeak } from "../../src/speech/espeak.ts";
import { SpeechError } from "../../src/speech/speech.ts";
import { createSpeech } from "../../src/speech/create-speech.ts";

const isHere = await hasEspeak();
const quiet = () => new AbortController().signal;

describe.runIf(isHere)("[XT5] speech by espeak-ng", () => {
  let speech: EspeakSpeech;
  beforeEach(() => {
    speech = new EspeakSpeech();
  });
  afterEach(() => speech.close());

  const speak = (text: string, language = "en-AU", voice = "") =>
    speech.speak({ text, language, voice }, quiet());

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

    for (const source of sources) expect(source.type).toBe("file");
  });

  test("[XT46] says SSML with its breaks, and not the marks", async () => {
    const lengthOf = async (ssml: string | null) => {
      const request = { text: "one two", ssml, language: "en-AU", voice: "" };
      const source = await speech.speak(request, quiet());
      return (await stat(source.type === "file" ? source.path : "")).size;
    };

    const [plain, paused] = await Promise.all([
      lengthOf(null),
      lengthOf('<speak>one <break time="2000ms"/>two</speak>'),
    ]);

    // Two seconds more of 22,050 samples of two bytes.
    expect(paused - plain).toBeGreaterThan(60_000);
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

test("[XT6] without a synthesiser only what is recorded can be said", async () => {
  const speech = createSpeech(false);

  expect(await speech.speak({ text: "Goodbye.", language: "en", voice: "" }, quiet())).toEqual({
    type: "builtin",
    name: "goodbye",
  });
  await expect(
    speech.speak({ text: "Anything else", language: "en", voice: "" }, quiet()),
  ).rejects.toThrow("espeak-ng");
  await speech.close();
});
