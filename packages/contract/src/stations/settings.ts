import * as z from "zod/mini";

import { endpoint } from "../platform/endpoint.ts";
import type { Reason } from "../platform/error-reasons.ts";

type Schema = z.ZodMiniType;

interface UserSetting<Key extends string, Stored extends Schema, Value extends Schema> {
  /**
   * Is true for a setting that the given product specification does not have. A change of the whole
   * object may omit such a setting.
   */
  isOurs: boolean;
  /** The field of the settings object that contains the setting. */
  key: Key;
  schema: Stored;
  default: z.output<Stored>;
  value: Value;
  apply: (before: z.output<Stored>, value: z.output<Value>) => z.output<Stored>;
}

/** Defines a setting of the product specification. Its change contains the whole value. */
function setting<const Key extends string, Stored extends Schema>(
  key: Key,
  schema: Stored,
  byDefault: z.output<Stored>,
): UserSetting<Key, Stored, Stored> & { isOurs: false } {
  const apply = (_before: unknown, value: z.output<Stored>) => value;
  return { isOurs: false, key, schema, default: byDefault, value: schema, apply };
}

/**
 * A setting that the given product specification does not have. Its change contains the whole
 * value.
 */
function addedSetting<const Key extends string, Stored extends Schema>(
  ...definition: Parameters<typeof setting<Key, Stored>>
): UserSetting<Key, Stored, Stored> & { isOurs: true } {
  return { ...setting(...definition), isOurs: true };
}

/** A setting whose change contains only a part of the value. */
function partialSetting<
  const Ours extends boolean,
  const Key extends string,
  Stored extends Schema,
  Value extends Schema,
>(
  definition: UserSetting<Key, Stored, Value> & { isOurs: Ours },
): UserSetting<Key, Stored, Value> & { isOurs: Ours } {
  return definition;
}

/** Nobody clears the chat of this many stations. Beyond the limit the oldest entry is dropped. */
const MAX_CLEARED = 500;
/** Nobody sets this many shortcuts. */
const MAX_SHORTCUTS = 200;
/** The admin area has fewer tables. */
const MAX_TABLES = 50;
/** A station's id, a time, a command's name or its keys. */
const shortText = z.string().check(z.maxLength(100));

function boundedRecord(most: number, text = shortText) {
  return z
    .record(shortText, text)
    .check(
      z.refine((value) => Object.keys(value).length <= most, "field_too_full" satisfies Reason),
    );
}

/** The order, rows and widths of a table, as the console writes them. */
const tableLayout = z.string().check(z.maxLength(500));

/**
 * One row per setting: its name in a change, its key, schema and default. The API has the
 * specification's spelling `switchCallBehvaior`. The settings that we added come last.
 */
export const settingTable = {
  AUTOMOVEVERIFY: setting("autoMoveOnVerify", z.boolean(), true),
  SWITCHBAHAVIOR: setting("switchCallBehvaior", z.enum(["HOLD", "END"]), "HOLD"),
  CONFERENCEENDBEHAVIOR: setting("endConferenceBehavior", z.enum(["END", "HOLD"]), "END"),
  MUTEDEVICE: setting("muteDevice", z.boolean(), false),
  CALLERCOUNT: setting(
    "callerCount",
    z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(1000))),
    null,
  ),
  THEME: setting("theme", z.enum(["light", "dark", "system"]), "light"),
  VIEW: setting("view", z.boolean(), false),
  /** A change has a station's id and the ISO time; an empty time removes the station's entry. */
  CHATCLEARED: partialSetting({
    isOurs: false,
    key: "chatCleared",
    schema: boundedRecord(MAX_CLEARED),
    default: {},
    value: z.tuple([shortText, z.string().check(z.maxLength(40))]),
    apply: (cleared, [key, at]) => {
      const { [key]: _before, ...others } = cleared;
      const now = at === "" ? others : { ...others, [key]: at };
      const byAge = Object.entries(now).toSorted(([, one], [, other]) => one.localeCompare(other));
      return Object.fromEntries(byAge.slice(-MAX_CLEARED));
    },
  }),
  STATIONS: partialSetting({
    isOurs: false,
    key: "stations",
    schema: z.object({ callStations: z.array(z.uuid()).check(z.maxLength(200)) }),
    default: { callStations: [] },
    value: z.array(z.uuid()).check(z.maxLength(200)),
    apply: (stations, callStations) => ({ ...stations, callStations }),
  }),
  CHATSTATION: setting("chatStation", z.nullable(z.uuid()), null),
  ACTIVEQUEUESTATION: setting("activeQueueStation", z.nullable(z.uuid()), null),
  SHORTCUTS: addedSetting("shortcuts", boundedRecord(MAX_SHORTCUTS), {}),
  SOUNDS: addedSetting(
    "sounds",
    z.object({
      ringVolume: z.number().check(z.minimum(0), z.maximum(1)),
      muteRingerWhileTalking: z.boolean(),
    }),
    { ringVolume: 0.8, muteRingerWhileTalking: true },
  ),
  /** The ways in which a new caller is announced. Each can be disabled. */
  ALERTS: addedSetting(
    "alerts",
    z.object({
      ring: z.boolean(),
      title: z.boolean(),
      badge: z.boolean(),
      /** Notifications of the operating system while the page is hidden. */
      desktop: z.boolean(),
      /**
       * Is true when the notification shows the whole number, which everybody near the screen can
       * read.
       */
      showNumber: z.boolean(),
    }),
    { ring: true, title: true, badge: true, desktop: true, showNumber: false },
  ),
  /** Further sounds and speech of the desk. */
  HEARD: addedSetting(
    "heard",
    z.object({
      /** A short sound for each chat message. */
      chat: z.boolean(),
      /** The way in which a screen reader announces new callers. */
      callers: z.enum(["summary", "every_call", "off"]),
    }),
    { chat: true, callers: "summary" },
  ),
  /** Is true when a single letter, digit or sign can be a shortcut (WCAG 2.1.4). */
  SINGLEKEYS: addedSetting("singleKeys", z.boolean(), true),
  /** A change has a table's name and its layout; an empty layout is removed. */
  TABLELAYOUT: partialSetting({
    isOurs: true,
    key: "tableLayouts",
    schema: boundedRecord(MAX_TABLES, tableLayout),
    default: {},
    value: z.tuple([shortText, tableLayout]),
    apply: (layouts, [table, layout]) => {
      const others = Object.entries(layouts).filter(([name]) => name !== table);
      const mine = layout === "" ? [] : [[table, layout]];
      return Object.fromEntries([...others, ...mine].slice(-MAX_TABLES));
    },
  }),
  LOCALE: addedSetting("locale", z.string().check(z.maxLength(35)), "en-AU"),
};

