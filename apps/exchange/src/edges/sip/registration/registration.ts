import { isDeepStrictEqual } from "node:util";

import {
  formatUriHost,
  type Incoming,
  isSameAddress,
  parseNameAddr,
  parseSipUri,
  formatHostPort,
  type SipAddress,
  type SipHost,
  type SipResponse,
} from "@linedesk/sip";
import type { SipRequestDeps } from "../dialogs/sip-call-deps.ts";
import { describeCause, noAddress, type SipAnswer } from "../trunks/sip-answer.ts";
import type { Trunk } from "../trunks/trunk.ts";
import { resolveHost } from "./ask-host.ts";
import type { StoredRegistration } from "./registration-file.ts";
import { bindContact, RegisterSequence, sendRegister, toAnswer } from "./send-register.ts";

export interface RegistrationDeps {
  context: SipRequestDeps;
  trunk: Trunk;
  onChange: (isRegistered: boolean) => void;
  /** The registration of this trunk before the exchange restarted. */
  stored?: StoredRegistration;
}

const FIRST_RETRY_MS = 5_000;
/** A registrar that closes each connection immediately gets a new request only after this pause. */
const RECONNECT_MS = 1_000;
const MAX_RETRY_MS = 300_000;
const MIN_EXPIRES_S = 30;
const MAX_ROUTES = 8;

/** Returns the delay before the next try, after a number of failures in a row. */
export function retryDelayMs(failures: number): number {
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, failures - 1));
}

/**
 * Returns the delay before a binding is renewed: until 30 s before it expires, or half of its time
 * if that is longer.
 */
export function refreshDelayMs(expiresS: number): number {
  return Math.max(expiresS - 30, expiresS / 2) * 1000;
}

export class Registration {
  readonly #deps: RegistrationDeps;
  readonly #sequence: RegisterSequence;
  /** The answers of the last round, by registrar. */
  readonly #answers = new Map<string, SipAnswer>();
  #trunk: Trunk;
  #expiresS: number;
  #failures = 0;
  #isClosed = false;
  #isBound = false;
  #bound: { target: SipAddress | null; registrar: SipHost } | null = null;
  #pending = 0;
  #stopTimer: () => void = () => undefined;

  constructor(parts: RegistrationDeps) {
    this.#deps = parts;
    this.#sequence = new RegisterSequence(parts.stored);
    this.#trunk = parts.trunk;
    this.#expiresS = parts.trunk.registration?.expiresS ?? 600;
  }

  get isIdle(): boolean {
    return this.#pending === 0;
  }

  /**
   * Uses the changed trunk from now on. Its far end must be the same, so the binding stays valid.
   */
  adopt(trunk: Trunk): void {
    this.#trunk = trunk;
  }

  start(): void {
    void this.#register(this.#expiresS);
  }

  /** The registrar of the binding, or else the first. */
  get registrar(): SipHost | null {
    return this.#bound?.registrar ?? this.#trunk.registration?.registrars[0] ?? null;
  }

  /** Registers again, and resolves with the answer of each registrar that was tried. */
  async refresh(): Promise<ReadonlyMap<string, SipAnswer>> {
    this.#stopTimer();
    await this.#register(this.#expiresS);
    return this.#answers;
  }

  /** Registers again after RECONNECT_MS if the binding used the closed connection. */
  handleClosed(remote: SipAddress): void {
    const target = this.#bound?.target ?? null;
    if (this.#bound === null || target === null || this.#isClosed) {
      return;
    }
    if (!isSameAddress(target, remote)) {
      return;
    }
    this.#bound = { ...this.#bound, target: null };
    this.#schedule(RECONNECT_MS);
  }

  close(): void {
    void this.unbind();
  }

  async unbind(): Promise<void> {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    this.#stopTimer();
    if (this.#isBound) {
      await this.#register(0);
    }
  }

  async #register(expiresS: number): Promise<void> {
    this.#pending += 1;
    this.#answers.clear();
    try {
      await this.#sendRegister(expiresS);
    } catch (error) {
      const { logger } = this.#deps.context;
      logger.error({ err: error, trunk: this.#trunk.name }, "trunk REGISTER failed");
      this.#fail(describeCause(error instanceof Error ? error : null));
    } finally {
      this.#pending -= 1;
    }
  }

  /** Tries each address of each registrar until one gives an answer other than 408 or 5xx. */
  async #sendRegister(expiresS: number): Promise<void> {
    const { context } = this.#deps;
    const trunk = this.#trunk;
    let last: SipAnswer = noAddress;
    for (const registrar of this.#listRegistrars(expiresS)) {
      for (const target of await resolveHost(context, trunk, registrar)) {
        const begun = this.#sequence.begin(trunk, registrar);
        const request = bindContact(begun, context, { expiresS, target });
        const result = await sendRegister(context, trunk, {
          request,
          target,
          sequence: this.#sequence,
        });
        last = toAnswer(result);
        if (result.type === "answered" && !isUnavailable(result.response.status)) {
          return this.#handleAnswer(result.response, expiresS, { target, registrar });
        }
      }
      this.#answers.set(formatHostPort(registrar), last);
    }
    this.#fail(last);
  }

