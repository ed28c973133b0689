import { readFile } from "node:fs/promises";

import * as z from "zod";

import { callSign, openingHours, role, stationLogo, withheldRules } from "@linedesk/contract";
import { ConfigError } from "../config/config.ts";
import { toValidE164 } from "../platform/to-e164.ts";
import { findReservedName } from "./add-station.ts";
import { isSoundUrl } from "./phone-lines/read-given-number.ts";

const name = z.string().trim().min(1).max(100);
const phoneNumber = z
  .string()
  .max(32)
  .transform((given, check) => {
    const number = toValidE164(given);
    if (number === null) {
      check.addIssue("is not a telephone number");
      return z.NEVER;
    }
    return number;
  });
const soundUrl = z
  .string()
  .max(2_000)
  .refine((given) => isSoundUrl(given), "is not an http or https address")
  .nullable();
const words = z.string().trim().min(1).max(500).nullable();

const line = z.strictObject({
  name,
  number: phoneNumber,
  /** Applies to a new line only. Later the desk opens and closes it. */
  open: z.boolean().default(true),
  priority: z.boolean().optional(),
  holdMusicUrl: soundUrl.optional(),
  lineClosedUrl: soundUrl.optional(),
  forwardTo: phoneNumber.nullable().optional(),
  withheld: z.enum(withheldRules).optional(),
  withheldWords: z.string().trim().min(1).max(300).nullable().optional(),
});

const person = z.strictObject({
  email: z
    .email()
    .max(254)
    .transform((email) => email.toLowerCase()),
  role,
});

const givenCallSign = z
  .string()
  .refine(
    (given) => callSign.safeParse(given).success,
    "must be 2 to 16 letters, digits or hyphens",
  )
  .transform((given) => given.trim().toUpperCase())
  .refine((given) => findReservedName(given) === null, "is reserved for a page of the console");

/** An absent value keeps the old value; `null` removes it. */
const station = z.strictObject({
  callSign: givenCallSign,
  name,
  liveProgrammeUrl: soundUrl.optional(),
  holdMusicUrl: soundUrl.optional(),
  lineClosedUrl: soundUrl.optional(),
  linesBusyUrl: soundUrl.optional(),
  lineClosedWords: words.optional(),
  linesBusyWords: words.optional(),
  maxDialS: z.int().min(60).max(86_400).optional(),
  openingHours: z
    .custom((given) => openingHours.safeParse(given).success, "must be opening hours")
    .pipe(openingHours)
    .nullable()
    .optional(),
  forwardTo: phoneNumber.nullable().optional(),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, "must be a colour such as #a006d1")
    .nullable()
    .optional(),
  logo: z
    .custom<string>(
      (given) => stationLogo.safeParse(given).success,
      "must be a small picture as a data URL",
    )
    .nullable()
    .optional(),
  lines: z.array(line).max(500).default([]),
  people: z.array(person).max(500).default([]),
});

const stationsFile = z
  .strictObject({ stations: z.array(station).max(100) })
  .superRefine(({ stations }, check) => {
    const seen = new Set<string>();
    function note(path: (string | number)[], key: string): void {
      if (seen.has(key)) {
        check.addIssue({ code: "custom", path, message: "appears twice in the file" });
      }
      seen.add(key);
    }
    for (const [index, one] of stations.entries()) {
      const at = ["stations", index];
      note([...at, "callSign"], `station ${one.callSign}`);
      for (const [nth, { number }] of one.lines.entries()) {
        note([...at, "lines", nth, "number"], `line ${number}`);
      }
      for (const [nth, { email }] of one.people.entries()) {
        note([...at, "people", nth, "email"], `person ${one.callSign} ${email}`);
      }
    }
  });
export type GivenStation = z.output<typeof station>;

/** Throws `ConfigError` with every error and its path. */
export async function readStationsFile(path: string): Promise<GivenStation[]> {
  return parseStations(await readText(path)).stations;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new ConfigError(`STATIONS is "${path}": this file cannot be read.`, { cause: error });
  }
}

export function parseStations(text: string): z.output<typeof stationsFile> {
  const parsed = stationsFile.safeParse(readJson(text));
  if (parsed.success) {
    return parsed.data;
  }
  const faults = parsed.error.issues.map(({ path, message }) => {
    const where = path.map(String).join(".");
    return `  ${where === "" ? "the file" : where}: ${message}`;
  });
  throw new ConfigError(`STATIONS names a file with errors:\n${faults.join("\n")}`);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unreadable";
    throw new ConfigError(`STATIONS names a file that is not JSON: ${reason}.`, { cause: error });
  }
}
