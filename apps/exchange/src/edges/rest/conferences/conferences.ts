import type { FastifyInstance } from "fastify";

import {
  CONFERENCE_STATUSES,
  type ConferenceFilter,
  type ConferenceRecord,
} from "../../../calls/conferences/conference-api.ts";
import { API_VERSION, buildSubresourceUri, buildUri } from "../requests/build-uri.ts";
import { compact } from "../requests/compact.ts";
import { CODES } from "../requests/error-body.ts";
import { field } from "../requests/form.ts";
import { resource, type RestRequest, type RestDeps } from "../requests/resource.ts";
import { rfc2822 } from "../requests/rfc2822.ts";
import { parseTimeRange } from "../requests/time-range.ts";

const time = field.text(40).optional();

const filterFields = {
  FriendlyName: field.text(128).optional(),
  Status: field.oneOf(CONFERENCE_STATUSES).optional(),
  DateCreated: time,
  "DateCreated<": time,
  "DateCreated>": time,
  DateUpdated: time,
  "DateUpdated<": time,
  "DateUpdated>": time,
};

const updateFields = {
  Status: field.oneOf(["completed"]).optional(),
  AnnounceUrl: field.url.optional(),
  AnnounceMethod: field.method.optional(),
};

/** A conference is born when somebody joins it, so nothing creates one here. */
export function conferenceRoutes(app: FastifyInstance, { control }: RestDeps<"conferences">): void {
  resource(app, "/Conferences", {
    GET(request) {
      const query = readFilter(request);
      return request.page({
        key: "conferences",
        prefix: "CF",
        items: control.conferences.list(toConferenceFilter(query)),
        sidOf: (conference) => conference.sid,
        present: presentConference,
        query,
      });
    },
  });
  resource(app, "/Conferences/:sid", {
    GET: (request) =>
      presentConference(request.orNotFound(control.conferences.find(request.id("sid")))),
    POST(request) {
      const { sid } = request.orNotFound(control.conferences.find(request.id("sid")));
      const form = request.form(updateFields, { codes: { AnnounceUrl: { invalid: CODES.url } } });
      const change = compact({
        status: form.Status,
        announceUrl: form.AnnounceUrl,
        announceMethod: form.AnnounceMethod,
      });
      return presentConference(control.conferences.update(sid, change));
    },
  });
}

function presentConference(conference: ConferenceRecord): object {
  const folder = buildSubresourceUri(conference.accountSid, "Conferences", conference.sid);
  return {
    sid: conference.sid,
    account_sid: conference.accountSid,
    friendly_name: conference.friendlyName,
    status: conference.status,
    region: conference.region,
    api_version: API_VERSION,
    date_created: rfc2822(conference.createdAt),
    date_updated: rfc2822(conference.updatedAt),
    reason_conference_ended: conference.reasonEnded,
    call_sid_ending_conference: conference.callSidEnding,
    uri: buildUri(conference.accountSid, "Conferences", conference.sid),
    subresource_uris: {
      participants: `${folder}/Participants.json`,
      recordings: `${folder}/Recordings.json`,
    },
  };
}

function readFilter(request: RestRequest) {
  return request.query(filterFields);
}
type FilterQuery = ReturnType<typeof readFilter>;

function toConferenceFilter(query: FilterQuery): ConferenceFilter {
  const created = parseTimeRange("DateCreated", query);
  const updated = parseTimeRange("DateUpdated", query);
  return compact({
    friendlyName: query.FriendlyName,
    status: query.Status,
    createdAfter: created.after,
    createdBefore: created.before,
    updatedAfter: updated.after,
    updatedBefore: updated.before,
  });
}
