import { randomUUID } from "node:crypto";

import * as z from "zod/mini";

import {
  type AudioServerRequestName,
  audioServerRequests,
  type AudioServerTarget,
  type ConnectFlavour,
  connectFlavours,
} from "@linedesk/contract";
import type { ClaimedCall } from "../station/station-api.ts";

/** The right to connect: a claim, or the target for which the station grants one to the sender. */
export type LineRight =
  | ({ type: "claim" } & ClaimedCall)
  | { type: "target"; target: AudioServerTarget; station: string | undefined };

export interface ConnectRequest {
  type: "connect";
  requestId: string;
  flavour: ConnectFlavour;
  right: LineRight;
  dialer: string | null;
}

export type LineRequest =
  | { type: "poll" }
  | { type: "levels" }
  | ConnectRequest
  | { type: "dial"; requestId: string; number: string; right: LineRight }
  | { type: "disconnect_all"; requestId: string }
  | { type: "mute"; requestId: string; muted: boolean };

export const requestNames = Object.keys(audioServerRequests) as AudioServerRequestName[];

export type LineOrder = Exclude<LineRequest, { type: "poll" | "levels" }>;

export const maintenanceNames = ["restart.requested", "log.requested"] as const;
export type MaintenanceName = (typeof maintenanceNames)[number];
export const maintenanceRequest = z.object({ request: z.uuid() });

export interface MalformedRequest {
  type: "malformed";
  message: string;
  requestId: string | null;
  flavour: ConnectFlavour | null;
}

const identified = z.object({ requestId: z.uuid() });

export function parseRequest(
  name: AudioServerRequestName,
  data: unknown,
): LineRequest | MalformedRequest {
  const parsed = audioServerRequests[name].safeParse(data ?? {});
  if (!parsed.success) {
    return describeMalformed(name, data, parsed.error);
  }
  return toRequest(name, parsed.data as RequestFields);
}

interface RequestFields {
  requestId?: string;
  claim?: string;
  service?: string;
  dialer?: string | null;
  station?: string | null;
  number?: string | number;
  muted?: boolean;
  selCall?: string;
  conference?: string;
  To?: string | null;
  profile?: string | null;
}

function toRequest(name: AudioServerRequestName, fields: RequestFields): LineRequest {
  const { requestId = randomUUID(), dialer = null } = fields;
  const number = String(fields.number ?? "");
  switch (name) {
    case "client-as-status":
      return { type: "poll" };
    case "client-as-levels":
      return { type: "levels" };
    case "client-as-dial":
      return { type: "dial", requestId, number, right: readRight(fields, dialTo(number)) };
    case "client-as-disconnect-all":
      return { type: "disconnect_all", requestId };
    case "client-as-mute":
      return { type: "mute", requestId, muted: fields.muted ?? false };
    case "client-as-conference":
    case "client-as-outbound":
    case "client-as-accept": {
      const flavour = readFlavour(name) ?? "accept";
      const right = readRight(fields, readTarget(flavour, fields));
      return { type: "connect", requestId, flavour, right, dialer };
    }
  }
}

function readRight(
  { claim, service, station }: RequestFields,
  target: AudioServerTarget,
): LineRight {
  return claim === undefined
    ? { type: "target", target, station: station ?? undefined }
    : { type: "claim", claim, service };
}

function readTarget(flavour: ConnectFlavour, fields: RequestFields): AudioServerTarget {
  switch (flavour) {
    case "accept":
      return { type: "accept", call: fields.selCall ?? "" };
    case "conference":
      return { type: "conference", conference: fields.conference ?? "" };
    case "outbound":
      return dialTo(fields.To ?? "", fields.profile);
  }
}

function dialTo(to: string, profile?: string | null): AudioServerTarget {
  return { type: "outbound", to, profile: profile ?? null };
}

function readFlavour(name: AudioServerRequestName): ConnectFlavour | null {
  return connectFlavours.find((flavour) => name === `client-as-${flavour}`) ?? null;
}

function describeMalformed(
  name: AudioServerRequestName,
  data: unknown,
  error: z.core.$ZodError,
): MalformedRequest {
  const fields = error.issues.map(({ path }) => path.join(".") || "the request itself");
  const id = identified.safeParse(data);
  return {
    type: "malformed",
    message: `The request ${name} cannot be read: ${[...new Set(fields)].join(", ")}.`,
    requestId: id.success ? id.data.requestId : null,
    flavour: readFlavour(name),
  };
}
