import { expect, test } from "vitest";

import { makeConfig, readSettings } from "./config.ts";
import type { Secrets } from "./secrets.ts";

const secrets: Secrets = {
  accountSid: `AC${"0".repeat(32)}`,
  authToken: "auth-token-of-tests",
  apiKey: `SK${"0".repeat(32)}`,
  apiSecret: "api-secret-of-tests",
  appSid: `AP${"0".repeat(32)}`,
  pusherAppId: "1",
  pusherKey: "key",
  pusherSecret: "secret",
  oidcClientSecret: "client",
  sessionSecret: "s".repeat(32),
  ssoCookieSecret: "c".repeat(32),
  databasePassword: "password",
  databaseOwnerPassword: "password",
  databaseServerPassword: "password",
  integrationKey: "i".repeat(32),
};

function config(env: Record<string, string> = {}) {
  return makeConfig(readSettings(env), secrets);
}

test("[AU29] a session lasts 12 hours without use and at most a day", () => {
  const hourMs = 3_600_000;

  expect(config().auth).toMatchObject({ sessionIdleMs: 12 * hourMs, sessionMaxMs: 24 * hourMs });
});

test("[SR10] everything is on loopback by default, without TLS, with the built-in parts", () => {
  expect(config()).toMatchObject({
    http: { host: "127.0.0.1", port: 3000, tls: null, publicUrl: "http://127.0.0.1:3000" },
    telephony: { kind: "exchange", apiUrl: "http://127.0.0.1:3001" },
    realtime: { external: null },
    auth: { issuer: null },
    database: { url: null },
    demoData: true,
    phoneEnabled: true,
  });
});

test("[SR11] a self-signed certificate is used only beyond loopback without certificate and PUBLIC_URL", () => {
  function tlsOf(env: Record<string, string>) {
    return config({ ALLOW_DEMO_SSO: "true", ...env }).http.tls;
  }

  expect(tlsOf({ HOST: "0.0.0.0" })).toBe("self-signed");
  expect(tlsOf({ HOST: "192.168.1.5" })).toBe("self-signed");
  expect(tlsOf({ HOST: "127.0.0.5" })).toBeNull();
  expect(tlsOf({ HOST: "::1" })).toBeNull();
  expect(tlsOf({ HOST: "0.0.0.0", PUBLIC_URL: "https://desk.example.com" })).toBeNull();
  expect(tlsOf({ HOST: "0.0.0.0", TLS_CERT: "a", TLS_KEY: "b" })).toEqual({ cert: "a", key: "b" });
});

test("[XS78] with the built-in exchange, softphones use the address of their edge in `EDGES`", () => {
  const EDGES = "sydney=syd.example.com,dublin=dub.example.com:8443";

  const addresses = [
    config({ EDGES, TWILIO_EDGE: "dublin" }),
    config({ EDGES, TWILIO_EDGE: "Sydney" }),
    config({ EDGES }),
    config({ TWILIO_EDGE: "sydney" }),
  ].map(({ telephony }) => telephony.edgeAddress);

  expect(addresses).toEqual(["dub.example.com:8443", "syd.example.com", null, null]);
});

test.each([
  ["EDGES", "sydney"],
  ["EDGES", "sydney=https://syd.example.com"],
  ["PORT", "http"],
  ["PORT", "70000"],
  ["PUBLIC_URL", "desk.example.com"],
  ["PUBLIC_URL", "https://desk.example.com/path"],
  ["DATABASE_POOL", "0"],
  ["NODE_ENV", "staging"],
  ["OWNER_EMAIL", "alice"],
  ["TWILIO_ACCOUNT_SID", "AC1"],
  ["PHONE_ENABLED", "perhaps"],
])("[SR8] the error names %s=%s in one sentence", (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(
    new RegExp(`^${name} is "${value}": it must be .*\\.$`),
  );
});

test("[SR8] the error names an invalid secret but does not show it", () => {
  expect(() => readSettings({ SESSION_SECRET: "short" })).toThrow(/^SESSION_SECRET is not valid/);
  expect(() => readSettings({ SESSION_SECRET: "short" })).not.toThrow(/short/);
});

test.each<[string, Record<string, string>]>([
  ["HOST", { HOST: "0.0.0.0" }],
  ["HOST", { HOST: "192.168.1.5", NODE_ENV: "test" }],
  ["PUBLIC_URL", { PUBLIC_URL: "https://desk.example.com" }],
  ["HOST", { HOST: "::", PHONE_ENABLED: "false" }],
])("[SO3] %s beyond loopback with a sign-in without a password is refused: %j", (name, env) => {
  expect(() => readSettings(env)).toThrow(
    new RegExp(`^${name} is ".*without a password.*OIDC_ISSUER.*ALLOW_DEMO_SSO=true`),
  );
  expect(() => readSettings({ ...env, ALLOW_DEMO_SSO: "true" })).not.toThrow();
  expect(() => readSettings({ ...env, OIDC_ISSUER: "https://issuer.example.com" })).not.toThrow();
});

test("[SR21] beyond loopback the demonstration telephone exists only when a setting enables it", () => {
  const open = { HOST: "0.0.0.0", ALLOW_DEMO_SSO: "true" };

  expect(config(open)).toMatchObject({ isPublic: true, phoneEnabled: false });
  expect(config({ ...open, PHONE_ENABLED: "true" }).phoneEnabled).toBe(true);
  expect(config({ PUBLIC_URL: "http://localhost:8080" })).toMatchObject({
    isPublic: false,
    phoneEnabled: true,
  });
});

