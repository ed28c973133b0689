import type { FastifyInstance } from "fastify";

import {
  contestLog,
  endContest as endEndpoint,
  exportContest as exportEndpoint,
  listContests as listEndpoint,
  readContest,
  resetContest as resetEndpoint,
  startContest as startEndpoint,
} from "@linedesk/contract";
import { bindEndpoint, type BindDeps } from "../platform/http/bind-endpoint.ts";
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

export function registerContestRoutes(
  app: FastifyInstance,
  deps: ContestDeps,
  bind: BindDeps,
): void {
  const { db } = deps;
  bindEndpoint(
    app,
    readContest,
    async ({ params }) => ({ contest: await readRunningContest(db, params.id) }),
    bind,
  );
  bindEndpoint(
    app,
    startEndpoint,
    async ({ params, body, user, actor }) => {
      const texts = { earlyText: body.earlyText ?? "", lateText: body.lateText ?? "" };
      const start = { ...body, ...texts, station: params.id, user, actor };
      return { contest: await startContest(deps, start) };
    },
    bind,
  );
  bindEndpoint(
    app,
    resetEndpoint,
    async ({ params, body, user, actor }) => ({
      contest: await resetContest(deps, { station: params.id, ...body, user, actor }),
    }),
    bind,
  );
  bindEndpoint(
    app,
    endEndpoint,
    async ({ params, body, user, actor }) => {
      await endContest(deps, { station: params.id, ...body, user, actor });
      return { contest: null };
    },
    bind,
  );
  registerLogRoutes(app, deps, bind);
}

function registerLogRoutes(app: FastifyInstance, { db }: ContestDeps, bind: BindDeps): void {
  bindEndpoint(
    app,
    listEndpoint,
    ({ params, query }) => listContests(db, { station: params.id, ...query }),
    bind,
  );
  bindEndpoint(
    app,
    contestLog,
    ({ params, query }) => {
      requireCursor(query.cursor);
      return readContestLog(db, { station: params.id, ...query });
    },
    bind,
  );
  bindEndpoint(
    app,
    exportEndpoint,
    ({ params, body, user, actor }) =>
      exportContest(db, bind.exportCursors, { station: params.id, ...body, user: user.id, actor }),
    bind,
  );
}

function requireCursor(cursor: string | undefined): void {
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) {
    throw new ApiError("bad_request", "The cursor is not one of ours.", {
      fields: { cursor: "must be a nextCursor of an earlier page" },
    });
  }
}
