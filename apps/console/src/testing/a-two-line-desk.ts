import { type Call, defaultSettings, type DeviceLine, type Endpoint } from "@linedesk/contract";
import { LineExclusion } from "../client/desk/claims/line-exclusion.ts";
import { createDesk } from "../client/desk/create-desk.ts";
import { Softphone } from "../client/softphone/softphone.ts";
import type {
  IncomingVoiceCall,
  VoiceCall,
  VoiceCallEvent,
  VoiceDevice,
  VoiceDeviceEvent,
} from "../client/softphone/voice-device.ts";
import { callAnswered, snapshotLoaded, stationOpened } from "../client/store/calls-slice.ts";
import { connectionChanged, directCallChanged, legChanged } from "../client/store/desk-slice.ts";
import { createStore, type Store } from "../client/store/store.ts";
import { HttpError, type HttpClient } from "../lib/http-client.ts";
import { aCall, ALICE, STATION_ID } from "./a-call.ts";

const since = "2026-11-21T10:00:00.000Z";
export const [kim, lee] = [aCall(1), aCall(2)];

export function bridged(call: Call, line: DeviceLine): Call {
  return { ...call, desk: { status: "screening", holder: holderOn(line), since } };
}

export function held(call: Call, line: DeviceLine): Call {
  const desk = { status: "held" as const, holder: holderOn(line), since, unattended: false };
  return { ...call, desk };
}

function holderOn(line: DeviceLine) {
  return { user: ALICE, name: "Alice", line };
}

interface Refusals {
  refusesHold: boolean;
  refusesLee: boolean;
}

interface Scene extends Refusals {
  store: Store;
  softphones: Partial<Record<DeviceLine, Softphone>>;
  devices: Partial<Record<DeviceLine, (event: VoiceDeviceEvent) => void>>;
  done: string[];
}

function findCall(id: unknown): Call {
  return id === lee.id ? lee : kim;
}

function nameOf(call: Call): string {
  return call.id === kim.id ? "kim" : "lee";
}

/** Creates a server that holds and resumes calls and grants claims, unless the test refuses it. */
function aServer({ store, done, softphones, refusesHold, refusesLee }: Scene): HttpClient {
  return {
    call: async (endpoint: Endpoint, { body }: { body: Record<string, unknown> }) => {
      const call = findCall(body["call"]);
      const line = body["line"] === "line2" ? "line2" : "line1";
      if (endpoint.id === "handleHold" && body["hold"] === true) {
        done.push(`hold ${nameOf(call)}`);
        if (refusesHold) {
          throw new HttpError({ kind: "timeout", timeoutMs: 10_000 });
        }
        return { call: held(call, line), claim: null };
      }
      if (endpoint.id === "handleHold") {
        done.push(`resume ${nameOf(call)}`);
        const claim = { id: call.id, line, expiresAt: since };
        const isOnLine = softphones[line]?.leg?.callId === call.id;
        // Without a leg on the line, the server confirms the call only when its new leg has joined.
        return isOnLine
          ? { call: bridged(call, line), claim: null }
          : { call: held(call, line), claim };
      }
      if (body["action"] === "swap") {
        return { call: store.getState().calls.byId[call.id] ?? call, claim: null };
      }
      if (refusesLee && call.id === lee.id) {
        throw new HttpError({ kind: "timeout", timeoutMs: 10_000 });
      }
      const id = typeof body["claim"] === "string" ? body["claim"] : call.id;
      return { call, claim: { id, line, expiresAt: since } };
    },
  } as unknown as HttpClient;
}

interface LineOfScene {
  scene: Scene;
  line: DeviceLine;
}

function aVoiceCall(
  { scene, line }: LineOfScene,
  onEvent: (event: VoiceCallEvent) => void,
): VoiceCall {
  return {
    mute: (muted) => {
      scene.done.push(`${muted ? "mute" : "unmute"} ${line}`);
      return true;
    },
    sendDigit: () => undefined,
    disconnect: () => onEvent({ type: "ended" }),
    readLevels: () => ({ input: 0, output: 0 }),
  };
}

