import { expect, test } from "vitest";

import { FakeClock } from "@linedesk/base/testing";
import { LineDevices } from "./line-devices.ts";
import { LineTrack } from "./line-stream.ts";
import type { VoiceSdk } from "./voice-sdk.ts";

const first = { signallingHost: "desk.example.com", tls: true, edge: "roaming" };
const spare = { ...first, signallingHost: "desk.example.com/exchanges/spare" };

function lineDevices() {
  const seen: string[] = [];
  const clock = new FakeClock();
  class Device {
    constructor(token: string, options: { chunderw: string }) {
      seen.push(`open ${options.chunderw} ${token}`);
    }
    on(): void {}
    updateToken(token: string): void {
      seen.push(`token ${token}`);
    }
    destroy(): void {
      seen.push("destroy");
    }
  }
  let tokens = 0;
  const devices = new LineDevices({
    sdk: { Device, opus: null } as unknown as VoiceSdk,
    voice: {
      ...first,
      services: [
        { service: "main", ...first },
        { service: "spare", ...spare },
      ],
    },
    createToken: async (service) => ({
      token: `${service ?? "first"}${(tokens += 1)}`,
      iceServers: [],
    }),
    track: new LineTrack(),
    clock,
    onFault: () => undefined,
  });
  return { devices, seen, clock };
}

test("[AS127] a line opens a device for an exchange at its first call there, and uses it again", async () => {
  const { devices, seen } = lineDevices();

  await devices.open();
  await devices.open("main");
  await devices.open("spare");
  await devices.open("spare");
  devices.close();

  expect(seen).toEqual([
    "open desk.example.com first1",
    "open desk.example.com/exchanges/spare spare2",
    "destroy",
    "destroy",
  ]);
});

test("[AS127] an old token is replaced by one of the same exchange", async () => {
  const { devices, seen, clock } = lineDevices();
  await devices.open("spare");

  await clock.advance(10 * 60_000);
  await devices.open("spare");

  expect(seen.at(-1)).toBe("token spare2");
});
