import type { FastifyInstance } from "fastify";

import { changeSetting, readSettings, type UserSettings } from "@linedesk/contract";
import type { Actor } from "../platform/db/actor.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import { bindEndpoint, type BindDeps } from "../platform/http/bind-endpoint.ts";
import { changeUserSetting, readUserSettings } from "./user-settings.ts";

export interface CallerCountChange {
  user: { id: string; name: string };
  settings: UserSettings;
  actor: Actor;
}

export interface SettingsDeps {
  db: Db;
  onCallerCount: (trx: Trx, change: CallerCountChange) => Promise<void>;
}

export function registerSettingsRoutes(
  app: FastifyInstance,
  { db, onCallerCount }: SettingsDeps,
  bind: BindDeps,
): void {
  bindEndpoint(app, readSettings, ({ user }) => readUserSettings(db, user.id), bind);
  bindEndpoint(
    app,
    changeSetting,
    ({ user, body, actor }) =>
      changeUserSetting(db, {
        userId: user.id,
        change: body,
        actor,
        onCallerCount: (trx, settings) => onCallerCount(trx, { user, settings, actor }),
      }),
    bind,
  );
}
