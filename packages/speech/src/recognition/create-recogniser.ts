import { access } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

import type { Clock } from "@linedesk/base";
import { ProcessRecogniser } from "./process-recogniser.ts";
import type { Recogniser } from "./recogniser.ts";

/** A model of our own takes 180 MB, one of a station's choice some gigabytes. */
const MAX_MEMORY_BYTES = 4 * 1024 ** 3;
const limits = { maxRunning: 4, maxWaiting: 20, maxMemoryBytes: MAX_MEMORY_BYTES };
const MODEL = "/usr/share/pocketsphinx/model/en-us/en-us.lm.bin";

export interface RecogniserChoice {
  /** The station's own program with its first arguments; null is ours. */
  command: readonly string[] | null;
  /** What the program is given of our environment. */
  environment: Readonly<Record<string, string>>;
}

/** The station's own recogniser, else ours. */
export function createRecogniser(
  { command, environment }: RecogniserChoice,
  clock: Clock,
): Recogniser {
  const common = { ...limits, clock, environment };
  if (command !== null) {
    // What it knows is its own affair, and told when it is asked.
    function refuse() {
      return Promise.resolve(null);
    }
    return new ProcessRecogniser({ ...common, words: command, refuse });
  }
  return new ProcessRecogniser({ ...common, words: ownCommand(), refuse: refuseForeign });
}

const refuseForeign: Recogniser["refuse"] = async ({ language }) => {
  if (!(await hasModel())) {
    const message =
      "speech is not recognised because pocketsphinx is not installed " +
      "(apt install pocketsphinx pocketsphinx-en-us)";
    return { type: "failed", code: "missing", message };
  }
  if (/^en(-|$)/i.test(language)) {
    return null;
  }
  const message = `${language} is not recognised here: only English is`;
  return { type: "failed", code: "language", message };
};

export async function hasModel(): Promise<boolean> {
  try {
    await access(MODEL);
    return true;
  } catch {
    // It is not installed.
    return false;
  }
}

/** As a bundle beside this one; from sources with tsx, wherever the process was started. */
function ownCommand(): string[] {
  if (!import.meta.url.endsWith(".ts")) {
    return [process.execPath, fileURLToPath(new URL("./speech-recogniser.js", import.meta.url))];
  }
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  const source = new URL("./sphinx/sphinx-recogniser.ts", import.meta.url);
  return [process.execPath, "--import", tsx, fileURLToPath(source)];
}
