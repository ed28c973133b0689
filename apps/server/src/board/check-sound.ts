import type { BoardCheck, BoardPart, SoundReport, SoundUse } from "@linedesk/contract";
import { readSoundAddress } from "../sounds/sound-address.ts";
import type { PhoneLineRecord } from "../stations/phone-line-store.ts";
import { type Found, found } from "./check-part.ts";

export interface PlayedSound {
  part: Extract<BoardPart, "programme" | "music" | "announcement">;
  use: SoundUse;
  /** The line that has it for itself; null of the station. */
  line: string | null;
  /** Null: the built-in one. */
  url: string | null;
}

/** What the station's callers hear; a sound of several lines stands once. */
export function listPlayedSounds(lines: readonly PhoneLineRecord[]): PlayedSound[] {
  const [first] = lines;
  if (first === undefined) {
    return [];
  }
  const ofStation: PlayedSound[] = [
    { part: "programme", use: "programme", line: null, url: first.stationLiveProgrammeUrl },
    { part: "music", use: "music", line: null, url: first.stationHoldMusicUrl },
    { part: "announcement", use: "announcement", line: null, url: first.stationLineClosedUrl },
    { part: "announcement", use: "announcement", line: null, url: first.stationLinesBusyUrl },
  ];
  const ofLines = lines.flatMap((line): PlayedSound[] => [
    { part: "music", use: "music", line: line.name, url: line.holdMusicUrl },
    { part: "announcement", use: "announcement", line: line.name, url: line.lineClosedUrl },
  ]);
  const isOwn = ({ part, line, url }: PlayedSound) =>
    url !== null || (part === "music" && line === null);
  return [...ofStation, ...ofLines].filter(isOwn);
}

/** `report`: null while the sound is being fetched and measured. */
export function checkSound(
  { part, line, url }: PlayedSound,
  report: SoundReport | null,
): BoardCheck {
  return found(part, line, judge(url, report));
}

/** Where one cannot be played, callers hear the next best: it is looked at, and calls go on. */
function judge(url: string | null, report: SoundReport | null): Found {
  if (url === null) {
    return ["go", "built_in"];
  }
  if (readSoundAddress(url) !== null) {
    return ["go", "stored"];
  }
  if (report === null) {
    return ["look", "being_checked"];
  }
  if (report.problem === null) {
    return report.lufs === null ? ["look", "quiet"] : ["go", "plays", report.lufs];
  }
  const isAway = ["unreachable", "not_allowed"].includes(report.problem);
  return ["look", isAway ? "unreachable" : "unplayable"];
}
