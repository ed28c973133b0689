import {
  listFlags,
  listPhoneLines,
  listStations,
  openPhoneLines,
  requireAirReady,
  setCallBackDigit as setCallBackDigitEndpoint,
  setLineFeed as setLineFeedEndpoint,
  stationInfo,
} from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { answerWhole, type Api } from "../platform/http/api.ts";
import { requireFound } from "../platform/http/errors.ts";
import { readPhoneLines } from "./phone-lines.ts";
import { readFlags } from "./require-flag.ts";
import { readAirReadyRequired, setAirReady } from "./set-air-ready.ts";
import { readCallBackDigit, setCallBackDigit } from "./set-call-back-digit.ts";
import { readLineFeeds, setLineFeed } from "./set-line-feed.ts";
import { setPhoneLinesOpen } from "./set-phone-lines-open.ts";
import { findLogo, findRecordingMode, findStationsOfUser } from "./station-store.ts";

export function registerStationRoutes(api: Api, db: Db): void {
  api.serve(listStations, ({ user }) => answerWhole(findStationsOfUser(db, user.id)));
  api.serve(listPhoneLines, ({ query }) => answerWhole(readPhoneLines(db, query.station)));
  api.serve(stationInfo, async ({ user, params }) => {
    const stations = await findStationsOfUser(db, user.id);
    const station = requireFound(
      stations.find((one) => one.id === params.id),
      "There is no such station.",
    );
    return {
      ...station,
      logo: await findLogo(db, params.id),
      phoneLines: await readPhoneLines(db, params.id),
      feedsAir: await readLineFeeds(db, params.id),
      requiresAirReady: await readAirReadyRequired(db, params.id),
      callBackDigit: await readCallBackDigit(db, params.id),
      recordingMode: await findRecordingMode(db, params.id),
    };
  });
  api.serve(listFlags, ({ params }) => readFlags(db, params.id));
  registerAdminChoices(api, db);
  api.serve(openPhoneLines, async ({ body, actor }) => ({
    items: await setPhoneLinesOpen(db, {
      station: body.station,
      phoneLine: body.phoneLine,
      open: body.open,
      actor,
    }),
  }));
}

function registerAdminChoices(api: Api, db: Db): void {
  api.serve(setLineFeedEndpoint, async ({ body, actor }) => ({
    feedsAir: await setLineFeed(db, { ...body, actor }),
  }));
  api.serve(requireAirReady, async ({ body, actor }) => ({
    requiresAirReady: await setAirReady(db, { ...body, actor }),
  }));
  api.serve(setCallBackDigitEndpoint, async ({ body, actor }) => ({
    callBackDigit: await setCallBackDigit(db, { ...body, actor }),
  }));
}
