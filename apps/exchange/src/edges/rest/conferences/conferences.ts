import type { FastifyInstance } from "fastify";

import {
  CONFERENCE_STATUSES,
  type ConferenceRecord,
} from "../../../calls/conferences/conference-api.ts";
import { API_VERSION, buildSubresourceUri, buildUri } from "../requests/build-uri.ts";
import { compact } from "../requests/compact.ts";
import { field } from "../requests/form.ts";
import { resource, type RestDeps } from "../requests/resource.ts";
import { rfc2822 } from "../requests/rfc2822.ts";

const filterFields = {
  FriendlyName: field.text(128).optional(),
  Status: field.oneOf(CONFERENCE_STATUSES).optional(),
};

/** A conference starts with its first participant, so no route creates one. */
export function conferenceRoutes(app: FastifyInstance, { control }: RestDeps<"conferences">): void {
  resource(app, "/Conferences", {
    GET(request) {
      const query = request.query(filterFields);
      const filter = compact({ friendlyName: query.FriendlyName, status: query.Status });
      return request.page({
        key: "conferences",
        prefix: "CF",
        items: control.conferences.list(filter),
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
      const conference = request.orNotFound(control.conferences.find(request.id("sid")));
      const { Status } = request.form({ Status: field.oneOf(["completed"]).optional() });
      return presentConference(
        Status === undefined ? conference : control.conferences.end(conference.sid),
      );
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
    subresource_uris: { participants: `${folder}/Participants.json` },
  };
}
