import { describe, expect, test } from "vitest";

import { classifyMicrophoneError, watchMicrophone } from "./microphone.ts";

function refusal(name: string): DOMException {
  return new DOMException("", name);
}

describe("a refused microphone", () => {
  test("is described as `dismissed`, `denied`, `missing`, `busy` or `unknown`", () => {
    expect(classifyMicrophoneError(refusal("NotAllowedError"), "prompt")).toBe("dismissed");
    expect(classifyMicrophoneError(refusal("NotAllowedError"), "denied")).toBe("denied");
    expect(classifyMicrophoneError(refusal("NotFoundError"), "prompt")).toBe("missing");
    expect(classifyMicrophoneError(refusal("NotReadableError"), "granted")).toBe("busy");
    expect(classifyMicrophoneError(new TypeError("odd"), null)).toBe("unknown");
  });
});

describe("the microphone of a page", () => {
  function aBrowser() {
    let requestCount = 0;
    const devices = Object.assign(new EventTarget(), {
      enumerateDevices: () => Promise.resolve([{ kind: "audioinput" }]),
      getUserMedia: () => {
        requestCount += 1;
        return Promise.resolve({ getTracks: () => [] });
      },
    });
    const permissions = { query: () => Promise.resolve({ state: "prompt", onchange: null }) };
    const microphone = watchMicrophone(
      devices as unknown as MediaDevices,
      permissions as unknown as Permissions,
    );
    return { microphone, requestCount: () => requestCount };
  }

  test("[SN2] prompts the person only when it is requested", async () => {
    const { microphone, requestCount } = aBrowser();

    await new Promise<void>((resolve) => void microphone.onChange(() => resolve()));
    expect([microphone.state, requestCount()]).toEqual(["prompt", 0]);
    await microphone.requestAccess();

    expect([microphone.state, requestCount()]).toEqual(["granted", 1]);
  });
});
