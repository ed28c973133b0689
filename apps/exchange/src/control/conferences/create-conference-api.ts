import { notFound } from "@linedesk/base";
import type { ConferenceApi, ConferenceRecord } from "../../calls/conferences/conference-api.ts";
import type { Conferences } from "../../calls/conferences/conferences.ts";
import { compareNewestFirst } from "../../calls/registry/compare-newest-first.ts";
import type { CoreDeps } from "../../twiml/document/core-deps.ts";
import { addParticipant } from "./add-participant.ts";
import { announceInConference } from "./announce-in-conference.ts";
import { changeParticipant } from "./change-participant.ts";
import { matchesConferenceFilter, matchesParticipantFilter } from "./matches-conference-filter.ts";
import { changePending, findPending, pendingRecord } from "./pending-participant.ts";

type ConferenceOperations = Pick<ConferenceApi, "find" | "list" | "update">;
type ParticipantOperations = Omit<ConferenceApi, keyof ConferenceOperations>;

/** What REST may do with rooms. */
export function createConferenceApi(rooms: Conferences, services: CoreDeps): ConferenceApi {
  return {
    ...createConferenceOperations(rooms, services),
    ...createParticipantOperations(rooms, services),
  };
}

function findConferenceRecord(rooms: Conferences, sidOrName: string): ConferenceRecord | null {
  const live = rooms.find(sidOrName)?.record();
  return live ?? rooms.ended.find(({ sid }) => sid === sidOrName) ?? null;
}

function createConferenceOperations(rooms: Conferences, services: CoreDeps): ConferenceOperations {
  return {
    find: (sidOrName) => findConferenceRecord(rooms, sidOrName),
    list: (filter) =>
      [...rooms.live.map((room) => room.record()), ...rooms.ended]
        .filter((record) => matchesConferenceFilter(record, filter))
        .sort(compareNewestFirst),
    update(sid, change) {
      const record = findConferenceRecord(rooms, sid);
      if (!record) {
        throw notFound("The conference");
      }
      const conference = rooms.find(sid);
      if (!conference) {
        return record;
      }
      if (change.announceUrl) {
        const { announceUrl: url, announceMethod: method = "POST" } = change;
        announceInConference(conference, { url, method }, services);
      }
      if (change.status === "completed") {
        conference.end("conference-ended-via-api", null);
      }
      return conference.record();
    },
  };
}

function createParticipantOperations(
  rooms: Conferences,
  services: CoreDeps,
): ParticipantOperations {
  return {
    participants(sid, filter) {
      const conference = rooms.find(sid);
      if (!conference && !findConferenceRecord(rooms, sid)) {
        throw notFound("The conference");
      }
      if (!conference) {
        return [];
      }
      const view = conference.view();
      return conference.participants
        .map((participant) => participant.record(view))
        .filter((record) => matchesParticipantFilter(record, filter));
    },
    participant(sid, callSidOrLabel) {
      const conference = rooms.find(sid);
      const participant = conference?.find(callSidOrLabel);
      if (!conference) {
        return null;
      }
      if (participant) {
        return participant.record(conference.view());
      }
      const pending = findPending(conference, callSidOrLabel, services);
      return pending && pendingRecord(conference, pending.call, pending.join);
    },
    addParticipant: (sidOrName, request) => addParticipant(sidOrName, request, services),
    updateParticipant(sid, callSidOrLabel, change) {
      const conference = rooms.find(sid);
      const participant = conference?.find(callSidOrLabel);
      if (conference && participant) {
        changeParticipant(conference, participant, change);
        return participant.record(conference.view());
      }
      const pending = conference ? findPending(conference, callSidOrLabel, services) : null;
      if (!conference || !pending) {
        throw notFound("The participant");
      }
      changePending(conference, pending, change);
      return pendingRecord(conference, pending.call, pending.join);
    },
    removeParticipant(sid, callSidOrLabel) {
      const conference = rooms.find(sid);
      const participant = conference?.find(callSidOrLabel);
      if (conference && participant) {
        conference.leave(participant, "participant_updated_via_api", true);
        return true;
      }
      const pending = conference ? findPending(conference, callSidOrLabel, services) : null;
      pending?.call.hangUp({ cause: "cancelled" });
      return pending !== null;
    },
  };
}
