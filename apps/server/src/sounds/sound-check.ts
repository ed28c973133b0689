import { createAddressPolicy, createUrlPolicy } from "@linedesk/base";
import type { SoundProblem, SoundReport, SoundUse } from "@linedesk/contract";
import { type CheckedSound, MediaError, SoundChecker } from "@linedesk/media";
import { ApiError } from "../platform/http/errors.ts";
import { judgeSound } from "./judge-sound.ts";

export interface SoundCheckOptions {
  /** Where the telephony service may fetch sounds from: `host`, `host:port`, or `*` for any. */
  hosts: readonly string[];
}

/** A report, and what kind of file it is about. */
export interface SoundVerdict {
  report: SoundReport;
  format: CheckedSound["format"] | null;
}

const MAX_AT_ONCE = 8;

const problems: Readonly<Partial<Record<MediaError["code"], SoundProblem>>> = {
  sound_refused: "not_allowed",
  sound_unreachable: "unreachable",
  sound_unreadable: "unreadable",
  sound_too_large: "too_long",
};

/** Sounds are fetched, decoded and measured before anybody may hear them [AD10]. */
export class SoundCheck {
  readonly #checker: SoundChecker;
  #running = 0;

  constructor({ hosts }: SoundCheckOptions) {
    const isListed = createUrlPolicy(hosts);
    this.#checker = new SoundChecker({
      isAllowedUrl: (url) => isListed(url.href).allowed,
      isAllowedAddress: createAddressPolicy(hosts),
    });
  }

  async checkUrl(use: SoundUse, url: string): Promise<SoundReport> {
    return (await this.#judge(use, () => this.#checker.checkUrl(url))).report;
  }

  checkFile(use: SoundUse, bytes: Uint8Array): Promise<SoundVerdict> {
    return this.#judge(use, () => this.#checker.checkFile(bytes));
  }

  close(): Promise<void> {
    return this.#checker.close();
  }

  async #judge(use: SoundUse, check: () => Promise<CheckedSound>): Promise<SoundVerdict> {
    if (this.#running >= MAX_AT_ONCE) {
      throw new ApiError("rate_limited", "Too many sounds are being checked. Try again.");
    }
    this.#running += 1;
    try {
      const sound = await check();
      return { report: presentSound(use, sound), format: sound.format };
    } catch (error) {
      const problem = error instanceof MediaError ? problems[error.code] : undefined;
      if (!(error instanceof MediaError) || problem === undefined) {
        throw error;
      }
      return { report: { ...nothingFound, problem, detail: error.message }, format: null };
    } finally {
      this.#running -= 1;
    }
  }
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

function presentSound(use: SoundUse, sound: CheckedSound): SoundReport {
  const { kind, durationMs, lufs, peakDbfs, preview } = sound;
  return {
    problem: judgeSound(use, sound),
    detail: null,
    kind,
    durationS: Math.round(durationMs / 100) / 10,
    lufs: lufs === null ? null : Math.round(lufs * 10) / 10,
    peakDbfs: Math.round(peakDbfs * 10) / 10,
    preview: `data:audio/wav;base64,${Buffer.from(preview).toString("base64")}`,
  };
}
