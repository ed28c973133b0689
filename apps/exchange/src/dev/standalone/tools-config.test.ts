import { describe, expect, test } from "vitest";

import { ConfigError } from "../../config/config-error.ts";
import { readSettings } from "../../config/config.ts";
import { readToolsConfig } from "./tools-config.ts";

const testSid = `AC${"7".repeat(32)}`;
const token = "t".repeat(32);

function read(env: Record<string, string>) {
  return readToolsConfig(readSettings(env));
}

describe("the settings of the developer's tools", () => {
  test("have inspector and sample on loopback unless told otherwise", () => {
    expect(read({})).toMatchObject({
      inspector: { host: "127.0.0.1", port: 3002 },
      samplePort: 3003,
    });
    expect(
      read({ INSPECTOR_HOST: "0.0.0.0", INSPECTOR_PORT: "0", SAMPLE_PORT: "0" }),
    ).toMatchObject({ inspector: { host: "0.0.0.0", port: 0 }, samplePort: 0 });
    expect(read({ INSPECTOR_PORT: "off", SAMPLE_PORT: "off" })).toMatchObject({
      inspector: null,
      samplePort: null,
    });
  });

  test("have no test account unless told", () => {
    const env = { TWILIO_TEST_ACCOUNT_SID: testSid, TWILIO_TEST_AUTH_TOKEN: token };

    expect(read({}).testAccount).toBeNull();
    expect(read(env).testAccount).toEqual({ sid: testSid, authToken: token });
  });

  test.each([
    { TWILIO_TEST_ACCOUNT_SID: testSid },
    { TWILIO_TEST_AUTH_TOKEN: token },
    {
      TWILIO_ACCOUNT_SID: testSid,
      TWILIO_TEST_ACCOUNT_SID: testSid,
      TWILIO_TEST_AUTH_TOKEN: token,
    },
  ])("[SR8] name the one that is wrong: %o", (env) => {
    expect(() => read(env)).toThrow(ConfigError);
    expect(() => read(env)).toThrow(/^TWILIO_TEST_ACCOUNT_SID .*\.$/);
  });
});
