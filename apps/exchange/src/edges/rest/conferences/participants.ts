import type { FastifyInstance } from "fastify";

import type { ParticipantRecord } from "../../../calls/conferences/conference-api.ts";
import { confirmPersisted } from "../requests/await-persisted.ts";
import { buildUri } from "../requests/build-uri.ts";
import { resource, type RestRequest, type RestDeps } from "../requests/resource.ts";
import { rfc2822 } from "../requests/rfc2822.ts";
import { readNewParticipantForm, readParticipantUpdateForm } from "./participant-forms.ts";

export function participantRoutes(
  app: FastifyInstance,
  { control }: RestDeps<"conferences" | "calls">,
): void {
  const { conferences } = control;
  resource(app, "/Conferences/:conference/Participants", {
    GET(request) {
      const query = request.query({});
      const { sid } = request.orNotFound(conferences.find(request.id("conference")));
      return request.page({
        key: "participants",
        prefix: "CA",
        items: conferences.participants(sid),
        sidOf: (participant) => participant.callSid,
        present: presentParticipant,
        query,
      });
    },
    async POST(request) {
      const form = readNewParticipantForm(request);
      const participant = conferences.addParticipant(request.id("conference"), form);
      await confirmPersisted(control.calls.persisted());
      return request.created(presentParticipant(participant));
    },
  });
  resource(app, "/Conferences/:conference/Participants/:participant", {
    GET: (request) => presentParticipant(find(request)),
    POST(request) {
      const { conferenceSid, callSid } = find(request);
      const change = readParticipantUpdateForm(request);
      return presentParticipant(conferences.updateParticipant(conferenceSid, callSid, change));
    },
  });

  function find(request: RestRequest): ParticipantRecord {
    const { sid } = request.orNotFound(conferences.find(request.id("conference")));
    return request.orNotFound(conferences.participant(sid, request.id("participant")));
  }
}

function presentParticipant(participant: ParticipantRecord): object {
  const { accountSid, conferenceSid, callSid } = participant;
  return {
    call_sid: callSid,
    conference_sid: conferenceSid,
    account_sid: accountSid,
    label: participant.label,
    status: participant.status,
    muted: participant.muted,
    hold: participant.hold,
    coaching: false,
    call_sid_to_coach: null,
    start_conference_on_enter: participant.startOnEnter,
    end_conference_on_exit: participant.endOnExit,
    queue_time: String(participant.queueTimeMs),
    date_created: rfc2822(participant.createdAt),
    date_updated: rfc2822(participant.updatedAt),
    uri: buildUri(accountSid, "Conferences", conferenceSid, "Participants", callSid),
  };
}
