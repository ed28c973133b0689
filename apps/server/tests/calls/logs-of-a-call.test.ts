import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";
import * as z from "zod";

import { demoPeople } from "@linedesk/sso";
import { ring, startStation, VoiceClient } from "@linedesk/testkit";
import { Browser } from "../support/auth-station.ts";
import { sampleTrunk } from "../support/sample-trunk.ts";

const listenerNumber = "+61491570156";
const lineNumber = "+61255500101";
const callerName = "Wilhelmina Quux";
const shownName = "Ermengarde Phone";
const location = "Woolloomooloo";
const point = "Zebras on the harbour bridge";

const station = await startStation({ env: { LOG_LEVEL: "trace" } });

afterAll(() => station.close());

const snapshot = z.object({
  calls: z.array(z.object({ id: z.uuid(), desk: z.object({ status: z.string() }) })),
});

async function atTheDesk(name: string) {
  const browser = new Browser(station.url);
  await browser.signIn(name);
  const csrfToken = await browser.csrfToken();
  async function post(path: string, body: object): Promise<unknown> {
    const answer = await browser.fetch(`/api${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-csrf-token": csrfToken },
      body: JSON.stringify(body),
    });
    expect(`${path} ${answer.status}`).toBe(`${path} 200`);
    return answer.json();
  }
  return { browser, csrfToken, post };
}

type Desk = Awaited<ReturnType<typeof atTheDesk>>;

const signedIn = z.object({ user: z.object({ id: z.uuid() }) });
const stations = z.object({ items: z.array(z.object({ id: z.uuid(), callSign: z.string() })) });

async function untilCall(desk: Desk, of: string, status: string | null): Promise<string> {
  for (const end = performance.now() + 15_000; performance.now() < end;) {
    const answer = await desk.post("/twilio/calls/call_subscription", { station: of });
    const [call] = snapshot.parse(answer).calls;
    if ((call?.desk.status ?? null) === status) {
      return call?.id ?? "";
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the call is not ${status ?? "over"} within 15 s`);
}

/**
 * Lets a listener call. An operator answers, enters the caller's name, place and point, holds the
 * call, hangs up, and signs out. Returns the secrets that were used.
 */
async function takeACall(): Promise<string[]> {
  const desk = await atTheDesk("Alice");
  const { user } = signedIn.parse(await desk.browser.json("/api/auth/session"));
  const { items } = stations.parse(await desk.browser.json("/api/station"));
  const of = items.find(({ callSign }) => callSign === "2ZZ")?.id ?? "";
  const { token } = z
    .object({ token: z.string() })
    .parse(await desk.post("/twilio/auth", { identity: user.id }));
  const phone = await VoiceClient.start({ signalUrl: station.url.replace("http", "ws"), token });
  await phone.register();
  const exchange = { address: station.sip.host, port: station.sip.port };
  const listener = await ring({ exchange, from: listenerNumber, name: shownName, to: lineNumber });
  const call = await untilCall(desk, of, "waiting");

  const body = { call, action: "accept", line: "line1" };
  const { claim } = z
    .object({ claim: z.object({ id: z.string() }) })
    .parse(await desk.post("/twilio/calls/handle_call", body));
  const leg = await phone.connect({ params: { claim: claim.id } });
  await leg.waitFor("accept");
  await untilCall(desk, of, "screening");
  await desk.post("/caller/name", { call, name: callerName });
  await desk.post("/caller/location", { call, location: location });
  await desk.post("/twilio/calls/description", { call, description: point });
  await desk.post("/twilio/calls/handle_hold", { call, hold: true });
  await untilCall(desk, of, "held");
  await desk.post("/twilio/calls/handle_call", { call, action: "hang_up" });
  await listener.ended;
  await untilCall(desk, of, null);
  const cookies = [...desk.browser.cookies.values()];
  await desk.browser.post("/api/auth/signout");
  await phone.close();
  await listener.close();
  return [token, claim.id, desk.csrfToken, ...cookies];
}

async function handleSecrets(): Promise<string[]> {
  const desk = await atTheDesk(demoPeople.find(({ role }) => role === "owner")?.name ?? "");
  const { items } = stations.parse(await desk.browser.json("/api/station"));
  const admin = `/admin/${items[0]?.id}`;
  const made = z.object({ server: z.object({ id: z.uuid() }), code: z.string() });
  const { server, code } = made.parse(await desk.post(`${admin}/audioServers`, { name: "Rack" }));
  const { key } = z
    .object({ key: z.string() })
    .parse(await desk.post("/audioServers/pair", { code }));
  const withSecret = z.object({ integration: z.object({ id: z.uuid() }), secret: z.string() });
  const input = withSecret.parse(
    await desk.post(`${admin}/integrations`, {
      kind: "now_playing",
      name: "Playout",
      url: null,
      events: [],
    }),
  );
  const webhook = withSecret.parse(
    await desk.post(`${admin}/integrations`, {
      kind: "webhook",
      name: "CRM",
      url: "https://hooks.example.com/",
      events: ["chat.sent"],
    }),
  );
  await desk.post(`${admin}/integrations/${webhook.integration.id}/test`, {});
  const password = "Sup3r-Trunk-Passw0rd";
  await desk.post(`${admin}/telephony/trunks`, {
    ...sampleTrunk,
    hosts: ["127.0.0.1:9"],
    registers: false,
    password,
  });
  for (const [path, bearer] of [
    [`/audioServers/${server.id}/voiceToken`, key],
    [`/audioServers/${server.id}/voiceToken`, `${key}x`],
    [`/now_playing/${input.integration.id}`, input.secret],
    [`/now_playing/${input.integration.id}`, `${input.secret}x`],
  ] as const) {
    const answer = await fetch(`${station.url}/api${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ line: "line1", title: "Solid Rock", artist: "Goanna" }),
    });
    expect([200, 401]).toContain(answer.status);
  }
  return [code, key, input.secret, webhook.secret.slice("whsec_".length), password];
}

test("[MN8] a whole call at the lowest log level leaves no number, name, text or secret in any log", async () => {
  const used = [...(await takeACall()), ...(await handleSecrets())];
  const made = Object.entries(await station.secrets())
    .filter(([name]) => /secret|token|password/i.test(name))
    .map(([, value]) => value);

  const logs = await Promise.all(
    (["server", "exchange", "database"] as const).map((part) => station.log(part)),
  );
  const lines = logs.flatMap((log) => log.split("\n").filter((line) => line !== ""));
  const leaking = lines.filter((line) =>
    [listenerNumber, callerName, shownName, location, point, "491570156", ...used, ...made].some(
      (word) => line.includes(word),
    ),
  );

  expect(lines.length).toBeGreaterThan(20);
  expect(leaking).toEqual([]);
  const own = logs
    .slice(0, 2)
    .flatMap((log) => log.split("\n").filter((line) => line.startsWith("{")));
  const written = own.map((line) =>
    z.looseObject({ level: z.number(), msg: z.string() }).parse(JSON.parse(line)),
  );
  // Messages must be static, because one with a value in it would differ for each call and request.
  expect(written.length).toBeGreaterThan(20);
  expect(written.filter(({ msg }) => /\d{4}|[{}]|https?:/.test(msg))).toEqual([]);
});

/**
 * Returns the names of Linedesk's metrics in the text. The parts of a histogram count as the
 * histogram.
 */
function findMetricNames(text: string): string[] {
  const names = [...text.matchAll(/\blinedesk_[a-z0-9_]+/g)].map(([name]) => name);
  return [...new Set(names.map((name) => name.replace(/_(?:bucket|sum|count)$/, "")))];
}

test("[MN11] [AD95] one scrape has the metrics of a call, and all metrics that ops/ uses", async () => {
  const answer = await fetch(`${station.internalUrl}/metrics`);
  const text = await answer.text();
  const ops = join(import.meta.dirname, "../../../../ops");
  // Metrics of audio servers belong to another scrape.
  const names = readdirSync(ops).filter((name) => !name.includes("audio-server"));
  const files = names.map((name) => readFileSync(join(ops, name), "utf8"));
  const scraped = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));

  const queried = files.flatMap((file) => findMetricNames(file));

  expect(files).toHaveLength(3);
  expect(queried.length).toBeGreaterThan(20);
  expect(queried.filter((name) => !scraped.has(name))).toEqual([]);
  for (const line of [
    'linedesk_part_up{part="database"} 1',
    'linedesk_part_up{part="telephony"} 1',
    'linedesk_deliveries_oldest_seconds{to="promotion"} 0',
    "linedesk_calls_rehearsed 0",
    "linedesk_calls_waiting 0",
    "linedesk_calls_longest_wait_seconds 0",
    'linedesk_calls_ended_lately{outcome="talked"} 1',
    'linedesk_calls_ended_lately{outcome="abandoned"} 0',
    'linedesk_exchange_calls_ended_total{status="completed"}',
    "linedesk_exchange_webhooks_failed_total 0",
    "linedesk_exchange_calls_turned_away_total 0",
  ]) {
    expect(text).toContain(line);
  }
  expect(text).toMatch(/^linedesk_deliveries_waiting\{to="webhooks"\} \d/m);
  expect(text).toMatch(/^linedesk_exchange_packets_received_total [1-9]/m);
  expect(text).not.toContain("491570156");
  expect(text).not.toContain(callerName);
});
