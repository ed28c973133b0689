import { describe, expect, test } from "vitest";

import { type Call, defaultSettings, type DeviceLine, type Endpoint } from "@linedesk/contract";
import { HttpError, type HttpClient } from "../../lib/http-client.ts";
import { aCall, ALICE, STATION_ID } from "../../testing/a-call.ts";
import { Softphone } from "../softphone/softphone.ts";
import { callAnswered, snapshotLoaded, stationOpened } from "../store/calls-slice.ts";
import { connectionChanged, legChanged, microphoneChanged } from "../store/desk-slice.ts";
import { createStore } from "../store/store.ts";
import { createDesk } from "./create-desk.ts";
import { LineExclusion } from "./line-exclusion.ts";

const since = "2026-11-21T10:00:00.000Z";
const [kim, lee] = [aCall(1), aCall(2)];

function bridged(call: Call, line: DeviceLine): Call {
  return { ...call, desk: { status: "screening", holder: holderOn(line), since } };
}

function held(call: Call, line: DeviceLine): Call {
  const desk = { status: "held" as const, holder: holderOn(line), since, unattended: false };
  return { ...call, desk };
}

function holderOn(line: DeviceLine) {
  return { user: ALICE, name: "Alice", line };
}

/** A desk whose server holds, resumes and connects as it is asked, unless it refuses to hold. */
function aDesk({ refusesHold = false, refusesLee = false } = {}) {
  const store = createStore();
  store.dispatch(stationOpened(STATION_ID));
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 1, calls: [kim, lee] }));
  const done: string[] = [];
  const calls = new Map([kim, lee].map((call) => [call.id, call]));
  function nameOf(id: string): string {
    return id === kim.id ? "kim" : "lee";
  }
  const http = {
    call: async (endpoint: Endpoint, { body }: { body: Record<string, unknown> }) => {
      const call = calls.get(String(body["call"])) ?? kim;
      const line = body["line"] === "line2" ? "line2" : "line1";
      if (endpoint.id === "handleHold" && body["hold"] === true) {
        done.push(`hold ${nameOf(call.id)}`);
        if (refusesHold) {
          throw new HttpError({ kind: "timeout", timeoutMs: 10_000 });
        }
        return { call: held(call, line), claim: null };
      }
      if (endpoint.id === "handleHold") {
        done.push(`resume ${nameOf(call.id)}`);
        const claim = { id: call.id, line, expiresAt: since };
        const isOnLine = softphones[line].leg?.callId === call.id;
        return { call: bridged(call, line), claim: isOnLine ? null : claim };
      }
      if (refusesLee && call.id === lee.id) {
        throw new HttpError({ kind: "timeout", timeoutMs: 10_000 });
      }
      const id = typeof body["claim"] === "string" ? body["claim"] : call.id;
      return { call, claim: { id, line, expiresAt: since } };
    },
  } as unknown as HttpClient;
  function softphone(line: DeviceLine): Softphone {
    const created: Softphone = new Softphone({
      open: ({ onEvent: onDevice }) =>
        Promise.resolve({
          register: async () => onDevice({ type: "registered" }),
          updateToken: () => undefined,
          useDevices: () => Promise.resolve(),
          close: () => undefined,
          unregister: () => Promise.resolve(),
          openMicrophone: () => () => undefined,
          connect: (_parameters, onEvent) => {
            const call = calls.get(created.leg?.callId ?? "") ?? kim;
            queueMicrotask(() => {
              if (refusesLee && call.id === lee.id) {
                return;
              }
              onEvent({ type: "accepted" });
              store.dispatch(callAnswered(bridged(call, line)));
            });
            return Promise.resolve({
              mute: (muted) => void done.push(`${muted ? "mute" : "unmute"} ${line}`),
              sendDigit: () => undefined,
              disconnect: () => onEvent({ type: "ended" }),
              readLevels: () => ({ input: 0, output: 0 }),
            });
          },
        }),
      fetchToken: () => Promise.resolve({ token: "token", iceServers: [] }),
      now: () => since,
      schedule: () => () => undefined,
      listener: {
        onDevice: () => undefined,
        onLeg: (leg) => void store.dispatch(legChanged({ line, leg })),
        onFailure: () => undefined,
        onMicrophone: () => undefined,
        onMicrophoneEnded: () => undefined,
        onEvent: () => undefined,
      },
    });
    return created;
  }
  const softphones = { line1: softphone("line1"), line2: softphone("line2") };
  const settings = () => defaultSettings;
  const schedule = () => () => undefined;
  const clock = { elapsedMs: () => 0, now: () => 0, schedule };
  store.dispatch(connectionChanged({ status: "live" }));
  const { actions, handOver } = createDesk({ http, store, softphones, settings, clock });
  const hold = actions.hold.bind(actions);
  new LineExclusion({ store, softphones, hold });
  function statusOf(call: Call) {
    return store.getState().calls.byId[call.id]?.desk.status;
  }
  return { store, actions, handOver, softphones, done, statusOf };
}

