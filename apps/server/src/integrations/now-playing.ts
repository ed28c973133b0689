import { createHash, timingSafeEqual } from "node:crypto";

import type { NowPlaying } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { publish } from "../platform/realtime/publish.ts";
import { findAnyIntegration } from "./integration-store.ts";
import type { IntegrationDeps } from "./integrations.ts";
import {
  deleteNowPlaying,
  findNowPlaying,
  saveNowPlaying,
  type PlayingRow,
} from "./now-playing-store.ts";

/**
 * After this time without a report a playout system counts as lost, and its last title no longer
 * applies.
 */
const HOLDS_MS = 3_600_000;

export interface PlayingInput {
  integration: string;
  authorization: string | undefined;
  title: string;
  artist: string;
}

/**
 * Sets the current title, for a sender with the input's key. Two empty texts mean that nothing
 * plays. Throws the same `not_signed_in` for an unknown input, a disabled input and a wrong key.
 */
export async function setNowPlaying(
  { db, clock, seal }: IntegrationDeps,
  { integration, authorization, title, artist }: PlayingInput,
): Promise<NowPlaying | null> {
  const row = await findAnyIntegration(db, integration);
  const key = /^Bearer (\S{1,200})$/.exec(authorization ?? "")?.[1] ?? "";
  const isOpen = row !== null && row.kind === "now_playing" && row.enabled;
  if (!isOpen || !isSame(key, seal.open(row.secret, row.id))) {
    throw new ApiError("input_unknown");
  }
  const station = row.station_id;
  const at = new Date(clock.now());
  const playing = title === "" && artist === "" ? null : { title, artist, at };
  await db.transaction().execute(async (trx) => {
    const before = await readNowPlaying(trx, station, clock.now());
    await (playing === null
      ? deleteNowPlaying(trx, station)
      : saveNowPlaying(trx, station, playing));
    // Some systems repeat the title every second. Only a change is published, so that the desks do
    // not read every repetition.
    if (before?.title !== playing?.title || before?.artist !== playing?.artist) {
      await publish(trx, station, { type: "now_playing.changed" });
    }
  });
  return playing === null ? null : present(playing);
}

/** Compares in constant time, for any lengths. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

function present({ title, artist, at }: PlayingRow): NowPlaying {
  return { title, artist, at: at.toISOString() };
}

export async function readNowPlaying(db: Db, station: string, now: number) {
  const row = await findNowPlaying(db, station);
  return row === null || row.at.getTime() < now - HOLDS_MS ? null : present(row);
}
