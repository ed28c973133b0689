import type { DevicePreset } from "@linedesk/contract";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import { lockEdit } from "../platform/db/lock-edit-store.ts";
import { ApiError } from "../platform/http/errors.ts";
import { mergeChanges, type Seen } from "../platform/http/merge-changes.ts";
import { publishFeedsChanged } from "../stations/line-feeds/set-line-feed.ts";
import { assertFeedsUnused } from "./assert-feeds-unused.ts";
import { findAudioServer } from "./audio-server-store.ts";
import {
  deletePreset,
  findDevicePreset,
  insertDevicePreset,
  isNameTaken,
  type PresetFields,
  presetsOfStation,
  updatePreset,
  clearDefaultOfRole,
} from "./device-preset-store.ts";

const MOST_PRESETS = 100;

interface Change {
  station: string;
  actor: Actor;
}

export function listDevicePresets(db: Db, station: string): Promise<DevicePreset[]> {
  return presetsOfStation(db, station);
}

export function readDevicePreset(db: Db, id: string): Promise<DevicePreset | null> {
  return findDevicePreset(db, id);
}

export async function addDevicePreset(
  db: Db,
  { station, actor, fields }: Change & { fields: PresetFields },
): Promise<DevicePreset> {
  return db.transaction().execute(async (trx) => {
    if ((await presetsOfStation(trx, station)).length >= MOST_PRESETS) {
      throw new ApiError({ reason: "device_presets_full", params: { most: MOST_PRESETS } });
    }
    await checkFields(trx, { station, id: null, fields });
    await clearDefaultOfOthers(trx, station, fields);
    const id = await assertFeedsUnused(trx, station, () =>
      insertDevicePreset(trx, station, fields),
    );
    if (id === null) {
      throw nameTaken();
    }
    await record(trx, { station, actor, action: "device_preset.added", id, details: { fields } });
    return reread(trx, id);
  });
}

/** Adds a preset to a new station, which nobody has used yet. */
export async function addFirstPreset(trx: Trx, station: string, fields: PresetFields) {
  await insertDevicePreset(trx, station, fields);
}

/**
 * Changes a preset. Lines that the preset has already set keep their carriers. A change of the air
 * feed takes effect immediately, so it is refused during a call on the line.
 */
export async function changeDevicePreset(
  db: Db,
  change: Change & { preset: string; fields: PresetFields; seen?: Seen<PresetFields> | undefined },
): Promise<DevicePreset> {
  const { station, actor, preset: id, fields: wanted, seen } = change;
  return db.transaction().execute(async (trx) => {
    await lockEdit(trx, `device_preset.${id}`);
    const before = await requirePreset(trx, station, id);
    const fields = mergeChanges({ before: toFields(before), wanted, seen });
    await checkFields(trx, { station, id, fields });
    await clearDefaultOfOthers(trx, station, fields);
    await assertFeedsUnused(trx, station, () => updatePreset(trx, id, fields));
    const details = { before, after: fields };
    await record(trx, { station, actor, action: "device_preset.changed", id, details });
    return reread(trx, id);
  });
}

export async function removeDevicePreset(
  db: Db,
  { station, actor, preset: id }: Change & { preset: string },
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const before = await requirePreset(trx, station, id);
    await assertFeedsUnused(trx, station, () => deletePreset(trx, id));
    await record(trx, { station, actor, action: "device_preset.removed", id, details: { before } });
    return id;
  });
}

async function clearDefaultOfOthers(
  trx: Trx,
  station: string,
  { seatOf }: PresetFields,
): Promise<void> {
  if (seatOf !== null) {
    await clearDefaultOfRole(trx, station, seatOf);
  }
}

async function checkFields(
  trx: Trx,
  { station, id, fields }: { station: string; id: string | null; fields: PresetFields },
): Promise<void> {
  if (await isNameTaken(trx, { station, id, name: fields.name })) {
    throw nameTaken();
  }
  for (const line of ["line1", "line2"] as const) {
    const server = fields[line];
    const found = server === null ? null : await findAudioServer(trx, server);
    if (server !== null && found?.station !== station) {
      throw new ApiError(
        { reason: "fields_wrong", params: { fields: line } },
        {
          fields: { [line]: "is_no_audio_server" },
        },
      );
    }
  }
}

function toFields({ name, line1, line2, feedsAir, seatOf }: DevicePreset): PresetFields {
  return { name, line1: line1?.id ?? null, line2: line2?.id ?? null, feedsAir, seatOf };
}

function nameTaken(): ApiError {
  return new ApiError("device_preset_name_taken", {
    fields: { name: "is_taken" },
  });
}

async function requirePreset(trx: Trx, station: string, id: string): Promise<DevicePreset> {
  const found = await findDevicePreset(trx, id);
  if (found === null || found.station !== station) {
    throw new ApiError("device_preset_of_other_station");
  }
  return found;
}

async function reread(trx: Trx, id: string): Promise<DevicePreset> {
  const found = await findDevicePreset(trx, id);
  if (found === null) {
    throw new Error("the device preset was deleted during the change");
  }
  return found;
}

interface Entry extends Change {
  id: string;
  action: string;
  details: Record<string, unknown>;
}

async function record(trx: Trx, { id, ...entry }: Entry): Promise<void> {
  await recordAudit(trx, { ...entry, subject: ["device_preset", id] });
  await publishFeedsChanged(trx, entry.station);
}
