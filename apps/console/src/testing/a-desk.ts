import { type Call, defaultSettings, type DeviceLine, type Endpoint } from "@linedesk/contract";
import { createDesk } from "../client/desk/create-desk.ts";
import { Softphone } from "../client/softphone/softphone.ts";
import { snapshotLoaded, stationOpened } from "../client/store/calls-slice.ts";
import { connectionChanged, legChanged, sessionChanged } from "../client/store/desk-slice.ts";
import { selectCall } from "../client/store/select-calls.ts";
import { createStore, type Store } from "../client/store/store.ts";
import { HttpError } from "../lib/http-client.ts";
import type { HttpClient } from "../lib/http-client.ts";
import { aCall, ALICE, STATION_ID } from "./a-call.ts";

/** The time of all events of this desk. */
export const NOW = "2026-11-21T10:00:00.000Z";

interface DeskOver {
  registers?: boolean;
  calls?: Call[];
  /** Returns monotonic milliseconds. */
  elapsedMs?: () => number;
  schedule?: (run: () => void, ms: number) => () => void;
  /** The line that feeds the air; none by default. */
  airLine?: DeviceLine;
}

/**
 * Creates the desk actions with a server that answers each endpoint with a value, an error, a
 * promise or a function of the body.
 */
export function aDesk(answers: Record<string, unknown>, over: DeskOver = {}) {
  const { registers = false, calls = [aCall(1)], elapsedMs = () => 0 } = over;
  const { schedule = () => () => undefined } = over;
  const store = createStore();
  store.dispatch(stationOpened(STATION_ID));
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 1, calls }));
  store.dispatch(connectionChanged({ status: "live" }));
  const user = { id: ALICE, name: "Alice", email: "alice@2zz.example" };
  store.dispatch(sessionChanged({ status: "authenticated", user, expires: NOW }));
  const sent: [id: string, body: unknown][] = [];
  const connects: Record<string, string>[] = [];
  const microphone: string[] = [];
  const http = {
    call: (endpoint: Endpoint, input: { body?: unknown }) => {
      sent.push([endpoint.id, input.body]);
      const given = answers[endpoint.id];
      const answer: unknown = typeof given === "function" ? given(input.body) : given;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  } as HttpClient;
  const accepts: SoftphoneRecord["accepts"] = {};
  const record = { store, registers, connects, microphone, accepts, schedule };
  const softphones = { line1: aSoftphone("line1", record), line2: aSoftphone("line2", record) };
  const settings = () => defaultSettings;
  const clock = { elapsedMs, now: () => Date.parse(NOW), schedule };
  const feedsAir = (line: DeviceLine) => line === over.airLine;
  const desk = createDesk({ http, store, softphones, settings, clock, feedsAir });
  function accept(line: DeviceLine): void {
    accepts[line]?.();
  }
  return { ...desk, http, store, sent: sent, connects, softphones, microphone, accept };
}

interface SoftphoneRecord {
  store: Store;
  registers: boolean;
  connects: Record<string, string>[];
  microphone: string[];
  accepts: Partial<Record<DeviceLine, () => void>>;
  schedule: NonNullable<DeskOver["schedule"]>;
}

function aSoftphone(line: DeviceLine, record: SoftphoneRecord): Softphone {
  const { store, registers, connects, microphone, schedule } = record;
  let end: () => void = () => undefined;
  return new Softphone({
    serviceOf: (call) => selectCall(store.getState(), call)?.service,
    open: ({ onEvent: onDevice, service }) =>
      Promise.resolve({
        register: async () => {
          if (registers) {
            onDevice({ type: "registered" });
          }
        },
        updateToken: () => undefined,
        useDevices: () => Promise.resolve(),
        useProcessing: () => Promise.resolve(),
        close: () => undefined,
        unregister: () => Promise.resolve(),
        openMicrophone: () => {
          microphone.push("opened");
          return () => void microphone.push("released");
        },
        connect: (parameters, onEvent) => {
          microphone.push("connected");
          connects.push({ line, ...(service === undefined ? {} : { service }), ...parameters });
          end = () => onEvent({ type: "ended" });
          record.accepts[line] = () => onEvent({ type: "accepted" });
          return Promise.resolve({
            mute: () => true,
            sendDigit: () => undefined,
            disconnect: () => end(),
            readLevels: () => ({ input: 0, output: 0 }),
          });
        },
      }),
    fetchToken: () => Promise.resolve({ token: "token", iceServers: [] }),
    now: () => NOW,
    schedule,
    listener: {
      onDevice: () => undefined,
      onLeg: (leg) => void store.dispatch(legChanged({ line, leg })),
      onFailure: () => undefined,
      onMicrophone: () => undefined,
      onMicrophoneEnded: () => undefined,
      onEvent: () => undefined,
    },
  });
}

type RefusalCode =
  | "not_air_ready"
  | "call_taken"
  | "call_gone"
  | "call_state"
  | "conflict"
  | "telephony_failed";

export function refused(code: RefusalCode, message: string): HttpError {
  const body = { code, reason: "of_a_test", params: {}, message, requestId: "r" };
  return new HttpError({ kind: "answered", status: 409, body });
}
