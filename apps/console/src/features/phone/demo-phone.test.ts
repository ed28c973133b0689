import { expect, test } from "vitest";

import type { VoiceCallEvent, VoiceDevice } from "../../client/softphone/voice-device.ts";
import type { HttpClient } from "../../lib/http-client.ts";
import { DemoPhone } from "./demo-phone.ts";

const offer = {
  token: "t",
  iceServers: [],
  callerNumbers: [{ number: "+61491570006", label: "Kim" }],
  lines: [{ number: "+61255500101", label: "2ZZ" }],
};

/** Creates a telephone with an answered call; `send` sends an event of this call. */
async function aConnectedPhone() {
  let send: (event: VoiceCallEvent) => void = () => undefined;
  let offers = 0;
  const call = { disconnect: () => send({ type: "ended" }), mute: () => undefined };
  const device = {
    register: () => Promise.reject(new Error("no socket")),
    close: () => undefined,
    connect: async (_params: unknown, onEvent: typeof send) => {
      send = onEvent;
      return call;
    },
  };
  const http = {
    call: async () => {
      offers += 1;
      return offer;
    },
  };
  const phone = new DemoPhone({
    http: http as unknown as HttpClient,
    openVoiceDevice: async () => device as unknown as VoiceDevice,
  });
  await phone.load();
  expect(offers).toBe(2);
  await phone.dial();
  send({ type: "accepted" } as VoiceCallEvent);
  return { phone, send: (event: object) => send(event as VoiceCallEvent) };
}

function endOf({ state }: DemoPhone) {
  return state.status === "ready" && state.call.status === "ended" ? state.call : null;
}

test("[SR34] a normal end shows no failure, not even an earlier failure to register", async () => {
  const { phone, send } = await aConnectedPhone();

  send({ type: "ended" });

  expect(endOf(phone)).toEqual({ status: "ended", words: null });
});

test("[SR34] a failure that the call survived is not shown at its normal end", async () => {
  const { phone, send } = await aConnectedPhone();
  send({ type: "failed", failure: { code: 53_405 } });
  send({ type: "reconnected" });

  phone.hangUp();

  expect(endOf(phone)?.words).toBeNull();
});

test.each([{ type: "signallingBack" }, { type: "sampled", quality: null }])(
  "[SR34] a failure before the event %j is not shown when the other side hangs up",
  async (event) => {
    const { phone, send } = await aConnectedPhone();
    send({ type: "failed", failure: { code: 53_001 } });
    send(event);

    send({ type: "ended" });

    expect(endOf(phone)).toEqual({ status: "ended", words: null });
  },
);

test("[SR34] a failure that ends the call is shown", async () => {
  const { phone, send } = await aConnectedPhone();

  send({ type: "failed", failure: { code: 53_405 } });
  send({ type: "ended" });

  expect(endOf(phone)?.words).toMatch(/sound/i);
});
