import { addCaller as addEndpoint, listCallerRegister } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import type { Api } from "../platform/http/api.ts";
import { countNumbers } from "../platform/http/number-guesses.ts";
import { addCaller } from "./add-caller.ts";
import { searchCallers } from "./search-callers.ts";

export function registerCallerRegisterRoutes(api: Api, db: Db): void {
  api.serve(listCallerRegister, async (call) => {
    await call.countGuesses(countNumbers(call.query.find ?? ""));
    const wholeNumbers = (await call.findMasking()) !== null;
    return searchCallers(db, { ...call.query, station: call.params.id, wholeNumbers });
  });
  api.serve(addEndpoint, async ({ params, body, actor }) => ({
    caller: await addCaller(db, { station: params.id, ...body, actor }),
  }));
}
