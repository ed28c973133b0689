import type { FastifyRequest } from "fastify";
import type Pusher from "pusher";

import { type Clock, systemClock } from "@linedesk/base";
import type { ExchangeState, IssuerState } from "@linedesk/contract";
import type { Hub } from "@linedesk/hub";
import { CallChangeNotifier } from "./calls/call-change-notifier.ts";
import { ClaimMemory } from "./calls/claim-memory.ts";
import type { DeskDeps } from "./calls/desk-deps.ts";
import type { ServiceConfig } from "./config/service-config.ts";
import type { Context } from "./context.ts";
import { demoCallers } from "./demo/demo-callers.ts";
import { SecretSeal } from "./integrations/secret-seal.ts";
import { listMemberships } from "./people/role-store.ts";
import type { PartStates } from "./platform/health/health.ts";
import { SoundCheck } from "./sounds/sound-check.ts";
import type { SoundDeps } from "./sounds/station-sounds.ts";
import type { DemoPhone } from "./telephony/demo-phone.ts";
import type { MonitorLoopDeps } from "./telephony/monitor-loop.ts";
import type { TokenDeps } from "./telephony/register-voice-tokens.ts";
import { openServices } from "./telephony/telephony-service.ts";
import { WebhookSenders } from "./telephony/webhooks/webhook-senders.ts";
import type { WebhookDeps } from "./telephony/webhooks/webhook.ts";

export interface FeatureDeps {
  context: Pick<Context, "config" | "db" | "instanceDb" | "log" | "restart"> & {
    instances: MonitorLoopDeps["instances"];
  };
  pusher: Pusher;
  /** Our own hub; `null` with an external realtime service. */
  hub: Pick<Hub, "grantUser"> | null;
  webhookUrl: string;
  /** The address of another living server, if each server has its own address. */
  findFallbackBase?: (service: ServiceConfig) => string | null;
  isOtherRelease: (request: FastifyRequest) => Promise<boolean>;
  listPresentUsers: () => Promise<ReadonlySet<string>>;
  listPresentAudioServers: () => Promise<ReadonlySet<string>>;
  listChannelMembers: (channel: string) => Promise<ReadonlySet<string>>;
  readParts: () => Promise<PartStates>;
  readIssuer: () => IssuerState | null;
  /** Resolves with `null` at a site with one exchange. */
  readExchanges: () => Promise<ExchangeState[] | null>;
  clock?: Clock;
}

/** The parts that several features share. */
export interface FeatureParts extends Omit<FeatureDeps, "clock"> {
  desk: DeskDeps & { clock: Clock };
  sounds: SoundDeps;
  seal: SecretSeal;
  phone: DemoPhone | null;
  tokens: TokenDeps;
  webhooks: DeskDeps & WebhookDeps;
}

export async function openFeatureParts(deps: FeatureDeps): Promise<FeatureParts> {
  const { config, db } = deps.context;
  const desk = await openDesk(deps);
  // Each service may have to play a station's sound, so streams are allowed only if all play them.
  const playsStreams = desk.services.all.every(({ telephony }) => telephony.policy.playsStreams);
  const phone = config.phoneEnabled ? { callerNumbers: demoCallers } : null;
  const isMember = async (userId: string) => (await listMemberships(db, [userId])).length > 0;
  return {
    ...deps,
    desk,
    phone,
    sounds: { db, check: new SoundCheck({ hosts: config.soundHosts, playsStreams }) },
    seal: new SecretSeal(config.integrations.key),
    tokens: { ...desk, phone, isMember },
    webhooks: { ...desk, senders: new WebhookSenders(systemClock) },
  };
}

async function openDesk(deps: FeatureDeps): Promise<FeatureParts["desk"]> {
  const { context, clock = systemClock } = deps;
  const { config, db, log } = context;
  return {
    db,
    clock,
    log: log.child({ area: "telephone" }),
    watch: new CallChangeNotifier(),
    claims: new ClaimMemory(clock),
    services: await openServices({ db, config, webhookUrl: deps.webhookUrl }),
    people: { listPresent: deps.listPresentUsers, dialling: config.dialling },
  };
}
