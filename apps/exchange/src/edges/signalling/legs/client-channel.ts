import { randomBytes, timingSafeEqual } from "node:crypto";

import type { CallMessage, LegEnd } from "../../../calls/legs/leg.ts";
import { voiceError, type VoiceCode } from "../frames/voice-errors.ts";
import type { ClientLink } from "../presence/client-link.ts";
import { toErrorFrame } from "./to-error-frame.ts";

const MAX_BUFFERED_MESSAGES = 20;

export class ClientChannel {
  readonly token = new ReconnectToken();
  link: ClientLink | null;
  callSid: string;
  readonly #unsent: CallMessage[] = [];

  constructor(link: ClientLink | null, callSid: string) {
    this.link = link;
    this.callSid = callSid;
  }

  /** The description opens the path for early media; the SDK treats it as final. */
  ring(sdp?: string): void {
    const payload = { callsid: this.callSid };
    this.link?.send({
      type: "ringing",
      payload: sdp === undefined ? payload : { ...payload, sdp },
    });
  }

  /** `sdp` is `null` when the client already has the right description. */
  answer(sdp: string | null): void {
    const payload = { callsid: this.callSid, reconnect: this.token.text };
    this.link?.send({ type: "answer", payload: sdp === null ? payload : { ...payload, sdp } });
  }

  sendMessage(message: CallMessage): void {
    this.link?.send({
      type: "message",
      payload: {
        callsid: this.callSid,
        content: message.content,
        contenttype: message.contentType,
        messagetype: message.messageType,
        voiceeventsid: message.voiceEventSid,
      },
    });
  }

  bufferMessage(message: CallMessage): boolean {
    if (this.#unsent.length >= MAX_BUFFERED_MESSAGES) {
      return false;
    }
    this.#unsent.push(message);
    return true;
  }

  flushMessages(): void {
    for (const message of this.#unsent.splice(0)) {
      this.sendMessage(message);
    }
  }

  hangUp(end: LegEnd): void {
    if (this.link !== null) {
      sendHangup(this.link, this.callSid, end);
    }
    this.link = null;
  }
}

export function sendHangup(link: ClientLink, callSid: string, end: LegEnd | null): void {
  const error = end === null ? null : toErrorFrame(end);
  const payload = { callsid: callSid };
  link.send({ type: "hangup", payload: error === null ? payload : { ...payload, error } });
}

export function sendRefusal(link: ClientLink, callSid: string, code: VoiceCode): void {
  link.send({ type: "error", payload: { callsid: callSid, error: voiceError(code) } });
}

/**
 * The token with which a client continues its call on another socket. No other client receives the
 * token.
 */
class ReconnectToken {
  readonly text = randomBytes(24).toString("base64url");

  matches(shown: string | undefined): boolean {
    const ours = Buffer.from(this.text);
    const theirs = Buffer.from(shown ?? "");
    return ours.length === theirs.length && timingSafeEqual(ours, theirs);
  }
}
