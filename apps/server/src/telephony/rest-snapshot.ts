import type { ServiceCall, ServiceRoom, TelephonySnapshot } from "./telephony.ts";
import { ask, isGone, type TwilioRest } from "./twilio-client.ts";

/** More than a station can have; lists stop there. */
const listLimit = 5_000;
const pageSize = 1_000;
/** Rooms whose participants are asked for at once. */
const roomsAtOnce = 8;

const live = ["queued", "ringing", "in-progress"] as const;

interface CallFields {
  sid: string;
  to: string;
  from: string;
  status: string;
  direction: string;
  callerName?: string | null;
}
/** A call of the REST API in our words. */
export const serviceCall = ({
  sid,
  to,
  from,
  status,
  direction,
  callerName,
}: CallFields): ServiceCall => ({
  sid,
  to,
  from,
  status,
  direction,
  callerName: callerName ?? null,
});

/** Lists live calls, rooms and who waits in these queues; the three are of about one moment. */
export const readSnapshot = async (
  rest: TwilioRest,
  queueSids: readonly string[],
): Promise<TelephonySnapshot> => {
  const [calls, rooms, queued] = await Promise.all([
    liveServiceCalls(rest),
    liveRooms(rest),
    queuedCalls(rest, queueSids),
  ]);
  return { calls, rooms, queued };
};

const liveServiceCalls = async (rest: TwilioRest): Promise<ServiceCall[]> => {
  const lists = await Promise.all(
    live.map((status) => ask(() => rest.calls.list({ status, limit: listLimit, pageSize }))),
  );
  return lists.flat().map(serviceCall);
};

const liveRooms = async (rest: TwilioRest): Promise<ServiceRoom[]> => {
  const lists = await Promise.all(
    (["init", "in-progress"] as const).map((status) =>
      ask(() => rest.conferences.list({ status, limit: listLimit, pageSize })),
    ),
  );
  const rooms = lists.flat();
  const found: ServiceRoom[] = [];
  for (let from = 0; from < rooms.length; from += roomsAtOnce) {
    const some = rooms.slice(from, from + roomsAtOnce);
    found.push(...(await Promise.all(some.map((room) => withParticipants(rest, room)))));
  }
  return found;
};

const withParticipants = async (
  rest: TwilioRest,
  room: { sid: string; friendlyName: string },
): Promise<ServiceRoom> => ({
  sid: room.sid,
  name: room.friendlyName,
  participants: await participantsOf(rest, room.sid),
});

const participantsOf = async (
  rest: TwilioRest,
  roomSid: string,
): Promise<ServiceRoom["participants"]> => {
  try {
    const list = await ask(() => rest.conferences(roomSid).participants.list({ limit: pageSize }));
    return list.map(({ callSid, hold }) => ({ callSid, hold }));
  } catch (error) {
    // The room ended while we were listing.
    if (isGone(error)) return [];
    throw error;
  }
};

const queuedCalls = async (rest: TwilioRest, queueSids: readonly string[]): Promise<string[]> => {
  const lists = await Promise.all(queueSids.map((sid) => membersOf(rest, sid)));
  return lists.flat();
};

const membersOf = async (rest: TwilioRest, queueSid: string): Promise<string[]> => {
  try {
    const list = await ask(() =>
      rest.queues(queueSid).members.list({ limit: listLimit, pageSize }),
    );
    return list.map((member) => member.callSid);
  } catch (error) {
    // A queue of before the service's restart.
    if (isGone(error)) return [];
    throw error;
  }
};
