import type { FastifyInstance } from "fastify";

import { RefusedError } from "@linedesk/base";
import type { RecordingBook, RecordingFilter } from "../../../calls/recordings/recording-book.ts";
import type { RecordingRecord, RecordingWish } from "../../../calls/recordings/recording.ts";
import { compact } from "../requests/compact.ts";
import { CODES } from "../requests/error-body.ts";
import { field } from "../requests/form.ts";
import { whenOnDisk } from "../requests/kept-changes.ts";
import type { PageQuery } from "../requests/paging.ts";
import { resource, type RestRequest, type RestWorld } from "../requests/resource.ts";
import { timeRange } from "../requests/rest-dates.ts";
import { readRecordingCreate, readRecordingUpdate } from "./recording-forms.ts";
import { sendSound, type MediaType } from "./recording-media.ts";
import { presentRecording } from "./recording-presenter.ts";

const CURRENT = "Twilio.CURRENT";

const dateFields = {
  DateCreated: field.text(40).optional(),
  "DateCreated<": field.text(40).optional(),
  "DateCreated>": field.text(40).optional(),
};
const filterFields = {
  ...dateFields,
  CallSid: field.text(34).optional(),
  ConferenceSid: field.text(34).optional(),
  IncludeSoftDeleted: field.flag.optional(),
};

type DateQuery = { [Name in keyof typeof dateFields]?: string | undefined };

/** Recordings of the account, of a call and of a conference; each with its sound. */
export function recordingRoutes(app: FastifyInstance, world: RestWorld): void {
  const routes = new RecordingRoutes(world);
  const { book } = routes;
  resource(app, "/Recordings", { GET: (request) => routes.list(request) });
  resource(app, "/Recordings/:file", {
    GET: (request) => routes.read(request, {}),
    DELETE: (request) => routes.remove(request, {}),
  });
  const kinds = [
    {
      path: "/Calls/:owner/Recordings",
      ownerOf: (request: RestRequest) => routes.callOf(request),
      start: (wish: RecordingWish, { callSid = "" }: Owner) => book.recordCall(callSid, wish),
    },
    {
      path: "/Conferences/:owner/Recordings",
      ownerOf: (request: RestRequest) => routes.conferenceOf(request),
      start: (wish: RecordingWish, { conferenceSid = "" }: Owner) =>
        book.recordConference(conferenceSid, wish),
    },
  ];
  for (const { path, ownerOf, start } of kinds) {
    resource(app, path, {
      GET: (request) => routes.listOf(request, ownerOf(request)),
      async POST(request) {
        const owner = ownerOf(request);
        const record = start(readRecordingCreate(request), owner);
        await whenOnDisk(book.written(record.sid));
        return request.created(routes.present(record));
      },
    });
    resource(app, `${path}/:file`, {
      GET: (request) => routes.read(request, ownerOf(request)),
      POST: (request) => routes.change(request, ownerOf(request)),
      DELETE: (request) => routes.remove(request, ownerOf(request)),
    });
  }
}

/** Whose recordings a path is about; of the account's, nobody's in particular. */
type Owner = Pick<RecordingFilter, "callSid" | "conferenceSid">;

class RecordingRoutes {
  readonly book: RecordingBook;
  readonly #core: RestWorld["core"];

  constructor({ core }: RestWorld) {
    this.#core = core;
    this.book = core.recordings;
  }

  /** Recordings are kept longer than what is known of their calls and conferences. */
  callOf(request: RestRequest): Owner {
    const callSid = request.id("owner");
    const isKnown = this.#core.calls.find(callSid) !== null || this.#has({ callSid });
    return request.need(isKnown ? { callSid } : null);
  }

  conferenceOf(request: RestRequest): Owner {
    const name = request.id("owner");
    const known = this.#core.conferences.find(name);
    const conferenceSid = known?.sid ?? name;
    return request.need(known !== null || this.#has({ conferenceSid }) ? { conferenceSid } : null);
  }

  present(record: RecordingRecord): object {
    return presentRecording(record, this.book.urlOf(record));
  }

  list(request: RestRequest): object {
    const query = request.query(filterFields);
    const filter = compact({
      callSid: query.CallSid,
      conferenceSid: query.ConferenceSid,
      includeDeleted: query.IncludeSoftDeleted,
    });
    return this.#page(request, this.book.list({ ...datesOf(query), ...filter }), query);
  }

  listOf(request: RestRequest, owner: Owner): object {
    const query = request.query(dateFields);
    return this.#page(request, this.book.list({ ...datesOf(query), ...owner }), query);
  }

  /** What is known of it, or with any other ending than `.json` its sound. */
  async read(request: RestRequest, owner: Owner): Promise<unknown> {
    const { ending } = fileOf(request);
    if (ending !== "json") {
      const { sid } = this.#find(request, owner);
      return await sendSound(request, { sid, type: ending, book: this.book });
    }
    const query = request.values({ IncludeSoftDeleted: field.flag.optional() });
    return this.present(this.#find(request, owner, query.IncludeSoftDeleted));
  }

  change(request: RestRequest, owner: Owner): object {
    const { sid } = this.#find(request, owner);
    return this.present(this.book.update(sid, readRecordingUpdate(request)));
  }

  async remove(request: RestRequest, owner: Owner): Promise<undefined> {
    const { sid } = this.#find(request, owner);
    if (!(await this.book.remove(sid))) {
      throw request.missing();
    }
    await whenOnDisk(this.book.written(sid));
    return request.deleted();
  }

  #has(owner: Owner): boolean {
    return this.book.list(owner).length > 0;
  }

  #page(request: RestRequest, items: RecordingRecord[], query: PageQuery): object {
    const present = (record: RecordingRecord) => this.present(record);
    return request.page({
      key: "recordings",
      prefix: "RE",
      items,
      sidOf: ({ sid }) => sid,
      present,
      query,
    });
  }

  /** Only within what the path names: a call does not show the recordings of another. */
  #find(request: RestRequest, owner: Owner, isDeletedWanted = false): RecordingRecord {
    const { name } = fileOf(request);
    const ownerSid = owner.callSid ?? owner.conferenceSid;
    const isCurrent = name === CURRENT && ownerSid !== undefined;
    const byName = isDeletedWanted ? this.book.findDeleted(name) : this.book.find(name);
    const record = request.need(isCurrent ? this.book.current(ownerSid) : byName);
    const isWithin =
      (owner.callSid === undefined || record.callSid === owner.callSid) &&
      (owner.conferenceSid === undefined || record.conferenceSid === owner.conferenceSid);
    return request.need(isWithin ? record : null);
  }
}

/** `.json` was taken off the path before it was routed, and is looked for where it was asked. */
function fileOf(request: RestRequest): { name: string; ending: "json" | MediaType } {
  const match = /^(.*)\.(wav|mp3)$/.exec(request.id("file"));
  if (match !== null) {
    return { name: match[1] ?? "", ending: match[2] === "mp3" ? "mp3" : "wav" };
  }
  const name = request.id("file");
  return { name, ending: request.isJsonAsked ? "json" : "wav" };
}

function datesOf(query: DateQuery): Pick<RecordingFilter, "createdAfter" | "createdBefore"> {
  const range = timeRange(query.DateCreated, query["DateCreated>"], query["DateCreated<"]);
  if (range === null) {
    throw new RefusedError(CODES.parameter, "Invalid value for 'DateCreated'");
  }
  return compact({ createdAfter: range.after, createdBefore: range.before });
}
