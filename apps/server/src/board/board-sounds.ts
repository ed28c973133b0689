import type { Clock } from "@linedesk/base";
import type { BoardCheck, BoardPart, SoundReport, SoundUse } from "@linedesk/contract";
import { readSoundAddress } from "../sounds/sound-address.ts";
import type { SoundCheck } from "../sounds/sound-check.ts";
import type { PhoneLineRecord } from "../stations/phone-lines/phone-line-store.ts";
import { type Found, found } from "./check-part.ts";

interface BoardSoundsDeps {
  clock: Pick<Clock, "elapsedMs">;
  check: Pick<SoundCheck, "checkUrl">;
}

interface Checked {
  report: SoundReport | null;
  startedMs: number;
}

/** A check plays a programme for several seconds, so it runs rarely and the board does not wait. */
const CHECK_EVERY_MS = 5 * 60_000;
const FORGET_AFTER_MS = 60 * 60_000;

export class BoardSounds {
  readonly #deps: BoardSoundsDeps;
  readonly #checked = new Map<string, Checked>();

  constructor(deps: BoardSoundsDeps) {
    this.#deps = deps;
  }

  read(lines: readonly PhoneLineRecord[]): BoardCheck[] {
    this.#forget();
    const station = lines[0]?.station ?? "";
    return listPlayedSounds(lines).map((sound) => checkSound(sound, this.#report(station, sound)));
  }

  #report(station: string, { url, use }: PlayedSound): SoundReport | null {
    if (url === null || readSoundAddress(url) !== null) {
      return null;
    }
    const key = `${use} ${url}`;
    const nowMs = this.#deps.clock.elapsedMs();
    const known = this.#checked.get(key);
    if (known !== undefined && nowMs - known.startedMs < CHECK_EVERY_MS) {
      return known.report;
    }
    const begun: Checked = { report: known?.report ?? null, startedMs: nowMs };
    this.#checked.set(key, begun);
    this.#deps.check.checkUrl({ station, use }, url).then(
      (report) => (begun.report = report),
      // Too many checks are running, or the checker has ended. The next read checks again.
      () => (begun.startedMs = Number.NEGATIVE_INFINITY),
    );
    return begun.report;
  }

  #forget(): void {
    const before = this.#deps.clock.elapsedMs() - FORGET_AFTER_MS;
    for (const [key, { startedMs }] of this.#checked) {
      if (startedMs < before) {
        this.#checked.delete(key);
      }
    }
  }
}

interface PlayedSound {
  part: Extract<BoardPart, "programme" | "music" | "announcement">;
  use: SoundUse;
  /** The line that has its own sound; `null` for the station's sound. */
  line: string | null;
  url: string | null;
}

function listPlayedSounds(lines: readonly PhoneLineRecord[]): PlayedSound[] {
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

/** `report` is `null` while the sound is fetched and measured. */
export function checkSound({ part, line, url }: PlayedSound, report: SoundReport | null) {
  return found(part, line, rateSound(url, report));
}

/** A sound that cannot be played does not cause "no_go", because callers hear a fallback. */
function rateSound(url: string | null, report: SoundReport | null): Found {
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
