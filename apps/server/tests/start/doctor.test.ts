import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { findFreePort } from "@linedesk/base";
import { nodeArguments, startStation, type Station } from "@linedesk/testkit";
import { type SipRegistrar, startRegistrar, trunkLogin } from "../support/sip-registrar.ts";
import { startTurnserver, type Turnserver } from "../support/turnserver.ts";

const TURN_SECRET = "a-secret-that-both-know";

let folder: string;
let registrar: SipRegistrar;
let relay: Turnserver;
let station: Station;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "linedesk-doctor-"));
  registrar = await startRegistrar();
  relay = await startTurnserver(TURN_SECRET);
  const trunk = { hosts: [registrar.address], ...trunkLogin, register: true };
  const trunks = [
    { name: "carrier", ...trunk },
    { name: "mistyped", ...trunk, password: "another-password" },
    { name: "silent", hosts: [`127.0.0.1:${await findFreePort()}`] },
  ];
  await writeFile(join(folder, "trunks.json"), JSON.stringify({ trunks }));
  station = await startStation({ env: settings() });
});
afterAll(async () => {
  await station.close();
  await relay.close();
  registrar.close();
  await rm(folder, { recursive: true, force: true });
});

function settings() {
  return {
    SIP_TRUNKS: join(folder, "trunks.json"),
    TURN_URL: `turn:127.0.0.1:${relay.port}?transport=udp,turn:127.0.0.1:${relay.port}?transport=tcp`,
    TURN_SECRET,
  };
}

interface Line {
  check: string;
  state: string;
  text: string;
  advice: string | null;
}

/** Runs `linedesk doctor --json` to its end, with other settings than the station has. */
async function examine(env: Record<string, string> = {}) {
  const { code, output } = await run(["--json"], env);
  const { checks } = JSON.parse(output) as { checks: Line[] };
  return { code, output, of: (name: string) => checks.filter(({ check }) => check === name) };
}

