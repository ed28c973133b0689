import { type DeviceLine, readSwitchBehaviour, type UserSettings } from "@linedesk/contract";
import type { HttpClient } from "../../lib/http-client.ts";
import type { Softphone } from "../softphone/softphone.ts";
import { selectLeg } from "../store/select-calls.ts";
import type { Store } from "../store/store.ts";
import { CallCommands } from "./actions/call-commands.ts";
import { HandOver } from "./actions/hand-over.ts";
import { LineClaims } from "./claims/line-claims.ts";
import { SwitchGuard } from "./claims/switch-guard.ts";
import { Conferences } from "./conference/conferences.ts";
import { Dialler } from "./dialling/dialler.ts";
import { BulkReject } from "./leaving/bulk-reject.ts";
import { Leaving } from "./leaving/leaving.ts";
import { AirCheckToggle } from "./marks/air-check-toggle.ts";
import { CallMarks } from "./marks/call-marks.ts";
import { VerifyGuard } from "./marks/verify-guard.ts";
import { CallRequests } from "./requests/call-requests.ts";
import { UndoHistory } from "./requests/undo-history.ts";
import { createUndoOffers } from "./requests/undo-offers.ts";
import type { Schedule } from "./requests/until-live.ts";
import { WhenBack } from "./requests/when-back.ts";

export interface DeskOptions {
  http: HttpClient;
  store: Store;
  softphones: Record<DeviceLine, Softphone>;
  settings: () => UserSettings;
  /** Returns true when the line puts calls of that station to air. */
  feedsAir: (line: DeviceLine, station: string) => boolean;
  /** Provides monotonic milliseconds for presses, the time of day, and timers. */
  clock: { elapsedMs: () => number; now: () => number; schedule: Schedule };
}

export interface Desk {
  requests: CallRequests;
  actions: CallCommands;
  marks: CallMarks;
  airChecks: AirCheckToggle;
  handOver: HandOver;
  leaving: Leaving;
  bulkReject: BulkReject;
  undo: UndoHistory;
  dialler: Dialler;
  conferences: Conferences;
}

const lines = ["line1", "line2"] as const;

export function createDesk(options: DeskOptions): Desk {
  const { http, store, softphones, settings, clock, feedsAir } = options;
  const requests = new CallRequests(store, clock.schedule);
  const undo = new UndoHistory();
  const startsMuted = (): boolean => settings().muteDevice;
  const claims = new LineClaims({ http, store, softphones, startsMuted });
  const endsOnSwitch = (): boolean => readSwitchBehaviour(settings()) === "END";
  const switchGuard = new SwitchGuard({ store, endsOnSwitch, now: clock.elapsedMs });
  const dialler = new Dialler({ http, store, claims, switchGuard, endsOnSwitch });
  const offerUndo = createUndoOffers({ store, history: undo, desk: () => whole });
  const common = { http, requests, offerUndo, claims, softphones };
  const whenBack = new WhenBack({ store, softphones, schedule: clock.schedule });
  const leaving = new Leaving({
    ...common,
    whenBack,
    now: clock.now,
    unlock: (call) => void marks.set(call, "unlock"),
  });
  const actions = new CallCommands({
    http,
    requests,
    softphones,
    claims,
    switchGuard,
    leaving,
    whenBack,
    startsMuted,
    schedule: clock.schedule,
    feedsAir,
  });
  const marks: CallMarks = new CallMarks({
    http,
    requests,
    undo,
    guard: new VerifyGuard({ store, now: clock.elapsedMs }),
    now: () => new Date(clock.now()).toISOString(),
    schedule: clock.schedule,
    leave: (call) => {
      const line = lines.find((each) => softphones[each].leg?.callId === call);
      if (line === undefined) {
        return null;
      }
      void softphones[line].disconnect();
      return line;
    },
    comeBack: async (call, line) => {
      if (selectLeg(store.getState(), line) === null) {
        await actions.accept(call, line);
      }
    },
  });
  const airChecks = new AirCheckToggle({ http, requests, undo });
  const handOver = new HandOver(common);
  const bulkReject = new BulkReject({ http, requests, undo, now: clock.now });
  const desk = { requests, actions, dialler, airChecks };
  const conferences = new Conferences({ ...desk, http, claims, softphones, settings });
  const whole: Desk = { ...desk, marks, handOver, leaving, bulkReject, undo, conferences };
  return whole;
}
