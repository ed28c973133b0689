import { type Attack, mustHold } from "./attack.ts";
import { CookieClient } from "./cookie-client.ts";
import { findOrAdd } from "./find-or-add.ts";
import type { Target } from "./target.ts";

const ID = "00000000-0000-4000-8000-000000000000";

const inwards: Attack = {
  name: "make the server send requests to forbidden addresses",
  run: async ({ as: { owner }, stations: [station] }) => {
    const forbiddenUrls = [
      "http://127.0.0.1/",
      "https://127.0.0.1/",
      "https://localhost/",
      "https://[::1]/",
      "https://[::ffff:127.0.0.1]/",
      "https://10.0.0.1/",
      "https://169.254.169.254/latest/meta-data",
      "http://example.com/",
      "ftp://example.com/",
      "file:///etc/passwd",
    ];
    for (const url of forbiddenUrls) {
      const json = { kind: "webhook", name: "Attack", url, events: ["chat.sent"] };
      const status = await owner.status(`/admin/${station}/integrations`, { json });
      mustHold(status === 400, `a webhook to ${url} is answered ${status}`);
    }
    const ports = [1, 22, 5_432, Number(new URL(owner.origin).port || 80)];
    for (const url of [
      ...ports.map((port) => `http://127.0.0.1:${port}/`),
      "http://localhost/",
      "http://169.254.169.254/a.wav",
      "file:///etc/passwd",
      "http://10.0.0.1/a",
    ]) {
      const json = { use: "music", url };
      const { problem } = await owner.read(`/admin/${station}/sounds/check`, { json });
      mustHold(
        problem === "not_allowed",
        `the check of a sound at ${url} reports ${String(problem)}`,
      );
    }
    return `${forbiddenUrls.length} webhooks, and sounds at ${ports.length} ports and 4 other addresses`;
  },
};

const guesses: Attack = {
  name: "guess a code or a key",
  run: async ({ anonymous }) => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 14; guess += 1) {
      const json = { code: `AAAA-AAA${"ABCDEFGHJKLMNP"[guess]}` };
      statuses.push(await anonymous.status("/audioServers/pair", { json }));
    }
    mustHold(!statuses.includes(200), "a guessed code pairs an audio server");
    mustHold(statuses.includes(429), `guesses have no rate limit: ${statuses.join(" ")}`);
    const headers = { authorization: `Bearer ${"k".repeat(43)}` };
    for (const [path, json] of [
      [`/now_playing/${ID}`, { title: "A", artist: "B" }],
      [`/audioServers/${ID}/voiceToken`, { line: "line1" }],
      [`/audioServers/${ID}/log`, { request: ID, lines: [] }],
      [
        `/audioServers/${ID}/claim`,
        { line: "line1", user: ID, target: { type: "accept", call: ID } },
      ],
      ["/websocket/auth", { socket_id: "1.1", channel_name: `private-station-${ID}` }],
      ["/station", undefined],
    ] as const) {
      const status = await anonymous.status(
        path,
        json === undefined ? { headers } : { json, headers },
      );
      mustHold([401, 403].includes(status), `${path} answers ${status} to a guessed key`);
    }
    return "14 pairing codes, and a key at six endpoints";
  },
};

/** Returns a newly paired audio server of the first station. */
async function pairOne({ as: { owner }, anonymous, stations: [station] }: Target) {
  const list = `/admin/${station}/audioServers`;
  const id = await findOrAdd(owner, list, { name: "Attack rack" });
  const { code } = await owner.read(`${list}/${id}/code`, { json: {} });
  const { key } = await pair(anonymous, String(code));
  const again = await pair(anonymous, String(code));
  return { list, id, key: String(key), isTaken: "key" in again };
}

/**
 * Earlier attempts count for the rate limit of pairing, so this function waits until another
 * attempt is allowed.
 */
async function pair(anonymous: CookieClient, code: string): Promise<Record<string, unknown>> {
  for (let tries = 0; tries < 20; tries += 1) {
    const { status, text } = await anonymous.ask("/api/audioServers/pair", { json: { code } });
    if (status !== 429) {
      return JSON.parse(text) as Record<string, unknown>;
    }
    await new Promise((resolve) => setTimeout(resolve, 5_000));
  }
  throw new Error("The rate limit of pairing codes is reached. Wait some minutes, then retry.");
}

const racks: Attack = {
  name: "use an audio server's key for more than its lines",
  run: async (target) => {
    const { as, stations, origin } = target;
    const { list, id, key, isTaken } = await pairOne(target);
    mustHold(!isTaken, "one code pairs two audio servers");
    const rack = new CookieClient(origin);
    const headers = { authorization: `Bearer ${key}` };
    const token = `/audioServers/${id}/voiceToken`;
    const ask = (path: string, json?: object) =>
      rack.status(path, json === undefined ? { headers } : { json, headers });
    mustHold(
      (await ask(token, { line: "line1" })) === 200,
      "the valid key is refused, so the attack proves nothing",
    );
    mustHold((await ask(token, { line: "line9" })) === 400, "an unknown line gets a token");
    mustHold(
      (await ask(`/audioServers/${ID}/voiceToken`, { line: "line1" })) === 403,
      "the key gets a token of another audio server",
    );
    const wanted = { type: "outbound", to: "+61255500101", profile: null };
    const absent = { line: "line1", user: target.users.owner, target: wanted };
    mustHold(
      (await ask(`/audioServers/${id}/claim`, absent)) === 403,
      "an absent person gets a claim",
    );
    mustHold((await ask("/station")) === 401, "the key is accepted as a session");
    mustHold((await ask(`${list}/${id}/log`, {})) === 401, "the key opens the admin area");
    for (const channel_name of [
      `private-station-whole-${stations[0]}`,
      `private-user-${target.users.owner}`,
      `presence-audio-server-${ID}-line1`,
    ]) {
      const status = await ask("/websocket/auth", { socket_id: "1.1", channel_name });
      mustHold([400, 403, 404].includes(status), `${channel_name} is answered ${status}`);
    }
    await as.owner.ask(`/api${list}/${id}`, { method: "DELETE" });
    mustHold((await ask(token, { line: "line1" })) === 401, "a revoked key gets a token");
    return "another server's token, a session, the admin area, three channels, a token after revocation";
  },
};

export const machineAttacks: readonly Attack[] = [inwards, racks, guesses];
