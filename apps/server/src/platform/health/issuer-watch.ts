import type { IssuerState } from "@linedesk/contract";
import type { Logger } from "../logger.ts";
import { checkIssuer, type IssuerFinding } from "./check-issuer.ts";

const EVERY_MS = 60_000;

export interface IssuerWatchDeps {
  issuer: string;
  log: Pick<Logger, "warn" | "info">;
  check?: (issuer: string) => Promise<IssuerFinding>;
}

/** Checks the issuer once a minute, and logs each change of its state. */
export class IssuerWatch {
  readonly #deps: IssuerWatchDeps;
  #state: IssuerState | null = null;
  #checking: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: IssuerWatchDeps) {
    this.#deps = deps;
  }

  /** The last state; `null` before the first check. */
  get state(): IssuerState | null {
    return this.#state;
  }

  start(): void {
    void this.tick();
    this.#timer ??= setInterval(() => void this.tick(), EVERY_MS).unref();
  }

  /** Runs one check. A running check is not started twice. Never rejects. */
  tick(): Promise<void> {
    this.#checking ??= this.#check().finally(() => (this.#checking = null));
    return this.#checking;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
  }

  async #check(): Promise<void> {
    const { issuer, log, check = checkIssuer } = this.#deps;
    const { state, words } = await check(issuer);
    const before = this.#state;
    this.#state = state;
    if (state === before || (state === "up" && before === null)) {
      return;
    }
    if (state === "up") {
      log.info({ issuer }, "issuer reached again");
    } else {
      log.warn({ issuer, state, reason: words }, "issuer check failed");
    }
  }
}
