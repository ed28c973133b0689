import { notFound } from "@linedesk/base";
import type { ConferenceBook, ConferenceRecord } from "../../calls/conferences/conference-book.ts";
import type { Rooms } from "../../calls/conferences/rooms.ts";
import { byNewest } from "../../calls/registry/by-newest.ts";
import type { CoreServices } from "../../twiml/document/core-services.ts";
import { addParticipant } from "./add-participant.ts";
import { announceInRoom } from "./announcement.ts";
import { changeParticipant } from "./change-participant.ts";
import { isWanted, isWantedParticipant } from "./conference-filters.ts";
import { changePending, findPending, pendingRecord } from "./pending-participant.ts";

type RoomDoors = Pick<ConferenceBook, "find" | "list" | "update">;
type ParticipantDoors = Omit<ConferenceBook, keyof RoomDoors>;

/** What REST may do with rooms. */
export function createConferenceBook(rooms: Rooms, services: CoreServices): ConferenceBook {
  return { ...createRoomDoors(rooms, services), ...createParticipantDoors(rooms, services) };
}

function recordOf(rooms: Rooms, sidOrName: string): ConferenceRecord | null {
  const live = rooms.find(sidOrName)?.record();
  return live ?? rooms.ended.find(({ sid }) => sid === sidOrName) ?? null;
}

function createRoomDoors(rooms: Rooms, services: CoreServices): RoomDoors {
  return {
    find: (sidOrName) => recordOf(rooms, sidOrName),
    list: (filter) =>
      [...rooms.live.map((room) => room.record()), ...rooms.ended]
        .filter((record) => isWanted(record, filter))
        .sort(byNewest),
    update(sid, change) {
      const record = recordOf(rooms, sid);
      if (!record) {
        throw notFound("The conference");
      }
      const conference = rooms.find(sid);
      if (!conference) {
        return record;
      }
      if (change.announceUrl) {
        const { announceUrl: url, announceMethod: method = "POST" } = change;
        announceInRoom(conference, { url, method }, services);
      }
      if (change.status === "completed") {
        conference.end("conference-ended-via-api", null);
      }
      return conference.record();
    },
  };
}

function createParticipantDoors(rooms: Rooms, services: CoreServices): ParticipantDoors {
  return {
    participants(sid, filter) {
      const conference = rooms.find(sid);
      if (!conference && !recordOf(rooms, sid)) {
        throw notFound("The conference");
      }
      if (!conference) {
        return [];
      }
      const view = conference.view();
      return conference.participants
        .map((participant) => participant.record(view))
        .filter((record) => isWantedParticipant(record, filter));
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
