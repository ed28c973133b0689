import type { FastifyInstance } from "fastify";

import {
  addIntegration as addEndpoint,
  changeIntegration as changeEndpoint,
  type EndpointAnswer,
  listDeliveries,
  listIntegrations,
  readIntegration,
  readNowPlaying as readPlayingEndpoint,
  removeIntegration as removeEndpoint,
  renewIntegrationSecret,
  resendDelivery as resendEndpoint,
  setNowPlaying as setPlayingEndpoint,
  testIntegration,
} from "@linedesk/contract";
import type { Actor } from "../platform/db/actor.ts";
import { bindEndpoint, type BindDeps } from "../platform/http/bind-endpoint.ts";
import { queueTest, readDeliveries, resendDelivery } from "./deliveries.ts";
import { findMasksNumbers } from "./integration-store.ts";
import {
  addIntegration,
  changeIntegration,
  readIntegrations,
  removeIntegration,
  renewSecret,
  requireIntegration,
  type IntegrationDeps,
} from "./integrations.ts";
import { readNowPlaying, setNowPlaying } from "./now-playing.ts";
import { presentIntegration } from "./present-integration.ts";

type PromotionShown = EndpointAnswer<typeof listIntegrations>["promotion"];

export interface IntegrationRouteDeps extends IntegrationDeps {
  /** The promotion system of the configuration, and how it is with this station. */
  readPromotion: (station: string) => Promise<PromotionShown>;
}

/** Webhooks, what was sent by them, and what plays now. */
export function registerIntegrationRoutes(
  app: FastifyInstance,
  deps: IntegrationRouteDeps,
  bind: BindDeps,
): void {
  const { db, clock } = deps;
  bindEndpoint(
    app,
    listIntegrations,
    async ({ params: { id } }) => ({
      items: await readIntegrations(db, id),
      nextCursor: null,
      masksNumbers: await findMasksNumbers(db, id),
      promotion: await deps.readPromotion(id),
    }),
    bind,
  );
  bindEndpoint(
    app,
    addEndpoint,
    async (call) => {
      const { params, body, actor } = call;
      const author = { actor, seesNumbers: await seesNumbers(call) };
      return addIntegration(deps, { ...body, station: params.id, ...author });
    },
    bind,
  );
  registerOne(app, deps, bind);
  registerDeliveries(app, deps, bind);
  bindEndpoint(
    app,
    setPlayingEndpoint,
    async ({ params, body, request }) => {
      const { authorization } = request.headers;
      return { nowPlaying: await setNowPlaying(deps, { ...params, ...body, authorization }) };
    },
    bind,
  );
  bindEndpoint(
    app,
    readPlayingEndpoint,
    async ({ params }) => ({ nowPlaying: await readNowPlaying(db, params.id, clock.now()) }),
    bind,
  );
}

interface NamedCall {
  params: { id: string; integration: string };
  actor: Actor;
}

async function seesNumbers(call: { findMasking(): Promise<string | null> }): Promise<boolean> {
  return (await call.findMasking()) === null;
}

function toTarget({ params, actor }: NamedCall) {
  return { station: params.id, id: params.integration, actor };
}

function registerOne(app: FastifyInstance, deps: IntegrationDeps, bind: BindDeps): void {
  bindEndpoint(
    app,
    readIntegration,
    async (call) => {
      const row = await requireIntegration(deps.db, toTarget(call));
      return { integration: presentIntegration(row) };
    },
    bind,
  );
  bindEndpoint(
    app,
    changeEndpoint,
    async (call) => {
      const target = { ...toTarget(call), seesNumbers: await seesNumbers(call) };
      return { integration: await changeIntegration(deps, target, call.body) };
    },
    bind,
  );
  bindEndpoint(
    app,
    removeEndpoint,
    async (call) => ({ removed: await removeIntegration(deps, toTarget(call)) }),
    bind,
  );
  bindEndpoint(app, renewIntegrationSecret, (call) => renewSecret(deps, toTarget(call)), bind);
}

function registerDeliveries(app: FastifyInstance, deps: IntegrationDeps, bind: BindDeps): void {
  bindEndpoint(
    app,
    testIntegration,
    async (call) => ({ delivery: await queueTest(deps, toTarget(call)) }),
    bind,
  );
  bindEndpoint(
    app,
    listDeliveries,
    ({ params, query }) =>
      readDeliveries(deps.db, { ...query, station: params.id, id: params.integration }),
    bind,
  );
  bindEndpoint(
    app,
    resendEndpoint,
    async (call) => {
      const target = { ...toTarget(call), delivery: call.params.delivery };
      return { delivery: await resendDelivery(deps, target) };
    },
    bind,
  );
}
