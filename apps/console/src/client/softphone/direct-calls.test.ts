import { describe, expect, test } from "vitest";

import { aSoftphone } from "../../testing/a-softphone.ts";
import type { RemoteCarrier } from "./softphone.ts";
import type { IncomingVoiceCall, VoiceCall, VoiceCallEvent } from "./voice-device.ts";

const target = { callId: "c1", claim: "claim1", muted: false };

describe("a call to the softphone", () => {
  function anIncoming(from: string) {
    const done: string[] = [];
    let emit: (event: VoiceCallEvent) => void = () => undefined;
    const call: IncomingVoiceCall = {
      id: `CA${from}`,
      from,
      accept: (onEvent) => {
        emit = onEvent;
        done.push("accepted");
        return {
          mute: (muted) => done.push(muted ? "muted" : "unmuted") > 0,
          sendDigit: () => undefined,
          disconnect: () => onEvent({ type: "ended" }),
          readLevels: () => ({ input: 0.3, output: 0.4 }),
        };
      },
      reject: () => void done.push("rejected"),
      ignore: () => void done.push("ignored"),
    };
    return { call, done, emit: (event: VoiceCallEvent) => emit(event) };
  }

  async function aRungPhone(...calls: IncomingVoiceCall[]) {
    return ringAt(aSoftphone(), calls);
  }

  async function ringAt(phone: ReturnType<typeof aSoftphone>, calls: IncomingVoiceCall[]) {
    await phone.softphone.device.register();
    function ring(call: IncomingVoiceCall): void {
      const ignore = call.ignore.bind(call);
      call.ignore = () => {
        ignore();
        phone.emitDevice({ type: "incomingEnded", call });
      };
      phone.emitDevice({ type: "incoming", call });
    }
    calls.forEach(ring);
    return { ...phone, ring, shown: () => phone.seen.direct.at(-1) ?? null };
  }

  /** Creates a line that an audio server carries, with a record of each action on its call. */
  function anAudioServer() {
    const done: string[] = [];
    const call: VoiceCall = {
      mute: (muted) => done.push(muted ? "muted" : "unmuted") > 0,
      sendDigit: () => undefined,
      disconnect: () => undefined,
      readLevels: () => ({ input: 0, output: 0 }),
    };
    const remote: RemoteCarrier = {
      isChosen: () => true,
      check: () => Promise.resolve(),
      connect: () => Promise.resolve(call),
    };
    return { call, remote, done };
  }

  test("[VD73] rings until it is canceled or rejected, and the first of several is shown", async () => {
    const [one, two] = [anIncoming("client:one"), anIncoming("client:two")];
    const { softphone, emitDevice, shown } = await aRungPhone(one.call, two.call);
    expect(shown()).toMatchObject({ status: "ringing", from: "client:one" });

    softphone.direct.reject();
    expect(one.done).toEqual(["rejected"]);
    emitDevice({ type: "incomingEnded", call: one.call });
    expect(shown()).toMatchObject({ status: "ringing", from: "client:two" });
    emitDevice({ type: "incomingEnded", call: two.call });

    expect(shown()).toBeNull();
  });

  test("[VD73] [CN1] ends on a line that another tab takes over, connected or ringing", async () => {
    const [one, two] = [anIncoming("client:one"), anIncoming("client:two")];
    const [talked, rung] = [await aRungPhone(one.call), await aRungPhone(two.call)];
    talked.softphone.direct.accept({ muted: false });
    talked.emitDevice({ type: "incomingEnded", call: one.call });
    one.emit({ type: "accepted" });

    await Promise.all([talked.softphone.release(), rung.softphone.release()]);

    expect([talked.shown(), rung.shown()]).toEqual([null, null]);
    expect([talked.seen.closed, rung.seen.closed]).toEqual([1, 1]);
    expect(talked.softphone.direct.isActive).toBe(false);
  });

  test("[VD73] [VD18] is answered, muted and ended, and no other call is made meanwhile", async () => {
    const one = anIncoming("client:one");
    const { softphone, emitDevice, shown } = await aRungPhone(one.call);

    softphone.direct.accept({ muted: false });
    emitDevice({ type: "incomingEnded", call: one.call });
    expect(shown()).toMatchObject({ status: "connecting", from: "client:one" });
    one.emit({ type: "accepted" });
    softphone.mute(true);
    expect(shown()).toMatchObject({ status: "talking", muted: true });
    await expect(softphone.connect(target)).rejects.toThrow("A Call is already active");
    softphone.direct.end();

    expect(one.done).toEqual(["accepted", "muted"]);
    expect(shown()).toBeNull();
    await softphone.connect(target);
  });

  test("[VD96] starts muted when the settings require it, and stays muted when it connects", async () => {
    const one = anIncoming("client:one");
    const { softphone, shown } = await aRungPhone(one.call);

    softphone.direct.accept({ muted: true });
    expect([shown(), softphone.isMuted]).toMatchObject([{ status: "connecting" }, true]);
    one.emit({ type: "accepted" });

    expect(one.done).toEqual(["accepted", "muted"]);
    expect(shown()).toMatchObject({ status: "talking", muted: true });
    softphone.mute(false);
    expect(shown()).toMatchObject({ status: "talking", muted: false });
  });

  test("[VD94] is shown before it is accepted, so that the other line is muted first", async () => {
    const one = anIncoming("client:one");
    const { softphone, seen } = await aRungPhone(one.call);
    const shownAtAccept: unknown[] = [];
    const accept = one.call.accept.bind(one.call);
    one.call.accept = (onEvent) => {
      shownAtAccept.push(seen.direct.at(-1));
      return accept(onEvent);
    };

    softphone.direct.accept({ muted: false });

    expect(shownAtAccept).toMatchObject([{ status: "connecting", id: "CAclient:one" }]);
  });

  test("[VD99] [VD14] is ignored when its line takes a call, through the browser or an audio server", async () => {
    const server = anAudioServer();
    const [one, two, three] = [anIncoming("one"), anIncoming("two"), anIncoming("three")];
    const remote = await ringAt(aSoftphone({}, { remote: server.remote }), [one.call, two.call]);
    const local = await aRungPhone(three.call);

    await Promise.all([remote.softphone.connect(target), local.softphone.connect(target)]);

    expect([one.done, two.done, three.done]).toEqual([["ignored"], ["ignored"], ["ignored"]]);
    expect([remote.shown(), local.shown()]).toEqual([null, null]);
    expect(remote.softphone.leg?.callId).toBe("c1");
  });

  test("[VD99] keeps ringing when the call for its line does not connect", async () => {
    const one = anIncoming("one");
    const remote = { ...anAudioServer().remote, connect: () => Promise.reject(new Error("gone")) };
    const phone = await ringAt(aSoftphone({}, { remote }), [one.call]);

    await expect(phone.softphone.connect(target)).rejects.toThrow("gone");

    expect(one.done).toEqual([]);
    expect(phone.shown()).toMatchObject({ status: "ringing", id: "CAone" });
    phone.softphone.direct.accept({ muted: false });
    expect(one.done).toEqual(["accepted"]);
  });

  test("[VD99] does not ring on a line with a call, and is not answered there", async () => {
    const server = anAudioServer();
    const [one, late] = [anIncoming("one"), anIncoming("late")];
    const phone = await ringAt(aSoftphone({}, { remote: server.remote }), [one.call]);
    // The device has not reported yet that the call stopped ringing.
    one.call.ignore = () => undefined;
    await phone.softphone.connect(target);

    phone.softphone.direct.accept({ muted: false });
    phone.ring(late.call);
    phone.softphone.mute(true);

    expect([one.done, late.done]).toEqual([[], ["ignored"]]);
    expect(phone.softphone.direct.isActive).toBe(false);
    expect(server.done).toEqual(["muted"]);
    expect(phone.softphone.leg?.muted).toBe(true);
  });

  test("[VD99] ends when its line continues a call after a page load", async () => {
    const server = anAudioServer();
    const [one, two] = [anIncoming("one"), anIncoming("two")];
    const phone = await ringAt(aSoftphone({}, { remote: server.remote }), [one.call]);
    phone.softphone.direct.accept({ muted: false });
    phone.emitDevice({ type: "incomingEnded", call: one.call });
    phone.ring(two.call);

    phone.softphone.adopt("c1", () => server.call);
    phone.softphone.mute(true);

    expect([one.done, two.done]).toEqual([["accepted"], ["ignored"]]);
    expect([phone.softphone.direct.isActive, phone.shown()]).toEqual([false, null]);
    expect(server.done).toEqual(["muted"]);
  });

  test("[VD73] has the levels of its line", async () => {
    const one = anIncoming("client:one");
    const { softphone } = await aRungPhone(one.call);
    expect(softphone.readLevels()).toEqual({ input: 0, output: 0 });

    softphone.direct.accept({ muted: false });

    expect(softphone.readLevels()).toEqual({ input: 0.3, output: 0.4 });
  });
});
