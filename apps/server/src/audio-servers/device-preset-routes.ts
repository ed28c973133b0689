import type { FastifyInstance } from "fastify";

import {
  addDevicePreset as addEndpoint,
  changeDevicePreset as changeEndpoint,
  listAdminDevicePresets,
  listDevicePresets as listEndpoint,
  readDevicePreset as readEndpoint,
  removeDevicePreset as removeEndpoint,
} from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { bindEndpoint, type BindDeps } from "../platform/http/bind-endpoint.ts";
import { ApiError } from "../platform/http/errors.ts";
import {
  addDevicePreset,
  changeDevicePreset,
  listDevicePresets,
  readDevicePreset,
  removeDevicePreset,
} from "./device-presets.ts";

export function registerDevicePresetRoutes(app: FastifyInstance, db: Db, bind: BindDeps): void {
  async function list(station: string) {
    return { items: await listDevicePresets(db, station), nextCursor: null };
  }
  bindEndpoint(app, listEndpoint, ({ query }) => list(query.station), bind);
  bindEndpoint(app, listAdminDevicePresets, ({ params }) => list(params.id), bind);
  bindEndpoint(
    app,
    readEndpoint,
    async (call) => {
      const preset = await readDevicePreset(db, call.params.id);
      if (preset === null) {
        throw new ApiError("not_found", "There is no such device preset.");
      }
      const thing = { station: preset.station, noun: "device preset" };
      await call.requirePermissionOn(thing, "screen");
      return preset;
    },
    bind,
  );
  registerChanges(app, db, bind);
}

function registerChanges(app: FastifyInstance, db: Db, bind: BindDeps): void {
  bindEndpoint(
    app,
    addEndpoint,
    async ({ params, body, actor }) => ({
      preset: await addDevicePreset(db, { station: params.id, fields: body, actor }),
    }),
    bind,
  );
  bindEndpoint(
    app,
    changeEndpoint,
    async ({ params: { id: station, preset }, body: { seen, ...fields }, actor }) => ({
      preset: await changeDevicePreset(db, { station, preset, fields, seen, actor }),
    }),
    bind,
  );
  bindEndpoint(
    app,
    removeEndpoint,
    async ({ params: { id: station, preset }, actor }) => ({
      removed: await removeDevicePreset(db, { station, preset, actor }),
    }),
    bind,
  );
}
