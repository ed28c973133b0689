import { type Clock, systemClock } from "@linedesk/base";
import { registerAudioServerCareRoutes } from "./audio-servers/audio-server-care-routes.ts";
import { registerAudioServerRoutes } from "./audio-servers/audio-server-routes.ts";
import { registerDevicePresetRoutes } from "./audio-servers/device-preset-routes.ts";
import { BoardLooks } from "./board/board-looks.ts";
import { registerBoardRoutes } from "./board/board-routes.ts";
import type { BoardConfig } from "./board/read-board.ts";
import { registerCallerIdRoutes } from "./caller-ids/caller-id-routes.ts";
import { registerCallerRegisterRoutes } from "./callers/caller-register-routes.ts";
import { settleDueCalls } from "./calls/actions/settle-due-calls.ts";
import { CallChangeNotifier } from "./calls/call-change-notifier.ts";
import { lapseFlags } from "./calls/change-detail.ts";
import { ClaimMemory } from "./calls/claim-memory.ts";
import { lapseExpiredClaims } from "./calls/claims/claims.ts";
import type { DeskDeps } from "./calls/desk-deps.ts";
import { checkDialled } from "./calls/dialling/check-dialled.ts";
import { AbsentHolders, endLostOperators } from "./calls/legs/absent-holders.ts";
import { ensureCallPartitions, pruneOldCalls } from "./calls/prune-old-calls.ts";
import { careForRecordings } from "./calls/recordings/care-for-recordings.ts";
import { reconcileCalls } from "./calls/repair/reconcile-calls.ts";
import { registerCallRoutes } from "./calls/routes/call-routes.ts";
import { registerCallerRoutes } from "./calls/routes/caller-routes.ts";
import { registerConferenceRoutes } from "./calls/routes/conference-routes.ts";
import { registerOrderRoutes } from "./calls/routes/order-routes.ts";
import { registerOutboundRoutes } from "./calls/routes/outbound-routes.ts";
import { registerPeopleRoutes } from "./calls/routes/people-routes.ts";
import { registerRecordingRoutes } from "./calls/routes/recording-routes.ts";
import { registerTimelineRoutes } from "./calls/routes/timeline-routes.ts";
import { registerWebhookRoutes } from "./calls/webhooks/webhook-routes.ts";
import type { Config } from "./config/config.ts";
import { registerContactRoutes } from "./contacts/contact-routes.ts";
import { registerContestRoutes } from "./contests/contest-routes.ts";
import { demoCallers } from "./demo/demo-callers.ts";
import { makeDemoStations } from "./demo/demo-stations.ts";
import { registerErasureRoutes } from "./erasure/erasure-routes.ts";
import { listMemberships } from "./people/role-store.ts";
import type { Db } from "./platform/db/database.ts";
import type { PartStates } from "./platform/health/health.ts";
import type { Api } from "./platform/http/api.ts";
import type { Logger } from "./platform/logger.ts";
import { ArrivalAsker } from "./prizes/arrival-asker.ts";
import { openPromotion, openPromotionSource } from "./prizes/open-promotion.ts";
import { registerPrizeRoutes } from "./prizes/prize-routes.ts";
import { registerPromotionRoutes } from "./prizes/promotion-routes.ts";
import type { Promotion } from "./prizes/promotion.ts";
import { registerTrunks } from "./register-trunks.ts";
import { registerWatch } from "./register-watch.ts";
import { SoundCheck } from "./sounds/sound-check.ts";
import { registerStationSoundRoutes } from "./sounds/station-sound-routes.ts";
import { registerAdminRoutes } from "./stations/admin-routes.ts";
import { applyStations } from "./stations/apply-stations.ts";
import { registerFlagRoutes } from "./stations/flag-routes.ts";
import { createNumberCheck } from "./stations/read-given-number.ts";
import { registerSeatRoutes } from "./stations/seat-routes.ts";
import { findSleepers } from "./stations/seats.ts";
import { registerStationRoutes } from "./stations/station-routes.ts";
import { readStationsFile } from "./stations/stations-file.ts";
import { readExchangeLoad } from "./telephony/exchange-load.ts";
import { openTelephony } from "./telephony/open-telephony.ts";
import { Provisioner } from "./telephony/provisioner.ts";
import { SingleCalls } from "./telephony/single-calls.ts";
import { registerSoundRoutes } from "./telephony/sound-routes.ts";
import { type CallDuties, TelephonyMonitor } from "./telephony/telephony-monitor.ts";
import { giveVoiceToken, registerTokenRoutes, type TokenDeps } from "./telephony/token-routes.ts";
import { publishTurnedAway, TurnedAwayWatch } from "./telephony/turned-away-watch.ts";
import { forgetVoiceTokens } from "./telephony/voice-token-store.ts";
import { VoiceUrls } from "./telephony/voice-urls.ts";
import { WebhookSenders } from "./telephony/webhooks/webhook-senders.ts";
import type { WebhookDeps } from "./telephony/webhooks/webhook.ts";

