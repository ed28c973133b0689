import { join } from "node:path";

import { systemClock } from "@linedesk/base";
import { registerAnalytics } from "./analytics/register-analytics.ts";
import { createAudioServerKeys } from "./audio-servers/audio-servers.ts";
import { registerAudioServerMaintenance } from "./audio-servers/register-audio-server-maintenance.ts";
import { registerAudioServers } from "./audio-servers/register-audio-servers.ts";
import { registerDevicePresets } from "./audio-servers/register-device-presets.ts";
import { registerAudit } from "./audit/register-audit.ts";
import { registerBoard } from "./board/register-board.ts";
import { registerCallerIds } from "./caller-ids/register-caller-ids.ts";
import { registerCallers } from "./callers/register-callers.ts";
import { createDialCheck } from "./calls/dialling/check-dialled.ts";
import { createCallDuties } from "./calls/duties/call-duties.ts";
import { BEAT_EVERY_MS } from "./calls/legs/hold-silent-softphones.ts";
import { ensureCallPartitions } from "./calls/prune-old-calls.ts";
import { chooseReconcileInterval } from "./calls/repair/choose-reconcile-interval.ts";
import { registerAudioServerClaims } from "./calls/routes/register-audio-server-claims.ts";
import { registerCallDetails } from "./calls/routes/register-call-details.ts";
import { registerCallOrder } from "./calls/routes/register-call-order.ts";
import { registerCalls } from "./calls/routes/register-calls.ts";
import { registerConferences } from "./calls/routes/register-conferences.ts";
import { registerCutOffs } from "./calls/routes/register-cut-offs.ts";
import { registerHistory } from "./calls/routes/register-history.ts";
import { registerOutboundCalls } from "./calls/routes/register-outbound-calls.ts";
import { registerRecordings } from "./calls/routes/register-recordings.ts";
import { registerTimelines } from "./calls/routes/register-timelines.ts";
import { findTraffic } from "./calls/store/traffic-store.ts";
import { registerCallWebhooks } from "./calls/webhooks/register-call-webhooks.ts";
import { registerChat } from "./chat/register-chat.ts";
import type { Config } from "./config/config.ts";
import { registerContacts } from "./contacts/register-contacts.ts";
import { followCallerCount } from "./contests/follow-caller-count.ts";
import { registerContests } from "./contests/register-contests.ts";
import { makeDemoStations } from "./demo/demo-stations.ts";
import { ERASURE_LOG } from "./erasure/erasure-log.ts";
import { registerErasure } from "./erasure/register-erasure.ts";
import { registerIntegrations } from "./integrations/register-integrations.ts";
import { type FeatureDeps, type FeatureParts, openFeatureParts } from "./open-feature-parts.ts";
import { registerMembers } from "./people/register-members.ts";
import type { Db } from "./platform/db/database.ts";
import type { Api } from "./platform/http/api.ts";
import { registerRealtime } from "./platform/realtime/register-realtime.ts";
import { registerPreflight } from "./preflight/register-preflight.ts";
import { registerPrivacy } from "./privacy/register-privacy.ts";
import { ArrivalClient } from "./prizes/arrival-client.ts";
import type { Promotion } from "./prizes/promotion.ts";
import { registerPrizes } from "./prizes/register-prizes.ts";
import { registerPromotion } from "./prizes/register-promotion.ts";
import { registerSettings } from "./settings/register-settings.ts";
import { registerSounds } from "./sounds/register-sounds.ts";
import { applyStations } from "./stations/apply-stations.ts";
import { registerFlags } from "./stations/flags/register-flags.ts";
import { createNumberCheck } from "./stations/phone-lines/read-given-number.ts";
import { registerPhoneLines } from "./stations/phone-lines/register-phone-lines.ts";
import { registerStations } from "./stations/register-stations.ts";
import { registerSeats } from "./stations/seats/register-seats.ts";
import { readStationsFile } from "./stations/stations-file.ts";
import { registerTelephonyAccount } from "./telephony-account/register-telephony-account.ts";
import { assertOwnAccount } from "./telephony/assert-own-account.ts";
import { type MonitorLoop, openMonitorLoop, type ServiceParts } from "./telephony/monitor-loop.ts";
import { Provisioner } from "./telephony/provisioner.ts";
import { registerSoundFiles } from "./telephony/register-sound-files.ts";
import { registerVoiceTokens } from "./telephony/register-voice-tokens.ts";
import { registerTrunks } from "./trunks/register-trunks.ts";

/** Registers the routes of every feature. Returns the telephony monitor, which must be closed. */
export async function registerFeatures(api: Api, deps: FeatureDeps): Promise<MonitorLoop> {
  const parts = await openFeatureParts(deps);
  registerOwnThings(api, parts);
  registerStation(api, parts);
  registerDesk(api, parts);
  registerCallerThings(api, parts);
  registerMachines(api, parts);
  await registerSoundFiles(api.app);
  await assertOwnAccount(parts.desk);
  await prepareData(deps.context, new Date(parts.desk.clock.now()));
  const promotion = registerWins(api, parts);
  return registerTelephony(api, parts, promotion);
}

