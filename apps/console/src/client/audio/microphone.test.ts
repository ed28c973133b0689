import { describe, expect, test } from "vitest";

import { stateOfRefusal, watchMicrophone } from "./microphone.ts";

function refusal(name: string): DOMException {
  return new DOMException("", name);
}

describe("a refused microphone", () => {
  test("tells dismissed, denied, missing and busy apart", () => {
    expect(stateOfRefusal(refusal("NotAllowedError"), "prompt")).toBe("dismissed");
    expect(stateOfRefusal(refusal("NotAllowedError"), "denied")).toBe("denied");
    expect(stateOfRefusal(refusal("NotFoundError"), "prompt")).toBe("missing");
    expect(stateOfRefusal(refusal("NotReadableError"), "granted")).toBe("busy");
    expect(stateOfRefusal(new TypeError("odd"), null)).toBe("unknown");
  });
});

describe("the microphone of a page", () => {
  function aBrowser() {
    let asked = 0;
    const devices = Object.assign(new EventTarget(), {
      enumerateDevices: () => Promise.resolve([{ kind: "audioinput" }]),
      getUserMedia: () => {
        asked += 1;
        return Promise.resolve({ getTracks: () => [] });
      },
    });
    const permissions = { query: () => Promise.resolve({ state: "prompt", onchange: null }) };
    const microphone = watchMicrophone(
      devices as unknown as MediaDevices,
      permissions as unknown as Permissions,
    );
    return { microphone, asked: () => asked };
  }

  test("[SN1] is known to need a question, which is put only when it is asked for", async () => {
    const { microphone, asked } = aBrowser();

    await new Promise<void>((resolve) => void microphone.onChange(() => resolve()));
    expect([microphone.state, asked()]).toEqual(["prompt", 0]);
    await microphone.ask();

    expect([microphone.state, asked()]).toEqual(["granted", 1]);
  });
});
