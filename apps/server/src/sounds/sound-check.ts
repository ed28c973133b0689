import { setTimeout as wait } from "node:timers/promises";

import {
  createPortPolicy,
  createUrlPolicy,
  isPrivateAddress,
  systemClock,
  TokenBuckets,
} from "@linedesk/base";
import type { SoundProblem, SoundReport, SoundUse } from "@linedesk/contract";
import { type CheckedFile, type CheckedSound, MediaError, SoundChecker } from "@linedesk/media";
import { ApiError } from "../platform/http/errors.ts";
import { findSoundProblem } from "./find-sound-problem.ts";

export interface SoundCheckOptions {
  /**
   * The allowed sources of sounds: `host`, `host:port`, or `*` for any. This machine and internal
   * networks need `host:port`.
   */
  hosts: readonly string[];
  /** Is false when the telephony service plays only files. */
  playsStreams?: boolean;
  answerWithinMs?: number;
}

interface Checked {
  station: string;
  use: SoundUse;
}

export interface SoundVerdict {
  report: SoundReport;
  /** The file to store; `null` when nothing could be decoded. */
  file: CheckedFile["file"] | null;
}

const MAX_AT_ONCE = 8;
/** The limit for one station, which leaves capacity for other stations. */
const MAX_AT_ONCE_OF_STATION = 4;
const FETCH_RATE = { perSecond: 1 / 6, burst: 30 };
const ANSWER_WITHIN_MS = 5_000;
/** A slot is longer than the time limit of an answer, because timers can be late. */
const SLOT_SHARE = 1.2;

const problems: Readonly<Partial<Record<MediaError["code"], SoundProblem>>> = {
  sound_refused: "not_allowed",
  sound_address: "not_http",
  sound_unreachable: "unreachable",
  sound_unanswered: "unreachable",
  sound_unreadable: "unreadable",
  sound_too_large: "too_long",
};

export class SoundCheck {
  readonly #checker = new SoundChecker();
  readonly #hosts: readonly string[];
  readonly #playsStreams: boolean;
  readonly #answerWithinMs: number;
  readonly #fetches = new TokenBuckets(systemClock, FETCH_RATE);
  readonly #running: string[] = [];

  constructor(options: SoundCheckOptions) {
    const { hosts, playsStreams = true, answerWithinMs = ANSWER_WITHIN_MS } = options;
    this.#hosts = hosts;
    this.#playsStreams = playsStreams;
    this.#answerWithinMs = answerWithinMs;
  }

  async checkUrl(checked: Checked, url: string): Promise<SoundReport> {
    if (!this.#fetches.take(checked.station)) {
      throw tooMany();
    }
    const { report } = await this.#judge(checked, () => this.#fetch(url));
    return report;
  }

  /**
   * An unreachable internal address gets the same answer and delay as a closed port, so that the
   * check does not reveal which internal addresses exist.
   */
  async #fetch(url: string): Promise<CheckedSound> {
    const startMs = performance.now();
    const isListed = createUrlPolicy(this.#hosts);
    const isAllowedAddress = createPortPolicy(this.#hosts);
    const slotMs = this.#answerWithinMs * SLOT_SHARE;
    let isInside = false;
    try {
      return await this.#checker.checkUrl(url, {
        answerWithinMs: this.#answerWithinMs,
        isAllowedUrl: ({ href }) => isListed(href).allowed,
        isAllowedAddress: (wanted, address) => {
          isInside ||= isPrivateAddress(address);
          return isAllowedAddress(wanted, address);
        },
      });
    } catch (error) {
      if (!isInside || !(error instanceof MediaError) || error.code !== "sound_unanswered") {
        throw error;
      }
      await wait(slotMs - ((performance.now() - startMs) % slotMs));
      throw new MediaError(error.code, "The server of the sound does not answer", { cause: error });
    }
  }

  /** Measures a file. With `maxBytes`, it also prepares the file for storing. */
  async checkFile(checked: Checked, bytes: Uint8Array, maxBytes?: number): Promise<SoundVerdict> {
    const { report, sound } = await this.#judge(checked, () =>
      this.#checker.checkFile(bytes, maxBytes ?? null),
    );
    return { report, file: sound?.file ?? null };
  }

  close(): Promise<void> {
    return this.#checker.close();
  }

  async #judge<Found extends CheckedSound>(
    { station, use }: Checked,
    check: () => Promise<Found>,
  ): Promise<{ report: SoundReport; sound: Found | null }> {
    const ofStation = this.#running.filter((one) => one === station).length;
    if (this.#running.length >= MAX_AT_ONCE || ofStation >= MAX_AT_ONCE_OF_STATION) {
      throw tooMany();
    }
    this.#running.push(station);
    try {
      const sound = await check();
      const problem = findSoundProblem(use, sound, { playsStreams: this.#playsStreams });
      return { report: presentSound(problem, sound), sound };
    } catch (error) {
      return { report: reportProblem(error), sound: null };
    } finally {
      this.#running.splice(this.#running.indexOf(station), 1);
    }
  }
}

/** Rethrows an error that is not about the sound. */
function reportProblem(error: unknown): SoundReport {
  const problem = error instanceof MediaError ? problems[error.code] : undefined;
  if (!(error instanceof MediaError) || problem === undefined) {
    throw error;
  }
  return { ...nothingFound, problem, detail: error.message };
}

function tooMany(): ApiError {
  return new ApiError("sound_checks_full");
}

const nothingFound: SoundReport = {
  problem: null,
  detail: null,
  kind: null,
  durationS: null,
  lufs: null,
  peakDbfs: null,
  preview: null,
};

function presentSound(problem: SoundProblem | null, sound: CheckedSound): SoundReport {
  const { kind, durationMs, lufs, peakDbfs, preview } = sound;
  return {
    problem,
    detail: null,
    kind,
    durationS: Math.round(durationMs / 100) / 10,
    lufs: lufs === null ? null : Math.round(lufs * 10) / 10,
    peakDbfs: Math.round(peakDbfs * 10) / 10,
    preview: `data:audio/wav;base64,${Buffer.from(preview).toString("base64")}`,
  };
}
