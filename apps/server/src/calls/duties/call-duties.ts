import { systemClock } from "@linedesk/base";
import { reportUnresponsiveSeats } from "../../stations/seats/seats.ts";
import { readExchangeLoad } from "../../telephony/exchange-load.ts";
import type { CallDuties } from "../../telephony/telephony-monitor.ts";
import { publishTurnedAway, TurnedAwayWatch } from "../../telephony/turned-away-watch.ts";
import { completeExpiredActions } from "../actions/complete-expired-actions.ts";
import { expireFlags } from "../change-detail.ts";
import { expireOverdueClaims } from "../claims/claims.ts";
import type { ServiceDeskDeps } from "../desk-deps.ts";
import {
  AbsentHolders,
  type AbsentHoldersDeps,
  endRevokedOperators,
} from "../legs/absent-holders.ts";
import { holdSilentSoftphones } from "../legs/hold-silent-softphones.ts";
import { ensureCallPartitions, pruneOldCalls } from "../prune-old-calls.ts";
import { reconcileRecordings } from "../recordings/reconcile-recordings.ts";
import { endLostCalls, endUnservedCalls, noteRestart } from "../repair/end-lost-calls.ts";
import { OrphanRooms } from "../repair/orphan-rooms.ts";
import { endMissingCalls, reconcileCalls } from "../repair/reconcile-calls.ts";
import { RepeatedFindings } from "../repair/repeated-findings.ts";

export interface CallDutiesDeps {
  desk: ServiceDeskDeps & Pick<AbsentHoldersDeps, "clock">;
  /** Queries the promotion system about new callers. */
  queryArrivals: () => void;
}

/** Creates the duties that the monitor of the telephony service runs. */
export function createCallDuties({ desk, queryArrivals }: CallDutiesDeps): CallDuties {
  const { config, telephony } = desk.at;
  const turnedAway = new TurnedAwayWatch({
    clock: systemClock,
    readLoad: () => readExchangeLoad(config.kind === "exchange" ? config.apiUrl : null),
    publish: (count, at) => publishTurnedAway(desk.db, { count, at }),
  });
  const orphans = new OrphanRooms(desk.clock);
  const repeated = new RepeatedFindings(telephony.policy.findingsInARow);
  const absent = new AbsentHolders({ ...desk, listPresentUsers: desk.people.listPresent });
  return {
    reportTurnedAway: () => turnedAway.checkLoad(),
    expireOverdueClaims: () => expireOverdueClaims(desk),
    runTimedDuties: async () => {
      await completeExpiredActions(desk);
      await expireFlags(desk);
      queryArrivals();
      await reconcileRecordings(desk);
    },
    releaseAbsentHolders: async () => {
      await endRevokedOperators(desk);
      await absent.release();
      await holdSilentSoftphones(desk);
    },
    reportUnresponsiveSeats: () => reportUnresponsiveSeats(desk),
    reconcileCalls: (stillLeads) => reconcileCalls(desk, { orphans, repeated, stillLeads }),
    endLostCalls: (at) => endLostCalls(desk, at),
    noteRestart: (at) => noteRestart(desk, at),
    endMissingCalls: async () => {
      await endUnservedCalls(desk);
      await endMissingCalls(desk);
    },
    doHousekeeping: async (now) => {
      await ensureCallPartitions(desk.db, now, now);
      await pruneOldCalls(desk.db, now);
    },
  };
}
