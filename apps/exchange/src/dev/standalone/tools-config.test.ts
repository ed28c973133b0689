import { describe, expect, test } from "vitest";

import { readSettings } from "../../config/config.ts";
import { readToolsConfig } from "./tools-config.ts";

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
});
