import * as z from "zod/mini";

import { call } from "../calls/calls.ts";
import { chatMessage, chatPerson } from "../people/chat.ts";
import { contactEvents } from "../people/contacts.ts";
import { contest } from "../people/contests.ts";
import { endpoint } from "../platform/endpoint.ts";
import { partState } from "../platform/health.ts";
import { phoneLine } from "../stations/stations.ts";

export function stationChannel(station: string): string {
  return `private-station-${station}`;
}
/**
 * Returns the channel with full numbers, for people who see them at a station that masks numbers.
 */
export function wholeStationChannel(station: string): string {
  return `private-station-whole-${station}`;
}
export function stationPresence(station: string): string {
  return `presence-station-${station}`;
}
export function userChannel(user: string): string {
  return `private-user-${user}`;
}

/** The events on `private-station-{id}`; `seq` counts without gaps per station. */
export const stationEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("call.arrived"), seq: z.number(), call }),
  z.object({ type: z.literal("call.changed"), seq: z.number(), call }),
  z.object({ type: z.literal("call.ended"), seq: z.number(), call }),
  z.object({ type: z.literal("line.changed"), seq: z.number(), phoneLine }),
  /** A caller in a conference begins or stops talking. */
  z.object({
    type: z.literal("conference.speaking"),
    seq: z.number(),
    conference: z.uuid(),
    /** The call of the member who talks. */
    member: z.uuid(),
    speaking: z.boolean(),
  }),
  z.object({ type: z.literal("contest.changed"), seq: z.number(), contest: z.nullable(contest) }),
  /**
   * Callers were edited, flagged, merged or split, or have a new number. Consoles that show these
   * callers read them again.
   */
  z.object({ type: z.literal("caller.changed"), seq: z.number(), callers: z.array(z.uuid()) }),
  /**
   * A prize, its stock, the rules or a win has changed. Consoles that show them read them again.
   */
  z.object({ type: z.literal("prize.changed"), seq: z.number() }),
  /** The title changed or ended. Consoles that show it read it again. */
  z.object({ type: z.literal("now_playing.changed"), seq: z.number() }),
  z.object({ type: z.literal("chat.sent"), seq: z.number(), message: chatMessage }),
  /** A person is typing a message; the console shows it for some seconds. */
  z.object({ type: z.literal("chat.typed"), seq: z.number(), person: chatPerson }),
  /** A contact was added, changed or restored. Only its owner gets events of a personal book. */
  contactEvents.changed,
  contactEvents.removed,
  contactEvents.imported,
  /** The list of callers who were cut off has changed. Consoles read it again. */
  z.object({ type: z.literal("cut_offs.changed"), seq: z.number() }),
  z.object({
    type: z.literal("station.telephony"),
    seq: z.number(),
    /** `down` when no exchange is up. */
    state: partState,
    exchangesAway: z.optional(z.array(z.string())),
  }),
  /**
   * The number of callers whom the exchange has rejected since its start because it had no
   * capacity, and the time of the last rejection.
   */
  z.object({
    type: z.literal("station.turned_away"),
    seq: z.number(),
    count: z.number(),
    at: z.iso.datetime(),
  }),
  /** A caller ID was verified, selected or removed. The admin area reads the caller IDs again. */
  z.object({ type: z.literal("caller_id.changed"), seq: z.number() }),
  /** Replaces an event over 10 KB. The console requests a snapshot. */
  z.object({ type: z.literal("station.stale"), seq: z.number() }),
]);
export type StationEvent = z.output<typeof stationEvent>;

/**
 * The server sends an event under its type. An event with another name does not come from the
 * server.
 */
export const stationEventNames: ReadonlySet<string> = new Set(
  stationEvent.def.options.flatMap((option) => option.shape.type.def.values),
);

/** The events on `private-user-{uuid}`. */
export const userEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("settings.changed") }),
  /** The person's own phone book changed. */
  z.object({ type: z.literal("contacts.changed") }),
  z.object({ type: z.literal("session.revoked") }),
  /** The person lost a membership. A person with other memberships connects again. */
  z.object({ type: z.literal("rights.changed") }),
]);
export type UserEvent = z.output<typeof userEvent>;

export const userEventNames: ReadonlySet<string> = new Set(
  userEvent.def.options.flatMap((option) => option.shape.type.def.values),
);

const socketId = z.string().check(z.maxLength(64));

/** pusher-js sends this form as the body. */
export const authoriseChannel = endpoint("POST /websocket/auth", {
  id: "authoriseChannel",
  summary: "Sign a realtime subscription of a member's session or of an audio server's key",
  access: { type: "session", orKey: true, changesNothing: true },
  body: z.object({ socket_id: socketId, channel_name: z.string().check(z.maxLength(200)) }),
  answer: z.object({ auth: z.string(), channel_data: z.optional(z.string()) }),
});

/** pusher-js sends this form as the body; `user_data` is JSON with the user's id and name. */
export const authoriseUser = endpoint("POST /websocket/user-auth", {
  id: "authoriseUser",
  summary: "Sign the session's user in at the realtime service, so that a sign-out ends the socket",
  access: { type: "session", orKey: true },
  body: z.object({ socket_id: socketId }),
  answer: z.object({ auth: z.string(), user_data: z.string() }),
});
