import { RefusedError, TWILIO_CODES } from "@linedesk/base";
import { isE164 } from "../../directory/e164.ts";
import type { NumberRepository } from "../../directory/number-repository.ts";
import type { Dialer, DialRefusal, Leg, ResumeRequest } from "../legs/leg.ts";
import type { StoredLeg } from "../legs/stored-leg.ts";
import { assertDialTarget } from "./assert-dial-target.ts";
import type { PlaceCallRequest } from "./place-call-request.ts";

export interface EdgeDialers {
  client: Dialer;
  sip: Dialer;
}

interface DialersDeps {
  numbers: NumberRepository;
  internal: Dialer;
}

export class Dialers {
  readonly #deps: DialersDeps;
  #client: Dialer | null = null;
  #sip: Dialer | null = null;

  constructor(deps: DialersDeps) {
    this.#deps = deps;
  }

  /** An edge without a new dialer keeps its current dialer. */
  setEdges({ client, sip }: Partial<EdgeDialers>): void {
    this.#client = client ?? this.#client;
    this.#sip = sip ?? this.#sip;
  }

  isInternal(dialer: Dialer): boolean {
    return dialer === this.#deps.internal;
  }

  /**
   * Selects signalling for browsers, and SIP for numbers that are not ours. A call to our own
   * number stays inside the exchange, unless the request names a trunk or the number's
   * `dialledWithin` is false. Throws RefusedError.
   */
  select(to: string, byoc: string | null = null): Dialer {
    if (this.#isWithin(to) && (byoc === null || this.#sip === null)) {
      return this.#deps.internal;
    }
    assertDialTarget(to);
    const dialer = to.startsWith("client:") ? this.#client : this.#sip;
    if (dialer === null) {
      throw new RefusedError(TWILIO_CODES.TO_UNREACHABLE, "The exchange cannot dial out yet");
    }
    return dialer;
  }

  /** If the exchange has no trunk, a call to any of our numbers stays inside the exchange. */
  #isWithin(to: string): boolean {
    const number = this.#deps.numbers.findByNumber(to);
    return number !== null && (number.dialledWithin || this.#sip?.hasTrunk?.() !== true);
  }

  /**
   * Returns the trunk that the request names, or the trunk of the number that the call shows;
   * `null` for any trunk. Throws RefusedError if there is no such trunk.
   */
  selectTrunk({ to, from, byoc = null }: PlaceCallRequest): string | null {
    if (byoc !== null && isE164(to) && this.#sip?.knowsTrunk?.(byoc) === false) {
      throw new RefusedError(
        TWILIO_CODES.INVALID_PARAMETER,
        "Invalid value for 'Byoc': there is no such trunk",
      );
    }
    if (byoc !== null) {
      return byoc;
    }
    const own = this.#deps.numbers.findByNumber(from)?.trunkSid ?? null;
    return own !== null && this.knowsTrunk(own) ? own : null;
  }

  /** Informs the far end by SIP. A browser learns about the end when it reconnects. */
  endOrphan(leg: StoredLeg, trunkSid: string | null): void {
    this.#sip?.endOrphan?.(leg, trunkSid);
  }

  /** Continues a SIP leg from before a restart; `null` if it cannot continue. */
  async resume(leg: StoredLeg, request: ResumeRequest): Promise<Leg | null> {
    return (await this.#sip?.resume?.(leg, request)) ?? null;
  }

  knowsTrunk(sid: string): boolean {
    return this.#sip?.knowsTrunk?.(sid) ?? false;
  }

  checkReferral(to: string, { trunkSid = null }: Pick<Leg, "trunkSid">): DialRefusal | null {
    return this.#sip?.checkReferral?.(to, trunkSid) ?? null;
  }
}