describe("two lines", () => {
  test.each([
    ["line1", "line2"],
    ["line2", "line1"],
  ] as const)(
    "[LN17] taking a call on the other line mutes %s at once and holds its caller",
    async (first, second) => {
      const { actions, done, softphones, statusOf } = aDesk();
      await actions.accept(kim.id, first);
      await expect.poll(() => statusOf(kim)).toBe("screening");

      await actions.accept(lee.id, second);

      await expect.poll(() => statusOf(kim)).toBe("held");
      expect(statusOf(lee)).toBe("screening");
      expect(done).toEqual([`mute ${first}`, "hold kim", `unmute ${first}`]);
      expect(softphones[second].leg).toMatchObject({ callId: lee.id, muted: false });
    },
  );

  test("[LN17] resuming on one line holds the caller of the other", async () => {
    const { actions, done, statusOf } = aDesk();
    await actions.accept(kim.id, "line1");
    await expect.poll(() => statusOf(kim)).toBe("screening");
    await actions.accept(lee.id, "line2");
    await expect.poll(() => statusOf(kim)).toBe("held");
    done.length = 0;

    await actions.resume(kim.id, "line1");

    await expect.poll(() => statusOf(lee)).toBe("held");
    expect(statusOf(kim)).toBe("screening");
    expect(done[0]).toBe("mute line2");
    expect(done.toSorted()).toEqual(["hold lee", "mute line2", "resume kim", "unmute line2"]);
  });

  test("[LN17] a caller who cannot be held stays muted, and the line says why", async () => {
    const { actions, softphones, store, statusOf, done } = aDesk({ refusesHold: true });
    await actions.accept(kim.id, "line1");
    await expect.poll(() => statusOf(kim)).toBe("screening");

    await actions.accept(lee.id, "line2");

    await expect.poll(() => store.getState().desk.notices).toMatchObject([{ line: "line1" }]);
    expect(softphones.line1.leg).toMatchObject({ callId: kim.id, muted: true });
    expect(softphones.line2.leg).toMatchObject({ callId: lee.id, muted: false });
    expect(done).toEqual(["mute line1", "hold kim"]);
  });

  test("[LN17] nobody is held for a call that a colleague got", async () => {
    const { actions, softphones, store, statusOf, done } = aDesk({ refusesLee: true });
    await actions.accept(kim.id, "line1");
    await expect.poll(() => statusOf(kim)).toBe("screening");
    await softphones.line2.device.register();
    store.dispatch(microphoneChanged("granted"));

    await actions.accept(lee.id, "line2");

    await expect.poll(() => done).toEqual(["mute line1", "unmute line1"]);
    expect(statusOf(kim)).toBe("screening");
    expect(softphones.line1.leg).toMatchObject({ callId: kim.id, muted: false });
  });

  test("[LN17] the first is held once when the server gives another caller than was likely", async () => {
    const { actions, softphones, store, statusOf, done } = aDesk();
    await actions.accept(lee.id, "line1");
    await expect.poll(() => statusOf(lee)).toBe("screening");
    await softphones.line2.device.register();
    store.dispatch(microphoneChanged("granted"));

    await actions.takeNext(aCall(3), "line2");

    await expect.poll(() => statusOf(lee)).toBe("held");
    await expect.poll(() => done).toEqual(["mute line1", "hold lee", "unmute line1"]);
    expect(softphones.line2.leg).toMatchObject({ callId: kim.id, muted: false });
  });

  test("[DS66] a number that rings is let ring while the other line is talked on, and held when it answers", async () => {
    const { actions, done, store, statusOf, softphones } = aDesk();
    await actions.accept(kim.id, "line1");
    const dial = { limitS: 60, endsAt: null };
    const ringing = { ...bridged(kim, "line1"), callState: "ringing" as const, dial };
    store.dispatch(callAnswered(ringing));

    await actions.accept(lee.id, "line2");
    await expect.poll(() => statusOf(lee)).toBe("screening");
    expect(done).toEqual(["mute line1"]);
    expect(store.getState().desk.notices).toEqual([]);

    store.dispatch(callAnswered({ ...ringing, callState: "in_progress" }));
    await expect.poll(() => statusOf(kim)).toBe("held");
    expect(done).toEqual(["mute line1", "hold kim", "unmute line1"]);

    store.dispatch(callAnswered(ringing));
    await softphones.line2.disconnect();
    store.dispatch(callAnswered({ ...ringing, callState: "in_progress" }));
    await expect.poll(() => softphones.line1.leg?.muted).toBe(false);
    expect(done.filter((one) => one.startsWith("hold"))).toEqual(["hold kim"]);
  });

  test("[CF28] a private talk mutes the other line, and holds nobody there", async () => {
    const { actions, done, store, statusOf, softphones } = aDesk();
    await actions.accept(lee.id, "line2");
    store.dispatch(callAnswered(held(kim, "line1")));
    await expect.poll(() => statusOf(lee)).toBe("screening");

    await actions.resumePrivately(kim.id, "line1");

    await expect.poll(() => statusOf(kim)).toBe("screening");
    expect(statusOf(lee)).toBe("screening");
    expect(done).toEqual(["mute line2", "resume kim"]);
    expect(softphones.line2.leg?.muted).toBe(true);
  });

  test("[LN17] a call that still connects is muted, and held when it can be", async () => {
    const { actions, softphones, statusOf } = aDesk();
    const first = actions.accept(kim.id, "line1");
    const second = actions.accept(lee.id, "line2");
    await Promise.all([first, second]);

    await expect
      .poll(() => new Set([kim, lee].map(statusOf)))
      .toEqual(new Set(["held", "screening"]));
    expect([softphones.line1.leg?.muted, softphones.line2.leg?.muted]).toEqual([false, false]);
  });

  test("[LN18] both are talked on when that is asked for, until one is held", async () => {
    const { actions, store, statusOf } = aDesk();
    await actions.accept(kim.id, "line1");
    await expect.poll(() => statusOf(kim)).toBe("screening");
    await actions.accept(lee.id, "line2");
    await expect.poll(() => statusOf(kim)).toBe("held");

    await actions.resumeBeside(kim.id, "line1");

    expect([statusOf(kim), statusOf(lee)]).toEqual(["screening", "screening"]);
    expect(store.getState().desk.bothLines).toBe(true);
    await actions.hold(lee.id, "line2");
    expect(store.getState().desk.bothLines).toBe(false);
    await actions.resume(lee.id, "line2");
    await expect.poll(() => statusOf(kim)).toBe("held");
  });

  test("[LN19] the line that takes a call becomes the selected one", async () => {
    const { actions, store } = aDesk();

    await actions.accept(kim.id, "line2");

    expect(store.getState().desk).toMatchObject({ selected_device: 2, selected_call: kim.id });
  });

  test("[LN28] a call that moves to the other line is one call: nobody is held or muted for it", async () => {
    const { actions, handOver, done, softphones, statusOf } = aDesk();
    await actions.accept(kim.id, "line1");
    await expect.poll(() => statusOf(kim)).toBe("screening");

    await handOver.moveToLine(kim.id, "line2");
    expect(softphones.line1.leg?.callId).toBe(kim.id);
    expect(softphones.line2.leg?.callId).toBe(kim.id);
    await softphones.line1.disconnect();

    expect(statusOf(kim)).toBe("screening");
    expect(done.join()).not.toMatch(/hold|mute/);
    expect(softphones.line2.leg?.muted).toBe(false);
  });
});
