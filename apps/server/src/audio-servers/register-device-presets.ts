import {
  addDevicePreset as addEndpoint,
  changeDevicePreset as changeEndpoint,
  type EndpointBody,
  listAdminDevicePresets,
  listDevicePresets as listEndpoint,
  readDevicePreset as readEndpoint,
  removeDevicePreset as removeEndpoint,
} from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { answerWhole, type Api } from "../platform/http/api.ts";
import { requireFound } from "../platform/http/errors.ts";
import type { PresetFields } from "./device-preset-store.ts";
import {
  addDevicePreset,
  changeDevicePreset,
  listDevicePresets,
  readDevicePreset,
  removeDevicePreset,
} from "./device-presets.ts";

export function registerDevicePresets(api: Api, db: Db): void {
  async function list(station: string) {
    return answerWhole(listDevicePresets(db, station));
  }
  api.serve(listEndpoint, ({ query }) => list(query.station));
  api.serve(listAdminDevicePresets, ({ params }) => list(params.id));
  api.serve(readEndpoint, async (call) => {
    const preset = requireFound(
      await readDevicePreset(db, call.params.id),
      "no_such_device_preset",
    );
    const thing = { station: preset.station, absent: "no_such_device_preset" } as const;
    await call.requirePermissionOn(thing, "screen");
    return preset;
  });
  registerChanges(api, db);
}

function registerChanges(api: Api, db: Db): void {
  api.serve(addEndpoint, async ({ params, body, actor }) => ({
    preset: await addDevicePreset(db, { station: params.id, fields: toFields(body), actor }),
  }));
  api.serve(
    changeEndpoint,
    async ({ params: { id: station, preset }, body: { seen, ...body }, actor }) => ({
      preset: await changeDevicePreset(db, {
        station,
        preset,
        fields: toFields(body),
        seen,
        actor,
      }),
    }),
  );
  api.serve(removeEndpoint, async ({ params: { id: station, preset }, actor }) => ({
    removed: await removeDevicePreset(db, { station, preset, actor }),
  }));
}

function toFields(body: EndpointBody<typeof addEndpoint>): PresetFields {
  return { ...body, seatOf: body.seatOf ?? null };
}
