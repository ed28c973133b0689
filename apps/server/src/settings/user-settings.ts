import * as z from "zod";

import { applyChange, type SettingChange, type UserSettings } from "@linedesk/contract";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { publishToUser } from "../platform/realtime/publish.ts";
import { findSettings, lockSettings, saveSettings } from "./settings-store.ts";

export const readUserSettings = findSettings;

const clearedAt = z.iso.datetime({ offset: true });
const clearedPair = z.tuple([z.string(), z.union([clearedAt, z.literal("")])]);
const clearedMap = z.record(z.string(), clearedAt);

/** The contract accepts any pair of texts. This function requires a key and a time. */
function validateChatCleared(change: SettingChange): void {
  const checked =
    change.setting === "CHATCLEARED"
      ? clearedPair.safeParse(change.value)
      : clearedMap.safeParse(change.setting === "UPDATE" ? change.value.chatCleared : {});
  if (checked.success) {
    return;
  }
  throw new ApiError(
    { reason: "fields_wrong", params: { fields: "value" } },
    {
      fields: { value: "must_be_key_and_time" },
    },
  );
}

interface SettingRequest {
  userId: string;
  change: SettingChange;
  actor: Actor;
}

interface ObservedRequest extends SettingRequest {
  onCallerCount: (trx: Trx, settings: UserSettings) => Promise<void>;
}

export async function changeUserSetting(db: Db, request: ObservedRequest): Promise<UserSettings> {
  validateChatCleared(request.change);
  return db.transaction().execute(async (trx) => {
    const { callerCount } = await lockSettings(trx, request.userId);
    const settings = await applyUserSetting(trx, request);
    if (settings.callerCount !== callerCount) {
      await request.onCallerCount(trx, settings);
    }
    return settings;
  });
}

export async function applyUserSetting(
  trx: Trx,
  { userId, change, actor }: SettingRequest,
): Promise<UserSettings> {
  const settings = applyChange(await lockSettings(trx, userId), change);
  await saveSettings(trx, userId, settings);
  await recordAudit(trx, {
    actor,
    action: "setting.changed",
    subject: ["user", userId],
    details: { setting: change.setting },
  });
  await publishToUser(trx, userId, { type: "settings.changed" });
  return settings;
}
