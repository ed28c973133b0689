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

import { programEnvironment } from "../src/programs/program-environment.ts";
import { createSpeech } from "../src/synthesis/create-speech.ts";
import { EspeakSpeech, hasEspeak } from "../src/synthesis/espeak.ts";
import { SpeechError } from "../src/synthesis/speech.ts";

const environment = programEnvironment(process.env);
function quiet() {
  return new AbortController().signal;
}

describe("[XT5] speech by espeak-ng", () => {
  let speech: EspeakSpeech;
  beforeEach(() => {
    speech = new EspeakSpeech(environment);
  });
  afterEach(() => speech.close());

  function speak(text: string, language = "en-AU") {
    return speech.speak({ text, language }, quiet());
  }

  test("is one WAV file for all requests of the same text", async () => {
    const [one, two] = await Promise.all([speak("Welcome to 2ZZ."), speak("Welcome to 2ZZ.")]);

    expect(one).toEqual(two);
    const path = one.type === "file" ? one.path : "";
    const bytes = await readFile(path);
    expect(bytes.subarray(0, 4).toString()).toBe("RIFF");
    expect(bytes.length).toBeGreaterThan(8_000);
  });

  test("may be in other languages, and the text may look like an option", async () => {
    const sources = await Promise.all([
      speak("Guten Tag", "de-DE"),
      speak("Hello", "en-US"),
      speak("--version; $(reboot) `ls` <b>"),
      speak("ok", "../../etc/passwd"),
    ]);

    for (const source of sources) {
      expect(source.type).toBe("file");
    }
  });

  test("uses the nearest voice for a language without a voice", async () => {
    for (const language of ["arb", "fil-PH", "gl-ES", "cmn-CN", "yue-HK", "nb-NO", "zh-TW"]) {
      expect((await speak("ok", language)).type).toBe("file");
    }
  });

  test("[XT5] fails with an error that names a language without a voice, and no command or path", async () => {
    const refused = speak("Hello", "xx-YY");

    await expect(refused).rejects.toThrow(/^the language xx-YY is not supported$/);
  });

  test("[XT5] gets PATH from the exchange's environment, and no secrets", async () => {
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

    await other.speak({ text: "New", language: "en" }, quiet());

    const runs = (await readdir(folder)).filter((name) => name.startsWith("run-"));
    expect(runs).toHaveLength(1);
    for (const run of runs) {
      const known = await readFile(join(folder, run), "utf8");
      expect(known).toContain(`PATH=${folder}`);
      expect(known).not.toContain("nobody-else-may-know-it");
    }
  });

  test("[XT5] fails with a SpeechError without path when espeak-ng cannot start", async () => {
    const folder = await mkdtemp(join(tmpdir(), "linedesk-environment-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    await copyFile("/bin/sh", join(folder, "espeak-ng"));
    const writing = await open(join(folder, "espeak-ng"), "r+");
    onTestFinished(() => writing.close());
    const other = new EspeakSpeech({ PATH: folder });
    onTestFinished(() => other.close());

    const refused = other.speak({ text: "New", language: "en" }, quiet());

    await expect(refused).rejects.toThrow(
      new SpeechError("the text could not be converted to speech"),
    );
    expect(hasEspeak({ PATH: folder })).toBe(true);
    expect(hasEspeak({ PATH: tmpdir() })).toBe(false);
  });

  test("refuses a text that is too long", async () => {
    await expect(speak("long ".repeat(1_000))).rejects.toBeInstanceOf(SpeechError);
  });

  test("answers at least 50 of 80 simultaneous requests, and refuses the others", async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 80 }, (_, index) => speak(`Number ${index}`)),
    );

    const made = all.filter(({ status }) => status === "fulfilled").length;
    expect(made).toBeGreaterThanOrEqual(50);
    expect(made).toBeLessThan(80);
  });

  test("leaves no files after it is closed", async () => {
    const source = await speak("Goodbye then");
    const folder = source.type === "file" ? dirname(source.path) : "";

    await speech.close();

    await expect(stat(folder)).rejects.toMatchObject({ code: "ENOENT" });
  });
});

test("[XT5] without a synthesiser, only recorded prompts can be spoken", async () => {
  const speech = createSpeech(false, environment);

  expect(await speech.speak({ text: "Goodbye.", language: "en" }, quiet())).toEqual({
    type: "builtin",
    name: "goodbye",
  });
  await expect(speech.speak({ text: "Anything else", language: "en" }, quiet())).rejects.toThrow(
    "espeak-ng",
  );
  await speech.close();
});
