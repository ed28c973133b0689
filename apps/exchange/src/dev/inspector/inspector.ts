import type { Clock } from "@linedesk/base";
import type { CallRecord } from "../../calls/live/call.ts";
import {
  type Clean,
  inspectCall,
  inspectLevel,
  inspectRooms,
  viewOf,
} from "../../control/call-views.ts";
import type { CallView, LevelView } from "../../control/call-views.ts";
import type { ExchangeCore } from "../../control/exchange-core.ts";
import type { FeedEvent, Snapshot, Whereabouts } from "./feed-events.ts";
import { FrameWatch } from "./frame-watch.ts";
import type { Onlooker } from "./onlooker.ts";
import { type Reader, Readers } from "./readers.ts";
import type { Redaction } from "./redaction.ts";
import { SipWatch } from "./sip-watch.ts";
import { WebhookWatch } from "./webhook-watch.ts";

const SHOWN_CALLS = 200;
const MEASURED_CALLS = 100;
const LOOK_EVERY_MS = 500;
const SILENCE_LOOKS = 30;
const WORDS_CHARS = 500;

type Core = Pick<ExchangeCore, "calls" | "conferences">;

/**
 * Looks on at the edges and tells whoever reads. What passes by is noted always; calls, rooms and
 * levels are looked up twice a second, and only while somebody reads.
 */
export class Inspector {
  readonly onlooker: Onlooker;
  readonly #webhooks: WebhookWatch;
  readonly #frames: FrameWatch;
  readonly #sip: SipWatch;
  readonly #clock: Clock;
  readonly #clean: Clean;
  readonly #readers = new Readers();
  /** Live calls, and those that ended since the last look. */
  readonly #watched = new Set<string>();
  /** What each reader knows of a call, in brief. */
  readonly #told = new Map<string, string>();
  #core: Core | null = null;
  #whereabouts: Whereabouts | null = null;
  #toldRooms = "";
  #looks = 0;
  #stopLooking: () => void = () => undefined;
  #stopHearing: () => void = () => undefined;

  constructor({ redaction, clock }: { redaction: Redaction; clock: Clock }) {
    this.#clock = clock;
    this.#clean = (text) => redaction.text(text, WORDS_CHARS);
    const common = { redaction, now: () => clock.now() };
    this.#webhooks = new WebhookWatch({
      ...common,
      onChange: (webhook) => this.#tell({ type: "webhook", webhook }),
    });
    this.#frames = new FrameWatch({
      ...common,
      onFrame: (frame) => this.#tell({ type: "frame", frame }),
    });
    this.#sip = new SipWatch({
      ...common,
      onMessage: (message) => this.#tell({ type: "sip", message }),
    });
    this.onlooker = {
      socketOpened: () => this.#frames.open(),
      frame: (socket, direction, text) => this.#frames.note(socket, direction, text),
      socketClosed: (socket) => this.#frames.close(socket),
      sipMessage: (direction, message, far) => this.#sip.note(direction, message, far),
      watchSender: (send) => this.#webhooks.watch(send),
    };
  }

  /** The edges exist before the core does: from now on calls and rooms are known too. */
  begin(core: Core, whereabouts: Whereabouts): void {
    this.#core = core;
    this.#whereabouts = whereabouts;
    this.#stopHearing = core.calls.onChange((call) => this.#handleChange(call));
  }

  get hasRoom(): boolean {
    return this.#core !== null && !this.#readers.isFull;
  }

  admit(reader: Reader): void {
    const snapshot = this.#snapshot();
    if (snapshot === null) {
      return reader.cut();
    }
    const isFirst = this.#readers.isEmpty;
    this.#readers.add(reader, eventText(snapshot));
    if (isFirst) {
      this.#look();
    }
  }

  leave(reader: Reader): void {
    this.#readers.remove(reader);
    if (this.#readers.isEmpty) {
      this.#stopLooking();
    }
  }

  close(): void {
    this.#stopHearing();
    this.#stopLooking();
    this.#readers.close();
  }

  #handleChange(call: CallRecord): void {
    this.#watched.add(call.sid);
    if (!this.#readers.isEmpty) {
      this.#tellCalls([call.sid]);
    }
    // Without a reader nobody looks, so nobody would let go of what has ended.
    else if (call.endedAt !== null) {
      this.#forget(call.sid);
    }
  }

  #snapshot(): Snapshot | null {
    if (this.#core === null || this.#whereabouts === null) {
      return null;
    }
    const { calls, conferences } = this.#core;
    const views = calls
      .list()
      .slice(0, SHOWN_CALLS)
      .map((call) => viewOf(call, calls.log(call.sid), this.#clean));
    return {
      type: "snapshot",
      whereabouts: this.#whereabouts,
      calls: views,
      rooms: inspectRooms(conferences, this.#clean),
      webhooks: this.#webhooks.list(),
      frames: this.#frames.list(),
      sip: this.#sip.list(),
    };
  }

  #look(): void {
    this.#stopLooking = this.#clock.after(LOOK_EVERY_MS, () => {
      this.#tellCalls([...this.#watched]);
      this.#tellRooms();
      void this.#tellLevels();
      this.#looks += 1;
      // A comment, so that a connection that is gone is found out.
      if (this.#looks % SILENCE_LOOKS === 0) {
        this.#readers.tell(":\n\n");
      }
      if (!this.#readers.isEmpty) {
        this.#look();
      }
    });
  }

  #tellCalls(sids: string[]): void {
    const changed = sids
      .map((sid) => this.#core && inspectCall(sid, this.#core.calls, this.#clean))
      .filter((call): call is CallView => call !== null && this.#isNews(call));
    if (changed.length > 0) {
      this.#tell({ type: "calls", calls: changed });
    }
  }

  /** An ended call is let go of at the first look that finds nothing new of it. */
  #isNews(call: CallView): boolean {
    const brief = `${call.status} ${call.log.length} ${call.log.at(-1)?.at}`;
    const isNews = this.#told.get(call.sid) !== brief;
    if (isNews || call.isLive) {
      this.#told.set(call.sid, brief);
    } else {
      this.#forget(call.sid);
    }
    return isNews;
  }

  #forget(sid: string): void {
    this.#told.delete(sid);
    this.#watched.delete(sid);
  }

  #tellRooms(): void {
    if (this.#core === null) {
      return;
    }
    const rooms = inspectRooms(this.#core.conferences, this.#clean);
    const text = JSON.stringify(rooms);
    if (text === this.#toldRooms) {
      return;
    }
    this.#toldRooms = text;
    this.#tell({ type: "rooms", rooms });
  }

  async #tellLevels(): Promise<void> {
    const core = this.#core;
    if (core === null) {
      return;
    }
    const sids = [...this.#watched].slice(0, MEASURED_CALLS);
    const measured = await Promise.all(
      sids.map((sid) => inspectLevel(sid, core.calls).catch(none)),
    );
    const levels = measured.filter((level): level is LevelView => level !== null);
    if (levels.length > 0) {
      this.#tell({ type: "levels", levels });
    }
  }

  #tell(event: FeedEvent): void {
    if (!this.#readers.isEmpty) {
      this.#readers.tell(eventText(event));
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
