import { expect, test } from "vitest";

import { askProcessed } from "./ask-processed.ts";
import { fullProcessing, isExclusive, noProcessing } from "./processing.ts";

const forAir = { autoGainControl: false, noiseSuppression: false, echoCancellation: true };
const exact = {
  autoGainControl: { exact: false },
  noiseSuppression: { exact: false },
  echoCancellation: { exact: true },
};

const stream = {} as MediaStream;

/** Creates a browser whose microphones refuse the requests for which `refuses` returns true. */
function aBrowser(refuses: (audio: MediaTrackConstraints) => boolean) {
  const requests: unknown[] = [];
  const input = { kind: "audioinput", label: "" };
  const inputs = [
    { ...input, deviceId: "default", groupId: "desk" },
    { ...input, deviceId: "mic1", groupId: "desk" },
    { ...input, deviceId: "mic2", groupId: "other" },
  ] as MediaDeviceInfo[];
  const ask = ({ audio }: MediaStreamConstraints): Promise<MediaStream> => {
    requests.push(audio);
    const isRefused = typeof audio === "object" && refuses(audio);
    return isRefused
      ? Promise.reject(new DOMException("", "OverconstrainedError"))
      : Promise.resolve(stream);
  };
  return { requests, browser: { ask, listInputs: () => Promise.resolve(inputs) } };
}

test("[VD103] the microphone opens by the requested device id, with exactly the requested processing", async () => {
  const { requests, browser } = aBrowser(() => false);

  expect(await askProcessed(browser, { audio: true }, forAir)).toBe(stream);

  expect(requests).toEqual([{ deviceId: { exact: "default" }, ...exact }]);
});

test("[VD103] if the microphone is open with another processing, it opens by another of its device ids, and no other microphone opens", async () => {
  const { requests, browser } = aBrowser(({ deviceId }) => {
    return JSON.stringify(deviceId) === '{"exact":"default"}';
  });

  await askProcessed(browser, { audio: true }, forAir);

  expect(requests.slice(1)).toEqual([{ deviceId: { exact: "mic1" }, ...exact }]);
});

test("[VD103] if the microphone opens by none of its device ids, only the echo cancellation is requested exactly", async () => {
  const { requests, browser } = aBrowser(({ deviceId }) => deviceId !== undefined);

  await askProcessed(browser, { audio: true }, forAir);

  expect(requests.at(-1)).toEqual({ ...forAir, echoCancellation: { exact: true } });
});

test("[VD103] two different kinds of processing exclude each other, and sound without processing excludes none", () => {
  expect(isExclusive(forAir, fullProcessing)).toBe(true);
  expect(isExclusive(forAir, forAir)).toBe(false);
  expect(isExclusive(forAir, noProcessing)).toBe(false);
});
