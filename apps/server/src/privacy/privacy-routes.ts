import type { FastifyInstance } from "fastify";

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
import { bindEndpoint, type BindDeps } from "../platform/http/bind-endpoint.ts";
import { exportNumber } from "./export-number.ts";
import { previewRetention, readPrivacy, savePrivacy } from "./retention.ts";
import { showNumber } from "./show-number.ts";

interface PrivacyDeps {
  db: Db;
  clock: Pick<Clock, "now">;
}

export function registerPrivacyRoutes(
  app: FastifyInstance,
  { db, clock }: PrivacyDeps,
  bind: BindDeps,
): void {
  const readNow = () => new Date(clock.now());
  bindEndpoint(app, readEndpoint, ({ params }) => readPrivacy(db, params.id), bind);
  bindEndpoint(
    app,
    saveEndpoint,
    async (call) => {
      const { params, actor } = call;
      const { seen, ...privacy } = call.body;
      const role = await call.roleAt(params.id);
      const isOwner = role !== null && may(role, "own");
      const mayUnmask = isOwner || (await call.findMasking()) === null;
      return savePrivacy(db, { station: params.id, privacy, seen, actor, mayUnmask });
    },
    bind,
  );
  bindEndpoint(
    app,
    previewEndpoint,
    async ({ params, body }) => {
      const of = { station: params.id, periods: body.retention, now: readNow() };
      return { items: await previewRetention(db, of), nextCursor: null };
    },
    bind,
  );
  bindEndpoint(
    app,
    showEndpoint,
    (call) => {
      const { body, user, actor } = call;
      const isHidden = call.isHidden(body.number);
      return showNumber(db, { body, user, actor, isHidden }, readNow());
    },
    bind,
  );
  bindEndpoint(
    app,
    exportEndpoint,
    async (call) => {
      const { params, body, actor } = call;
      // Not as a number that may come hidden: the file has it whole.
      await call.countGuesses(1);
      const isMasked = (await call.findMasking()) !== null;
      const taken = { station: params.id, number: body.number, actor, now: readNow() };
      return exportNumber(db, { ...taken, isMasked });
    },
    bind,
  );
}
