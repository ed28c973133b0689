import {
  addStation as addStationEndpoint,
  allowDump,
  listStations,
  myAdminRights,
  readStationDetails as readDetailsEndpoint,
  requireAirReady,
  saveStationDetails as saveDetailsEndpoint,
  setCallBackDigit as setCallBackDigitEndpoint,
  setLineFeed as setLineFeedEndpoint,
  stationInfo,
} from "@linedesk/contract";
import { mayAddStation } from "../people/members.ts";
import type { Db } from "../platform/db/database.ts";
import { answerWhole, type Api } from "../platform/http/api.ts";
import { requireFound } from "../platform/http/errors.ts";
import { requireSounds, type SoundDeps } from "../sounds/station-sounds.ts";
import { addStation } from "./add-station.ts";
import {
  readAirReadyRequired,
  readCallBackDigit,
  readDumpAllowed,
  setAirReady,
  setCallBackDigit,
  setDumpAllowed,
} from "./line-feeds/set-air-ready.ts";
import { readLineFeeds, setLineFeed } from "./line-feeds/set-line-feed.ts";
import { readPhoneLines } from "./phone-lines/phone-lines.ts";
import { type ForwardCheck, requireForward } from "./phone-lines/require-forward.ts";
import { readStationDetails, saveStationDetails, stationSoundUses } from "./station-details.ts";
import { findLogo, findRecordingMode, findStationsOfUser } from "./station-store.ts";

export interface StationDeps extends SoundDeps, ForwardCheck {}

export function registerStations(api: Api, deps: StationDeps): void {
  const { db } = deps;
  api.serve(listStations, ({ user }) => answerWhole(findStationsOfUser(db, user.id)));
  api.serve(stationInfo, async ({ user, params }) => {
    const stations = await findStationsOfUser(db, user.id);
    const station = requireFound(
      stations.find((one) => one.id === params.id),
      "no_such_station",
    );
    return {
      ...station,
      logo: await findLogo(db, params.id),
      phoneLines: await readPhoneLines(db, params.id),
      feedsAir: await readLineFeeds(db, params.id),
      requiresAirReady: await readAirReadyRequired(db, params.id),
      callBackDigit: await readCallBackDigit(db, params.id),
      allowsDump: await readDumpAllowed(db, params.id),
      recordingMode: await findRecordingMode(db, params.id),
    };
  });
  registerDetails(api, deps);
  registerAdminChoices(api, db);
}

function registerDetails(api: Api, deps: StationDeps): void {
  const { db, check } = deps;
  api.serve(myAdminRights, async ({ user }) => ({
    mayAddStation: await mayAddStation(db, user.id),
  }));
  api.serve(addStationEndpoint, async ({ body, user, actor }) => ({
    station: await addStation(db, { ...body, user: user.id, actor }),
  }));
  api.serve(readDetailsEndpoint, ({ params }) => readStationDetails(db, params.id));
  api.serve(saveDetailsEndpoint, async ({ params, body, actor }) => {
    const station = params.id;
    const { seen, ...details } = body;
    requireForward(deps, details);
    const before = await readStationDetails(db, station);
    const uses = stationSoundUses;
    await requireSounds({ db, check }, { station, uses, before, after: details });
    return saveStationDetails(db, { station, details, seen, actor });
  });
}

function registerAdminChoices(api: Api, db: Db): void {
  api.serve(setLineFeedEndpoint, async ({ body, actor }) => ({
    feedsAir: await setLineFeed(db, { ...body, actor }),
  }));
  api.serve(requireAirReady, async ({ body, actor }) => ({
    requiresAirReady: await setAirReady(db, { ...body, actor }),
  }));
  api.serve(allowDump, async ({ body, actor }) => ({
    allowsDump: await setDumpAllowed(db, { ...body, actor }),
  }));
  api.serve(setCallBackDigitEndpoint, async ({ body, actor }) => ({
    callBackDigit: await setCallBackDigit(db, { ...body, actor }),
  }));
}
