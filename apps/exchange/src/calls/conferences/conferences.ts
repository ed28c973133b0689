import { notFound, RefusedError, TWILIO_CODES } from "@linedesk/base";
import type { LiveCall } from "../live/live-call.ts";
import type { ConferenceRecord, JoinOptions } from "./conference-api.ts";
import type { ConferenceDeps } from "./conference-deps.ts";
import type { ConferenceJournal } from "./conference-journal.ts";
import { Conference } from "./conference.ts";
import { isLabelTaken } from "./is-label-taken.ts";
import type { Participant } from "./participant.ts";

const MAX_STORED_CONFERENCES = 1_000;
const MAX_LIVE_CONFERENCES = 2_000;
export const MAX_PARTICIPANTS = 250;

export type Joined =
  | { type: "joined"; conference: Conference; participant: Participant }
  | { type: "refused"; errorCode: number; message: string };

export class Conferences {
  readonly #services: ConferenceDeps;
  readonly #journal: ConferenceJournal;
  readonly #live = new Map<string, Conference>();
  readonly #ended = new Map<string, ConferenceRecord>();
  readonly #crashed: ReadonlySet<string>;

  constructor(services: ConferenceDeps, journal: ConferenceJournal) {
    this.#services = services;
    this.#journal = journal;
    const { rooms, crashed } = journal.load();
    this.#crashed = crashed;
    for (const record of rooms) {
      this.#storeEnded(record);
    }
  }

  /**
   * Stores the ends of the conferences that a crash interrupted. Call this when the exchange has
   * opened all its ports.
   */
  begin(): void {
    for (const record of this.ended) {
      if (this.#crashed.has(record.sid)) {
        this.#journal.store(record);
      }
    }
  }

  get live(): Conference[] {
    return [...this.#live.values()];
  }

  get ended(): ConferenceRecord[] {
    return [...this.#ended.values()];
  }

  find(sidOrName: string): Conference | null {
    return (
      this.#live.get(sidOrName) ??
      this.live.find(({ friendlyName }) => friendlyName === sidOrName) ??
      null
    );
  }

  /**
   * Creates the conference on demand. Throws RefusedError for an unknown sid, an invalid name, or
   * too many conferences.
   */
  findOrCreate(sidOrName: string): Conference {
    const known = this.find(sidOrName);
    if (known) {
      return known;
    }
    if (/^CF[0-9a-f]{32}$/.test(sidOrName)) {
      throw notFound("The conference");
    }
    if (sidOrName.length < 1 || sidOrName.length > 128) {
      throw new RefusedError(
        TWILIO_CODES.INVALID_PARAMETER,
        "A conference's name must have 1 to 128 characters",
      );
    }
    if (this.#live.size >= MAX_LIVE_CONFERENCES) {
      throw new RefusedError(TWILIO_CODES.TOO_MANY_REQUESTS, "Too many conferences", 429);
    }
    const conference = new Conference(sidOrName, this.#services, (over) => this.#archive(over));
    this.#live.set(conference.sid, conference);
    this.#journal.store(conference.record());
    return conference;
  }

  join(name: string, call: LiveCall, options: JoinOptions): Joined {
    const conference = this.#findForJoin(name);
    if (conference instanceof RefusedError) {
      const { twilioCode, message } = conference;
      const isSidUnknown = twilioCode === TWILIO_CODES.NOT_FOUND;
      const errorCode = isSidUnknown ? TWILIO_CODES.CONFERENCE_SID_NOT_FOUND : twilioCode;
      return { type: "refused", errorCode, message };
    }
    const { label } = options;
    if (label !== undefined && isLabelTaken(conference, label, call.sid)) {
      return {
        type: "refused",
        errorCode: TWILIO_CODES.CONFERENCE_LABEL_TAKEN,
        message: "the participant label is in use",
      };
    }
    if (conference.participants.length >= MAX_PARTICIPANTS) {
      return {
        type: "refused",
        errorCode: TWILIO_CODES.CONFERENCE_FULL,
        message: "the conference is full",
      };
    }
    return { type: "joined", conference, participant: conference.join(call, options) };
  }

  #findForJoin(name: string): Conference | RefusedError {
    try {
      return this.findOrCreate(name);
    } catch (error) {
      if (!(error instanceof RefusedError)) {
        throw error;
      }
      return error;
    }
  }

  #archive(conference: Conference): void {
    this.#live.delete(conference.sid);
    const record = conference.record();
    this.#journal.store(record);
    this.#storeEnded(record);
  }

  #storeEnded(record: ConferenceRecord): void {
    this.#ended.set(record.sid, record);
    const oldest = this.#ended.keys().next().value;
    if (this.#ended.size <= MAX_STORED_CONFERENCES || oldest === undefined) {
      return;
    }
    this.#ended.delete(oldest);
    this.#journal.remove(oldest);
  }
}
