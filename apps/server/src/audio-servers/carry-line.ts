import {
  type AirRules,
  type DeviceLine,
  deviceLine,
  type LineDevice,
  may,
  type Refusal,
  type Role,
} from "@linedesk/contract";
import type { Db, Trx } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { readDumpAllowed } from "../stations/line-feeds/set-air-ready.ts";
import {
  readLineFeed,
  readLineFeeds,
  requireFeedPermission,
} from "../stations/line-feeds/set-line-feed.ts";
import { findAudioServer } from "./audio-server-store.ts";
import { presetsOfStation } from "./device-preset-store.ts";

export interface LineRequest {
  station: string;
  line: DeviceLine;
  role: Role;
  device?: LineDevice | undefined;
}

/**
 * Returns the carrier of the line and whether the line feeds the air. The preset that set the
 * carrier decides whether the line feeds the air; without a preset, the station's setting decides.
 * Throws for an audio server of another station, and for a line that feeds the air when the role
 * may not put calls to air.
 */
export async function carryLine(
  db: Db,
  request: LineRequest,
): Promise<{ audioServer: string | null; feedsAir: boolean }> {
  const { device, station } = request;
  if (device?.type !== "audio_server") {
    const ofBrowser = await readPresetFeed(db, request, null);
    const how = { ...request, preset: ofBrowser };
    return { audioServer: null, feedsAir: await requireFeedPermission(db, how) };
  }
  const { id } = await requireServer(db, device, station);
  const preset = await readPresetFeed(db, request, id);
  return { audioServer: id, feedsAir: await requireFeedPermission(db, { ...request, preset }) };
}

async function requireServer(db: Db, { id }: LineDevice, station: string) {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id ?? "");
  const found = isId && id !== undefined ? await findAudioServer(db, id) : null;
  if (found === null || found.station !== station) {
    throw unusable("is_no_audio_server");
  }
  if (!found.isPaired) {
    throw unusable("is_not_paired");
  }
  return found;
}

function unusable(why: Refusal): ApiError {
  return new ApiError("audio_server_unusable", {
    fields: { device: why },
  });
}

/**
 * Returns the air feed of the preset that the device names, if this preset gives the line this
 * carrier and sets the air feed. Otherwise returns true if any preset with this audio server feeds
 * the air, and `null` if none does.
 */
async function readPresetFeed(
  db: Db,
  { device, station, line }: Pick<LineRequest, "device" | "station" | "line">,
  server: string | null,
): Promise<boolean | null> {
  if (server === null && device?.preset === undefined) {
    return null;
  }
  const presets = (await presetsOfStation(db, station)).filter(
    (preset) => (preset[line]?.id ?? null) === server,
  );
  const named = presets.find(({ id }) => id === device?.preset);
  const feeds = server !== null && presets.some((preset) => preset.feedsAir[line]);
  return named?.feedsAir[line] ?? (feeds ? true : null);
}

/**
 * Returns true when this role may end another person's call on the line. The role needs the same
 * permission as for its own call on that line.
 */
export async function mayTakeOverLine(
  db: Db,
  { role, server, ...at }: { role: Role; server: string; station: string; line: DeviceLine },
): Promise<boolean> {
  const preset = await readPresetFeed(db, at, server);
  const device = { type: "audio_server" } as const;
  return may(role, "air") || !(await readLineFeed(db, { ...at, device, preset }));
}

/** Locks the row of the audio server, so that requests for it run one by one. Returns its name. */
export async function lockAudioServer(trx: Trx, id: string): Promise<string> {
  return (await findAudioServer(trx, id, { lock: true }))?.name ?? "";
}

export async function readAirRules(db: Db, station: string): Promise<AirRules> {
  const presets = await presetsOfStation(db, station);
  const allowsDump = await readDumpAllowed(db, station);
  return {
    station: await readLineFeeds(db, station),
    presets: presets.flatMap(({ id, seatOf, ...preset }) =>
      deviceLine.options.map((line) => ({
        id,
        line,
        audioServer: preset[line]?.id ?? null,
        feedsAir: preset.feedsAir[line],
        ...(seatOf === null ? {} : { seatOf }),
      })),
    ),
    ...(allowsDump ? { allowsDump } : {}),
  };
}
