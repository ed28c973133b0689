import type { FastifyInstance } from "fastify";

import { RefusedError } from "@linedesk/base";
import type { RecordingApi, RecordingFilter } from "../../../calls/recordings/recording-api.ts";
import type { RecordingRecord, RecordingOptions } from "../../../calls/recordings/recording.ts";
import { confirmPersisted } from "../requests/await-persisted.ts";
import { compact } from "../requests/compact.ts";
import { CODES } from "../requests/error-body.ts";
import { field } from "../requests/form.ts";
import type { PageQuery } from "../requests/list-page.ts";
import { resource, type RestRequest, type RestDeps } from "../requests/resource.ts";
import { timeRange } from "../requests/time-range.ts";
import { presentRecording } from "./present-recording.ts";
import { readNewRecordingForm, readRecordingUpdateForm } from "./recording-forms.ts";
import { sendRecordingMedia, type MediaType } from "./send-recording-media.ts";

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

type RecordingDeps = RestDeps<"recordings" | "calls" | "conferences">;

/** Recordings of the account, of a call and of a conference; each with its sound. */
export function recordingRoutes(app: FastifyInstance, world: RecordingDeps): void {
  const routes = new RecordingRoutes(world);
  const { api } = routes;
  resource(app, "/Recordings", { GET: (request) => routes.list(request) });
  resource(app, "/Recordings/:file", {
    GET: (request) => routes.read(request, {}),
    DELETE: (request) => routes.remove(request, {}),
  });
  const kinds = [
    {
      path: "/Calls/:owner/Recordings",
      ownerOf: (request: RestRequest) => routes.callOwner(request),
      start: (recordingOptions: RecordingOptions, { callSid = "" }: Owner) =>
        api.recordCall(callSid, recordingOptions),
    },
    {
      path: "/Conferences/:owner/Recordings",
      ownerOf: (request: RestRequest) => routes.conferenceOwner(request),
      start: (recordingOptions: RecordingOptions, { conferenceSid = "" }: Owner) =>
        api.recordConference(conferenceSid, recordingOptions),
    },
  ];
  for (const { path, ownerOf, start } of kinds) {
    resource(app, path, {
      GET: (request) => routes.listOwned(request, ownerOf(request)),
      async POST(request) {
        const owner = ownerOf(request);
        const record = start(readNewRecordingForm(request), owner);
        await confirmPersisted(api.persisted(record.sid));
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
  readonly api: RecordingApi;
  readonly #control: RecordingDeps["control"];

  constructor({ control }: RecordingDeps) {
    this.#control = control;
    this.api = control.recordings;
  }

  /** Recordings are kept longer than what is known of their calls and conferences. */
  callOwner(request: RestRequest): Owner {
    const callSid = request.id("owner");
    const isKnown = this.#control.calls.find(callSid) !== null || this.#has({ callSid });
    return request.orNotFound(isKnown ? { callSid } : null);
  }

  conferenceOwner(request: RestRequest): Owner {
    const name = request.id("owner");
    const known = this.#control.conferences.find(name);
    const conferenceSid = known?.sid ?? name;
    return request.orNotFound(
      known !== null || this.#has({ conferenceSid }) ? { conferenceSid } : null,
    );
  }

  present(record: RecordingRecord): object {
    return presentRecording(record, this.api.urlOf(record));
  }

  list(request: RestRequest): object {
    const query = request.query(filterFields);
    const filter = compact({
      callSid: query.CallSid,
      conferenceSid: query.ConferenceSid,
      includeDeleted: query.IncludeSoftDeleted,
    });
    return this.#page(request, this.api.list({ ...parseDateFilter(query), ...filter }), query);
  }

  listOwned(request: RestRequest, owner: Owner): object {
    const query = request.query(dateFields);
    return this.#page(request, this.api.list({ ...parseDateFilter(query), ...owner }), query);
  }

  /** What is known of it, or with any other ending than `.json` its sound. */
  async read(request: RestRequest, owner: Owner): Promise<unknown> {
    const { ending } = parseFileName(request);
    if (ending !== "json") {
      const { sid } = this.#find(request, owner);
      return await sendRecordingMedia(request, { sid, type: ending, api: this.api });
    }
    const query = request.values({ IncludeSoftDeleted: field.flag.optional() });
    return this.present(this.#find(request, owner, query.IncludeSoftDeleted));
  }

  change(request: RestRequest, owner: Owner): object {
    const { sid } = this.#find(request, owner);
    return this.present(this.api.update(sid, readRecordingUpdateForm(request)));
  }

  async remove(request: RestRequest, owner: Owner): Promise<undefined> {
    const { sid } = this.#find(request, owner);
    if (!(await this.api.remove(sid))) {
      throw request.notFound();
    }
    await confirmPersisted(this.api.persisted(sid));
    return request.deleted();
  }

  #has(owner: Owner): boolean {
    return this.api.list(owner).length > 0;
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
    const { name } = parseFileName(request);
    const ownerSid = owner.callSid ?? owner.conferenceSid;
    const isCurrent = name === CURRENT && ownerSid !== undefined;
    const byName = isDeletedWanted ? this.api.findDeleted(name) : this.api.find(name);
    const record = request.orNotFound(isCurrent ? this.api.current(ownerSid) : byName);
    const isWithin =
      (owner.callSid === undefined || record.callSid === owner.callSid) &&
      (owner.conferenceSid === undefined || record.conferenceSid === owner.conferenceSid);
    return request.orNotFound(isWithin ? record : null);
  }
}

/** `.json` was taken off the path before it was routed, and is looked for where it was asked. */
function parseFileName(request: RestRequest): { name: string; ending: "json" | MediaType } {
  const match = /^(.*)\.(wav|mp3)$/.exec(request.id("file"));
  if (match !== null) {
    return { name: match[1] ?? "", ending: match[2] === "mp3" ? "mp3" : "wav" };
  }
  const name = request.id("file");
  return { name, ending: request.isJsonRequested ? "json" : "wav" };
}

function parseDateFilter(
  query: DateQuery,
): Pick<RecordingFilter, "createdAfter" | "createdBefore"> {
  const range = timeRange(query.DateCreated, query["DateCreated>"], query["DateCreated<"]);
  if (range === null) {
    throw new RefusedError(CODES.parameter, "Invalid value for 'DateCreated'");
  }
  return compact({ createdAfter: range.after, createdBefore: range.before });
}
