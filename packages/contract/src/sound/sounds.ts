import * as z from "zod/mini";

import { endpoint } from "../platform/endpoint.ts";

const access = { type: "permission", permission: "admin" } as const;
const stationId = z.object({ id: z.uuid() });

/** The use of a sound: repeated music, the live programme, or a message played once. */
export const soundUse = z.enum(["music", "programme", "announcement"]);
export type SoundUse = z.output<typeof soundUse>;

/** The reasons why the server refuses a sound. */
const problem = z.enum([
  "not_http",
  "not_allowed",
  "unreachable",
  "unreadable",
  "too_long",
  "endless",
  "not_live",
  "not_streamed",
  "silent",
  "too_quiet",
  "too_loud",
]);
export type SoundProblem = z.output<typeof problem>;

/**
 * The findings about an address or a file. The measurements are `null` when nothing could be
 * decoded.
 */
export const soundReport = z.object({
  problem: z.nullable(problem),
  detail: z.nullable(z.string()),
  kind: z.nullable(z.enum(["file", "stream"])),
  /** In seconds; for a stream, the length of the measured part. */
  durationS: z.nullable(z.number()),
  /** The loudness; `null` when the sound is silent. */
  lufs: z.nullable(z.number()),
  peakDbfs: z.nullable(z.number()),
  /** A data URL of a WAV: the beginning of the sound at telephone quality. */
  preview: z.nullable(z.string()),
});
export type SoundReport = z.output<typeof soundReport>;

export const checkSound = endpoint("POST /admin/{id}/sounds/check", {
  id: "checkSound",
  summary: "Fetch, decode and measure a sound, and store nothing",
  access,
  params: stationId,
  body: z.object({
    use: soundUse,
    url: z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000)),
  }),
  answer: soundReport,
  errors: ["not_found", "rate_limited"],
});

/** A text in a body has fewer than 10,000 characters, so a file is sent in pieces. */
export const SOUND_PIECE_CHARACTERS = 9_000;
const MAX_PIECES = 640;
export const MAX_SOUND_FILE_BYTES = 4_000_000;

export const addSound = endpoint("POST /admin/{id}/sounds", {
  id: "addSound",
  summary:
    "Store a sound file. The response contains its address, or null when the server refuses the file",
  access,
  params: stationId,
  body: z.object({
    use: soundUse,
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    /** Base64, in pieces. */
    data: z
      .array(
        z
          .string()
          .check(
            z.maxLength(SOUND_PIECE_CHARACTERS),
            z.regex(/^(?:[0-9A-Za-z+/]{4})*(?:[0-9A-Za-z+/]{2}==|[0-9A-Za-z+/]{3}=)?$/),
          ),
      )
      .check(z.minLength(1), z.maxLength(MAX_PIECES)),
  }),
  answer: z.object({ url: z.nullable(z.string()), report: soundReport }),
  errors: ["conflict", "too_large", "rate_limited"],
});
