import * as z from "zod";

import { defaultSettings, userSettings, type UserSettings } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";

/**
 * Combines stored settings with the defaults. A key that a later version added or restricted falls
 * back to its default; the others stay.
 */
export function parseStoredSettings(stored: unknown): UserSettings {
  const values = z.record(z.string(), z.unknown()).catch({}).parse(stored);
  const known = Object.entries(userSettings.shape).flatMap(([key, schema]) => {
    const value = z.safeParse(schema, values[key]);
    return value.success ? [[key, value.data] as const] : [];
  });
  return userSettings.parse({ ...defaultSettings, ...Object.fromEntries(known) });
}

export async function findSettings(db: Db, userId: string): Promise<UserSettings> {
  const row = await db
    .selectFrom("user_setting")
    .select("settings")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return parseStoredSettings(row?.settings);
}

export async function lockSettings(db: Db, userId: string): Promise<UserSettings> {
  await db
    .insertInto("user_setting")
    .values({ user_id: userId, settings: "{}" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom("user_setting")
    .select("settings")
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return parseStoredSettings(row.settings);
}

export async function saveSettings(db: Db, userId: string, settings: UserSettings): Promise<void> {
  await db
    .updateTable("user_setting")
    .set({ settings: JSON.stringify(settings), updated_at: new Date() })
    .where("user_id", "=", userId)
    .execute();
}
