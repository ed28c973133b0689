import * as z from "zod/mini";

import { deviceLine } from "./calls.ts";

/** Echoed by the answer; an answer to another request changes nothing. */
const requestId = z.uuid();
const short = z.string().check(z.maxLength(200));
/** E.164 or a conference's uuid. */
const to = z.string().check(z.maxLength(64));

/** The right to connect, with which the audio server's voice SDK connects: `{claim}` alone. */
const claim = z.uuid();

/** What an operator's console sends on `presence-audio-server-{id}-{line}`, by event. */
export const audioServerRequests = {
  "client-as-status": z.object({}),
  /** Digits when a call is up on the line; a plain call, with its claim, when none is. */
  "client-as-dial": z.object({
    requestId,
    number: z.string().check(z.maxLength(64)),
    claim: z.optional(claim),
  }),
  "client-as-conference": z.object({
    requestId,
    claim,
    To: to,
    station: z.uuid(),
    dialer: z.uuid(),
    conference: z.uuid(),
  }),
  "client-as-outbound": z.object({
    requestId,
    claim,
    To: to,
    station: z.uuid(),
    dialer: z.uuid(),
    profile: z.nullable(z.uuid()),
  }),
  "client-as-accept": z.object({
    requestId,
    claim,
    selCall: z.uuid(),
    ongoing: z.object({
      callSid: z.string().check(z.maxLength(64)),
      number: z.nullable(short),
      type: z.enum(["inbound", "outbound", "conference"]),
      profile: z.nullable(z.uuid()),
    }),
  }),
  "client-as-disconnect-all": z.object({ requestId }),
  /** The status is sent each second for a while, since somebody looks at the levels. */
  "client-as-levels": z.object({}),
  /** What the studio says is not heard by the caller. */
  "client-as-mute": z.object({ requestId, muted: z.boolean() }),
} as const;
export type AudioServerRequestName = keyof typeof audioServerRequests;

/** The three requests that connect: each ends in one accept, disconnect or error. */
export const connectFlavours = ["conference", "outbound", "accept"] as const;
export type ConnectFlavour = (typeof connectFlavours)[number];

/** `client-as-refused`: of the requests that connect nothing (dial, disconnect-all, mute). */
export const AUDIO_SERVER_REFUSED = "client-as-refused";
export const requestRefused = z.object({
  /** None: the request had none that could be read. */
  requestId: z.optional(requestId),
  message: short,
});

/**
 * `client-as-start`: a fader's start contact. `user` is whose call the line carried last, and null
 * where it has carried none since the program's start.
 */
export const AUDIO_SERVER_START = "client-as-start";
export const faderStarted = z.object({ line: deviceLine, user: z.nullable(z.uuid()) });

/** dBFS, at most 0; null: nothing is measured. */
const levelDb = z.nullable(z.number().check(z.minimum(-200), z.maximum(20)));

/** What the audio server measures of the call's way to the exchange. */
const quality = z.object({
  mos: z.number().check(z.minimum(1), z.maximum(5)),
  jitterMs: z.number().check(z.minimum(0)),
  roundTripMs: z.number().check(z.minimum(0)),
  lossPercent: z.number().check(z.minimum(0), z.maximum(100)),
});
export type CarriedQuality = z.output<typeof quality>;

/**
 * `client-as-status-res`: the answer to every poll, and sent unasked when the line's state, its
 * user or its mute changes, and every second while it carries a call.
 */
export const AUDIO_SERVER_STATUS = "client-as-status-res";
export const audioServerStatus = z.object({
  line: deviceLine,
  state: z.enum(["idle", "connecting", "connected", "fault"]),
  version: z.string().check(z.maxLength(40)),
  levels: z.object({ inputDb: levelDb, outputDb: levelDb }),
  /** Whose request the line carries out, by the `user_id` of that request; null when idle. */
  user: z.optional(z.nullable(z.uuid())),
  /** `requestId` of what it carries. */
  request: z.optional(z.nullable(z.uuid())),
  muted: z.optional(z.boolean()),
  /** Of the sound, there and back, as far as the audio server knows. */
  delayMs: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(60_000)))),
  /** Of the call that it carries; null until it is measured. */
  quality: z.optional(z.nullable(quality)),
  uptimeS: z.optional(z.number().check(z.minimum(0))),
  /** As people read it: the sound devices of the line, or what is wrong with them. */
  device: z.optional(short),
  /** Why the line has no sound, in a call or not; null or none: it has. */
  fault: z.optional(z.nullable(short)),
});
export type AudioServerStatus = z.output<typeof audioServerStatus>;
