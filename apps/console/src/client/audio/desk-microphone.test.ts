import { expect, test } from "vitest";

import { DeskMicrophone } from "./desk-microphone.ts";

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

class FakeTrack extends EventTarget {
  readyState: "live" | "ended" = "live";

  getSettings(): MediaTrackSettings {
    return {};
  }

  stop(): void {
    this.readyState = "ended";
  }

  unplug(): void {
    this.stop();
    this.dispatchEvent(new Event("ended"));
  }
}

class FakeStream {
  readonly track = new FakeTrack();
  readonly clones: FakeStream[] = [];

  getTracks(): FakeTrack[] {
    return [this.track];
  }

  clone(): FakeStream {
    const copy = new FakeStream();
    this.clones.push(copy);
    return copy;
  }
}

function aMicrophone(refusals: Error[] = []) {
  const requests: MediaStreamConstraints[] = [];
  const streams: FakeStream[] = [];
  const openings: boolean[] = [];
  const microphone = new DeskMicrophone((constraints) => {
    requests.push(constraints);
    const refusal = refusals.shift();
    if (refusal !== undefined) {
      return Promise.reject(refusal);
    }
    const stream = new FakeStream();
    streams.push(stream);
    return Promise.resolve(stream as unknown as MediaStream);
  });
  microphone.onChange((isOpen) => openings.push(isOpen));
  return { microphone, requests, streams, openings };
}

test("[VD66] the microphone is open before the SDK requests it, and each call gets and closes its own copy", async () => {
  const { microphone, requests, streams, openings } = aMicrophone();

  const release = microphone.open();
  await settle();
  const [one, other] = [
    await microphone.getUserMedia({ audio: true }),
    await microphone.getUserMedia({ audio: true }),
  ];
  one.getTracks()[0]?.stop();

  expect(requests).toEqual([{ audio: true }]);
  expect(streams[0]?.clones).toEqual([one, other]);
  expect(streams[0]?.track.readyState).toBe("live");
  release();
  await settle();
  expect(streams[0]?.track.readyState).toBe("ended");
  expect(other.getTracks()[0]?.readyState).toBe("live");
  expect(openings).toEqual([true, false]);
});

test("[VD66] the microphone stays open until each holder has released it once", async () => {
  const { microphone, requests, streams } = aMicrophone();

  const one = microphone.open();
  const other = microphone.open();
  one();
  one();
  await settle();
  expect(streams[0]?.track.readyState).toBe("live");
  other();
  await settle();

  expect(streams[0]?.track.readyState).toBe("ended");
  microphone.open();
  expect(requests).toHaveLength(2);
});

test("[VD66] the microphone closes if it was released while it opened", async () => {
  const { microphone, streams, openings } = aMicrophone();

  microphone.open()();
  await settle();

  expect(streams[0]?.track.readyState).toBe("ended");
  expect(openings).toEqual([]);
});

test("[VD66] the microphone is requested again for other constraints, after a refusal, and after an unplug", async () => {
  const { microphone, requests, streams, openings } = aMicrophone([new Error("busy")]);
  const constraints = { audio: { deviceId: "desk" } };

  microphone.open();
  const afterRefusal = await microphone.getUserMedia({ audio: true });
  microphone.open();
  await settle();
  await microphone.getUserMedia(constraints);
  for (const { track } of streams) {
    track.unplug();
  }
  const afterUnplugging = await microphone.getUserMedia({ audio: true });

  expect(afterRefusal).toBe(streams[0]);
  expect(afterUnplugging).toBe(streams.at(-1));
  expect(requests.at(-1)).toEqual({ audio: true });
  expect(requests).toContainEqual(constraints);
  expect(openings).toEqual([true, false]);
});
