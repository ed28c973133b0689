import type { Clock } from "@linedesk/base";
import type { BoardCheck, SoundReport } from "@linedesk/contract";
import { readSoundAddress } from "../sounds/sound-address.ts";
import type { SoundCheck } from "../sounds/sound-check.ts";
import type { PhoneLineRecord } from "../stations/phone-line-store.ts";
import { checkSound, type PlayedSound, listPlayedSounds } from "./check-sound.ts";

interface BoardSoundsDeps {
  clock: Pick<Clock, "elapsedMs">;
  check: Pick<SoundCheck, "checkUrl">;
}

interface Checked {
  report: SoundReport | null;
  startedMs: number;
}

/** A programme is listened to for seconds: the board is not kept waiting for it. */
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

  /** What is known now; a check that is due begins, and its outcome stands there the next time. */
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
      // Too many at once, or the checker has ended: tried again with the next look.
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
