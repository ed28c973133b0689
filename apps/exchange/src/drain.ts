import type { Logger } from "pino";

import type { CallApi } from "./calls/placing/call-api.ts";
import type { DrainMark } from "./storage/drain-mark.ts";

interface DrainDeps {
  mark: DrainMark;
  setDraining: (isDraining: boolean) => void;
  calls: Pick<CallApi, "onChange">;
  countCalls: () => number;
  logger: Logger;
}

/** An exchange that drains begins no new SIP call. Its running calls continue until they end. */
export class Drain {
  readonly #deps: DrainDeps;
  readonly #stopWatching: () => void;
  #hasReportedEnd = false;

  constructor(deps: DrainDeps) {
    this.#deps = deps;
    this.#stopWatching = deps.calls.onChange(() => this.#reportEnd());
    if (deps.mark.isSet) {
      deps.logger.warn("exchange still draining after a crash");
    }
  }

  get isDraining(): boolean {
    return this.#deps.mark.isSet;
  }

  set(isDraining: boolean): void {
    const { mark, setDraining, countCalls, logger } = this.#deps;
    if (isDraining === mark.isSet) {
      return;
    }
    mark.set(isDraining);
    this.#hasReportedEnd = false;
    const fields = { calls: countCalls() };
    if (isDraining) {
      logger.warn(fields, "exchange draining");
    } else {
      logger.warn(fields, "exchange drain ended");
    }
    setDraining(isDraining);
    this.#reportEnd();
  }

  /** A clean stop ends the drain. The mark stays only after a crash. */
  close(): void {
    this.#stopWatching();
    this.#deps.mark.set(false);
  }

  #reportEnd(): void {
    if (this.isDraining && !this.#hasReportedEnd && this.#deps.countCalls() === 0) {
      this.#hasReportedEnd = true;
      this.#deps.logger.warn("exchange drained");
    }
  }
}
