import * as z from "zod/mini";

import { cleaned } from "../platform/clean-name.ts";
import { endpoint } from "../platform/endpoint.ts";
import { role } from "../platform/roles.ts";
import { lineFeeds } from "../stations/stations.ts";
import { audioServer } from "./audio-servers.ts";

const admin = { type: "permission", permission: "admin" } as const;
const id = z.object({ id: z.uuid() });
const name = z.string().check(cleaned(), z.minLength(1), z.maxLength(60));

/** The audio server of line 1 and line 2; `null` means the browser's softphone. */
export const devicePreset = z.object({
  id: z.uuid(),
  station: z.uuid(),
  name: z.string(),
  line1: z.nullable(audioServer),
  line2: z.nullable(audioServer),
  /** The air feed of each line; with `null` the preset does not decide. */
  feedsAir: lineFeeds,
  /** The role whose people use the preset until they choose another; `null` means none. */
  seatOf: z.nullable(role),
});
export type DevicePreset = z.output<typeof devicePreset>;

const presetList = z.object({
  items: z.array(devicePreset),
  nextCursor: z.nullable(z.string()),
});

export const listDevicePresets = endpoint("GET /devicePresets", {
  id: "listDevicePresets",
  summary: "The device presets of a station",
  access: { type: "permission", permission: "screen" },
  query: z.object({ station: z.uuid() }),
  answer: presetList,
});

export const readDevicePreset = endpoint("GET /devicePresets/{id}", {
  id: "devicePreset",
  summary: "The audio servers that a device preset assigns to line 1 and line 2",
  access: { type: "thing", permission: "screen" },
  params: id,
  answer: devicePreset,
  errors: ["not_found"],
});

const fields = z.object({
  name,
  line1: z.nullable(z.uuid()),
  line2: z.nullable(z.uuid()),
  feedsAir: lineFeeds,
  seatOf: z.optional(z.nullable(role)),
});

export const listAdminDevicePresets = endpoint("GET /admin/{id}/devicePresets", {
  id: "listAdminDevicePresets",
  summary: "The station's device presets",
  access: admin,
  params: id,
  answer: presetList,
});

export const addDevicePreset = endpoint("POST /admin/{id}/devicePresets", {
  id: "addDevicePreset",
  summary: "Add a device preset",
  access: admin,
  params: id,
  body: fields,
  answer: z.object({ preset: devicePreset }),
  errors: ["conflict"],
});

const ofPreset = z.object({ id: z.uuid(), preset: z.uuid() });

export const changeDevicePreset = endpoint("PUT /admin/{id}/devicePresets/{preset}", {
  id: "changeDevicePreset",
  summary: "Change a device preset",
  access: admin,
  params: ofPreset,
  body: z.extend(fields, { seen: z.optional(z.partial(fields)) }),
  answer: z.object({ preset: devicePreset }),
  errors: ["not_found", "conflict"],
});

export const removeDevicePreset = endpoint("DELETE /admin/{id}/devicePresets/{preset}", {
  id: "removeDevicePreset",
  summary: "Remove a device preset; lines that use it keep their devices",
  access: admin,
  params: ofPreset,
  answer: z.object({ removed: z.uuid() }),
  errors: ["not_found"],
});
