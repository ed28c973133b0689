import type { QueryExecutorProvider } from "kysely";

import { audioServerLogs, audioServers } from "./baseline/audio-servers.ts";
import { audit, auditDetails, auditYear, refuseChange, retention } from "./baseline/audit.ts";
import { callerSearch, wordFolding } from "./baseline/caller-search.ts";
import { callerChanges, callers } from "./baseline/callers.ts";
import { callPartitions, calls } from "./baseline/calls.ts";
import { contacts } from "./baseline/contacts.ts";
import { contests } from "./baseline/contests.ts";
import { figures, touchedFigures } from "./baseline/figures.ts";
import { integrations } from "./baseline/integrations.ts";
import { conferences, legs, recordings } from "./baseline/legs.ts";
import { people, seats } from "./baseline/people.ts";
import { household, prizes, promotion } from "./baseline/prizes.ts";
import { chat, realtime } from "./baseline/realtime.ts";
import { callerIds, stations, stationSounds } from "./baseline/stations.ts";
import {
  preflightReports,
  telephony,
  trunks,
  voiceTokens,
  voiceWithdrawals,
} from "./baseline/telephony.ts";

/** Each part comes after the parts to which it refers. */
const baseline = [
  [refuseChange, stations, people, seats, callerIds, stationSounds],
  [audit, auditYear, auditDetails, retention, realtime, chat],
  [callers, callerChanges, wordFolding, callerSearch, contacts],
  [calls, callPartitions, legs, conferences, recordings, figures, touchedFigures],
  [telephony, trunks, voiceTokens, voiceWithdrawals, preflightReports],
  [audioServers, audioServerLogs, integrations, contests, prizes, household, promotion],
].flat();

export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const part of baseline) {
    await part.execute(db);
  }
}
