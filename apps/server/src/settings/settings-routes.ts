import type { FastifyInstance } from "fastify";

import { changeSetting, readSettings } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { bindEndpoint, type BindDeps } from "../platform/http/bind-endpoint.ts";
import { changeUserSetting, readUserSettings } from "./user-settings.ts";

export function registerSettingsRoutes(app: FastifyInstance, db: Db, bind: BindDeps): void {
  bindEndpoint(app, readSettings, ({ user }) => readUserSettings(db, user.id), bind);
  bindEndpoint(
    app,
    changeSetting,
    ({ user, body, actor }) => changeUserSetting(db, { userId: user.id, change: body, actor }),
    bind,
  );
}