  /**
   * Lists the registrar of the binding first. If another registrar were tried first, its timeout
   * could outlast the binding. A binding is removed only at its own registrar.
   */
  #listRegistrars(expiresS: number): readonly SipHost[] {
    const all = this.#trunk.registration?.registrars ?? [];
    const bound = this.#bound?.registrar;
    if (bound === undefined) {
      return all;
    }
    return expiresS === 0
      ? [bound]
      : [bound, ...all.filter((one) => !isDeepStrictEqual(one, bound))];
  }

  async #handleAnswer(
    response: Incoming<SipResponse>,
    requestedS: number,
    at: { target: SipAddress; registrar: SipHost },
  ): Promise<void> {
    const answer: SipAnswer = { type: "answered", status: response.status };
    this.#answers.set(formatHostPort(at.registrar), answer);
    const minimum = Number(response.headers.get("Min-Expires") ?? 0);
    if (response.status === 423 && minimum > requestedS && minimum <= 86_400 && requestedS > 0) {
      this.#expiresS = minimum;
      return this.#register(minimum);
    }
    if (response.status < 200 || response.status >= 300) {
      return this.#fail(answer);
    }
    if (this.#isClosed) {
      return;
    }
    const trunk = this.#trunk;
    if (!this.#isBound) {
      this.#deps.context.logger.info({ trunk: trunk.name }, "trunk registered");
    }
    this.#failures = 0;
    this.#isBound = true;
    this.#bound = at;
    this.#deps.context.routing.trunks.storeRoutes(trunk, readServiceRoutes(response));
    this.#deps.onChange(true);
    this.#schedule(refreshDelayMs(grantedS(response, requestedS)));
  }

  #fail(answer: SipAnswer): void {
    if (this.#isClosed) {
      return;
    }
    this.#failures += 1;
    this.#isBound = false;
    this.#bound = null;
    const { context, onChange } = this.#deps;
    const cause = answer.type === "answered" ? { status: answer.status } : { code: answer.code };
    context.logger.warn({ trunk: this.#trunk.name, ...cause }, "trunk registration failed");
    context.routing.trunks.storeRoutes(this.#trunk, []);
    onChange(false);
    this.#schedule(retryDelayMs(this.#failures));
  }

  #schedule(delayMs: number): void {
    this.#stopTimer();
    this.#stopTimer = this.#deps.context.clock.after(
      delayMs,
      () => void this.#register(this.#expiresS),
    );
  }
}

/**
 * Returns the time that the registrar granted for our Contact, or else for all Contacts, at most a
 * day. If this time is missing or under 30 s, returns the time that we requested, at least 30 s.
 */
function grantedS(response: Incoming<SipResponse>, requestedS: number): number {
  const ours = response.headers
    .all("Contact")
    .map((text) => parseNameAddr(text))
    .find((contact) => contact !== null && isLinedesk(contact.uri));
  const stated = ours?.parameters.get("expires") ?? response.headers.get("Expires");
  const seconds = Number(stated ?? requestedS);
  return Number.isFinite(seconds) && seconds >= MIN_EXPIRES_S
    ? Math.min(seconds, 86_400)
    : Math.max(MIN_EXPIRES_S, Math.min(requestedS, 86_400));
}

/** Returns the Service-Route that calls use from now on (RFC 3608), without strict routers. */
function readServiceRoutes(response: Incoming<SipResponse>): string[] {
  function isLoose(text: string): boolean {
    return parseSipUri(parseNameAddr(text)?.uri ?? "")?.parameters.has("lr") === true;
  }
  return response.headers.all("Service-Route").filter(isLoose).slice(0, MAX_ROUTES);
}

/**
 * Returns true for an answer about the registrar and not the user; the next registrar is then
 * tried.
 */
function isUnavailable(status: number): boolean {
  return status === 408 || (status >= 500 && status < 600);
}

function isLinedesk(uri: string): boolean {
  const parsed = parseSipUri(uri);
  return parsed !== null && parsed.user === "linedesk" && formatUriHost(parsed) !== "";
}
