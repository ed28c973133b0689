import type { SipAddress } from "@linedesk/sip";
import type { Direction, SipView } from "./feed-events.ts";
import type { Redaction } from "./redaction.ts";
import { Ring } from "./ring.ts";

const MAX_MESSAGES = 600;
const TEXT_CHARS = 4_096;
const KNOWN_DIALOGS = 500;

interface SipRecorderDeps {
  redaction: Redaction;
  now: () => number;
  onMessage: (message: SipView) => void;
}

/**
 * Notes every SIP message, both ways, also those that the door drops, and nothing else
 * .
 */
export class SipRecorder {
  readonly #deps: SipRecorderDeps;
  readonly #ring = new Ring<SipView>(MAX_MESSAGES);
  /** Call-ID to our sid: the first message that we send names it. */
  readonly #calls = new Map<string, string>();
  #nextId = 1;

  constructor(parts: SipRecorderDeps) {
    this.#deps = parts;
  }

  list(): SipView[] {
    return this.#ring.list().map((message) => this.#withCall(message));
  }

  record(direction: Direction, bytes: Buffer, far: SipAddress): void {
    const text = unfold(bytes.toString("utf8"));
    if (!isSip(text)) {
      return;
    }
    const callId = findHeader(text, "Call-ID|i") ?? "";
    if (direction === "out") {
      this.#mapDialog(callId, findHeader(text, "X-Twilio-CallSid"));
    }
    const { redaction, now, onMessage } = this.#deps;
    const shown = redaction.text(text, TEXT_CHARS);
    const message = {
      id: this.#nextId++,
      at: new Date(now()).toISOString(),
      direction,
      far: `${far.address}:${far.port}/${far.transport ?? "udp"}`,
      callId: callId.slice(0, 256),
      callSid: null,
      firstLine: (shown.split("\n", 1)[0] ?? "").slice(0, 200),
      text: shown,
    };
    this.#ring.put(message);
    onMessage(this.#withCall(message));
  }

  #withCall(message: SipView): SipView {
    return { ...message, callSid: this.#calls.get(message.callId) ?? null };
  }

  #mapDialog(callId: string, callSid: string | null): void {
    if (callId === "" || callSid === null) {
      return;
    }
    this.#calls.set(callId, callSid);
    const oldest = this.#calls.keys().next().value;
    if (this.#calls.size > KNOWN_DIALOGS && oldest !== undefined) {
      this.#calls.delete(oldest);
    }
  }
}

/** Keep-alives are empty lines, and stray sound or a scan for something else is no message. */
function isSip(text: string): boolean {
  return /^[^\n]*SIP\//i.test(text);
}

/** A secret continued on the next line would not be known for one. */
function unfold(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(/\n[ \t]+/g, " ")
    .trimStart();
}

function findHeader(text: string, names: string): string | null {
  const head = text.split("\n\n", 1)[0] ?? "";
  return new RegExp(`^(?:${names})[ \\t]*:[ \\t]*(.*)$`, "im").exec(head)?.[1]?.trim() ?? null;
}
