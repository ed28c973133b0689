import * as z from "zod/mini";

import {
  type AudioServerRequestName,
  audioServerRequests,
  type ConnectFlavour,
  connectFlavours,
} from "@linedesk/contract";

export type LineRequest =
  | { type: "poll" }
  | { type: "levels" }
  | {
      type: "connect";
      requestId: string;
      flavour: ConnectFlavour;
      claim: string;
      dialer: string | null;
    }
  | { type: "dial"; requestId: string; number: string; claim: string | null }
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
  requestId: string;
  claim?: string;
  dialer?: string;
  number?: string;
  muted?: boolean;
}

function toRequest(name: AudioServerRequestName, fields: RequestFields): LineRequest {
  const { requestId: id, claim: right, dialer = null } = fields;
  switch (name) {
    case "client-as-status":
      return { type: "poll" };
    case "client-as-levels":
      return { type: "levels" };
    case "client-as-dial":
      return { type: "dial", requestId: id, number: fields.number ?? "", claim: right ?? null };
    case "client-as-disconnect-all":
      return { type: "disconnect_all", requestId: id };
    case "client-as-mute":
      return { type: "mute", requestId: id, muted: fields.muted ?? false };
    case "client-as-conference":
    case "client-as-outbound":
    case "client-as-accept":
      return {
        type: "connect",
        requestId: id,
        flavour: readFlavour(name) ?? "accept",
        claim: right ?? "",
        dialer,
      };
  }
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
