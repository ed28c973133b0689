import { randomInt } from "node:crypto";

import { RefusedError, TWILIO_CODES } from "@linedesk/base";
import type { CallbackTarget } from "../../calls/live/callback-target.ts";
import type { LiveCall } from "../../calls/live/live-call.ts";
import { voiceParams } from "../../calls/live/voice-params.ts";
import type { CallDialler } from "../../calls/placing/call-dialler.ts";
import { isOwnCallerId, type OwnNumbers } from "../../calls/placing/select-caller-id.ts";
import { isE164 } from "../../directory/e164.ts";
import { formatNumber } from "../../directory/number-format.ts";
import type { CallbackOutbox } from "../../webhooks/callback-outbox.ts";
import { askForCode, type CodePromptDeps } from "./ask-for-code.ts";

const AT_ONCE = 10;
const CODE_DIGITS = 6;
const RING_S = 60;
/** The call needs about two minutes for three attempts with their prompts. */
const MAX_CALL_S = 180;

export interface ValidationRequest {
  phoneNumber: string;
  friendlyName?: string;
  /** The caller ID that the number receives: one of ours, or one that carriers have assigned. */
  from?: string;
  statusCallback?: Pick<CallbackTarget, "url" | "method">;
}

export interface CallerIdValidation {
  callSid: string;
  phoneNumber: string;
  friendlyName: string;
  code: string;
}

interface CallerIdValidationsDeps extends OwnNumbers {
  dialler: CallDialler;
  outbox: CallbackOutbox;
  prompts: CodePromptDeps;
  /** All numbers that carriers have assigned to us, in use or not. */
  poolNumbers: readonly string[];
  /**
   * Resolves to true when every change of settings is on the disk, and to false when the write
   * failed.
   */
  persisted(): Promise<boolean>;
}

export class CallerIdValidations {
  readonly #services: CallerIdValidationsDeps;
  readonly #numbers = new Set<string>();

  constructor(services: CallerIdValidationsDeps) {
    this.#services = services;
  }

  /**
   * Throws RefusedError: 21421 for a text that is no number, 21450 for a number that can already be
   * shown, 21210 for a `from` that is not ours, 20429 for a number that is being verified or for
   * too many verifications, or the error of the dialler.
   */
  begin(request: ValidationRequest): CallerIdValidation {
    const { phoneNumber, friendlyName = formatNumber(phoneNumber) } = request;
    this.#assertValidRequest(request);
    const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
    const call = this.#dial(request, { code, friendlyName });
    return { callSid: call.sid, phoneNumber, friendlyName, code };
  }

  #assertValidRequest({ phoneNumber, from }: ValidationRequest): void {
    if (!isE164(phoneNumber)) {
      throw new RefusedError(TWILIO_CODES.PHONE_NUMBER_INVALID, "PhoneNumber is not in E.164 form");
    }
    if (isOwnCallerId(phoneNumber, this.#services)) {
      throw new RefusedError(
        TWILIO_CODES.PHONE_NUMBER_ALREADY_VALIDATED,
        "Phone number already validated for your account",
      );
    }
    if (from !== undefined && !this.#isOurs(from)) {
      throw new RefusedError(
        TWILIO_CODES.FROM_NOT_VERIFIED,
        "The 'From' is neither a number of this account nor a validated caller ID",
      );
    }
    if (this.#numbers.has(phoneNumber)) {
      throw new RefusedError(
        TWILIO_CODES.TOO_MANY_REQUESTS,
        "This number is being verified already",
        429,
      );
    }
    if (this.#numbers.size >= AT_ONCE) {
      throw new RefusedError(
        TWILIO_CODES.TOO_MANY_REQUESTS,
        `At most ${AT_ONCE} numbers can be in verification at the same time`,
        429,
      );
    }
  }

  #isOurs(number: string): boolean {
    return isOwnCallerId(number, this.#services) || this.#services.poolNumbers.includes(number);
  }

  #dial(request: ValidationRequest, how: { code: string; friendlyName: string }): LiveCall {
    const { phoneNumber } = request;
    const { dialler, numbers, prompts } = this.#services;
    let isVerified = false;
    const call = dialler.placeCall({
      direction: "outbound-api",
      parentCallSid: null,
      // If the exchange has no numbers, the called number is the only caller ID that it can show.
      from: request.from ?? numbers.list()[0]?.phoneNumber ?? phoneNumber,
      to: phoneNumber,
      callerName: null,
      params: [],
      isVerification: true,
      ringTimeoutS: RING_S,
      timeLimitS: MAX_CALL_S,
      statusCallback: null,
      onAnswered: (answered) =>
        answered.run(async (signal) => {
          const fields = { code: how.code, signal, services: prompts };
          await askForCode(answered, fields, () => {
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
        this.#sendCallback(call, request, { VerificationStatus: "failed" });
      }
    };
    // If the dialler refuses, the call ends before a listener can be added.
    if (call.isOver) {
      queueMicrotask(onEnd);
    } else {
      call.ended.addEventListener("abort", onEnd, { once: true });
    }
    return call;
  }

  /**
   * Stores the verified number, and sends the callback after the attempt to write it to the disk.
   */
  async #succeed(
    call: LiveCall,
    { phoneNumber, ...request }: ValidationRequest,
    friendlyName: string,
  ): Promise<void> {
    const known = this.#services.callerIds
      .list()
      .find((callerId) => callerId.phoneNumber === phoneNumber);
    const { sid } = known ?? this.#services.callerIds.add({ phoneNumber, friendlyName });
    if (!(await this.#services.persisted())) {
      const message = "the caller id could not be written to the disk";
      call.logError("verification", {
        errorCode: TWILIO_CODES.INTERNAL_ERROR,
        message,
      });
    }
    this.#sendCallback(call, request, { VerificationStatus: "success", OutgoingCallerIdSid: sid });
  }

  #sendCallback(
    call: LiveCall,
    { statusCallback }: Pick<ValidationRequest, "statusCallback">,
    params: Record<string, string>,
  ): void {
    if (!statusCallback) {
      return;
    }
    this.#services.outbox.send({
      ...statusCallback,
      params: { ...voiceParams(call), ...params },
      orderKey: call.sid,
    });
  }
}