function aDevice(on: LineOfScene, onDevice: (event: VoiceDeviceEvent) => void): VoiceDevice {
  const { store, softphones, refusesLee } = on.scene;
  return {
    register: async () => onDevice({ type: "registered" }),
    updateToken: () => undefined,
    useDevices: () => Promise.resolve(),
    useProcessing: () => Promise.resolve(),
    close: () => undefined,
    unregister: () => Promise.resolve(),
    openMicrophone: () => () => undefined,
    connect: (_parameters, onEvent) => {
      const call = findCall(softphones[on.line]?.leg?.callId);
      queueMicrotask(() => {
        if (refusesLee && call.id === lee.id) {
          return;
        }
        const isHeld = store.getState().calls.byId[call.id]?.desk.status === "held";
        const join = () => void store.dispatch(callAnswered(bridged(call, on.line)));
        onEvent({ type: "accepted" });
        if (isHeld) {
          setTimeout(join);
        } else {
          join();
        }
      });
      return Promise.resolve(aVoiceCall(on, onEvent));
    },
  };
}

function aLineSoftphone(on: LineOfScene): Softphone {
  const { line } = on;
  const { store, devices, softphones } = on.scene;
  const softphone = new Softphone({
    open: ({ onEvent }) => {
      devices[line] = onEvent;
      return Promise.resolve(aDevice(on, onEvent));
    },
    fetchToken: () => Promise.resolve({ token: "token", iceServers: [] }),
    now: () => since,
    schedule: () => () => undefined,
    listener: {
      onDevice: () => undefined,
      onLeg: (leg) => void store.dispatch(legChanged({ line, leg })),
      onFailure: () => undefined,
      onMicrophone: () => undefined,
      onMicrophoneEnded: () => undefined,
      onEvent: (event) => {
        if (event.type === "directCall") {
          store.dispatch(directCallChanged({ line, call: event.call }));
        }
      },
    },
  });
  softphones[line] = softphone;
  return softphone;
}

/**
 * Calls the line's own softphone from the newsroom; returns a function that sends events of the
 * call.
 */
async function ringDirectly(on: LineOfScene, id: string) {
  const { softphones, devices, done } = on.scene;
  await softphones[on.line]?.device.open();
  let emit: (event: VoiceCallEvent) => void = () => undefined;
  const call: IncomingVoiceCall = {
    id,
    from: "client:newsroom",
    accept: (onEvent) => {
      emit = onEvent;
      done.push(`accept ${on.line}`);
      devices[on.line]?.({ type: "incomingEnded", call });
      return aVoiceCall(on, onEvent);
    },
    reject: () => {
      done.push(`reject ${on.line}`);
      devices[on.line]?.({ type: "incomingEnded", call });
    },
    ignore: () => devices[on.line]?.({ type: "incomingEnded", call }),
  };
  devices[on.line]?.({ type: "incoming", call });
  return (event: VoiceCallEvent) => emit(event);
}

/**
 * Creates a desk whose server holds and resumes calls and grants claims. With the options it
 * refuses holds or Lee's call.
 */
export function aTwoLineDesk({
  refusesHold = false,
  refusesLee = false,
  muteDevice = false,
  airLine = null as DeviceLine | null,
} = {}) {
  const store = createStore();
  store.dispatch(stationOpened(STATION_ID));
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 1, calls: [kim, lee] }));
  store.dispatch(connectionChanged({ status: "live" }));
  const done: string[] = [];
  const scene: Scene = { store, done, softphones: {}, devices: {}, refusesHold, refusesLee };
  const softphones = {
    line1: aLineSoftphone({ scene, line: "line1" }),
    line2: aLineSoftphone({ scene, line: "line2" }),
  };
  const settings = () => ({ ...defaultSettings, muteDevice });
  const clock = { elapsedMs: () => 0, now: () => 0, schedule: () => () => undefined };
  const http = aServer(scene);
  const feedsAir = (line: DeviceLine) => line === airLine;
  const desk = { http, store, softphones, settings, clock, feedsAir };
  const { actions, handOver } = createDesk(desk);
  new LineExclusion({
    store,
    softphones,
    hold: actions.hold.bind(actions),
    feedsAir,
  });
  let rung = 0;
  return {
    store,
    actions,
    handOver,
    softphones,
    done,
    ringDirectly: (line: DeviceLine) => ringDirectly({ scene, line }, `CA${(rung += 1)}`),
    statusOf: (call: Call) => store.getState().calls.byId[call.id]?.desk.status,
    noticesOf: (line: DeviceLine) => {
      const { notices } = store.getState().desk;
      return notices.filter((notice) => notice.line === line).map(({ words }) => words);
    },
  };
}
