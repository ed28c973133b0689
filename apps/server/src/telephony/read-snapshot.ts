import * as z from "zod";

import type {
  ServiceCall,
  ServiceConference,
  TelephonySnapshot,
  VerificationRequest,
} from "./telephony.ts";
import { isGone, LIVE_STATUSES, restRequest, type TwilioClient } from "./twilio-client.ts";

/** The maximum number of entries of a list. No station has so many calls. */
const LIST_LIMIT = 5_000;
const PAGE_SIZE = 1_000;
/** The number of rooms or queues that are listed at the same time; Twilio limits it. */
const LISTS_AT_ONCE = 8;

interface CallFields {
  sid: string;
  to: string;
  from: string;
  status: string;
  direction: string;
  callerName?: string | null;
  dateCreated?: Date | null;
  startTime?: Date | null;
  endTime?: Date | null;
}
export function toServiceCall({
  sid,
  to,
  from,
  status,
  direction,
  callerName,
  dateCreated,
  startTime,
  endTime,
}: CallFields): ServiceCall {
  return {
    sid,
    to,
    from,
    status,
    direction,
    callerName: callerName ?? null,
    startedAt: readTime(dateCreated) ?? readTime(startTime),
    endedAt: readTime(endTime),
  };
}

/** Returns `null` for an invalid date. The client makes one from a text that is not a date. */
function readTime(time: Date | null | undefined): Date | null {
  return time instanceof Date && !Number.isNaN(time.getTime()) ? time : null;
}

const validation = z.object({ validation_code: z.string() });

/** Makes the service call the number. Returns the code that the called person must enter. */
export async function requestVerification(
  rest: TwilioClient,
  accountSid: string,
  { number, name, statusUrl, from }: VerificationRequest,
): Promise<string> {
  const uri = `/Accounts/${accountSid}/OutgoingCallerIds.json`;
  const data = {
    PhoneNumber: number,
    FriendlyName: name,
    StatusCallback: statusUrl,
    StatusCallbackMethod: "POST",
    ...(from === null ? {} : { From: from }),
  };
  // The library's own method omits `From`, which only our exchange has.
  const made: unknown = await restRequest(() =>
    rest.api.v2010.create({ uri, method: "post", data }),
  );
  return validation.parse(made).validation_code;
}

/** Lists live calls, rooms and the callers in these queues, at about the same moment. */
export async function readSnapshot(
  rest: TwilioClient,
  queueSids: readonly string[],
): Promise<TelephonySnapshot> {
  // A caller who moves from a queue into a room meanwhile is then in both lists, and not in none.
  const queued = await queuedCalls(rest, queueSids);
  const [calls, rooms] = await Promise.all([liveServiceCalls(rest), listLiveConferences(rest)]);
  return { calls, conferences: rooms, queued };
}

async function liveServiceCalls(rest: TwilioClient): Promise<ServiceCall[]> {
  const lists = await Promise.all(
    LIVE_STATUSES.map((status) =>
      restRequest(() => rest.calls.list({ status, limit: LIST_LIMIT, pageSize: PAGE_SIZE })),
    ),
  );
  return lists.flat().map(toServiceCall);
}

async function listLiveConferences(rest: TwilioClient): Promise<ServiceConference[]> {
  const lists = await Promise.all(
    (["init", "in-progress"] as const).map((status) =>
      restRequest(() => rest.conferences.list({ status, limit: LIST_LIMIT, pageSize: PAGE_SIZE })),
    ),
  );
  return mapInGroups(lists.flat(), (room) => withParticipants(rest, room));
}

async function mapInGroups<Item, Result>(
  items: readonly Item[],
  request: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const found: Result[] = [];
  for (let from = 0; from < items.length; from += LISTS_AT_ONCE) {
    found.push(...(await Promise.all(items.slice(from, from + LISTS_AT_ONCE).map(request))));
  }
  return found;
}

async function withParticipants(
  rest: TwilioClient,
  room: { sid: string; friendlyName: string },
): Promise<ServiceConference> {
  return {
    sid: room.sid,
    name: room.friendlyName,
    participants: await listParticipants(rest, room.sid),
  };
}

async function listParticipants(
  rest: TwilioClient,
  roomSid: string,
): Promise<ServiceConference["participants"]> {
  try {
    const list = await restRequest(() =>
      rest.conferences(roomSid).participants.list({ limit: PAGE_SIZE }),
    );
    return list.map(({ callSid, hold }) => ({ callSid, hold }));
  } catch (error) {
    // The room ended during the listing.
    if (isGone(error)) {
      return [];
    }
    throw error;
  }
}

async function queuedCalls(rest: TwilioClient, queueSids: readonly string[]): Promise<string[]> {
  return (await mapInGroups(queueSids, (sid) => listQueueMembers(rest, sid))).flat();
}

async function listQueueMembers(rest: TwilioClient, queueSid: string): Promise<string[]> {
  try {
    const list = await restRequest(() =>
      rest.queues(queueSid).members.list({ limit: LIST_LIMIT, pageSize: PAGE_SIZE }),
    );
    return list.map((member) => member.callSid);
  } catch (error) {
    // The queue is from before the service's restart.
    if (isGone(error)) {
      return [];
    }
    throw error;
  }
}
