import {
  encodeUser,
  formatUriHost,
  type Incoming,
  isSameAddress,
  newToken,
  parseNameAddr,
  parseSipUri,
  formatHostPort,
  type SipAddress,
  SipHeaders,
  type SipRequest,
  type SipResponse,
  transportParameter,
  withCredentials,
} from "@linedesk/sip";
import { type SipRequestDeps, contactHeader } from "../dialogs/sip-call-deps.ts";
import type { Trunk } from "../trunks/trunk.ts";

export interface RegistrationDeps {
  context: SipRequestDeps;
  trunk: Trunk;
  onChange: (isRegistered: boolean) => void;
}

const FIRST_RETRY_MS = 5_000;
/** A registrar that closes each connection immediately gets a new request only after this pause. */
const RECONNECT_MS = 1_000;
const MAX_RETRY_MS = 300_000;
const MIN_EXPIRES_S = 30;
const MAX_ROUTES = 8;

/** Returns the delay before the next try after that many failures in a row. */
export function retryDelayMs(failures: number): number {
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, failures - 1));
}

/** Renews a binding half a minute before its end, or a short one after half of its time. */
export function refreshDelayMs(expiresS: number): number {
  return Math.max(expiresS - 30, expiresS / 2) * 1000;
}

export class Registration {
  readonly #deps: RegistrationDeps;
  readonly #callId = newToken() + newToken();
  readonly #fromTag = newToken();
  #cseq = 0;
  #expiresS: number;
  #failures = 0;
  #isClosed = false;
  #isBound = false;
  #boundAt: SipAddress | null = null;
  #pending = 0;
  #lastStatus: number | null = null;
  #stopTimer: () => void = () => undefined;

  constructor(parts: RegistrationDeps) {
    this.#deps = parts;
    this.#expiresS = parts.trunk.registration?.expiresS ?? 600;
  }

  get isIdle(): boolean {
    return this.#pending === 0;
  }

  start(): void {
    void this.#register(this.#expiresS);
  }

  async refresh(): Promise<number | null> {
    this.#stopTimer();
    await this.#register(this.#expiresS);
    return this.#lastStatus;
  }

  /** Registers again after RECONNECT_MS if the binding used the closed connection. */
  handleClosed(remote: SipAddress): void {
    const isOurs = this.#boundAt !== null && isSameAddress(this.#boundAt, remote);
    if (!isOurs || this.#isClosed) {
      return;
    }
    this.#boundAt = null;
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
    const { context, trunk } = this.#deps;
    this.#pending += 1;
    try {
      await this.#sendRegister(expiresS);
    } catch (error) {
      context.logger.error({ err: error, trunk: trunk.name }, "trunk REGISTER failed");
      this.#fail(null);
    } finally {
      this.#pending -= 1;
    }
  }

  /** Tries one address of the registrar after the other, until one answers. */
  async #sendRegister(expiresS: number): Promise<void> {
    const { context, trunk } = this.#deps;
    if (trunk.registration === null) {
      return;
    }
    const { registrar } = trunk.registration;
    const found = await context.routing.resolver.resolve(registrar, trunk.transport);
    for (const address of found) {
      const target =
        trunk.transport === "tls" ? { ...address, serverName: registrar.host } : address;
      const answer = await this.#send(this.#makeRequest(expiresS, target), target);
      if (answer === null || answer.status === 503) {
        continue;
      }
      return this.#handleAnswer(answer, expiresS, target);
    }
    this.#fail(null);
  }

  #makeRequest(expiresS: number, target: SipAddress): SipRequest {
    const { context, trunk } = this.#deps;
    const registrar =
      trunk.registration === null ? "" : formatHostPort(trunk.registration.registrar);
    const domain = trunk.domain ?? registrar;
    const user = trunk.registration?.user ?? trunk.credentials?.username ?? "";
    const own = `<sip:${encodeUser(user)}@${domain}>`;
    this.#cseq += 1;
    const headers = new SipHeaders()
      .add("Max-Forwards", "70")
      .add("From", `${own};tag=${this.#fromTag}`)
      .add("To", own)
      .add("Call-ID", this.#callId)
      .add("CSeq", `${this.#cseq} REGISTER`)
      .add("Contact", contactHeader(context, target))
      .add("Expires", String(expiresS))
      .add("Supported", "path");
    const uri = `sip:${domain}${transportParameter(trunk.transport)}`;
    return { type: "request", method: "REGISTER", uri, headers, body: "" };
  }

  /** Resolves with the final answer after challenges; with `null` when none came. */
  #send(request: SipRequest, target: SipAddress): Promise<Incoming<SipResponse> | null> {
    const { context, trunk } = this.#deps;
    return new Promise((resolve) => {
      const parts = { request, target, sentBy: context.signalling.sentBy(target) };
      context.signalling.transactions.request(parts, {
        onTimeout: () => resolve(null),
        onResponse: (response) => {
          if (response.status < 200) {
            return;
          }
          const retry = withCredentials(request, response, trunk.credentials);
          if (retry === null) {
            return resolve(response);
          }
          this.#cseq = response.cseq.number + 1;
          this.#send(retry, target).then(resolve, () => resolve(null));
        },
      });
    });
  }

  async #handleAnswer(
    response: Incoming<SipResponse>,
    requestedS: number,
    at: SipAddress,
  ): Promise<void> {
    this.#lastStatus = response.status;
    const minimum = Number(response.headers.get("Min-Expires") ?? 0);
    if (response.status === 423 && minimum > requestedS && minimum <= 86_400 && requestedS > 0) {
      this.#expiresS = minimum;
      return this.#register(minimum);
    }
    if (response.status < 200 || response.status >= 300) {
      return this.#fail(response.status);
    }
    if (this.#isClosed) {
      return;
    }
    const { trunk } = this.#deps;
    if (!this.#isBound) {
      this.#deps.context.logger.info({ trunk: trunk.name }, "trunk registered");
    }
    this.#failures = 0;
    this.#isBound = true;
    this.#boundAt = at;
    this.#deps.context.routing.trunks.storeRoutes(trunk, readServiceRoutes(response));
    this.#deps.onChange(true);
    this.#schedule(refreshDelayMs(grantedS(response, requestedS)));
  }

  #fail(status: number | null): void {
    if (this.#isClosed) {
      return;
    }
    this.#lastStatus = status;
    this.#failures += 1;
    this.#isBound = false;
    this.#boundAt = null;
    const { context, trunk, onChange } = this.#deps;
    context.logger.warn({ trunk: trunk.name, status }, "trunk registration failed");
    context.routing.trunks.storeRoutes(trunk, []);
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
 * Returns the time that the registrar granted for our Contact, or else for all Contacts. If it
 * named none, returns the time that we requested.
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

function isLinedesk(uri: string): boolean {
  const parsed = parseSipUri(uri);
  return parsed !== null && parsed.user === "linedesk" && formatUriHost(parsed) !== "";
}
