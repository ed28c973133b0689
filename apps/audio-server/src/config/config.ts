import { readFileSync } from "node:fs";

import { z } from "zod";

import { type AudioServerConfig, configShape } from "./config-shape.ts";

export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly code = "config";
}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_PATH = "audio-server.json";

/** Environment variables with the setting that each one overrides. */
const ENVIRONMENT: Readonly<Record<string, readonly string[]>> = {
  AUDIO_SERVER_STATION: ["station"],
  AUDIO_SERVER_DATA: ["data"],
  AUDIO_SERVER_PAIRING_CODE: ["pairingCode"],
  AUDIO_SERVER_LOG_LEVEL: ["logLevel"],
  AUDIO_SERVER_LOG_FORMAT: ["logFormat"],
  AUDIO_SERVER_PAGE_HOST: ["page", "host"],
  AUDIO_SERVER_PAGE_PORT: ["page", "port"],
  AUDIO_SERVER_GPIO_HOST: ["gpio", "host"],
  AUDIO_SERVER_GPIO_PORT: ["gpio", "port"],
  AUDIO_SERVER_LINE1: ["lines", "line1"],
  AUDIO_SERVER_LINE2: ["lines", "line2"],
};
const JSON_SETTINGS = new Set(["AUDIO_SERVER_LINE1", "AUDIO_SERVER_LINE2"]);

/**
 * Reads the file that `AUDIO_SERVER_CONFIG` names, with the environment's overrides. Throws
 * ConfigError with every invalid value.
 */
export function readConfig(env: Environment): AudioServerConfig {
  const faults: string[] = [];
  const given = readFile(env["AUDIO_SERVER_CONFIG"], faults);
  for (const [name, path] of Object.entries(ENVIRONMENT)) {
    const text = env[name];
    if (text !== undefined && text !== "") {
      setAt(given, path, readValue(name, text, faults));
    }
  }
  const parsed = configShape.safeParse(given);
  faults.push(...(parsed.success ? [] : parsed.error.issues.flatMap(describeIssue)));
  if (!parsed.success || faults.length > 0) {
    throw new ConfigError(`The audio server cannot start. ${[...new Set(faults)].join(" ")}`);
  }
  return parsed.data;
}

type Fields = Record<string, unknown>;

function readFile(path: string | undefined, faults: string[]): Fields {
  const file = path ?? DEFAULT_PATH;
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const isAbsent = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!(isAbsent && path === undefined)) {
      faults.push(`The file ${file} cannot be read as a JSON object: ${describe(error)}.`);
    }
    return {};
  }
}

function describe(error: unknown): string {
  return error instanceof z.ZodError ? "it contains no object" : (error as Error).message;
}

function readValue(name: string, text: string, faults: string[]): unknown {
  if (!JSON_SETTINGS.has(name)) {
    return /^\d+$/.test(text) && name.endsWith("_PORT") ? Number(text) : text;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    faults.push(`${name} must be JSON.`);
    return undefined;
  }
}

function setAt(fields: Fields, [first = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    fields[first] = value;
    return;
  }
  const inner = fields[first];
  const copy = typeof inner === "object" && inner !== null ? { ...(inner as Fields) } : {};
  fields[first] = copy;
  setAt(copy, rest, value);
}

function describeIssue(issue: z.core.$ZodIssue): string[] {
  const at = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => `${[at, key].filter(Boolean).join(".")} is not a setting.`);
  }
  const message = issue.message.replace(/^Invalid input: /, "");
  return [`${at || "The file"}: ${message}.`];
}
