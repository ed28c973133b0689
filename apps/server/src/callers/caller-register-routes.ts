import type { FastifyInstance } from "fastify";

import { addCaller as addEndpoint, listCallerRegister } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { bindEndpoint, type BindDeps } from "../platform/http/bind-endpoint.ts";
import { countNumbers } from "../platform/http/number-guesses.ts";
import { addCaller } from "./add-caller.ts";
import { searchCallers } from "./search-callers.ts";

export function registerCallerRegisterRoutes(app: FastifyInstance, db: Db, bind: BindDeps): void {
  bindEndpoint(
    app,
    listCallerRegister,
    async (call) => {
      await call.countGuesses(countNumbers(call.query.find ?? ""));
      const wholeNumbers = (await call.findMasking()) !== null;
      return searchCallers(db, { ...call.query, station: call.params.id, wholeNumbers });
    },
    bind,
  );
  bindEndpoint(
    app,
    addEndpoint,
    async ({ params, body, actor }) => ({
      caller: await addCaller(db, { station: params.id, ...body, actor }),
    }),
    bind,
  );
}
