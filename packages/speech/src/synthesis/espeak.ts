import { execFile, type ExecFileOptions } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { raceAbort } from "@linedesk/base";
import { isProgram } from "../programs/is-program.ts";
import { recordedPrompt } from "./recorded-prompts.ts";
import { SpeechError, type Speech, type SpeechRequest } from "./speech.ts";

const PROGRAM = "espeak-ng";
const MAX_TEXT = 4_096;
const MAX_RUN_MS = 10_000;
const RUNS_AT_ONCE = 2;
const RUNS_WAITING = 50;
const CACHED_FILES = 200;
const MAX_NAME = 20;

type ProgramEnvironment = Readonly<Record<string, string>>;

/** Returns true if this machine can run espeak-ng. */
export function hasEspeak({ PATH = "" }: ProgramEnvironment): boolean {
  return isProgram(PROGRAM, PATH);
}

/** Speech by our recordings or else by espeak-ng, which runs once for each cached WAV file. */
export class EspeakSpeech implements Speech {
  readonly #environment: ProgramEnvironment;
  readonly #files = new Map<string, Promise<string>>();
  #folder: Promise<string> | null = null;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(environment: ProgramEnvironment) {
    this.#environment = environment;
  }

  async speak(request: SpeechRequest, signal: AbortSignal) {
    const recorded = recordedPrompt(request.text);
    if (recorded) {
      return recorded;
    }
    if (request.text.length > MAX_TEXT) {
      throw new SpeechError(`the text is longer than ${MAX_TEXT} characters`);
    }
    const path = await raceAbort(this.#file(request), signal);
    return { type: "file" as const, path };
  }

  async close(): Promise<void> {
    const folder = this.#folder;
    this.#folder = null;
    this.#files.clear();
    if (folder) {
      await rm(await folder, { recursive: true, force: true });
    }
  }

  #file(request: SpeechRequest): Promise<string> {
    const { text, language } = request;
    const voice = voiceFor(language);
    const key = createHash("sha256").update(`${voice}\n${text}`).digest("hex").slice(0, 32);
    const known = this.#files.get(key);
    if (known) {
      return known;
    }
    const made = this.#make(key, voice, request);
    this.#files.set(key, made);
    made.catch(() => this.#files.delete(key));
    this.#forgetOldest();
    return made;
  }

  async #make(key: string, voice: string, { text, language }: SpeechRequest): Promise<string> {
    this.#folder ??= mkdtemp(join(tmpdir(), "linedesk-speech-"));
    const path = join(await this.#folder, `${key}.wav`);
    await this.#takeTurn();
    try {
      const options = ["-v", voice, "-s", "160", "-w", path, "--stdin"];
      await runEspeak(options, text, { language, environment: this.#environment });
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
    return path;
  }

  #takeTurn(): Promise<void> {
    if (this.#waiting.length >= RUNS_WAITING) {
      throw new SpeechError("there are too many concurrent speech requests");
    }
    this.#running += 1;
    if (this.#running <= RUNS_AT_ONCE) {
      return Promise.resolve();
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #forgetOldest(): void {
    const oldest = this.#files.entries().next().value;
    if (this.#files.size <= CACHED_FILES || !oldest) {
      return;
    }
    const [key, file] = oldest;
    this.#files.delete(key);
    // A failed run returns no path to remove.
    file.then((path) => rm(path, { force: true })).catch(() => undefined);
  }
}

function runEspeak(
  options: string[],
  text: string,
  { language, environment }: { language: string; environment: ProgramEnvironment },
): Promise<void> {
  const bounds: ExecFileOptions = {
    timeout: MAX_RUN_MS,
    env: { ...environment, NODE_ENV: "production" },
  };
  return new Promise((resolve, reject) => {
    function fail(cause: unknown, complaint = ""): void {
      const isLanguageUnknown = /voice does not exist/i.test(complaint);
      const message = isLanguageUnknown
        ? `the language ${language.slice(0, MAX_NAME)} is not supported`
        : "the text could not be converted to speech";
      // The author of the document gets this message, so it contains neither the command nor its
      // paths.
      reject(new SpeechError(message, { cause, isLanguageUnknown }));
    }
    try {
      const child = execFile(PROGRAM, options, bounds, (error, _stdout, stderr) =>
        error === null ? resolve() : fail(error, String(stderr)),
      );
      // A broken pipe needs no handling here, because the exit of the process reports it.
      child.stdin?.on("error", () => undefined);
      child.stdin?.end(text);
    } catch (error) {
      // The system cannot start the program, for example without memory or while its file is being
      // written.
      fail(error);
    }
  });
}

const KNOWN_ACCENTS = new Set(["en-us", "pt-br", "es-419", "fr-be", "fr-ch"]);

/** The espeak-ng voices for languages that espeak-ng does not have, or names differently. */
const NEAREST: Readonly<Record<string, string>> = { arb: "ar", fil: "ms", gl: "pt" };

/**
 * Returns the espeak-ng voice for a language. espeak-ng has no Australian English. British English
 * is the nearest, and its name is `en`.
 */
function voiceFor(language: string): string {
  const wanted = language.toLowerCase();
  const [own = "en"] = wanted.split("-");
  const tongue = NEAREST[own] ?? own;
  const plain = /^[a-z]{2,3}$/.test(tongue) ? tongue : "en";
  return KNOWN_ACCENTS.has(wanted) ? wanted : plain;
}
