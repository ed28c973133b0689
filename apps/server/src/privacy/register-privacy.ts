import type { Clock } from "@linedesk/base";
import {
  exportNumber as exportEndpoint,
  previewRetention as previewEndpoint,
  readPrivacy as readEndpoint,
  may,
  savePrivacy as saveEndpoint,
  showNumber as showEndpoint,
} from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { answerWhole, type Api } from "../platform/http/api.ts";
import { exportNumber } from "./export-number.ts";
import { previewRetention, readPrivacy, savePrivacy } from "./retention.ts";
import { showNumber } from "./show-number.ts";

export function registerPrivacy(
  api: Api,
  { db, clock }: { db: Db; clock: Pick<Clock, "now"> },
): void {
  const readNow = () => new Date(clock.now());
  api.serve(readEndpoint, ({ params }) => readPrivacy(db, params.id));
  api.serve(saveEndpoint, async (call) => {
    const { params, actor } = call;
    const { seen, ...privacy } = call.body;
    const role = await call.roleAt(params.id);
    const isOwner = role !== null && may(role, "own");
    const mayUnmask = isOwner || (await call.findMasking()) === null;
    return savePrivacy(db, { station: params.id, privacy, seen, actor, mayUnmask });
  });
  api.serve(previewEndpoint, async ({ params, body }) => {
    const of = { station: params.id, periods: body.retention, now: readNow() };
    return answerWhole(previewRetention(db, of));
  });
  api.serve(showEndpoint, (call) => {
    const { body, user, actor } = call;
    const isHidden = call.isHidden(body.number);
    return showNumber(db, { body, user, actor, isHidden }, readNow());
  });
  api.serve(exportEndpoint, async (call) => {
    const { params, body, actor } = call;
    // The file contains the full number, so each export counts as a guess.
    await call.countGuesses(1);
    const isMasked = (await call.findMasking()) !== null;
    const taken = { station: params.id, number: body.number, actor, now: readNow() };
    return exportNumber(db, { ...taken, isMasked });
  });
}
