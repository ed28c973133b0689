import * as z from "zod/mini";

import { deviceLine } from "../calls/calls.ts";
import { serviceName } from "./voice.ts";

/**
 * The answer repeats this id, and the console ignores an answer with another id. The audio server
 * gives its own id to a request without an id.
 */
const requestId = z.optional(z.uuid());
const short = z.string().check(z.maxLength(200));
/** An E.164 number or the UUID of a conference. */
const to = z.string().check(z.maxLength(64));
const given = z.optional(z.nullable(z.uuid()));
const profile = given;

/**
 * The claim with which the audio server's voice SDK connects; the connection has only the parameter
 * `{claim}`. If the request has no claim, the audio server requests a claim from the station for
 * the sender.
 */
const claim = z.optional(z.uuid());
/** The exchange that has the call of the claim. If it is omitted, it is the first exchange. */
const service = z.optional(serviceName);

const anyPayload = z.pipe(
  z.unknown(),
  z.transform(() => ({})),
);

/** The events that an operator's console sends on `presence-audio-server-{id}-{line}`. */
export const audioServerRequests = {
  /** Any payload is valid. */
  "client-as-status": anyPayload,
  /**
   * DTMF digits for the call on the line. Without a call, the audio server makes an outbound call
   * to the number.
   */
  "client-as-dial": z.object({
    requestId,
    number: z.union([z.string().check(z.maxLength(64)), z.int()]),
    claim,
    service,
  }),
  "client-as-conference": z.object({
    requestId,
    claim,
    service,
    To: z.optional(z.nullable(to)),
    station: given,
    dialer: given,
    conference: z.uuid(),
  }),
  "client-as-outbound": z.object({
    requestId,
    claim,
    service,
    To: to,
    station: given,
    dialer: given,
    profile,
  }),
  "client-as-accept": z.object({
    requestId,
    claim,
    service,
    selCall: z.uuid(),
    // A console without a call on the line sends `null`, or the fields without values.
    ongoing: z.optional(
      z.nullable(
        z.object({
          callSid: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
          number: z.optional(z.nullable(short)),
          type: z.optional(z.nullable(z.enum(["inbound", "outbound", "conference"]))),
          profile,
        }),
      ),
    ),
  }),
  /** Any payload is valid. */
  "client-as-disconnect-all": z.union([z.object({ requestId }), anyPayload]),
  /** After this event the audio server sends its status each second for 15 s, for the meters. */
  "client-as-levels": z.object({}),
  /** The caller does not hear the studio while this is true. */
  "client-as-mute": z.object({ requestId, muted: z.boolean() }),
} as const;
export type AudioServerRequestName = keyof typeof audioServerRequests;

/** The three requests that connect a call. Each ends with one accept, disconnect or error. */
export const connectFlavours = ["conference", "outbound", "accept"] as const;
export type ConnectFlavour = (typeof connectFlavours)[number];

/** `client-as-refused` refuses requests that connect nothing (dial, disconnect-all, mute). */
export const AUDIO_SERVER_REFUSED = "client-as-refused";
export const requestRefused = z.object({
  /** Absent when the request had no readable id. */
  requestId,
  message: short,
});

/**
 * `client-as-start`: the start contact of a fader. `user` is the person who had the last call on
 * the line; `null` when the line has carried no call since the program started.
 */
export const AUDIO_SERVER_START = "client-as-start";
export const faderStarted = z.object({ line: deviceLine, user: z.nullable(z.uuid()) });

/** In dBFS; `null` when nothing is measured. */
const levelDb = z.nullable(z.number().check(z.minimum(-200), z.maximum(20)));

/** The audio server's measurements of the path between the call and the exchange. */
const quality = z.object({
  mos: z.number().check(z.minimum(1), z.maximum(5)),
  jitterMs: z.number().check(z.minimum(0)),
  roundTripMs: z.number().check(z.minimum(0)),
  lossPercent: z.number().check(z.minimum(0), z.maximum(100)),
});
export type CarriedQuality = z.output<typeof quality>;

/**
 * `client-as-status-res` answers every poll. The audio server also sends it when the line's state,
 * user or mute changes, and every second during a call.
 */
export const AUDIO_SERVER_STATUS = "client-as-status-res";
export const audioServerStatus = z.object({
  line: deviceLine,
  state: z.enum(["idle", "connecting", "connected", "fault"]),
  version: z.string().check(z.maxLength(40)),
  levels: z.object({ inputDb: levelDb, outputDb: levelDb }),
  /** The `user_id` of the person whose request the line executes; `null` when the line is idle. */
  user: z.optional(z.nullable(z.uuid())),
  /** The `requestId` of the request that the line executes. */
  request: z.optional(z.nullable(z.uuid())),
  muted: z.optional(z.boolean()),
  /**
   * The delay of the sound in both directions together, in milliseconds, as far as the audio server
   * knows it.
   */
  delayMs: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(60_000)))),
  /** The quality of the current call; `null` until it is measured. */
  quality: z.optional(z.nullable(quality)),
  uptimeS: z.optional(z.number().check(z.minimum(0))),
  /** Text for people: the sound devices of the line, or their fault. */
  device: z.optional(short),
  /** The reason why the line has no sound, during a call or not; otherwise `null` or absent. */
  fault: z.optional(z.nullable(short)),
});
export type AudioServerStatus = z.output<typeof audioServerStatus>;