type Table = typeof settingTable;
type SettingName = keyof Table;
type Shape = { [Name in SettingName as Table[Name]["key"]]: Table[Name]["schema"] };
type OurKeys = {
  [Name in SettingName as Table[Name]["isOurs"] extends true ? Table[Name]["key"] : never]: true;
};
type Option = {
  [Name in SettingName]: z.ZodMiniObject<{
    setting: z.ZodMiniLiteral<Name>;
    value: Table[Name]["value"];
  }>;
}[SettingName];

const entries = Object.entries(settingTable);

// `Object.entries` and `Object.fromEntries` lose the types of keys; settings.test.ts proves that
// these casts are right.
export const userSettings = z.object(
  Object.fromEntries(entries.map(([, { key, schema }]) => [key, schema])) as Shape,
);
export type UserSettings = z.output<typeof userSettings>;

export const defaultSettings = Object.fromEntries(
  entries.map(([, one]) => [one.key, one.default]),
) as UserSettings;

const options = entries.map(([name, { value }]) =>
  z.object({ setting: z.literal(name), value }),
) as unknown as Option[];

const ourKeys = entries.filter(([, { isOurs }]) => isOurs).map(([, { key }]) => [key, true]);
/**
 * The schema of a whole settings object. The fields of the given product specification are
 * required, and the added fields are optional.
 */
const wholeSettings = z.partial(userSettings, Object.fromEntries(ourKeys) as OurKeys);

/** `{setting, value}`, with one member for each row of the table and one for UPDATE. */
export const settingChange = z.discriminatedUnion("setting", [
  z.object({ setting: z.literal("UPDATE"), value: wholeSettings }),
  ...options,
]);
export type SettingChange = z.output<typeof settingChange>;

/**
 * Returns the settings after one change. The server stores the result, and the console shows it
 * before the server answers.
 */
export function applyChange(settings: UserSettings, change: SettingChange): UserSettings {
  if (change.setting === "UPDATE") {
    return userSettings.parse({ ...settings, ...change.value });
  }
  const { key, apply } = settingTable[change.setting] as UserSetting<string, Schema, Schema>;
  const before = settings[key as keyof UserSettings];
  return { ...settings, [key]: apply(before, change.value) };
}

/**
 * The header in which a console's page names its first script, so that the server recognises a page
 * of another release.
 */
export const PAGE_HEADER = "x-linedesk-page";

export type SwitchBehaviour = "HOLD" | "END";

/** Only this function reads the setting with the specification's spelling `switchCallBehvaior`. */
export function readSwitchBehaviour(
  settings: Pick<UserSettings, "switchCallBehvaior">,
): SwitchBehaviour {
  return settings.switchCallBehvaior;
}

export const readSettings = endpoint("GET /user/settings", {
  id: "readSettings",
  summary: "My settings",
  access: { type: "session" },
  answer: userSettings,
});
export const changeSetting = endpoint("POST /user/settings", {
  id: "changeSetting",
  summary: "Set one setting, or all with UPDATE. The response contains all settings",
  access: { type: "session" },
  body: settingChange,
  answer: userSettings,
});
