import {
  addFlag as addEndpoint,
  changeFlag as changeEndpoint,
  importFlags as importEndpoint,
  listFlagDetails,
  listFlags,
  removeFlag as removeEndpoint,
} from "@linedesk/contract";
import type { Db } from "../../platform/db/database.ts";
import { answerWhole, type Api } from "../../platform/http/api.ts";
import { addFlag, changeFlag, readFlagDetails, readFlags, removeFlag } from "./change-flag.ts";
import { importFlags } from "./import-flags.ts";

export function registerFlags(api: Api, db: Db): void {
  api.serve(listFlags, ({ params }) => readFlags(db, params.id));
  api.serve(listFlagDetails, ({ params }) => answerWhole(readFlagDetails(db, params.id)));
  api.serve(addEndpoint, async ({ params, body, actor }) => ({
    flag: await addFlag(db, { station: params.id, fields: body, actor }),
  }));
  api.serve(changeEndpoint, async ({ params, body, actor }) => {
    const { seen, ...fields } = body;
    const change = { station: params.id, flag: params.flag, fields, seen, actor };
    return { flag: await changeFlag(db, change) };
  });
  api.serve(removeEndpoint, async ({ params, actor }) => ({
    removed: await removeFlag(db, { station: params.id, flag: params.flag, actor }),
  }));
  api.serve(importEndpoint, ({ params, body, actor }) =>
    importFlags(db, { station: params.id, actor, ...body }),
  );
}
