import { randomBytes } from "node:crypto";

import { type Clock, type HttpMethod, RefusedError } from "@linedesk/base";
import type { CallMessage } from "../../../calls/legs/leg.ts";
import type { EdgeAccess, ExchangeControl } from "../../../control/exchange-control.ts";
import { CODES } from "../requests/error-body.ts";

const PER_CALL = 10;

interface Subscription {
  sid: string;
  callback: string;
  method: HttpMethod;
  sequence: number;
}

export class MessageSubscriptions {
  readonly #byCall = new Map<string, Subscription[]>();
  readonly #sendCallback: EdgeAccess["sendCallback"];
  readonly #accountSid: string;
  readonly #clock: Clock;
  readonly #stops: (() => void)[];

  constructor(
    { calls, sendCallback }: Pick<ExchangeControl, "calls"> & Pick<EdgeAccess, "sendCallback">,
    { accountSid, clock }: { accountSid: string; clock: Clock },
  ) {
    this.#clock = clock;
    this.#sendCallback = sendCallback;
    this.#accountSid = accountSid;
    this.#stops = [
      calls.onMessage((callSid, message) => this.#deliver(callSid, message)),
      calls.onChange((call) => {
        if (call.endedAt !== null) {
          this.#byCall.delete(call.sid);
        }
      }),
    ];
  }

  add(callSid: string, callback: string, method: HttpMethod): Subscription {
    const known = this.#byCall.get(callSid) ?? [];
    if (known.length >= PER_CALL) {
      throw new RefusedError(CODES.parameter, `A call may have at most ${PER_CALL} subscriptions`);
    }
    const sid = `ZY${randomBytes(16).toString("hex")}`;
    const subscription = { sid, callback, method, sequence: 0 };
    this.#byCall.set(callSid, [...known, subscription]);
    return subscription;
  }

  remove(callSid: string, sid: string): boolean {
    const known = this.#byCall.get(callSid) ?? [];
    const rest = known.filter((subscription) => subscription.sid !== sid);
    if (rest.length > 0) {
      this.#byCall.set(callSid, rest);
    } else {
      this.#byCall.delete(callSid);
    }
    return rest.length < known.length;
  }

  close(): void {
    for (const stop of this.#stops.splice(0)) {
      stop();
    }
  }

  #deliver(callSid: string, message: CallMessage): void {
    for (const subscription of this.#byCall.get(callSid) ?? []) {
      const params = {
        AccountSid: this.#accountSid,
        CallSid: callSid,
        Sid: message.voiceEventSid,
        SequenceNumber: String((subscription.sequence += 1)),
        Content: JSON.stringify(message.content) ?? "",
        ContentType: message.contentType,
        Timestamp: new Date(this.#clock.now()).toISOString(),
      };
      const { callback: url, method, sid: orderKey } = subscription;
      this.#sendCallback({ url, method, params, orderKey });
    }
  }
}
