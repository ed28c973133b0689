import type { FastifyInstance } from "fastify";

import { changeSetting, readSettings } from "@linedesk/contract";
import { bindEndpoint, type BindDeps } from "../platform/http/bind-endpoint.ts";
import { changeUserSetting, readUserSettings } from "./user-settings.ts";

export function registerSettings(app: FastifyInstance, deps: BindDeps): void {
  bindEndpoint(app, readSettings, ({ user }) => readUserSettings(deps.db, user.id), deps);
  bindEndpoint(
    app,
    changeSetting,
    ({ user, body, actor }) => changeUserSetting(deps.db, { userId: user.id, change: body, actor }),
    deps,
  );
}