export interface TelephoneOptions {
  context: { config: TelephoneConfig; db: Db; log: Logger };
  webhookUrl: string;
  listPresentUsers: () => Promise<ReadonlySet<string>>;
  listPresentAudioServers: () => Promise<ReadonlySet<string>>;
  readParts: () => Promise<PartStates>;
  clock?: Clock;
}
export type TelephoneConfig = Pick<
  Config,
  | "telephony"
  | "dialling"
  | "phoneEnabled"
  | "demoData"
  | "promotion"
  | "integrations"
  | "soundHosts"
  | "numberPool"
  | "stationsFile"
> &
  BoardConfig;

export interface TelephoneFeature {
  /** Looks after the telephony service; called every second once started. */
  monitor: TelephonyMonitor;
  start(): void;
  close(): Promise<void>;
}

const TICK_MS = 1_000;
/** A service far away is asked less often than our own exchange, which is asked at every tick. */
const REMOTE_LOOK_MS = 5_000;

export async function registerTelephone(
  api: Api,
  options: TelephoneOptions,
): Promise<TelephoneFeature> {
  const { context, webhookUrl, listPresentUsers, clock = systemClock } = options;
  const { config, db } = context;
  const { telephony } = config;
  const log = context.log.child({ area: "telephone" });
  const desk = {
    db,
    clock,
    log,
    watch: new CallChangeNotifier(),
    claims: new ClaimMemory(clock),
    urls: new VoiceUrls(webhookUrl),
    telephony: openTelephony(telephony),
    people: { listPresent: listPresentUsers, dialling: config.dialling },
  };
  registerCallRoutes(api, desk);
  registerCallerRoutes(api, desk);
  registerPeopleRoutes(api, desk);
  registerOrderRoutes(api, desk);
  registerOutboundRoutes(api, desk);
  registerConferenceRoutes(api, desk);
  registerStations(api, desk, options);
  registerContestRoutes(api, desk);
  const promotion = registerPrizes(api, desk, config);
  registerWatch(api, { ...desk, config, promotion });
  registerContactRoutes(api, desk);
  registerTimelineRoutes(api, desk);
  const phone = config.phoneEnabled ? { callerNumbers: demoCallers } : null;
  registerTokens(api, desk, { config, phone });
  const webhooks = makeWebhookDeps(desk, telephony.authToken);
  registerWebhookRoutes(api.app, webhooks, { phone });
  registerRegisters(api, { ...desk, webhooks, config });
  await registerSoundRoutes(api.app);
  await prepareData(db, config, new Date(clock.now()));
  const giveTrunks = registerTrunks(api, { ...desk, config });
  const lookEveryMs = telephony.kind === "exchange" ? 0 : REMOTE_LOOK_MS;
  const absent = new AbsentHolders({ ...desk, listPresentUsers });
  const care = new TelephonyMonitor({
    ...desk,
    provisioner: new Provisioner({ ...desk, appSid: telephony.appSid, phone, giveTrunks }),
    duties: createCallDuties(desk, { absent, promotion, apiUrl: telephony.apiUrl }),
    checkIntervalMs: lookEveryMs,
  });
  const feature = startMonitorLoop(care);
  // Only now can the telephony service reach us.
  api.app.addHook("onListen", async () => feature.start());
  return feature;
}

function makeWebhookDeps(desk: DeskDeps, authToken: string): DeskDeps & WebhookDeps {
  return { ...desk, authToken, senders: new WebhookSenders(systemClock) };
}

async function prepareData(db: Db, config: TelephoneConfig, now: Date): Promise<void> {
  await ensureCallPartitions(db, now, now);
  if (config.demoData) {
    await makeDemoStations(db, now);
  }
  if (config.stationsFile !== null) {
    await applyStations(db, await readStationsFile(config.stationsFile));
  }
}

