import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import twilio from "twilio";
import { describe, expect, test } from "vitest";

import { startExchange, type Exchange } from "../../src/index.ts";
import { testConfig, twilioClient } from "../support/booted-exchange.ts";
import { useExchange } from "../support/use-exchange.ts";

const booted = useExchange();

function tokenOf(key: { sid: string; secret: string }, exchange: Exchange): string {
  const token = new twilio.jwt.AccessToken(exchange.account.sid, key.sid, key.secret, {
    identity: "alice",
    ttl: 600,
  });
  token.addGrant(new twilio.jwt.AccessToken.VoiceGrant({ incomingAllow: true }));
  return token.toJwt();
}

describe("API keys", () => {
  test("[XR40] are created, listed and deleted by the account, and the secret is shown once", async () => {
    const { rest } = booted();

    const made = await rest.newKeys.create({ friendlyName: "desk" });
    const listed = await rest.keys.list();
    const login: [string, string] = [made.sid, made.secret];
    const byKey = await booted().request("/Keys.json", { login });
    const removed = await rest.keys(made.sid).remove();

    expect(made.sid).toMatch(/^SK[0-9a-f]{32}$/);
    expect(made.secret).toMatch(/^[\w-]{32}$/);
    expect(listed.map(({ sid }) => sid)).toEqual([made.sid]);
    expect(JSON.stringify(listed)).not.toContain(made.secret);
    expect([byKey.status, await byKey.json()]).toMatchObject([403, { code: 20403, status: 403 }]);
    expect(removed).toBe(true);
    await expect(rest.keys(made.sid).remove()).rejects.toMatchObject({ status: 404, code: 20404 });
  });

  test("[XR40] authenticate at the API and read the account, but cannot create keys", async () => {
    const key = await booted().rest.newKeys.create({});
    const byKey = twilioClient(booted().exchange, [key.sid, key.secret]);
    const account = byKey.api.v2010.accounts(booted().exchange.account.sid);

    expect(await byKey.calls.list({ limit: 1 })).toEqual([]);
    expect((await account.fetch()).status).toBe("active");
    await expect(byKey.newKeys.create({})).rejects.toMatchObject({ status: 403, code: 20403 });
    await booted().rest.keys(key.sid).remove();
    await expect(byKey.calls.list({ limit: 1 })).rejects.toMatchObject({
      status: 401,
      code: 20003,
    });
  });

  test("[XR2] cannot manage keys by a path with an encoded letter of the account's sid", async () => {
    const key = await booted().rest.newKeys.create({});
    const { url, account } = booted().exchange;
    const path = `/2010-04-01/Accounts/${account.sid}/Keys.json`;
    const headers = { authorization: `Basic ${btoa(`${key.sid}:${key.secret}`)}` };

    const plain = await fetch(`${url}${path}`, { headers });
    const encoded = await fetch(`${url}${path.replace("/AC", "/%41C")}`, { headers });
    await booted().rest.keys(key.sid).remove();

    expect([plain.status, encoded.status]).toEqual([403, 403]);
  });

  test("[XR40] sign access tokens until they are deleted", async () => {
    const key = await booted().rest.newKeys.create({});
    const device = await booted().device("alice", { token: tokenOf(key, booted().exchange) });
    await device.close();
    await booted().rest.keys(key.sid).remove();

    const late = await booted().unregisteredDevice("alice", {
      token: tokenOf(key, booted().exchange),
    });
    late.register().catch(() => undefined);

    const error = await late.waitFor("error");
    expect(error.value).toMatchObject({ code: expect.any(Number) });
  });

  test("[XR50] survive a restart in a file that only their owner can read", async () => {
    const folder = await mkdtemp(join(tmpdir(), "linedesk-keys-"));
    const config = testConfig({ dataFolder: folder });
    const first = await startExchange(config);
    const key = await twilioClient(first).newKeys.create({ friendlyName: "kept" });
    await first.close();

    const second = await startExchange(config);
    const byKey = twilioClient(second, [key.sid, key.secret]);
    const queues = await byKey.queues.list();
    await second.close();

    expect(queues).toEqual([]);
    expect((await stat(join(folder, "exchange.json"))).mode & 0o077).toBe(0);
    await rm(folder, { recursive: true });
  });
});
