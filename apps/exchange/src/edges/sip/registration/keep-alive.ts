import {
  newToken,
  formatHostPort,
  type SipAddress,
  SipHeaders,
  type SipRequest,
  transportParameter,
} from "@linedesk/sip";
import type { SipRequestDeps } from "../dialogs/sip-call-deps.ts";
import type { Trunk } from "../trunks/trunk.ts";

export interface KeepAliveDeps {
  context: SipRequestDeps;
  trunk: Trunk;
  onChange: (isAlive: boolean) => void;
}

const ANSWER_MS = 5_000;
const FAILURES_TO_DOWN = 2;

/** Probes a trunk with OPTIONS: two failures in a row mark it down, one answer marks it up. */
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
    this.ask()
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

  /**
   * Resolves with true when the trunk answers. One address that answers is enough, because calls
   * find this address too.
   */
  async ask(): Promise<boolean> {
    const { context, trunk } = this.#deps;
    for (const host of trunk.hosts) {
      const found = await context.routing.resolver.resolve(host, trunk.transport);
      for (const address of found) {
        const target = trunk.transport === "tls" ? { ...address, serverName: host.host } : address;
        if (this.#isClosed) {
          return false;
        }
        if (await this.#sendOptions(target, formatHostPort(host))) {
          return true;
        }
      }
    }
    return false;
  }

  #sendOptions(target: SipAddress, host: string): Promise<boolean> {
    const { context, trunk } = this.#deps;
    const { signalling } = context;
    const sentBy = signalling.sentBy(target);
    const request = optionsTo(`sip:${trunk.domain ?? host}`, trunk, sentBy);
    return new Promise((resolve) => {
      const stopWaiting = context.clock.after(ANSWER_MS, () => finish(false));
      const transaction = signalling.transactions.request(
        { request, target, sentBy },
        {
          onTimeout: () => finish(false),
          // Every final response except 408 and 503 proves that the trunk is up.
          onResponse: ({ status }) => {
            if (status >= 200) {
              finish(status !== 503 && status !== 408);
            }
          },
        },
      );
      function finish(isAlive: boolean): void {
        stopWaiting();
        transaction.abandon();
        resolve(isAlive);
      }
    });
  }
}

function optionsTo(uri: string, trunk: Trunk, sentBy: string): SipRequest {
  const headers = new SipHeaders()
    .add("Max-Forwards", "70")
    .add("From", `<sip:linedesk@${trunk.domain ?? sentBy}>;tag=${newToken()}`)
    .add("To", `<${uri}>`)
    .add("Call-ID", newToken() + newToken())
    .add("CSeq", "1 OPTIONS")
    .add("Contact", `<sip:linedesk@${sentBy}${transportParameter(trunk.transport)}>`)
    .add("Accept", "application/sdp");
  return { type: "request", method: "OPTIONS", uri, headers, body: "" };
}
