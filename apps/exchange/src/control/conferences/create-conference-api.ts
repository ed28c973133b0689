import { notFound } from "@linedesk/base";
import type {
  ConferenceApi,
  ConferenceFilter,
  ConferenceRecord,
  ParticipantRecord,
} from "../../calls/conferences/conference-api.ts";
import type { Conferences } from "../../calls/conferences/conferences.ts";
import type { CallRegistry } from "../../calls/registry/call-registry.ts";
import { compareNewestFirst } from "../../calls/registry/compare-newest-first.ts";
import { addParticipant, type AddParticipantDeps } from "./add-participant.ts";
import { changeParticipant } from "./change-participant.ts";
import { changePending, findPending, pendingRecord } from "./pending-participant.ts";

type ConferenceOperations = Pick<ConferenceApi, "find" | "list" | "end">;
type ParticipantOperations = Omit<ConferenceApi, keyof ConferenceOperations>;

interface ConferenceApiDeps {
  registry: Pick<CallRegistry, "live">;
  participants: Omit<AddParticipantDeps, "conferences">;
}

export function createConferenceApi(
  rooms: Conferences,
  services: ConferenceApiDeps,
): ConferenceApi {
  return {
    ...createConferenceOperations(rooms),
    ...createParticipantOperations(rooms, services),
  };
}

function findConferenceRecord(rooms: Conferences, sidOrName: string): ConferenceRecord | null {
  const live = rooms.find(sidOrName)?.record();
  return live ?? rooms.ended.find(({ sid }) => sid === sidOrName) ?? null;
}

function createConferenceOperations(rooms: Conferences): ConferenceOperations {
  return {
    find: (sidOrName) => findConferenceRecord(rooms, sidOrName),
    list: (filter) =>
      [...rooms.live.map((room) => room.record()), ...rooms.ended]
        .filter((record) => matchesConferenceFilter(record, filter))
        .sort(compareNewestFirst),
    end(sid) {
      const conference = rooms.find(sid);
      conference?.end("conference-ended-via-api", null);
      const record = conference?.record() ?? findConferenceRecord(rooms, sid);
      if (!record) {
        throw notFound("The conference");
      }
      return record;
    },
  };
}

function createParticipantOperations(
  rooms: Conferences,
  services: ConferenceApiDeps,
): ParticipantOperations {
  const adding = { ...services.participants, conferences: rooms };
  return {
    participants: (sid) => listParticipants(rooms, sid),
    participant(sid, callSidOrLabel) {
      const conference = rooms.find(sid);
      const participant = conference?.find(callSidOrLabel);
      if (!conference) {
        return null;
      }
      if (participant) {
        return participant.record(conference.view());
      }
      const pending = findPending(conference, callSidOrLabel, services.registry);
      return pending && pendingRecord(conference, pending.call, pending.join);
    },
    addParticipant: (sidOrName, request) => addParticipant(sidOrName, request, adding),
    updateParticipant(sid, callSidOrLabel, change) {
      const conference = rooms.find(sid);
      const participant = conference?.find(callSidOrLabel);
      if (conference && participant) {
        changeParticipant(conference, participant, change);
        return participant.record(conference.view());
      }
      const pending = conference
        ? findPending(conference, callSidOrLabel, services.registry)
        : null;
      if (!conference || !pending) {
        throw notFound("The participant");
      }
      changePending(pending.join, change);
      return pendingRecord(conference, pending.call, pending.join);
    },
  };
}

function listParticipants(rooms: Conferences, sid: string): ParticipantRecord[] {
  const conference = rooms.find(sid);
  if (!conference && !findConferenceRecord(rooms, sid)) {
    throw notFound("The conference");
  }
  if (!conference) {
    return [];
  }
  const view = conference.view();
  return conference.participants.map((participant) => participant.record(view));
}

function matchesConferenceFilter(record: ConferenceRecord, filter: ConferenceFilter = {}): boolean {
  return (
    (filter.friendlyName === undefined || record.friendlyName === filter.friendlyName) &&
    (filter.status === undefined || record.status === filter.status)
  );
}
