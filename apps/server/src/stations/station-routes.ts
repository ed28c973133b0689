import {
  listFlags,
  listPhoneLines,
  listStations,
  openPhoneLines,
  type PhoneLine,
  requireAirReady,
  setCallBackDigit as setCallBackDigitEndpoint,
  setLineFeed as setLineFeedEndpoint,
  stationInfo,
} from "@linedesk/contract";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import { answerWhole, type Api } from "../platform/http/api.ts";
import { ApiError, requireFound } from "../platform/http/errors.ts";
import { publish } from "../platform/realtime/publish.ts";
import { readFlags } from "./change-flag.ts";
import { updatePhoneLinesOpen } from "./phone-line-store.ts";
import { readPhoneLines } from "./phone-lines.ts";
import {
  readAirReadyRequired,
  readCallBackDigit,
  setAirReady,
  setCallBackDigit,
} from "./set-air-ready.ts";
import { readLineFeeds, setLineFeed } from "./set-line-feed.ts";
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

interface OpenLinesRequest {
  station: string;
  phoneLine: string | undefined;
  open: boolean;
  actor: Actor;
}

/** Opens or closes one line, or all; every seat is told of those that changed. */
async function setPhoneLinesOpen(db: Db, request: OpenLinesRequest): Promise<PhoneLine[]> {
  return db.transaction().execute(async (trx) => {
    const { station, open } = request;
    const lines = await readPhoneLines(trx, station);
    const line = request.phoneLine ?? null;
    if (line !== null && !lines.some((one) => one.id === line)) {
      throw new ApiError("not_found", "The station has no such phone line.");
    }
    const changed = await updatePhoneLinesOpen(trx, { station, line }, open);
    for (const id of changed.toSorted()) {
      await recordAudit(trx, {
        actor: request.actor,
        action: open ? "line.opened" : "line.closed",
        station,
        subject: ["phone_line", id],
      });
    }
    const after = await readPhoneLines(trx, station);
    for (const phoneLine of after.filter((one) => changed.includes(one.id))) {
      await publish(trx, station, { type: "line.changed", phoneLine });
    }
    return line === null ? after : after.filter((one) => one.id === line);
  });
}
