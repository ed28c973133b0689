import * as z from "zod/mini";

import { endpoint } from "./endpoint.ts";

/** The product's own spelling of `switchCallBehvaior` is kept on the wire. */
export const userSettings = z.object({
  autoMoveOnVerify: z.boolean(),
  switchCallBehvaior: z.enum(["HOLD", "END"]),
  endConferenceBehavior: z.enum(["END", "HOLD"]),
  muteDevice: z.boolean(),
  callerCount: z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(1000))),
  theme: z.enum(["light", "dark", "system"]),
  view: z.boolean(),
  /** Station id to the ISO time of the last clear. */
  chatCleared: z.record(z.string(), z.string()),
  stations: z.object({ callStations: z.array(z.uuid()).check(z.maxLength(200)) }),
  chatStation: z.nullable(z.uuid()),
  activeQueueStation: z.nullable(z.uuid()),
  shortcuts: z.record(z.string(), z.string()),
  sounds: z.object({ ringVolume: z.number(), muteRingerWhileTalking: z.boolean() }),
  locale: z.string().check(z.maxLength(35)),
});
export type UserSettings = z.output<typeof userSettings>;

export const defaultSettings: UserSettings = {
  autoMoveOnVerify: true,
  switchCallBehvaior: "HOLD",
  endConferenceBehavior: "END",
  muteDevice: false,
  callerCount: null,
  theme: "light",
  view: false,
  chatCleared: {},
  stations: { callStations: [] },
  chatStation: null,
  activeQueueStation: null,
  shortcuts: {},
  sounds: { ringVolume: 0.8, muteRingerWhileTalking: true },
  locale: "en-AU",
};

const shape = userSettings.shape;

/** `{setting, value}`, one member for each setting name. */
export const settingChange = z.discriminatedUnion("setting", [
  z.object({ setting: z.literal("UPDATE"), value: userSettings }),
  z.object({ setting: z.literal("AUTOMOVEVERIFY"), value: shape.autoMoveOnVerify }),
  z.object({ setting: z.literal("MUTEDEVICE"), value: shape.muteDevice }),
  z.object({ setting: z.literal("VIEW"), value: shape.view }),
  z.object({ setting: z.literal("SWITCHBAHAVIOR"), value: shape.switchCallBehvaior }),
  z.object({ setting: z.literal("CONFERENCEENDBEHAVIOR"), value: shape.endConferenceBehavior }),
  z.object({ setting: z.literal("CALLERCOUNT"), value: shape.callerCount }),
  z.object({ setting: z.literal("STATIONS"), value: shape.stations.shape.callStations }),
  z.object({ setting: z.literal("CHATSTATION"), value: shape.chatStation }),
  z.object({ setting: z.literal("ACTIVEQUEUESTATION"), value: shape.activeQueueStation }),
  z.object({ setting: z.literal("THEME"), value: shape.theme }),
  /** A pair of a station's id and the ISO time. */
  z.object({ setting: z.literal("CHATCLEARED"), value: z.tuple([z.string(), z.string()]) }),
  z.object({ setting: z.literal("SHORTCUTS"), value: shape.shortcuts }),
  z.object({ setting: z.literal("SOUNDS"), value: shape.sounds }),
  z.object({ setting: z.literal("LOCALE"), value: shape.locale }),
]);
export type SettingChange = z.output<typeof settingChange>;

export const readSettings = endpoint({
  id: "readSettings",
  method: "GET",
  path: "/user/settings",
  summary: "My settings",
  access: { type: "session" },
  answer: userSettings,
});

export const changeSetting = endpoint({
  id: "changeSetting",
  method: "POST",
  path: "/user/settings",
  summary: "Set one setting, or all with UPDATE; answers the whole",
  access: { type: "session" },
  body: settingChange,
  answer: userSettings,
});
