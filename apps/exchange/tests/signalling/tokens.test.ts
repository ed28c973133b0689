import { describe, expect, test } from "vitest";

import { type BootedExchange, eventually } from "../support/booted-exchange.ts";
import { inRoom, useExchange } from "./client-calls.ts";

let booted: BootedExchange;

useExchange((one) => (booted = one));

/** Of the 0.3 that the microphone says; a gap of a third of the half second would be less. */
function isLoud(amplitude: number) {
  return amplitude > 0.2;
}

describe("tokens", () => {
  test("[XS2] are refreshed without touching the call", async () => {
    booted.web.answer("/voice", inRoom("refresh"));
    const [alice, bob] = await Promise.all([booted.device("alice"), booted.device("bob")]);
    await alice.say(440);
    const call = await alice.connect();
    const other = await bob.connect();
    await eventually(() => other.amplitude(440), isLoud);

    await alice.updateToken(booted.token("alice"));
    await call.sendMessage("still there");
    await call.waitFor("messageSent");

    expect((await call.describe()).status).toBe("open");
    expect(await other.amplitude(440)).toSatisfy(isLoud);
  });

  test("[XS73] of a deleted key: the call goes on, and no other begins", async () => {
    booted.web.answer("/voice", inRoom("revoked"));
    const key = await booted.rest.newKeys.create({ friendlyName: "for a while" });
    const token = booted.token("alice", { key });
    const [alice, other, bob] = await Promise.all([
      booted.device("alice", { token }),
      booted.device("alice", { token }),
      booted.device("bob"),
    ]);
    await bob.say(1000);
    await bob.connect();
    const call = await alice.connect();
    await call.receivesTone(1000);

    await booted.rest.keys(key.sid).remove();
    await other.connect();

    expect((await other.waitFor("error")).value).toMatchObject({ code: 31203 });
    await other.waitFor("unregistered");
    await call.receivesTone(1000);
    expect((await call.describe()).status).toBe("open");
  });
});
