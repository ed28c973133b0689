import { randomInt } from "node:crypto";

import { RefusedError } from "@linedesk/base";
import type { CallbackTarget } from "../../calls/live/callback-target.ts";
import type { LiveCall } from "../../calls/live/live-call.ts";
import { voiceParams } from "../../calls/live/voice-params.ts";
import { isOurCallerId } from "../../calls/placing/caller-id.ts";
import { isE164 } from "../../directory/e164.ts";
import { writtenForm } from "../../directory/number-form.ts";
import type { CoreServices } from "../../twiml/document/core-services.ts";
import { askForCode } from "./ask-for-code.ts";

const AT_ONCE = 10;
const CODE_DIGITS = 6;
const RING_S = 60;
/** Three tries with their prompts take two minutes. */
const LONGEST_CALL_S = 180;
const EXTENSION = /^[0-9A-Da-d#*wW]{1,32}$/;

export interface CheckRequest {
  phoneNumber: string;
  friendlyName?: string;
  /** Seconds until the number is dialled. */
  delayS?: number;
  /** Keyed after the answer. */
  extension?: string;
  statusCallback?: Pick<CallbackTarget, "url" | "method">;
}

export interface CallerIdCheck {
  callSid: string;
  phoneNumber: string;
  friendlyName: string;
  /** What the person who is phoned has to key in. */
  code: string;
}

/** Phones numbers that want to become caller ids, and asks for their codes. */
export class CallerIdChecks {
  readonly #services: CoreServices;
  readonly #numbers = new Set<string>();

  constructor(services: CoreServices) {
    this.#services = services;
  }

  /** Throws RefusedError: 21421 no number, 21450 ours already, 20429 too many, or the dialler's. */
  begin(request: CheckRequest): CallerIdCheck {
    const { phoneNumber, friendlyName = writtenForm(phoneNumber) } = request;
    this.#mustBePossible(request);
    const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
    const call = this.#dial(request, { code, friendlyName });
    return { callSid: call.sid, phoneNumber, friendlyName, code };
  }

  #mustBePossible({ phoneNumber, extension }: CheckRequest): void {
    if (!isE164(phoneNumber)) {
      throw new RefusedError(21421, "PhoneNumber is not in E.164 form");
    }
    if (isOurCallerId(phoneNumber, this.#services)) {
      throw new RefusedError(21450, "Phone number already validated for your account");
    }
    if (extension !== undefined && !EXTENSION.test(extension)) {
      throw new RefusedError(20001, "Extension has 1 to 32 of 0-9 A-D # * w W");
    }
    if (this.#numbers.has(phoneNumber)) {
      throw new RefusedError(20429, "This number is being verified already", 429);
    }
    if (this.#numbers.size >= AT_ONCE) {
      throw new RefusedError(20429, `At most ${AT_ONCE} numbers are verified at once`, 429);
    }
  }

  #dial(request: CheckRequest, how: { code: string; friendlyName: string }): LiveCall {
    const { phoneNumber, delayS = 0, extension = "" } = request;
    const { placer, numbers } = this.#services;
    let isVerified = false;
    const call = placer.place({
      direction: "outbound-api",
      parentCallSid: null,
      // Without a number of its own the exchange can show nothing better.
      from: numbers.list()[0]?.phoneNumber ?? phoneNumber,
      to: phoneNumber,
      callerName: null,
      params: [],
      isCheck: true,
      delayS,
      ringTimeoutS: RING_S,
      timeLimitS: LONGEST_CALL_S,
      statusCallback: null,
      onAnswered: (answered) =>
        answered.run(async (signal) => {
          const wish = { code: how.code, extension, signal, services: this.#services };
          await askForCode(answered, wish, () => {
            isVerified = true;
            void this.#succeed(answered, request, how.friendlyName);
          });
          answered.hangUp();
        }),
    });
    this.#numbers.add(phoneNumber);
    const onEnd = () => {
      this.#numbers.delete(phoneNumber);
      if (!isVerified) {
        this.#tell(call, request, { VerificationStatus: "failed" });
      }
    };
    // A dialler that refuses does so before anybody could listen.
    if (call.isOver) {
      queueMicrotask(onEnd);
    } else {
      call.ended.addEventListener("abort", onEnd, { once: true });
    }
    return call;
  }

  /** Told when a crash can no longer take it away. */
  async #succeed(
    call: LiveCall,
    { phoneNumber, ...request }: CheckRequest,
    friendlyName: string,
  ): Promise<void> {
    const known = this.#services.callerIds
      .list()
      .find((callerId) => callerId.phoneNumber === phoneNumber);
    const { sid } = known ?? this.#services.callerIds.add({ phoneNumber, friendlyName });
    if (!(await this.#services.saved())) {
      const message = "the caller id could not be written to the disk";
      call.note("error", "verification", { errorCode: 20500, message });
    }
    this.#tell(call, request, { VerificationStatus: "success", OutgoingCallerIdSid: sid });
  }

  #tell(
    call: LiveCall,
    { statusCallback }: Pick<CheckRequest, "statusCallback">,
    params: Record<string, string>,
  ): void {
    if (!statusCallback) {
      return;
    }
    this.#services.outbox.send({
      ...statusCallback,
      params: { ...voiceParams(call), ...params },
      orderKey: call.sid,
      onDelivered: () => call.note("webhook.sent", "verification"),
      onFailed: ({ twilioCode: errorCode, message }) =>
        call.note("webhook.failed", "verification", { errorCode, message }),
    });
  }
}