test("settings that belong together are required together", () => {
  expect(() => readSettings({ TLS_CERT: "a" })).toThrow("TLS_CERT and TLS_KEY");
  expect(() => readSettings({ TELEPHONY: "twilio" })).toThrow("TWILIO_ACCOUNT_SID");
  expect(() => readSettings({ PUSHER_HOST: "ws.example.com", PUSHER_KEY: "key" })).toThrow(
    "Set PUSHER_APP_ID, PUSHER_SECRET too.",
  );
});

test("[AU16] production does not start without a session secret", () => {
  expect(() => readSettings({ NODE_ENV: "production" })).toThrow("NO_SECRET");
});

test("[SR19][SR21] production has no demo data and no demonstration telephone", () => {
  const production = { NODE_ENV: "production", SESSION_SECRET: "s".repeat(32) };

  expect(config(production)).toMatchObject({ demoData: false, phoneEnabled: false });
  expect(config({ ...production, PHONE_ENABLED: "true" }).phoneEnabled).toBe(false);
});

test("[MN1] [MN2] [MN3] monitoring is off by default, and complete when a setting enables it", () => {
  expect(config().monitoring).toEqual({ errors: null, analytics: null, siteAnalytics: false });

  const watched = config({
    SENTRY_DSN: "https://key@errors.example.com/1",
    ANALYTICS_URL: "https://eu.i.posthog.com",
    ANALYTICS_KEY: "phc_abc",
    SITE_ANALYTICS: "true",
  });

  expect(watched.monitoring).toEqual({
    errors: {
      dsn: "https://key@errors.example.com/1",
      errorRate: 1,
      traceRate: 1,
      replaySessionRate: 1,
      replayErrorRate: 1,
      replayMinMs: 5_000,
      replayMaxMs: 3_600_000,
    },
    analytics: { url: "https://eu.i.posthog.com", key: "phc_abc" },
    siteAnalytics: true,
  });
  expect(() => config({ ANALYTICS_KEY: "phc_abc" })).toThrow("Set both or neither");
  expect(() => config({ SENTRY_DSN: "https://errors.example.com/1" })).toThrow("with a key");
  expect(() => config({ SENTRY_TRACE_RATE: "2" })).toThrow("a number from 0 to 1");
});

test("an https address of the exchange is refused", () => {
  expect(() => readSettings({ EXCHANGE_URL: "https://10.0.0.5" })).toThrow(
    /^EXCHANGE_URL is "https:\/\/10\.0\.0\.5": the exchange speaks http\. .*\.$/,
  );
  expect(config({ EXCHANGE_URL: "http://10.0.0.5" }).telephony.apiUrl).toBe("http://10.0.0.5");
});

test("[SR113] EXCHANGES names up to eight exchanges in order of preference, and Twilio beside them", () => {
  const both = "main=http://10.0.0.5:3001, spare=http://10.0.0.6:3001";
  const { services, telephony } = config({ EXCHANGES: both });

  expect(services).toMatchObject([
    { service: "main", kind: "exchange", apiUrl: "http://10.0.0.5:3001" },
    { service: "spare", kind: "exchange", apiUrl: "http://10.0.0.6:3001" },
  ]);
  expect(telephony).toBe(services[0]);
  expect(config().services).toMatchObject([{ service: "main", apiUrl: "http://127.0.0.1:3001" }]);

  for (const wrong of [
    "main=https://10.0.0.5",
    "main=http://10.0.0.5/path",
    "Main=http://10.0.0.5",
    "twilio=http://10.0.0.5",
    "main=http://10.0.0.5,main=http://10.0.0.6",
    "main=http://10.0.0.5,spare=http://10.0.0.5",
    "main",
    Array.from({ length: 9 }, (_, at) => `x${at}=http://10.0.0.${at}`).join(),
  ]) {
    expect(() => config({ EXCHANGES: wrong })).toThrow(/^EXCHANGES is ".*": it must be up to 8 /);
  }
});

test("[SR113] TELEPHONY and EXCHANGE_URL are refused beside EXCHANGES", () => {
  const EXCHANGES = "main=http://10.0.0.5:3001";

  expect(() => config({ EXCHANGES, TELEPHONY: "exchange" })).toThrow(/Remove TELEPHONY\.$/);
  expect(() => config({ EXCHANGES, EXCHANGE_URL: "http://10.0.0.6" })).toThrow(
    /Remove EXCHANGE_URL\.$/,
  );
});

test("[SR115] beside Twilio, the exchanges have an account of their own", () => {
  const twilio = {
    TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`,
    TWILIO_AUTH_TOKEN: "auth-token-of-twilio",
    TWILIO_API_KEY: `SK${"1".repeat(32)}`,
    TWILIO_API_SECRET: "api-secret-of-twilio",
    TWILIO_APP_SID: `AP${"1".repeat(32)}`,
    PUBLIC_URL: "https://desk.example.com",
    ALLOW_DEMO_SSO: "true",
  };
  const EXCHANGES = "main=http://10.0.0.5:3001,twilio";
  const EXCHANGE_AUTH_TOKEN = "auth-token-of-exchange";

  expect(config({ ...twilio, EXCHANGES, EXCHANGE_AUTH_TOKEN }).services).toMatchObject([
    { service: "main", accountSid: secrets.accountSid, authToken: EXCHANGE_AUTH_TOKEN },
    { service: "twilio", kind: "twilio", accountSid: twilio.TWILIO_ACCOUNT_SID, apiUrl: null },
  ]);
  expect(() => config({ EXCHANGES })).toThrow(/^EXCHANGES contains "twilio"\. Set TWILIO_ACCOUNT/);
  expect(() => config({ EXCHANGE_AUTH_TOKEN })).toThrow(/Use the settings TWILIO_\* instead\.$/);
});
