import { isLoopback } from "../config/is-loopback.ts";
import { WEBHOOK_PATH } from "../platform/http/webhook-path.ts";
import type { SoundName } from "./register-sound-files.ts";

const RETRIED = "again";

/** The end of the path that the service requests when the first path has failed. */
export const AGAIN = "-again";

/**
 * The timeouts and repetitions with which the service requests an address. Twilio repeats only a
 * failed connection by default, and ends the call after that. The service neither sends nor signs
 * the fragment.
 */
const RETRIES = "#rc=3&rp=all&ct=2000&rt=5000";

/**
 * The timeouts for a new call at our exchange. If the server has not answered within `tt`, the
 * exchange answers the caller itself and requests the address again. Twilio would end the call, so
 * it gets `RETRIES`.
 */
const ARRIVAL_RETRIES = "#rc=3&rp=all&ct=2000&rt=3000&tt=3500";

/**
 * The address of a document, and the fallback that the service requests when the first address
 * fails.
 */
export interface DocumentUrls {
  voiceUrl: string;
  fallbackUrl: string;
}

interface VoiceUrlOptions {
  keepsCallers?: boolean;
  /** The telephony service that requests the addresses; `null` when there is only one. */
  service?: string | null;
}

/** The parameter of each address that names the telephony service. */
export const SERVICE_PARAMETER = "x";

/** The addresses at which the telephony service reaches the server, all under `WEBHOOK_PATH`. */
export class VoiceUrls {
  readonly #base: string;
  readonly #arrivalRetries: string;
  readonly #service: string | null;

  /** `base` has no path. It is the address of all servers, the internal or the public address. */
  constructor(base: string, { keepsCallers = false, service = null }: VoiceUrlOptions = {}) {
    this.#base = base;
    this.#arrivalRetries = keepsCallers ? ARRIVAL_RETRIES : RETRIES;
    this.#service = service;
  }

  /** The address for display. The telephony service gets the addresses of `numberUrls`. */
  get incoming(): string {
    return this.#base + WEBHOOK_PATH + "incoming";
  }

  /**
   * Returns true when this is the voice URL of a number that leads to a server of this
   * installation.
   */
  isIncoming(url: string): boolean {
    if (!URL.canParse(url)) {
      return false;
    }
    const own = new URL(this.incoming);
    const { origin, hostname, pathname } = new URL(url);
    // Another server of this machine has another internal port.
    const isHere = origin === own.origin || (isLoopback(hostname) && isLoopback(own.hostname));
    return isHere && pathname === own.pathname;
  }

  /** Returns true for the document of a new call, at any server. */
  isArrival(url: string): boolean {
    return URL.canParse(url) && new URL(url).pathname === new URL(this.incoming).pathname;
  }

  /** `fallbackBase` is the address of another server, or of all servers. */
  numberUrls(fallbackBase: string | null): DocumentUrls {
    return this.#document("incoming", fallbackBase, this.#arrivalRetries);
  }
  connectUrls(fallbackBase: string | null): DocumentUrls {
    return this.#document("connect", fallbackBase, RETRIES);
  }

  incomingSince(at: number): string {
    return this.#path("incoming", `?since=${at}`);
  }
  get phone(): string {
    return this.#path("phone");
  }
  get phoneRung(): string {
    return this.#path("phone-rung");
  }
  phoneAgain(ring: { look: number; to: string; from: string }): string {
    const query = new URLSearchParams({ ...ring, look: String(ring.look) });
    return this.#path("phone", `?${query.toString()}`);
  }
  get status(): string {
    return this.#path("status");
  }
  wait(call: string): string {
    return this.#path("wait", `?call=${call}`);
  }
  waitDigit(call: string): string {
    return this.#path("wait-digit", `?call=${call}`);
  }
  queueEnded(call: string): string {
    return this.#path("queue-ended", `?call=${call}`);
  }
  dialled(call: string): string {
    return this.#path("dialled", `?call=${call}`);
  }
  /**
   * Returns the address that receives the result of the verification call that was requested at
   * this time.
   */
  callerIdVerified(callerId: string, requestedAt: number): string {
    return this.#path("caller-id", `?callerId=${callerId}&at=${requestedAt}`);
  }
  callBack(call: string): string {
    return this.#path("call-back", `?call=${call}`);
  }
  recordingNotice(recording: string): string {
    return this.#path("recording-notice", `?recording=${recording}`);
  }
  recordingStatus(recording: string): string {
    return this.#path("recording", `?recording=${recording}`);
  }
  join(call: string): string {
    return this.#path("join", `?call=${call}`);
  }
  hold(call: string): string {
    return this.#path("hold", `?call=${call}`);
  }
  requeue(call: string): string {
    return this.#path("requeue", `?call=${call}`);
  }
  linesBusy(call: string): string {
    return this.#path("lines-busy", `?call=${call}`);
  }
  joinConference(conference: string): string {
    return this.#path("join-conference", `?conference=${conference}`);
  }
  sharedRoom(conference: string): string {
    return this.#path("conference", `?conference=${conference}`);
  }
  conference(call: string): string {
    return this.#path("conference", `?call=${call}`);
  }
  /** Returns one of the built-in sounds in the format that the telephony service plays. */
  sound(name: SoundName): string {
    return `${this.#base}/sounds/${name}.wav`;
  }

  /**
   * Returns the address at this server of a document that the service could not fetch. Returns
   * `null` for a document that has failed here too, and for any other address.
   */
  retryOf(failedUrl: string): string | null {
    if (!URL.canParse(failedUrl)) {
      return null;
    }
    const { pathname, searchParams } = new URL(failedUrl);
    if (!pathname.startsWith(WEBHOOK_PATH) || searchParams.has(RETRIED)) {
      return null;
    }
    searchParams.set(RETRIED, "1");
    searchParams.delete(SERVICE_PARAMETER);
    return this.#path(pathname.slice(WEBHOOK_PATH.length), `?${searchParams.toString()}`);
  }

  requestUrl(pathAndQuery: string): string {
    return `${this.#base}${pathAndQuery}`;
  }

  #path(name: string, query = ""): string {
    return `${this.#base}${WEBHOOK_PATH}${name}${this.#mark(query)}${RETRIES}`;
  }

  #mark(query: string): string {
    if (this.#service === null) {
      return query;
    }
    return `${query}${query === "" ? "?" : "&"}${SERVICE_PARAMETER}=${this.#service}`;
  }

  /** The fallback has a path of its own, so that the server can distinguish its requests. */
  #document(name: string, fallbackBase: string | null, retries: string): DocumentUrls {
    const fallback = `${fallbackBase ?? this.#base}${WEBHOOK_PATH}${name}${AGAIN}`;
    const query = this.#mark("");
    return {
      voiceUrl: `${this.#base}${WEBHOOK_PATH}${name}${query}${retries}`,
      fallbackUrl: `${fallback}${query}${retries}`,
    };
  }
}
