import { resolve } from "node:path";

import { describe, expect, test } from "vitest";

import { ConfigError } from "./config-error.ts";
import { readConfig } from "./config.ts";

const account = {
  TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
  TWILIO_AUTH_TOKEN: "a".repeat(32),
  TWILIO_API_KEY: `SK${"0".repeat(32)}`,
  TWILIO_API_SECRET: "b".repeat(32),
};

const turnSecret = "a-secret-that-two-servers-share";

describe("the exchange's settings", () => {
  test("[SR10] have addresses on loopback by default", () => {
    const config = readConfig({});

    expect(config).toMatchObject({
      port: 3001,
      sip: { host: "127.0.0.1", port: 5060, plan: { trunks: [], isClosed: false } },
      media: { host: "127.0.0.1", ports: { min: 20_000, max: 29_999 }, advertised: null },
      account: null,
      allowedOrigins: [],
      edges: new Map(),
      log: { level: "info", format: "json" },
      dataFolder: resolve("data/exchange"),
    });
  });

  test("[XR302] let the exchange listen beyond loopback only with an account and webhook hosts", () => {
    const WEBHOOK_HOSTS = "10.0.0.5:3000";

    const given = readConfig({ ...account, EXCHANGE_HOST: "10.0.0.6", WEBHOOK_HOSTS });

    expect(readConfig({}).host).toBeNull();
    expect(given.host).toBe("10.0.0.6");
    expect(readConfig({ EXCHANGE_HOST: "127.0.0.2" }).host).toBe("127.0.0.2");
    expect(() => readConfig({ EXCHANGE_HOST: "10.0.0.6", WEBHOOK_HOSTS })).toThrow(
      "EXCHANGE_HOST is 10.0.0.6, which other machines reach, so the exchange needs TWILIO_AUTH_TOKEN too.",
    );
    expect(() => readConfig({ ...account, EXCHANGE_HOST: "10.0.0.6" })).toThrow("WEBHOOK_HOSTS");
  });

  test.each(["0.0.0.0", "203.0.113.9", "::", "exchange.example", "239.0.0.1", "2001:db8::1"])(
    "[XR302] refuse %s as the address of the exchange",
    (EXCHANGE_HOST) => {
      const env = { ...account, EXCHANGE_HOST, WEBHOOK_HOSTS: "*" };

      expect(() => readConfig(env)).toThrow("must be an IP address of this machine in a private");
    },
  );

  test("[XI133] set the maximum numbers of calls, and an invalid number is refused", () => {
    const env = { CALLS_MAX: "60", SIP_CALLS_MAX: "50", SIP_CALLS_PER_ADDRESS: "40" };

    expect(readConfig({}).calls).toEqual({ max: 2000, maxBySip: 1000, maxPerAddress: 500 });
    expect(readConfig(env).calls).toEqual({ max: 60, maxBySip: 50, maxPerAddress: 40 });
    for (const name of Object.keys(env)) {
      expect(() => readConfig({ [name]: "0" })).toThrow(`${name} is not valid`);
    }
  });

  test("[XT5] pass to child processes only paths and language, and no secret", () => {
    const given = { PATH: "/usr/bin:/bin", HOME: "/root", LANG: "C.UTF-8", TMPDIR: "/var/tmp" };
    const secrets = { TURN_SECRET_FILE: "/run/secrets/turn", AWS_SECRET_ACCESS_KEY: "hush" };

    const config = readConfig({
      ...account,
      ...given,
      ...secrets,
    });

    expect(config.programEnvironment).toEqual(given);
  });

  test("[SR9] are read into the configuration", () => {
    const config = readConfig({
      ...account,
      EXCHANGE_PORT: "0",
      SIP_PEER: "radio:s3cret@sip.example.net:5070",
      MEDIA_ADDRESS: "192.0.2.7",
      TURN_URL: "turn:relay.example.net:3478?transport=udp, turns:relay.example.net",
      TURN_SECRET: turnSecret,
      ALLOWED_ORIGINS: "https://desk.example.net, https://other.example.net",
      EDGES: "sydney=syd.example.com",
      WEBHOOK_HOSTS: "*",
    });

    expect(config).toMatchObject({
      port: 0,
      sip: {
        plan: {
          trunks: [
            {
              hosts: [{ host: "sip.example.net", port: 5070 }],
              credentials: { username: "radio", password: "s3cret" },
            },
          ],
        },
      },
      media: {
        host: "0.0.0.0",
        advertised: "192.0.2.7",
        relays: {
          urls: ["turn:relay.example.net:3478?transport=udp", "turns:relay.example.net"],
          secret: turnSecret,
        },
      },
      account: { sid: account.TWILIO_ACCOUNT_SID, apiKey: account.TWILIO_API_KEY },
      allowedOrigins: ["https://desk.example.net", "https://other.example.net"],
      edges: new Map([["sydney", "syd.example.com"]]),
      webhookHosts: ["*"],
    });
  });

  test("[XI140] accept SIP only from SIP_PEER unless SIP_OPEN is true", () => {
    function isClosed(env: Record<string, string>) {
      return readConfig(env).sip.plan.isClosed;
    }
    const peer = { SIP_PEER: "sip.example.net" };

    expect(isClosed(peer)).toBe(true);
    expect(isClosed({ ...peer, SIP_OPEN: "true" })).toBe(false);
    expect(isClosed({})).toBe(false);
    expect(() => readConfig({ SIP_OPEN: "perhaps" })).toThrow("SIP_OPEN");
  });

  test("[XR112][XR54] have no number pool and dial unverified numbers by default", () => {
    expect(readConfig({})).toMatchObject({ poolNumbers: [], dialsVerifiedOnly: false });
    const environment = { NUMBER_POOL: "+61255500100-+61255500101", DIAL_VERIFIED_ONLY: "true" };
    expect(readConfig(environment)).toMatchObject({
      poolNumbers: ["+61255500100", "+61255500101"],
      dialsVerifiedOnly: true,
    });
  });

  test("[XI35][XI37] allow Australia and limit the calls by default", () => {
    const usual = readConfig({}).sip;
    const { rules, caps } = readConfig({
      DIAL_ALLOWED: "+61, +64",
      DIAL_REFUSED: "+6113",
      DIAL_CONCURRENT: "0",
    }).sip;

    expect(usual.rules).toMatchObject({ allowed: ["+61"], emergency: "refuse" });
    expect(usual.caps).toEqual({ callsPerMinute: 60, concurrentCalls: 100, minutesPerDay: 6000 });
    expect(rules.allowed).toEqual(["+61", "+64"]);
    expect(rules.refused).toEqual(expect.arrayContaining(["+6119", "+6113"]));
    expect(caps.concurrentCalls).toBeNull();
  });

  test.each([
    ["0.0.0.0", "0.0.0.0"],
    ["192.0.2.7", "192.0.2.7"],
    ["localhost", "127.0.0.1"],
    ["studio.example.net", "0.0.0.0"],
  ])("[SR10] [SR28] with SIP on %s, media listens on %s", (sipHost, mediaHost) => {
    const { media } = readConfig({ SIP_HOST: sipHost });

    expect(media).toMatchObject({ host: mediaHost, advertised: null });
  });

  test.each([
    [{ EXCHANGE_PORT: "http" }, "EXCHANGE_PORT"],
    [{ EXCHANGE_PORT: "70000" }, "EXCHANGE_PORT"],
    [{ SIP_PEER: "sip.example.net:99999" }, "SIP_PEER"],
    [{ MEDIA_ADDRESS: "studio" }, "MEDIA_ADDRESS"],
    [{ TURN_URL: "https://relay.example.net", TURN_SECRET: turnSecret }, "TURN_URL"],
    [{ TURN_URL: "turn:relay.example.net" }, "TURN_URL"],
    [{ TURN_SECRET: turnSecret }, "TURN_URL"],
    [{ TURN_URL: "turn:relay.example.net", TURN_SECRET: "short" }, "TURN_SECRET"],
    [{ SIP_TRUNKS: "/nowhere/trunks.json" }, "SIP_TRUNKS"],
    [{ SIP_TRUNKS: "x.json", SIP_PEER: "pbx" }, "SIP_PEER"],
    [{ SIP_TRANSPORTS: "udp,sctp" }, "SIP_TRANSPORTS"],
    [{ SIP_TRANSPORTS: "tls" }, "SIP_TLS_CERT"],
    [{ DIAL_ALLOWED: "61" }, "DIAL_ALLOWED"],
    [{ DIAL_EMERGENCY: "yes" }, "DIAL_EMERGENCY"],
    [{ DIAL_MINUTES_PER_DAY: "-1" }, "DIAL_MINUTES_PER_DAY"],
    [{ REST_PER_SECOND: "fast" }, "REST_PER_SECOND"],
    [{ NUMBER_POOL: "+61255500102-+61255500100" }, "NUMBER_POOL"],
    [{ NUMBER_POOL: "+9991234567" }, "NUMBER_POOL"],
    [{ DIAL_VERIFIED_ONLY: "yes" }, "DIAL_VERIFIED_ONLY"],
    [{ SIP_TLS_CA: "/nowhere/ca.pem" }, "SIP_TLS_CA"],
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL"],
    [{ LOG_FORMAT: "xml" }, "LOG_FORMAT"],
    [{ RTP_PORT_MIN: "4000", RTP_PORT_MAX: "4000" }, "RTP_PORT_MAX"],
    [{ ...account, TWILIO_API_SECRET: "" }, "TWILIO_API_SECRET"],
    [{ ...account, TWILIO_ACCOUNT_SID: "AC12" }, "TWILIO_ACCOUNT_SID"],
  ])("[SR8] cause an error that names the invalid setting: %o", (env, name) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(new RegExp(`^${name} .*\\.$`));
  });
});
