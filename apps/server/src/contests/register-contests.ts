import {
  contestLog,
  endContest as endEndpoint,
  exportContest as exportEndpoint,
  listContests as listEndpoint,
  readContest,
  resetContest as resetEndpoint,
  startContest as startEndpoint,
} from "@linedesk/contract";
import type { Api } from "../platform/http/api.ts";
import { ApiError } from "../platform/http/errors.ts";
import {
  endContest,
  readRunningContest,
  resetContest,
  startContest,
  type ContestDeps,
} from "./contests.ts";
import { exportContest } from "./export-contest.ts";
import { listContests, readContestLog } from "./read-contest-log.ts";

export function registerContests(api: Api, deps: ContestDeps): void {
  const { db } = deps;
  api.serve(readContest, async ({ params }) => ({
    contest: await readRunningContest(db, params.id),
  }));
  api.serve(startEndpoint, async ({ params, body, user, actor }) => {
    const texts = { earlyText: body.earlyText ?? "", lateText: body.lateText ?? "" };
    const start = { ...body, ...texts, station: params.id, user, actor };
    return { contest: await startContest(deps, start) };
  });
  api.serve(resetEndpoint, async ({ params, body, user, actor }) => ({
    contest: await resetContest(deps, { station: params.id, ...body, user, actor }),
  }));
  api.serve(endEndpoint, async ({ params, body, user, actor }) => {
    await endContest(deps, { station: params.id, ...body, user, actor });
    return { contest: null };
  });
  registerLogRoutes(api, deps);
}

function registerLogRoutes(api: Api, { db }: ContestDeps): void {
  api.serve(listEndpoint, ({ params, query }) =>
    listContests(db, { station: params.id, ...query }),
  );
  api.serve(contestLog, ({ params, query }) => {
    requireCursor(query.cursor);
    return readContestLog(db, { station: params.id, ...query });
  });
  api.serve(exportEndpoint, ({ params, body, user, actor }) =>
    exportContest(db, api.exportCursors, { station: params.id, ...body, user: user.id, actor }),
  );
}

function requireCursor(cursor: string | undefined): void {
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) {
    throw new ApiError("cursor_unknown", {
      fields: { cursor: "must_be_earlier_cursor" },
    });
  }
}
