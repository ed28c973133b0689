import type { Db } from "../../platform/db/database.ts";
import { resolveSound } from "../../sounds/sound-address.ts";
import { findLine, type PhoneLineRecord } from "./phone-line-store.ts";

type MusicSources = Pick<
  PhoneLineRecord,
  "holdMusicUrl" | "stationHoldMusicUrl" | "stationLiveProgrammeUrl"
>;

/**
 * Returns the music of a waiting caller: that of the line, otherwise the station's programme or
 * music, otherwise the built-in music.
 */
export function chooseHoldMusicUrl(
  line: MusicSources | null,
  builtIn: string,
  { playsStreams }: StreamRules = { playsStreams: true },
): string {
  const programme = playsStreams ? line?.stationLiveProgrammeUrl : null;
  return line?.holdMusicUrl ?? programme ?? line?.stationHoldMusicUrl ?? builtIn;
}

interface StreamRules {
  /** Is false when the telephony service plays only files. */
  playsStreams: boolean;
}

export interface HoldMusic {
  url: string;
  musicUrl: string | null;
}

export function chooseHoldMusic(
  line: MusicSources | null,
  builtIn: string,
  rules: StreamRules = { playsStreams: true },
): HoldMusic {
  const url = chooseHoldMusicUrl(line, builtIn, rules);
  const isProgramme = line?.holdMusicUrl === null && url === line.stationLiveProgrammeUrl;
  return {
    url: resolveSound(url, builtIn),
    musicUrl: isProgramme ? resolveSound(line.stationHoldMusicUrl ?? builtIn, builtIn) : null,
  };
}

export async function findHoldMusic(
  db: Db,
  phoneLine: string | null,
  sound: { builtIn: string } & StreamRules,
) {
  const line = phoneLine === null ? null : await findLine(db, phoneLine);
  return chooseHoldMusic(line, sound.builtIn, sound);
}

export type Announcement = { url: string } | { words: string };

type ClosedSources = Pick<
  PhoneLineRecord,
  "lineClosedUrl" | "stationLineClosedUrl" | "lineClosedWords"
>;

export function chooseLineClosed(line: ClosedSources, builtIn: string): Announcement {
  return announce(line.lineClosedUrl ?? line.stationLineClosedUrl, line.lineClosedWords, builtIn);
}

export async function findLinesBusy(db: Db, phoneLine: string | null, builtIn: string) {
  const line = phoneLine === null ? null : await findLine(db, phoneLine);
  return announce(line?.stationLinesBusyUrl ?? null, line?.linesBusyWords ?? null, builtIn);
}

function announce(url: string | null, words: string | null, builtIn: string): Announcement {
  return url === null && words !== null
    ? { words }
    : { url: resolveSound(url ?? builtIn, builtIn) };
}

const LINES_BUSY = "All our lines are busy. Please try again later.";

export async function describeLinesBusy(
  db: Db,
  phoneLine: string | null,
  builtIn: string,
): Promise<{ words: string | null; sound: string | null }> {
  const announcement = await findLinesBusy(db, phoneLine, builtIn);
  if ("words" in announcement) {
    return { words: announcement.words, sound: null };
  }
  const { origin, pathname } = new URL(announcement.url);
  const isOurs = origin === new URL(builtIn).origin;
  return {
    words: announcement.url === builtIn ? LINES_BUSY : null,
    sound: isOurs ? pathname : null,
  };
}