async function run(args: string[], env: Record<string, string> = {}) {
  const own = { PORT: "0", EXCHANGE_PORT: "0", SIP_PORT: "0", LINEDESK_DATA: station.dataDir };
  const child = spawn(process.execPath, [...nodeArguments("linedesk"), "doctor", ...args], {
    env: { ...process.env, NODE_ENV: "test", ...own, ...settings(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const [code] = (await once(child, "close")) as [number];
  return { code, output };
}

function stated(lines: readonly Line[]): string[] {
  return lines.map(({ state, text }) => `${state} ${text}`);
}

test("[SR60] the doctor of a running station finds its parts right, and each trunk's answer in words", async () => {
  const { code, of } = await examine();

  expect(code).toBe(1);
  expect(of("trunks").map(({ state }) => state)).toEqual(["right", "wrong", "wrong"]);
  expect(stated(of("trunks"))).toEqual([
    expect.stringMatching(
      /^right The trunk carrier at 127.* \(UDP\): It accepts the registration\. It answers\.$/,
    ),
    expect.stringMatching(/^wrong The trunk mistyped .*: It forbids the registration \(403\)\.$/),
    expect.stringMatching(/^wrong The trunk silent at .*: It does not answer\.$/),
  ]);
  for (const name of ["ports", "database", "disk", "microphone", "sign-in", "relays", "hub"]) {
    expect(of(name).map(({ state }) => state)).not.toContain("wrong");
    expect(of(name).map(({ state }) => state)).toContain("right");
  }
  expect(of("ports")).toHaveLength(6);
  expect(of("relays")).toHaveLength(2);
  expect(of("sign-in").map(({ state }) => state)).toEqual(["right", "right"]);
  expect(of("twilio").map(({ state }) => state)).toEqual(["left_out"]);
});

test("[SR60] the output contains no secret and no telephone number, and has one line for each finding", async () => {
  const { code, output } = await run([]);

  expect(code).toBe(1);
  expect(output).toMatch(/^WRONG {2}trunks {8}The trunk mistyped/m);
  expect(output).toMatch(/\d+ right, \d+ to look at, 2 wrong, \d+ left out\./);
  const secrets = [...Object.values(await station.secrets()), TURN_SECRET, trunkLogin.password];
  for (const secret of secrets) {
    expect(output).not.toContain(secret);
  }
  expect(output).not.toMatch(/\+?61\d{6}/);
});

test("[SR61] the doctor names a wrong setting and its repair", async () => {
  const closed = await findFreePort();
  const { of, code } = await examine({
    PUBLIC_URL: "http://desk.invalid",
    OIDC_ISSUER: `http://127.0.0.1:${closed}`,
    DATABASE_URL: station.databaseUrl.replace(/:[^:@]+@/, ":mistyped@"),
    TURN_SECRET: "another-secret-than-the-relay",
    MEDIA_ADDRESS: "10.255.255.1",
    SIP_HOST: "0.0.0.0",
  });

  expect(code).toBe(1);
  expect(stated(of("dns"))).toContainEqual(
    expect.stringMatching(/^wrong desk\.invalid \(PUBLIC_URL\) has no address/),
  );
  expect(stated(of("microphone"))).toEqual([
    "wrong http://desk.invalid is plain HTTP, so browsers allow no microphone.",
  ]);
  expect(stated(of("sign-in"))).toEqual([
    `wrong The issuer http://127.0.0.1:${closed} does not answer: nothing listens there.`,
  ]);
  expect(stated(of("database"))).toEqual(["wrong The database refuses the password."]);
  expect(of("relays").map(({ text }) => text)).toEqual([
    expect.stringContaining("refuses the login (401)"),
    expect.stringContaining("refuses the login (401)"),
  ]);
  expect(stated(of("address"))).toEqual([
    "wrong MEDIA_ADDRESS is 10.255.255.1, which is private and no address of this machine.",
  ]);
  expect(of("database")[0]?.advice).toBe("Correct the password in DATABASE_URL.");
});

test("[SR61] the doctor reports an issuer that does not know the client, and a Twilio account that refuses the key", async () => {
  const { accountSid = "", apiKey = "", authToken = "" } = await station.secrets();
  const account = {
    TELEPHONY: "twilio",
    PUBLIC_URL: station.url,
    TWILIO_API_URL: station.exchangeUrl,
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_API_KEY: apiKey,
    TWILIO_APP_SID: `AP${"1".repeat(32)}`,
  };
  const issuer = {
    OIDC_ISSUER: `${station.url}/sso`,
    OIDC_CLIENT_SECRET: "not-used-by-the-redirect",
  };
  const wrong = await examine({
    ...account,
    ...issuer,
    OIDC_CLIENT_ID: "nobody",
    TWILIO_API_SECRET: "a-mistyped-secret-of-the-key",
  });

  expect(stated(wrong.of("twilio"))).toEqual([
    "wrong Twilio refuses the key of the account (401).",
  ]);
  expect(stated(wrong.of("sign-in"))).toEqual([
    expect.stringMatching(/^right .* answers the discovery/),
    expect.stringMatching(/^wrong The issuer refuses the client or the redirect of a sign-in/),
  ]);

  const { apiSecret = "" } = await station.secrets();
  const right = await examine({ ...account, ...issuer, TWILIO_API_SECRET: apiSecret });
  expect(stated(right.of("twilio"))[0]).toBe(
    "right Twilio accepts the key, and the account is active.",
  );
  expect(right.of("twilio").map(({ state }) => state)).not.toContain("wrong");
  expect(right.of("clock").map(({ state }) => state)).toEqual(["right", "right"]);
});

test("[SR61] the doctor reports settings that the station would refuse", async () => {
  const { of, code } = await examine({ TELEPHONY: "twilio", PUBLIC_URL: station.url });

  expect(code).toBe(1);
  expect(stated(of("settings"))).toEqual([
    expect.stringMatching(/^wrong TELEPHONY is "twilio"\. Set TWILIO_ACCOUNT_SID, /),
  ]);
});

test("[SR62] before the first start, the doctor checks the ports and leaves no file", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const address = taken.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const dataDir = join(folder, "not-there");

  const { of, code } = await examine({
    LINEDESK_DATA: dataDir,
    PORT: String(port),
    SIP_PORT: String(await findFreePort()),
  });
  await new Promise((resolve) => taken.close(resolve));

  expect(code).toBe(1);
  expect(stated(of("ports"))).toContain(`wrong Port ${port} is in use.`);
  expect(of("ports").map(({ text }) => text)).toContainEqual(
    expect.stringMatching(/^SIP_PORT \d+ is free for the next start\.$/),
  );
  for (const name of ["database", "disk", "trunks", "hub", "sign-in"]) {
    expect(of(name)).toMatchObject([{ check: name, state: "left_out" }]);
  }
  await expect(rm(dataDir)).rejects.toThrow("ENOENT");
});
