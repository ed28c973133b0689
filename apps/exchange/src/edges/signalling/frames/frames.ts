import { z } from "zod";

import { VOICE_CODES } from "@linedesk/base";
import type { VoiceCode, VoiceErrorFrame } from "./voice-errors.ts";

/** The SDK's heartbeat in both directions: one line feed. */
export const HEARTBEAT = "\n";

const callSid = z.string().min(1).max(80);
const sdp = z.string().min(1).max(32_768);

const frameSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("listen"),
    payload: z.object({
      token: z.string().max(8192).optional(),
      reconnectTimeout: z.number().min(0).optional().catch(undefined),
    }),
  }),
  z.object({
    type: z.literal("register"),
    payload: z.object({ media: z.object({ audio: z.boolean() }) }),
  }),
  z.object({
    type: z.literal("invite"),
    payload: z.object({
      callsid: callSid,
      sdp,
      reconnect: z.string().max(512).optional(),
      twilio: z.object({ params: z.string().optional() }).optional(),
    }),
  }),
  z.object({ type: z.literal("answer"), payload: z.object({ callsid: callSid, sdp }) }),
  z.object({
    type: z.literal("hangup"),
    payload: z.object({ callsid: callSid, message: z.string().max(1024).optional() }),
  }),
  z.object({ type: z.literal("reject"), payload: z.object({ callsid: callSid }) }),
  z.object({
    type: z.literal("dtmf"),
    payload: z.object({ callsid: callSid, dtmf: z.string().regex(/^[0-9A-Da-d*#wW]{1,64}$/) }),
  }),
  z.object({ type: z.literal("reinvite"), payload: z.object({ callsid: callSid, sdp }) }),
  z.object({
    type: z.literal("message"),
    payload: z.object({
      callsid: callSid,
      content: z.unknown(),
      contenttype: z.string().max(128).default("application/json"),
      messagetype: z.string().max(128),
      voiceeventsid: z.string().min(1).max(80),
    }),
  }),
]);

export type ClientFrame = z.infer<typeof frameSchema>;
export type ClientPayload<Type extends ClientFrame["type"]> = Extract<
  ClientFrame,
  { type: Type }
>["payload"];

export type ServerFrame =
  | {
      type: "connected";
      payload: {
        edge: string;
        region: string;
        home: string;
        token: { identity?: string; ttl: number };
      };
    }
  | { type: "ready" | "offline" | "close"; payload: Record<string, never> }
  | {
      type: "invite";
      payload: {
        callsid: string;
        sdp: string;
        reconnect: string;
        parameters: Record<string, string>;
      };
    }
  | { type: "ringing"; payload: { callsid: string; sdp?: string } }
  | { type: "answer"; payload: { callsid: string; sdp?: string; reconnect: string } }
  | { type: "hangup"; payload: { callsid: string; error?: VoiceErrorFrame } }
  | { type: "cancel"; payload: { callsid: string } }
  | {
      type: "error";
      payload: { error: VoiceErrorFrame; callsid?: string; voiceeventsid?: string };
    }
  | {
      type: "message";
      payload: {
        callsid: string;
        content: unknown;
        contenttype: string;
        messagetype: string;
        voiceeventsid: string;
      };
    }
  | { type: "ack"; payload: { acktype: "message"; callsid: string; voiceeventsid: string } };

export type ParsedFrame = { ok: true; frame: ClientFrame } | UnreadableFrame;

export interface UnreadableFrame {
  ok: false;
  code: VoiceCode;
  callsid: string | null;
}

/** Never throws: returns the error code for an unreadable frame. */
export function readFrame(text: string): ParsedFrame {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, code: VOICE_CODES.MALFORMED_REQUEST, callsid: null };
  }
  const parsed = frameSchema.safeParse(value);
  if (parsed.success) {
    return { ok: true, frame: parsed.data };
  }
  return { ok: false, code: unreadableCode(value), callsid: readCallSid(value) };
}

export function writeFrame(frame: ServerFrame): string {
  return JSON.stringify({ ...frame, version: "1.6" });
}

const loose = z.object({
  type: z.string(),
  payload: z.object({ callsid: z.string().max(80) }).optional(),
});

/** Returns another code for an unreadable invite, such as one without callsid or sdp. */
function unreadableCode(value: unknown): VoiceCode {
  const shape = z.object({ type: z.literal("invite") }).safeParse(value);
  return shape.success ? VOICE_CODES.BAD_REQUEST : VOICE_CODES.MALFORMED_REQUEST;
}

function readCallSid(value: unknown): string | null {
  const parsed = loose.safeParse(value);
  return parsed.success ? (parsed.data.payload?.callsid ?? null) : null;
}

/** Parses `a=b&c=d` as the SDK writes it (encodeURIComponent), with `+` also as a space. */
export function readParams(text: string | undefined): [name: string, value: string][] {
  return text === undefined || text === "" ? [] : [...new URLSearchParams(text)];
}

/**
 * Writes `Params` of an incoming invite. The SDK decodes only values, so names stay unchanged; only
 * the characters that would end a name are escaped.
 */
export function writeParams(params: readonly (readonly [string, string])[]): string {
  return params
    .map(([name, value]) => `${name.replace(/[&=]/g, encodeURIComponent)}=${encode(value)}`)
    .join("&");
}

/** Unlike encodeURIComponent this accepts a lone surrogate without an error. */
function encode(value: string): string {
  return new URLSearchParams({ v: value }).toString().slice(2);
}