function registerStations(api: Api, desk: DeskDeps, options: TelephoneOptions): void {
  const { context, clock = systemClock } = options;
  const { config } = context;
  const sounds = { db: desk.db, check: new SoundCheck({ hosts: config.soundHosts }) };
  const looks = new BoardLooks({ config, clock, check: sounds.check });
  const { readParts, listPresentUsers, listPresentAudioServers } = options;
  const presence = { listPresentUsers, listPresentAudioServers };
  const board = { db: desk.db, clock, config, looks, readParts, ...presence };
  const calls = new SingleCalls(config.telephony);
  registerBoardRoutes(api, { ...desk, config, calls, board });
  registerStationRoutes(api, desk.db);
  registerStationSoundRoutes(api, sounds);
  registerRecordingRoutes(api, { desk, sounds });
  const hasNumber = createNumberCheck(config);
  const findDialRefusal = (number: string) => {
    const verdict = checkDialled(number, config.dialling);
    return verdict.status === "refused" ? verdict.reason : null;
  };
  registerAdminRoutes(api, { ...sounds, hasNumber, findDialRefusal });
  registerFlagRoutes(api, desk.db);
  registerSeatRoutes(api, desk);
}

function registerRegisters(
  api: Api,
  { config, ...deps }: DeskDeps & { webhooks: WebhookDeps; config: TelephoneConfig },
): void {
  registerCallerRegisterRoutes(api, deps.db);
  registerErasureRoutes(api, deps);
  const { kind } = config.telephony;
  const numberPool = kind === "twilio" ? null : config.numberPool;
  const callerIds = { ...deps, numberPool, dialling: deps.people.dialling };
  registerCallerIdRoutes(api, callerIds);
}

function registerTokens(api: Api, desk: DeskDeps, given: Pick<TokenDeps, "config" | "phone">) {
  const { db } = desk;
  const isMember = async (userId: string) => (await listMemberships(db, [userId])).length > 0;
  const { clock, log, telephony } = desk;
  const tokens: TokenDeps = { ...given, db, clock, log, telephony, isMember };
  registerTokenRoutes(api, tokens);
  registerAudioServers(api, desk, tokens);
}

function registerAudioServers(api: Api, desk: DeskDeps, tokens: TokenDeps): void {
  const deps = {
    ...desk,
    giveToken: (identity: string) => giveVoiceToken(tokens, identity),
    withdrawTokens: async (identity: string) => {
      const until = new Date(desk.clock.now());
      await desk.telephony.withdrawTokens(identity);
      await forgetVoiceTokens(desk.db, identity, until);
    },
  };
  registerAudioServerRoutes(api, deps);
  registerAudioServerCareRoutes(api, desk);
  registerDevicePresetRoutes(api, desk.db);
}

function registerPrizes(
  api: Api,
  desk: DeskDeps,
  { promotion: configured, integrations }: TelephoneConfig,
): Promotion {
  const { db, clock, log } = desk;
  const options = { db, clock, log, promotion: configured, integrations };
  const promotion = openPromotion(options);
  registerPromotionRoutes(api, { db, source: openPromotionSource(options) });
  registerPrizeRoutes(api, { calls: desk, promotion });
  api.app.addHook("onClose", () => promotion.close());
  return promotion;
}

interface DutyDeps {
  absent: AbsentHolders;
  promotion: Promotion;
  /** Of the exchange; null of another service. */
  apiUrl: string | null;
}

function createCallDuties(desk: DeskDeps, { absent, promotion, apiUrl }: DutyDeps): CallDuties {
  const turnedAway = new TurnedAwayWatch({
    clock: systemClock,
    readLoad: () => readExchangeLoad(apiUrl),
    publish: (count, at) => publishTurnedAway(desk.db, { count, at }),
  });
  const asker = new ArrivalAsker({ calls: desk, promotion });
  return {
    reportTurnedAway: () => turnedAway.look(),
    lapseExpiredClaims: () => lapseExpiredClaims(desk),
    settleDueCalls: async () => {
      await settleDueCalls(desk);
      await lapseFlags(desk);
      asker.look();
      await careForRecordings(desk);
    },
    findAbsentHolders: async () => {
      await endLostOperators(desk);
      await absent.look();
    },
    findSleepers: () => findSleepers(desk),
    reconcileCalls: () => reconcileCalls(desk),
    doHousekeeping: async (now) => {
      await ensureCallPartitions(desk.db, now, now);
      await pruneOldCalls(desk.db, now);
    },
  };
}

function startMonitorLoop(care: TelephonyMonitor): TelephoneFeature {
  let timer: NodeJS.Timeout | undefined;
  return {
    monitor: care,
    start: () => {
      timer ??= setInterval(() => void care.tick(), TICK_MS);
      void care.tick();
    },
    close: async () => {
      clearInterval(timer);
      await care.close();
    },
  };
}
