import { notFound } from "@linedesk/base";
import type {
  ConferenceApi,
  ConferenceFilter,
  ConferenceRecord,
  ParticipantFilter,
  ParticipantRecord,
} from "../../calls/conferences/conference-api.ts";
import type { Conferences } from "../../calls/conferences/conferences.ts";
import type { CallRegistry } from "../../calls/registry/call-registry.ts";
import { compareNewestFirst } from "../../calls/registry/compare-newest-first.ts";
import { addParticipant, type AddParticipantDeps } from "./add-participant.ts";
import { type AnnounceDeps, announceInConference } from "./announce-in-conference.ts";
import { changeParticipant } from "./change-participant.ts";
import { changePending, findPending, pendingRecord } from "./pending-participant.ts";

type ConferenceOperations = Pick<ConferenceApi, "find" | "list" | "update">;
type ParticipantOperations = Omit<ConferenceApi, keyof ConferenceOperations>;

interface ConferenceApiDeps {
  registry: Pick<CallRegistry, "live">;
  announcements: AnnounceDeps;
  participants: Omit<AddParticipantDeps, "conferences">;
}

/** What REST may do with rooms. */
export function createConferenceApi(
  rooms: Conferences,
  services: ConferenceApiDeps,
): ConferenceApi {
  return {
    ...createConferenceOperations(rooms, services),
    ...createParticipantOperations(rooms, services),
  };
}

function findConferenceRecord(rooms: Conferences, sidOrName: string): ConferenceRecord | null {
  const live = rooms.find(sidOrName)?.record();
  return live ?? rooms.ended.find(({ sid }) => sid === sidOrName) ?? null;
}

function createConferenceOperations(
  rooms: Conferences,
  services: ConferenceApiDeps,
): ConferenceOperations {
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
        announceInConference(conference, { url, method }, services.announcements);
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
  services: ConferenceApiDeps,
): ParticipantOperations {
  const adding = { ...services.participants, conferences: rooms };
  return {
    participants: (sid, filter) => listParticipants(rooms, sid, filter),
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
      const pending = conference
        ? findPending(conference, callSidOrLabel, services.registry)
        : null;
      pending?.call.hangUp({ cause: "cancelled" });
      return pending !== null;
    },
  };
}

function listParticipants(
  rooms: Conferences,
  sid: string,
  filter: ParticipantFilter | undefined,
): ParticipantRecord[] {
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
}

function matchesConferenceFilter(record: ConferenceRecord, filter: ConferenceFilter = {}): boolean {
  const { createdAt, updatedAt } = record;
  return (
    (filter.friendlyName === undefined || record.friendlyName === filter.friendlyName) &&
    (filter.status === undefined || record.status === filter.status) &&
    (!filter.createdAfter || createdAt >= filter.createdAfter) &&
    (!filter.createdBefore || createdAt <= filter.createdBefore) &&
    (!filter.updatedAfter || updatedAt >= filter.updatedAfter) &&
    (!filter.updatedBefore || updatedAt <= filter.updatedBefore)
  );
}

function matchesParticipantFilter(
  record: ParticipantRecord,
  filter: ParticipantFilter = {},
): boolean {
  return (
    (filter.muted === undefined || record.muted === filter.muted) &&
    (filter.hold === undefined || record.hold === filter.hold) &&
    (filter.coaching === undefined || record.coaching === filter.coaching)
  );
}