/** Serves the settings, checks and messages of a signed-in person. */
function registerOwnThings(api: Api, { context, isOtherRelease }: FeatureParts): void {
  const { db } = context;
  const log = context.log.child({ area: "settings" });
  registerSettings(api, { db, log, isOtherRelease, onCallerCount: followCallerCount });
  registerPreflight(api, db);
  registerChat(api, { db, clock: systemClock });
}

function registerStation(api: Api, parts: FeatureParts): void {
  const { context, desk, sounds } = parts;
  const { config, db } = context;
  const findDialRefusal = createDialCheck(config.dialling);
  registerStations(api, { ...sounds, findDialRefusal });
  const hasNumber = createNumberCheck(config);
  registerPhoneLines(api, { ...sounds, findDialRefusal, hasNumber });
  registerFlags(api, db);
  const holdsSilentPeers = desk.services.all.every((one) => one.telephony.policy.holdsSilentPeers);
  registerSeats(api, { ...desk, beatEveryMs: holdsSilentPeers ? null : BEAT_EVERY_MS });
  registerMembers(api, db);
  registerSounds(api, sounds);
  registerAnalytics(api, db);
  registerAudit(api, desk);
  registerPrivacy(api, desk);
  registerBoard(api, { ...parts, ...desk, ...desk.services.first, config, check: sounds.check });
}

function registerDesk(api: Api, { desk, sounds, webhooks, phone }: FeatureParts): void {
  registerCalls(api, desk);
  registerCallDetails(api, desk);
  registerCallOrder(api, desk);
  registerOutboundCalls(api, desk);
  registerConferences(api, desk);
  registerCutOffs(api, desk);
  registerRecordings(api, { desk, sounds });
  registerTimelines(api, desk);
  registerHistory(api, desk);
  registerCallWebhooks(api.app, webhooks, { phone });
}

function registerCallerThings(api: Api, { context, desk, webhooks }: FeatureParts): void {
  const { dialling, numberPool: given, telephony } = context.config;
  const numberPool = telephony.kind === "twilio" ? null : given;
  registerCallers(api, desk);
  registerContacts(api, desk);
  registerErasure(api, { ...desk, logPath: join(context.config.dataDir, ERASURE_LOG) });
  registerCallerIds(api, { ...desk, webhooks, numberPool, dialling });
  registerContests(api, desk);
}

function registerMachines(api: Api, parts: FeatureParts): void {
  const { context, pusher, desk, seal, tokens, hub } = parts;
  const { db } = context;
  const keys = createAudioServerKeys(db, systemClock);
  const grant = hub === null ? null : hub.grantUser.bind(hub);
  registerRealtime(api, { pusher, keys, grant });
  registerVoiceTokens(api, tokens);
  registerAudioServers(api, { ...desk, tokens });
  registerAudioServerClaims(api, { desk, listMembers: parts.listChannelMembers });
  registerAudioServerMaintenance(api, desk);
  registerDevicePresets(api, db);
  const countLiveCalls = () => countLive(db);
  registerTelephonyAccount(api, { ...context, clock: systemClock, seal, countLiveCalls });
}

async function countLive(db: Db): Promise<number> {
  const { live } = await findTraffic(db);
  return live.reduce((sum, { count }) => sum + count, 0);
}

function registerWins(api: Api, { context, desk, seal }: FeatureParts): Promotion {
  const { promotion: configured, integrations } = context.config;
  const options = { ...desk, promotion: configured, integrations };
  const { promotion, readPromotion } = registerPromotion(api, options);
  registerPrizes(api, { calls: desk, promotion });
  registerIntegrations(api, { ...desk, seal, hosts: integrations.hosts, readPromotion });
  return promotion;
}

async function prepareData({ db, config }: { db: Db; config: Config }, now: Date): Promise<void> {
  await ensureCallPartitions(db, now, now);
  if (config.demoData) {
    await makeDemoStations(db, now);
  }
  if (config.stationsFile !== null) {
    await applyStations(db, await readStationsFile(config.stationsFile));
  }
}

function registerTelephony(api: Api, parts: FeatureParts, promotion: Promotion): MonitorLoop {
  const { context, desk, phone, seal, findFallbackBase = () => null } = parts;
  const { config, instanceDb, instances } = context;
  const syncTrunks = registerTrunks(api, { ...desk, config, seal });
  const arrivals = new ArrivalClient({ calls: desk, promotion });
  const queryArrivals = () => arrivals.queryArrivals();
  const services = desk.services.all.map((at): ServiceParts => {
    const own = { ...desk, at };
    const findFallback = () => findFallbackBase(at.config);
    return {
      at,
      provisioner: new Provisioner({
        ...own,
        phone,
        syncTrunks,
        findFallbackBase: findFallback,
      }),
      chooseReconcileInterval: () => chooseReconcileInterval(own),
      duties: createCallDuties({ desk: own, queryArrivals }),
    };
  });
  return openMonitorLoop(api.app, { ...desk, services, instanceDb, instances });
}
