import { z } from "zod";

import type { Direction, FrameView } from "./feed-events.ts";
import type { Redaction } from "./redaction.ts";
import { Ring } from "./ring.ts";

const MAX_FRAMES = 400;
const TEXT_CHARS = 6_144;
const STRING_CHARS = 4_096;
/** Calls that one socket may be known to carry; it has four legs at most. */
const CALLS_PER_SOCKET = 20;

const shape = z.object({
  type: z.string().max(40),
  payload: z
    .object({ callsid: z.string().max(80) })
    .partial()
    .optional(),
});

interface FrameRecorderDeps {
  redaction: Redaction;
  now: () => number;
  onFrame: (frame: FrameView) => void;
}

/** Notes the signalling of each socket, both ways. */
export class FrameRecorder {
  readonly #deps: FrameRecorderDeps;
  readonly #ring = new Ring<FrameView>(MAX_FRAMES);
  /** Of each open socket: the SDK's own id of an outgoing call by ours. */
  readonly #sockets = new Map<number, Map<string, string>>();
  #nextId = 1;
  #nextSocket = 1;

  constructor(parts: FrameRecorderDeps) {
    this.#deps = parts;
  }

  list(): FrameView[] {
    return this.#ring.list();
  }

  open(): number {
    const socket = this.#nextSocket++;
    this.#sockets.set(socket, new Map());
    return socket;
  }

  close(socket: number): void {
    this.#sockets.delete(socket);
  }

  record(socket: number, direction: Direction, text: string): void {
    if (text.trim() === "") {
      return;
    }
    const value = readJson(text);
    const parsed = shape.safeParse(value);
    const type = parsed.success ? parsed.data.type : "not a frame";
    const named = parsed.success ? (parsed.data.payload?.callsid ?? null) : null;
    const { redaction, now, onFrame } = this.#deps;
    const shown = value === undefined ? text : written(redaction.json(value, STRING_CHARS));
    const frame = {
      id: this.#nextId++,
      at: new Date(now()).toISOString(),
      socket,
      direction,
      type,
      callSid: named === null ? null : this.#findCallSid({ socket, direction, type, named }),
      text: redaction.text(shown, TEXT_CHARS),
    };
    this.#ring.put(frame);
    onFrame(frame);
  }

  /**
   * An outgoing call has the SDK's `TJS...` until our first answer names its sid; what was noted
   * until then is told again, under the call's name.
   */
  #findCallSid(frame: {
    socket: number;
    direction: Direction;
    type: string;
    named: string;
  }): string {
    const calls = this.#sockets.get(frame.socket);
    const { named } = frame;
    if (calls === undefined) {
      return named;
    }
    if (frame.direction === "in") {
      if (frame.type === "invite" && calls.size < CALLS_PER_SOCKET) {
        calls.set(named, named);
      }
      return calls.get(named) ?? named;
    }
    const waiting = [...calls].find(([own, ours]) => own === ours && !own.startsWith("CA"));
    const isAnswer = frame.type === "ringing" || frame.type === "answer";
    if (named.startsWith("CA") && isAnswer && waiting !== undefined) {
      calls.set(waiting[0], named);
      this.#rename(waiting[0], named);
    }
    return calls.get(named) ?? named;
  }

  #rename(own: string, callSid: string): void {
    for (const frame of this.#ring.list().filter((one) => one.callSid === own)) {
      const renamed = { ...frame, callSid };
      this.#ring.put(renamed);
      this.#deps.onFrame(renamed);
    }
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not JSON: the session answers that; here it is shown as it came.
    return undefined;
  }
}

function written(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
