import { describe, expect, test } from "vitest";

import { type BootedExchange } from "../support/booted-exchange.ts";
import { RawSocket } from "../support/raw-socket.ts";
import { inRoom, useExchange } from "./client-calls.ts";

let booted: BootedExchange;

useExchange((one) => (booted = one));

describe("tokens", () => {
  test("[XS150] withdrawn from an identity: the call goes on, the old token begins nothing, the next one does", async () => {
    booted.web.answer("/voice", inRoom("withdrawn"));
    const token = booted.token("alice");
    const [alice, other, bob] = await Promise.all([
      booted.device("alice", { token }),
      booted.device("alice", { token }),
      booted.device("bob"),
    ]);
    await bob.say(1000);
    await bob.connect();
    const call = await alice.connect();
    await call.receivesTone(1000);

    const { status } = await withdrawTokens("alice");
    await other.waitFor("unregistered");
    const socket = await RawSocket.open(booted.exchange.signalUrl);
    socket.send("listen", { token });

    expect(status).toBe(204);
    expect(await socket.waitFor("error")).toMatchObject({ error: { code: 31205 } });
    expect((await call.describe()).status).toBe("open");
    await call.receivesTone(1000);
    await other.updateToken(booted.token("alice"));
    await other.waitFor("registered");
    socket.close();
  });

  test("[XS150] are withdrawn with the account's credentials only, and of nobody else", async () => {
    const bob = await RawSocket.open(booted.exchange.signalUrl);
    await withdrawTokens("alice");

    bob.send("listen", { token: booted.token("bob") });

    expect(await bob.waitFor("connected")).toMatchObject({ token: { identity: "bob" } });
    expect((await withdrawTokens("bob", "Basic nobody")).status).toBe(401);
    bob.close();
  });
});

function withdrawTokens(identity: string, authorization?: string): Promise<Response> {
  const { sid, authToken } = booted.exchange.account;
  const credentials = Buffer.from(`${sid}:${authToken}`).toString("base64");
  return fetch(
    `${booted.exchange.url}/2010-04-01/Accounts/${sid}/Clients/${identity}/Tokens.json`,
    {
      method: "DELETE",
      headers: { authorization: authorization ?? `Basic ${credentials}` },
    },
  );
}
