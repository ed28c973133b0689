import type { FastifyInstance } from "fastify";

import {
  addFlag as addEndpoint,
  changeFlag as changeEndpoint,
  importFlags as importEndpoint,
  listFlagDetails,
  removeFlag as removeEndpoint,
} from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { bindEndpoint, type BindDeps } from "../platform/http/bind-endpoint.ts";
import { addFlag, changeFlag, readFlagDetails, removeFlag } from "./change-flag.ts";
import { importFlags } from "./import-flags.ts";

export function registerFlagRoutes(app: FastifyInstance, db: Db, bind: BindDeps): void {
  bindEndpoint(
    app,
    listFlagDetails,
    async ({ params }) => ({ items: await readFlagDetails(db, params.id), nextCursor: null }),
    bind,
  );
  bindEndpoint(
    app,
    addEndpoint,
    async ({ params, body, actor }) => ({
      flag: await addFlag(db, { station: params.id, fields: body, actor }),
    }),
    bind,
  );
  bindEndpoint(
    app,
    changeEndpoint,
    async ({ params, body, actor }) => {
      const { seen, ...fields } = body;
      const change = { station: params.id, flag: params.flag, fields, seen, actor };
      return { flag: await changeFlag(db, change) };
    },
    bind,
  );
  bindEndpoint(
    app,
    removeEndpoint,
    async ({ params, actor }) => ({
      removed: await removeFlag(db, { station: params.id, flag: params.flag, actor }),
    }),
    bind,
  );
  bindEndpoint(
    app,
    importEndpoint,
    ({ params, body, actor }) => importFlags(db, { station: params.id, actor, ...body }),
    bind,
  );
}
