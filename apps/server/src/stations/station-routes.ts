import type { FastifyInstance } from "fastify";

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
import { bindEndpoint, type BindDeps } from "../platform/http/bind-endpoint.ts";
import { ApiError } from "../platform/http/errors.ts";
import { readPhoneLines } from "./phone-lines.ts";
import { readFlags } from "./require-flag.ts";
import { readAirReadyRequired, setAirReady } from "./set-air-ready.ts";
import { readCallBackDigit, setCallBackDigit } from "./set-call-back-digit.ts";
import { readLineFeeds, setLineFeed } from "./set-line-feed.ts";
import { setPhoneLinesOpen } from "./set-phone-lines-open.ts";
import { findLogo, findRecordingMode, findStationsOfUser } from "./station-store.ts";

export function registerStationRoutes(app: FastifyInstance, db: Db, bind: BindDeps): void {
  bindEndpoint(
    app,
    listStations,
    async ({ user }) => ({ items: await findStationsOfUser(db, user.id), nextCursor: null }),
    bind,
  );
  bindEndpoint(
    app,
    listPhoneLines,
    async ({ query }) => ({ items: await readPhoneLines(db, query.station), nextCursor: null }),
    bind,
  );
  bindEndpoint(
    app,
    stationInfo,
    async ({ user, params }) => {
      const stations = await findStationsOfUser(db, user.id);
      const station = stations.find((one) => one.id === params.id);
      if (station === undefined) {
        throw new ApiError("not_found", "There is no such station.");
      }
      return {
        ...station,
        logo: await findLogo(db, params.id),
        phoneLines: await readPhoneLines(db, params.id),
        feedsAir: await readLineFeeds(db, params.id),
        requiresAirReady: await readAirReadyRequired(db, params.id),
        callBackDigit: await readCallBackDigit(db, params.id),
        recordingMode: await findRecordingMode(db, params.id),
      };
    },
    bind,
  );
  bindEndpoint(app, listFlags, ({ params }) => readFlags(db, params.id), bind);
  registerAdminChoices(app, db, bind);
  bindEndpoint(
    app,
    openPhoneLines,
    async ({ body, actor }) => ({
      items: await setPhoneLinesOpen(db, {
        station: body.station,
        phoneLine: body.phoneLine,
        open: body.open,
        actor,
      }),
    }),
    bind,
  );
}

function registerAdminChoices(app: FastifyInstance, db: Db, bind: BindDeps): void {
  bindEndpoint(
    app,
    setLineFeedEndpoint,
    async ({ body, actor }) => ({ feedsAir: await setLineFeed(db, { ...body, actor }) }),
    bind,
  );
  bindEndpoint(
    app,
    requireAirReady,
    async ({ body, actor }) => ({ requiresAirReady: await setAirReady(db, { ...body, actor }) }),
    bind,
  );
  bindEndpoint(
    app,
    setCallBackDigitEndpoint,
    async ({ body, actor }) => ({ callBackDigit: await setCallBackDigit(db, { ...body, actor }) }),
    bind,
  );
}
