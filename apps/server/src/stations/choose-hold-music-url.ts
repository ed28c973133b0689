import type { Db } from "../platform/db/database.ts";
import { findLine, type PhoneLineRecord } from "./phone-line-store.ts";

type MusicSources = Pick<
  PhoneLineRecord,
  "holdMusicUrl" | "stationHoldMusicUrl" | "stationLiveProgrammeUrl"
>;

/** What who waits on the line hears: the line's own, the station's programme or music, ours. */
export function chooseHoldMusicUrl(line: MusicSources | null, builtIn: string): string {
  return (
    line?.holdMusicUrl ?? line?.stationLiveProgrammeUrl ?? line?.stationHoldMusicUrl ?? builtIn
  );
}

/** The same for a call that came on this line; null when it came on none. */
export async function findHoldMusicUrl(
  db: Db,
  phoneLine: string | null,
  builtIn: string,
): Promise<string> {
  const line = phoneLine === null ? null : await findLine(db, phoneLine);
  return chooseHoldMusicUrl(line, builtIn);
}

type ClosedSources = Pick<PhoneLineRecord, "lineClosedUrl" | "stationLineClosedUrl">;

/** What a caller of a closed line hears [PL5]. */
export function chooseLineClosedUrl(line: ClosedSources, builtIn: string): string {
  return line.lineClosedUrl ?? line.stationLineClosedUrl ?? builtIn;
}

/** What a rejected caller hears: the station's own message, or ours [QU21]. */
export async function findLinesBusyUrl(
  db: Db,
  phoneLine: string | null,
  builtIn: string,
): Promise<string> {
  const line = phoneLine === null ? null : await findLine(db, phoneLine);
  return line?.stationLinesBusyUrl ?? builtIn;
}
