import type { useTranslations } from "use-intl";

import type { AudioServerStatus, DeviceLine } from "@linedesk/contract";
import type { LineCarriers } from "../../client/desk/claims/line-carriers.ts";
import type { RootState, Store } from "../../client/store/store.ts";

export type CheckWords = ReturnType<typeof useTranslations<"soundCheck.failed">>;

export interface PhoneCheckOptions {
  say: CheckWords;
  store: Pick<Store, "getState" | "onChange">;
  carriers: Pick<LineCarriers, "poll">;
  onReady: () => void;
}

const lines = ["line1", "line2"] as const;

export class PhoneCheck {
  readonly #options: PhoneCheckOptions;
  readonly #stop: () => void;
  /** The reports from before the check; only a newer report counts. */
  readonly #before: Record<DeviceLine, AudioServerStatus | null>;

  constructor(options: PhoneCheckOptions) {
    const { store, carriers } = options;
    const { line1, line2 } = store.getState().carriers;
    this.#options = options;
    this.#before = { line1: line1?.report ?? null, line2: line2?.report ?? null };
    this.#stop = store.onChange(() => this.#check());
    for (const line of lines) {
      carriers.poll(line);
    }
    this.#check();
  }

  close(): void {
    this.#stop();
  }

  /** Describes the lines that are not ready, by the kind of their device. */
  describeMissing(): string {
    const { store, say } = this.#options;
    const { carriers } = store.getState();
    const missing = this.#listMissing();
    const remote = missing.filter((line) => carriers[line] !== null);
    const local = missing.filter((line) => carriers[line] === null);
    return [
      ...describe(say, "notConnected", local),
      ...describe(say, "noAudioServer", remote),
    ].join(". ");
  }

  #check(): void {
    if (this.#listMissing().length === 0) {
      this.close();
      this.#options.onReady();
    }
  }

  #listMissing(): DeviceLine[] {
    const state = this.#options.store.getState();
    return lines.filter((line) => !this.#isReady(state, line));
  }

  #isReady({ carriers, desk }: RootState, line: DeviceLine): boolean {
    const carrier = carriers[line];
    return carrier === null
      ? desk.devices[line] === "registered" || desk.devices[line] === "standby"
      : carrier.status === "online" && carrier.report !== this.#before[line];
  }
}

function describe(
  say: CheckWords,
  key: "notConnected" | "noAudioServer",
  missing: readonly DeviceLine[],
): string[] {
  const number = missing[0] === "line1" ? "1" : "2";
  return missing.length === 0 ? [] : [say(key, { count: missing.length, number })];
}
