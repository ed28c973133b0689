import type { SipRequestDeps } from "../dialogs/sip-call-deps.ts";
import type { Trunk } from "../trunks/trunk.ts";
import { askHost, isUp } from "./ask-host.ts";

export interface KeepAliveDeps {
  context: SipRequestDeps;
  trunk: Trunk;
  onChange: (isAlive: boolean) => void;
}

const FAILURES_TO_DOWN = 2;

/** Checks a trunk with OPTIONS: two failures in a row mark it down, one answer marks it up. */
export class KeepAlive {
  readonly #deps: KeepAliveDeps;
  readonly #everyMs: number;
  #failures = 0;
  #isClosed = false;
  #stopTimer: () => void = () => undefined;

  constructor(parts: KeepAliveDeps, everyS: number) {
    this.#deps = parts;
    this.#everyMs = everyS * 1000;
  }

  start(): void {
    this.#ask()
      .then((isAlive) => this.#note(isAlive))
      .catch((error: unknown) => {
        this.#deps.context.logger.error({ err: error }, "trunk keep-alive failed");
        this.#note(false);
      });
  }

  close(): void {
    this.#isClosed = true;
    this.#stopTimer();
  }

  #note(isAlive: boolean): void {
    if (this.#isClosed) {
      return;
    }
    this.#failures = isAlive ? 0 : this.#failures + 1;
    if (isAlive) {
      this.#deps.onChange(true);
    } else if (this.#failures >= FAILURES_TO_DOWN) {
      this.#deps.onChange(false);
    }
    this.#stopTimer = this.#deps.context.clock.after(this.#everyMs, () => this.start());
  }

  /** One host that answers is enough, because calls find this host too. */
  async #ask(): Promise<boolean> {
    const { context, trunk } = this.#deps;
    for (const host of trunk.hosts) {
      if (isUp(await askHost(context, trunk, { host, isClosed: () => this.#isClosed }))) {
        return true;
      }
    }
    return false;
  }
}
