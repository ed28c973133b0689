import type { FastifyRequest } from "fastify";
import type Pusher from "pusher";

import { type Clock, systemClock } from "@linedesk/base";
import type { IssuerState } from "@linedesk/contract";
import type { Hub } from "@linedesk/hub";
import { CallChangeNotifier } from "./calls/call-change-notifier.ts";
import { ClaimMemory } from "./calls/claim-memory.ts";
import type { DeskDeps } from "./calls/desk-deps.ts";
import type { Config } from "./config/config.ts";
import type { Context } from "./context.ts";
import { demoCallers } from "./demo/demo-callers.ts";
import { SecretSeal } from "./integrations/secret-seal.ts";
import { listMemberships } from "./people/role-store.ts";
import type { PartStates } from "./platform/health/health.ts";
import { SoundCheck } from "./sounds/sound-check.ts";
import type { SoundDeps } from "./sounds/station-sounds.ts";
import type { DemoPhone } from "./telephony/demo-phone.ts";
import type { MonitorLoopDeps } from "./telephony/monitor-loop.ts";
import { openTelephony } from "./telephony/open-telephony.ts";
import type { TokenDeps } from "./telephony/register-voice-tokens.ts";
import { readServiceNames } from "./telephony/service-names.ts";
import { servicePolicy } from "./telephony/service-policy.ts";
import { VoiceUrls } from "./telephony/voice-urls.ts";
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
  findFallbackBase?: () => string | null;
  isOtherRelease: (request: FastifyRequest) => Promise<boolean>;
  listPresentUsers: () => Promise<ReadonlySet<string>>;
  listPresentAudioServers: () => Promise<ReadonlySet<string>>;
  listChannelMembers: (channel: string) => Promise<ReadonlySet<string>>;
  readParts: () => Promise<PartStates>;
  readIssuer: () => IssuerState | null;
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
  const { playsStreams } = desk.telephony.policy;
  const phone = config.phoneEnabled ? { callerNumbers: demoCallers } : null;
  const isMember = async (userId: string) => (await listMemberships(db, [userId])).length > 0;
  return {
    ...deps,
    desk,
    phone,
    sounds: { db, check: new SoundCheck({ hosts: config.soundHosts, playsStreams }) },
    seal: new SecretSeal(config.integrations.key),
    tokens: { ...desk, config, phone, isMember },
    webhooks: {
      ...desk,
      authTokens: listAuthTokens(config.telephony),
      senders: new WebhookSenders(systemClock),
    },
  };
}

function listAuthTokens({ authToken, secondaryAuthToken }: Config["telephony"]): string[] {
  return secondaryAuthToken === null ? [authToken] : [authToken, secondaryAuthToken];
}

async function openDesk(deps: FeatureDeps): Promise<FeatureParts["desk"]> {
  const { context, clock = systemClock } = deps;
  const { config, db, log } = context;
  const policy = servicePolicy(config.telephony.kind);
  return {
    db,
    clock,
    log: log.child({ area: "telephone" }),
    watch: new CallChangeNotifier(),
    claims: new ClaimMemory(clock),
    urls: new VoiceUrls(deps.webhookUrl, policy),
    names: await readServiceNames(db, policy),
    telephony: openTelephony(config.telephony),
    people: { listPresent: deps.listPresentUsers, dialling: config.dialling },
  };
}
