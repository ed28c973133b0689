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
import type { Actor } from "../platform/db/audit-store.ts";
import type { Api } from "../platform/http/api.ts";
import type { Logger } from "../platform/logger.ts";
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
import { WebhookClient } from "./webhook-client.ts";
import { WebhookSender } from "./webhook-sender.ts";

type PromotionShown = EndpointAnswer<typeof listIntegrations>["promotion"];

export interface RegisterIntegrationsDeps extends Omit<IntegrationDeps, "client"> {
  log: Logger;
  hosts: readonly string[];
  readPromotion: (station: string) => Promise<PromotionShown>;
}

export function registerIntegrations(api: Api, options: RegisterIntegrationsDeps): void {
  const deps = { ...options, client: new WebhookClient({ hosts: options.hosts }) };
  registerAll(api, deps);
  registerOne(api, deps);
  registerDeliveries(api, deps);
  registerNowPlaying(api, deps);
  const sender = new WebhookSender({ ...deps, log: options.log.child({ area: "webhooks" }) });
  api.app.addHook("onListen", async () => sender.start());
  api.app.addHook("onClose", () => sender.close());
}

function registerAll(
  api: Api,
  deps: IntegrationDeps & Pick<RegisterIntegrationsDeps, "readPromotion">,
): void {
  const { db } = deps;
  api.serve(listIntegrations, async ({ params: { id } }) => ({
    items: await readIntegrations(db, id),
    nextCursor: null,
    masksNumbers: await findMasksNumbers(db, id),
    promotion: await deps.readPromotion(id),
  }));
  api.serve(addEndpoint, async (call) => {
    const { params, body, actor } = call;
    const author = { actor, seesNumbers: await seesNumbers(call) };
    return addIntegration(deps, { ...body, station: params.id, ...author });
  });
}

function registerNowPlaying(api: Api, deps: IntegrationDeps): void {
  api.serve(setPlayingEndpoint, async ({ params, body, request }) => {
    const { authorization } = request.headers;
    return { nowPlaying: await setNowPlaying(deps, { ...params, ...body, authorization }) };
  });
  api.serve(readPlayingEndpoint, async ({ params }) => ({
    nowPlaying: await readNowPlaying(deps.db, params.id, deps.clock.now()),
  }));
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

function registerOne(api: Api, deps: IntegrationDeps): void {
  api.serve(readIntegration, async (call) => {
    const row = await requireIntegration(deps.db, toTarget(call));
    return { integration: presentIntegration(row) };
  });
  api.serve(changeEndpoint, async (call) => {
    const target = { ...toTarget(call), seesNumbers: await seesNumbers(call) };
    return { integration: await changeIntegration(deps, target, call.body) };
  });
  api.serve(removeEndpoint, async (call) => ({
    removed: await removeIntegration(deps, toTarget(call)),
  }));
  api.serve(renewIntegrationSecret, (call) => renewSecret(deps, toTarget(call)));
}

function registerDeliveries(api: Api, deps: IntegrationDeps): void {
  api.serve(testIntegration, async (call) => ({ delivery: await queueTest(deps, toTarget(call)) }));
  api.serve(listDeliveries, ({ params, query }) =>
    readDeliveries(deps.db, { ...query, station: params.id, id: params.integration }),
  );
  api.serve(resendEndpoint, async (call) => {
    const target = { ...toTarget(call), delivery: call.params.delivery };
    return { delivery: await resendDelivery(deps, target) };
  });
}
