import type { Clock } from "@linedesk/base";
import type { CallRecord } from "../../calls/live/call.ts";
import {
  type Redact,
  inspectCall,
  inspectLevel,
  inspectConferences,
  buildCallView,
} from "../../control/call-views.ts";
import type { CallView, LevelView } from "../../control/call-views.ts";
import type { ExchangeControl } from "../../control/exchange-control.ts";
import type { FrameTap } from "../../edges/signalling/session/frame-tap.ts";
import type { SipTap } from "../../edges/sip/sip-tap.ts";
import type { HttpSender } from "../../webhooks/http-sender.ts";
import type { FeedEvent, Snapshot, ExchangeEndpoints } from "./feed-events.ts";
import { FrameRecorder } from "./frame-recorder.ts";
import { type Reader, Readers } from "./readers.ts";
import type { Redaction } from "./redaction.ts";
import { SipRecorder } from "./sip-recorder.ts";
import { WebhookRecorder } from "./webhook-recorder.ts";

const SHOWN_CALLS = 200;
const MEASURED_CALLS = 100;
const POLL_INTERVAL_MS = 500;
const KEEPALIVE_POLLS = 30;
const WORDS_CHARS = 500;

type Control = Pick<ExchangeControl, "calls" | "conferences">;

/**
 * Looks on at the edges and tells whoever reads. What passes by is noted always; calls, rooms and
 * levels are looked up twice a second, and only while somebody reads.
 */
export class Inspector {
  readonly frames: FrameTap;
  readonly sip: SipTap;
  readonly #webhooks: WebhookRecorder;
  readonly #frames: FrameRecorder;
  readonly #sip: SipRecorder;
  readonly #clock: Clock;
  readonly #clean: Redact;
  readonly #readers = new Readers();
  /** Live calls, and those that ended since the last look. */
  readonly #watched = new Set<string>();
  /** What each reader knows of a call, in brief. */
  readonly #sentCalls = new Map<string, string>();
  #control: Control | null = null;
  #whereabouts: ExchangeEndpoints | null = null;
  #sentConferences = "";
  #polls = 0;
  #stopPolling: () => void = () => undefined;
  #unsubscribe: () => void = () => undefined;

  constructor({ redaction, clock }: { redaction: Redaction; clock: Clock }) {
    this.#clock = clock;
    this.#clean = (text) => redaction.text(text, WORDS_CHARS);
    const common = { redaction, now: () => clock.now() };
    this.#webhooks = new WebhookRecorder({
      ...common,
      onChange: (webhook) => this.#send({ type: "webhook", webhook }),
    });
    this.#frames = new FrameRecorder({
      ...common,
      onFrame: (frame) => this.#send({ type: "frame", frame }),
    });
    this.#sip = new SipRecorder({
      ...common,
      onMessage: (message) => this.#send({ type: "sip", message }),
    });
    this.frames = {
      socketOpened: () => this.#frames.open(),
      frame: (socket, direction, text) => this.#frames.record(socket, direction, text),
      socketClosed: (socket) => this.#frames.close(socket),
    };
    this.sip = {
      sipMessage: (direction, message, far) => this.#sip.record(direction, message, far),
    };
  }

  /** Records every webhook that the sender takes. */
  wrapSender(send: HttpSender): HttpSender {
    return this.#webhooks.watch(send);
  }

  /** The edges exist before the control does: from now on calls and rooms are known too. */
  begin(control: Control, whereabouts: ExchangeEndpoints): void {
    this.#control = control;
    this.#whereabouts = whereabouts;
    this.#unsubscribe = control.calls.onChange((call) => this.#handleChange(call));
  }

  get hasCapacity(): boolean {
    return this.#control !== null && !this.#readers.isFull;
  }

  addReader(reader: Reader): void {
    const snapshot = this.#snapshot();
    if (snapshot === null) {
      return reader.disconnect();
    }
    const isFirst = this.#readers.isEmpty;
    this.#readers.add(reader, eventText(snapshot));
    if (isFirst) {
      this.#poll();
    }
  }

  removeReader(reader: Reader): void {
    this.#readers.remove(reader);
    if (this.#readers.isEmpty) {
      this.#stopPolling();
    }
  }

  close(): void {
    this.#unsubscribe();
    this.#stopPolling();
    this.#readers.close();
  }

  #handleChange(call: CallRecord): void {
    this.#watched.add(call.sid);
    if (!this.#readers.isEmpty) {
      this.#sendCalls([call.sid]);
    }
    // Without a reader nobody looks, so nobody would let go of what has ended.
    else if (call.endedAt !== null) {
      this.#forget(call.sid);
    }
  }

  #snapshot(): Snapshot | null {
    if (this.#control === null || this.#whereabouts === null) {
      return null;
    }
    const { calls, conferences } = this.#control;
    const views = calls
      .list()
      .slice(0, SHOWN_CALLS)
      .map((call) => buildCallView(call, calls.log(call.sid), this.#clean));
    return {
      type: "snapshot",
      whereabouts: this.#whereabouts,
      calls: views,
      rooms: inspectConferences(conferences, this.#clean),
      webhooks: this.#webhooks.list(),
      frames: this.#frames.list(),
      sip: this.#sip.list(),
    };
  }

  #poll(): void {
    this.#stopPolling = this.#clock.after(POLL_INTERVAL_MS, () => {
      this.#sendCalls([...this.#watched]);
      this.#sendConferences();
      void this.#sendLevels();
      this.#polls += 1;
      // A comment, so that a connection that is gone is found out.
      if (this.#polls % KEEPALIVE_POLLS === 0) {
        this.#readers.broadcast(":\n\n");
      }
      if (!this.#readers.isEmpty) {
        this.#poll();
      }
    });
  }

  #sendCalls(sids: string[]): void {
    const changed = sids
      .map((sid) => this.#control && inspectCall(sid, this.#control.calls, this.#clean))
      .filter((call): call is CallView => call !== null && this.#isChanged(call));
    if (changed.length > 0) {
      this.#send({ type: "calls", calls: changed });
    }
  }

  /** An ended call is let go of at the first look that finds nothing new of it. */
  #isChanged(call: CallView): boolean {
    const brief = `${call.status} ${call.log.length} ${call.log.at(-1)?.at}`;
    const isChanged = this.#sentCalls.get(call.sid) !== brief;
    if (isChanged || call.isLive) {
      this.#sentCalls.set(call.sid, brief);
    } else {
      this.#forget(call.sid);
    }
    return isChanged;
  }

  #forget(sid: string): void {
    this.#sentCalls.delete(sid);
    this.#watched.delete(sid);
  }

  #sendConferences(): void {
    if (this.#control === null) {
      return;
    }
    const rooms = inspectConferences(this.#control.conferences, this.#clean);
    const text = JSON.stringify(rooms);
    if (text === this.#sentConferences) {
      return;
    }
    this.#sentConferences = text;
    this.#send({ type: "rooms", rooms });
  }

  async #sendLevels(): Promise<void> {
    const control = this.#control;
    if (control === null) {
      return;
    }
    const sids = [...this.#watched].slice(0, MEASURED_CALLS);
    const measured = await Promise.all(
      sids.map((sid) => inspectLevel(sid, control.calls).catch(none)),
    );
    const levels = measured.filter((level): level is LevelView => level !== null);
    if (levels.length > 0) {
      this.#send({ type: "levels", levels });
    }
  }

  #send(event: FeedEvent): void {
    if (!this.#readers.isEmpty) {
      this.#readers.broadcast(eventText(event));
    }
  }
}

/** The call ended while its leg was being measured. */
function none(): null {
  return null;
}

function eventText(event: FeedEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
