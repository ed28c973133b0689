import { z } from "zod";

import { LOG_FORMATS } from "@linedesk/base";

const port = z.number().int().min(0).max(65_535);
/** A side of a stereo pair. `mono` plays on both sides and records the first side. */
const side = z.enum(["mono", "left", "right"]).default("mono");
const ipv4 = z.ipv4("must be an IPv4 address");

const aes67Send = z.strictObject({
  address: ipv4,
  port: port.default(5004),
  name: z.string().min(1).max(60).default("Linedesk"),
  announce: z.boolean().default(true),
  ttl: z.number().int().min(1).max(255).default(15),
});
const aes67Receive = z.strictObject({
  address: ipv4,
  port: port.default(5004),
  /** The only accepted sender. With `null` every sender is accepted, but only one at a time. */
  source: ipv4.nullable().default(null),
  channels: z.number().int().min(1).max(8).default(1),
  side,
});

const device = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("null") }),
  z.strictObject({
    type: z.literal("tone"),
    hz: z.number().int().min(20).max(20_000).default(1000),
  }),
  z.strictObject({
    type: z.literal("file"),
    input: z.string().min(1).nullable().default(null),
    output: z.string().min(1).nullable().default(null),
    maxMinutes: z
      .number()
      .min(0.01)
      .max(24 * 60)
      .default(60),
  }),
  z.strictObject({
    type: z.literal("jack"),
    server: z.string().min(1).nullable().default(null),
    output: z.string().min(1).nullable().default("system"),
    input: z.string().min(1).nullable().default("system"),
    side,
  }),
  z.strictObject({
    type: z.literal("alsa"),
    output: z.string().min(1).nullable().default("default"),
    input: z.string().min(1).nullable().default("default"),
    side,
  }),
  z.strictObject({
    type: z.literal("aes67"),
    interface: ipv4.default("0.0.0.0"),
    send: aes67Send.nullable().default(null),
    receive: aes67Receive.nullable().default(null),
  }),
]);
export type DeviceOptions = z.output<typeof device>;

const chain = z
  .strictObject({
    gainDb: z.number().min(-60).max(30).nullable().default(null),
    highPassHz: z.number().min(20).max(1000).nullable().default(null),
    automaticGainLufs: z.number().min(-40).max(-6).nullable().default(null),
    limiterDbfs: z.number().min(-30).max(0).nullable().default(null),
  })
  .prefault({});

const line = z
  .strictObject({
    device: device.prefault({ type: "null" }),
    toStudio: chain,
    fromStudio: chain,
  })
  .prefault({});

export const configShape = z.strictObject({
  station: z.url({
    protocol: /^https?$/,
    error: "must be the http or https address of the console",
  }),
  data: z.string().min(1).default("data/audio-server"),
  pairingCode: z.string().min(1).nullable().default(null),
  logLevel: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  logFormat: z.enum(LOG_FORMATS).default("json"),
  page: z
    .strictObject({ host: z.string().default("127.0.0.1"), port: port.default(8787) })
    .prefault({}),
  gpio: z
    .strictObject({ host: z.string().default("127.0.0.1"), port: port.default(5093) })
    .nullable()
    .default(null),
  lines: z.strictObject({ line1: line, line2: line }).prefault({}),
});
export type AudioServerConfig = z.output<typeof configShape>;

export const VERSION = "0.1.0";
