import type { FastifyRequest } from "fastify";

import {
  changeSetting,
  readSettings,
  type SettingChange,
  type UserSettings,
} from "@linedesk/contract";
import type { Actor } from "../platform/db/audit-store.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import type { Api } from "../platform/http/api.ts";
import { ApiError, type FieldRefusals } from "../platform/http/errors.ts";
import type { Logger } from "../platform/logger.ts";
import { findUnknownFields } from "./find-unknown-fields.ts";
import { changeUserSetting, readUserSettings } from "./user-settings.ts";

export interface CallerCountChange {
  user: { id: string; name: string };
  settings: UserSettings;
  actor: Actor;
}

export interface SettingsDeps {
  db: Db;
  log: Pick<Logger, "warn">;
  /** Returns true for a request of a page of another release. */
  isOtherRelease: (request: FastifyRequest) => Promise<boolean>;
  onCallerCount: (trx: Trx, change: CallerCountChange) => Promise<void>;
}

export function registerSettings(api: Api, deps: SettingsDeps): void {
  const { db, onCallerCount } = deps;
  api.serve(readSettings, ({ user }) => readUserSettings(db, user.id));
  api.serve(changeSetting, async ({ user, body, actor, request }) => {
    await checkFields(deps, body, request);
    return changeUserSetting(db, {
      userId: user.id,
      change: body,
      actor,
      onCallerCount: (trx, settings) => onCallerCount(trx, { user, settings, actor }),
    });
  });
}

/** Refuses unknown fields of the whole object, except from a page that has other settings. */
async function checkFields(
  { log, isOtherRelease }: SettingsDeps,
  change: SettingChange,
  request: FastifyRequest,
): Promise<void> {
  const unknown = change.setting === "UPDATE" ? findUnknownFields(request.body, change) : [];
  if (unknown.length === 0) {
    return;
  }
  if (await isOtherRelease(request)) {
    log.warn({ fields: unknown }, "page of another release sent unknown settings");
    return;
  }
  const fields: FieldRefusals = Object.fromEntries(
    unknown.map((field) => [field, { reason: "field_unknown", params: { fields: field } }]),
  );
  throw new ApiError(
    { reason: "fields_wrong", params: { fields: unknown.join(", ") } },
    { fields },
  );
}
