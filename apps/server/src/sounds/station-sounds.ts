import { randomUUID } from "node:crypto";

import {
  type ErrorReason,
  MAX_SOUND_FILE_BYTES,
  type Refusal,
  type SoundProblem,
  type SoundReport,
  type SoundUse,
} from "@linedesk/contract";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import { ApiError, requireFound } from "../platform/http/errors.ts";
import { readSoundAddress, toSoundName, writeSoundAddress } from "./sound-address.ts";
import type { SoundCheck } from "./sound-check.ts";
import {
  countSounds,
  deleteUnusedSounds,
  findSound,
  hasSound,
  insertStationSound,
} from "./station-sound-store.ts";

export interface SoundDeps {
  db: Db;
  check: SoundCheck;
}

const MAX_SOUNDS = 40;

interface NewSound {
  station: string;
  use: SoundUse;
  name: string;
  /** The file in base64, split into pieces. */
  data: readonly string[];
  actor: Actor;
}

export async function storeSound(
  { db, check }: SoundDeps,
  { station, use, name: given, data, actor }: NewSound,
): Promise<{ url: string | null; report: SoundReport }> {
  const bytes = Buffer.concat(data.map((piece) => Buffer.from(piece, "base64")));
  if (bytes.length > MAX_SOUND_FILE_BYTES) {
    throw new ApiError("sound_file_too_large");
  }
  const { report, file } = await check.checkFile({ station, use }, bytes, MAX_SOUND_FILE_BYTES);
  if (report.problem !== null || file === null) {
    return { url: null, report };
  }
  const id = randomUUID();
  const name = toSoundName(given);
  await db.transaction().execute(async (trx) => {
    await deleteUnusedSounds(trx, station, []);
    if ((await countSounds(trx, station)) >= MAX_SOUNDS) {
      throw new ApiError({ reason: "sounds_full", params: { most: MAX_SOUNDS } });
    }
    await insertStationSound(trx, station, {
      id,
      name,
      format: file.format,
      bytes: Buffer.from(file.bytes),
    });
    await recordAudit(trx, {
      actor,
      action: "sound.added",
      station,
      subject: ["sound", id],
      details: { name, bytes: file.bytes.length },
    });
  });
  return { url: writeSoundAddress(id, name), report };
}

/** Measures the sound at a web address or in the station's store. */
export async function checkSoundAddress(
  { db, check }: SoundDeps,
  { station, use, url }: { station: string; use: SoundUse; url: string },
): Promise<SoundReport> {
  const id = readSoundAddress(url);
  if (id === null) {
    return check.checkUrl({ station, use }, url);
  }
  const isOwn = await hasSound(db, station, id);
  const { bytes } = requireFound(isOwn ? await findSound(db, id) : null, "no_such_sound");
  return (await check.checkFile({ station, use }, bytes)).report;
}

/**
 * Throws `bad_request` with the first field whose sound is new and cannot be played. A saved
 * address is not fetched again.
 */
export async function requireSounds<Field extends string>(
  deps: SoundDeps,
  change: {
    station: string;
    uses: Readonly<Record<Field, SoundUse>>;
    before: { readonly [Name in NoInfer<Field>]?: string | null | undefined };
    after: { readonly [Name in NoInfer<Field>]: string | null };
  },
): Promise<void> {
  const { station, uses, before, after } = change;
  await Promise.all(
    (Object.keys(uses) as Field[]).map(async (field) => {
      const address = after[field];
      const use = uses[field];
      if (address !== null && address !== (before[field] ?? null)) {
        await requireSound(deps, { station, field, use, address });
      }
    }),
  );
}

async function requireSound(
  { db, check }: SoundDeps,
  wanted: { station: string; field: string; use: SoundUse; address: string },
): Promise<void> {
  const { station, field, use, address } = wanted;
  const id = readSoundAddress(address);
  if (id !== null) {
    if (use === "programme" || !(await hasSound(db, station, id))) {
      throw refuse(field, use === "programme" ? "sound_not_live" : "sound_not_stored");
    }
    return;
  }
  const { problem, detail } = await check.checkUrl({ station, use }, address);
  if (problem !== null) {
    throw refuse(field, `sound_${problem}`, detail);
  }
}

type SoundRefusal = `sound_${SoundProblem}` | "sound_not_stored";

function refuse(field: string, problem: SoundRefusal, detail: string | null = null): ApiError {
  const refusal: Refusal<ErrorReason> =
    detail === null
      ? { reason: "sound_refused", params: { why: [problem] } }
      : { reason: "sound_refused_by_detail", params: { why: [problem], detail } };
  return new ApiError(refusal, { fields: { [field]: problem } });
}

/** Deletes replaced sounds that are no longer used. */
export async function removeReplacedSounds(
  trx: Trx,
  station: string,
  before: readonly (string | null)[],
): Promise<void> {
  const ids = before.map((address) => (address === null ? null : readSoundAddress(address)));
  await deleteUnusedSounds(
    trx,
    station,
    ids.filter((id) => id !== null),
  );
}

/** Everybody who has the address may read the sound, because the address cannot be guessed. */
export const readStationSound = findSound;
