import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { ConfigError, readConfig } from "./config.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "linedesk-audio-server-config-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(content: unknown): { AUDIO_SERVER_CONFIG: string } {
  const path = join(folder, "audio-server.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return { AUDIO_SERVER_CONFIG: path };
}

test("[AS40] the environment overrides the file, and missing values get their defaults", () => {
  const env = write({
    station: "https://desk.example",
    page: { port: 9000 },
    lines: {
      line1: { device: { type: "jack", side: "left" }, toStudio: { limiterDbfs: -3 } },
    },
  });

  const config = readConfig({
    ...env,
    AUDIO_SERVER_PAGE_PORT: "0",
    AUDIO_SERVER_LINE2: '{"device": {"type": "alsa", "output": "hw:Card", "input": null}}',
  });

  expect(config).toEqual({
    station: "https://desk.example",
    data: "data/audio-server",
    pairingCode: null,
    logLevel: "info",
    logFormat: "json",
    page: { host: "127.0.0.1", port: 0 },
    gpio: null,
    lines: {
      line1: {
        device: { type: "jack", server: null, output: "system", input: "system", side: "left" },
        toStudio: { gainDb: null, highPassHz: null, automaticGainLufs: null, limiterDbfs: -3 },
        fromStudio: { gainDb: null, highPassHz: null, automaticGainLufs: null, limiterDbfs: null },
      },
      line2: {
        device: { type: "alsa", output: "hw:Card", input: null, side: "mono" },
        toStudio: { gainDb: null, highPassHz: null, automaticGainLufs: null, limiterDbfs: null },
        fromStudio: { gainDb: null, highPassHz: null, automaticGainLufs: null, limiterDbfs: null },
      },
    },
  });
});

test("[AS40] one error names every invalid value", () => {
  const env = write({
    station: "desk.example",
    lines: { line1: { device: { type: "jack", side: "middle" } } },
    colour: "red",
  });

  const read = () =>
    readConfig({ ...env, AUDIO_SERVER_PAGE_PORT: "99999", AUDIO_SERVER_LINE2: "{" });

  expect(read).toThrow(ConfigError);
  for (const fault of [
    "station: must be the http or https address of the console.",
    "lines.line1.device.side: ",
    "colour is not a setting.",
    "page.port: ",
    "AUDIO_SERVER_LINE2 must be JSON.",
  ]) {
    expect(read).toThrow(fault);
  }
});

test("[AS40] a configuration file that is named must be readable, and the default file may be missing", () => {
  expect(() => readConfig({ AUDIO_SERVER_CONFIG: join(folder, "none.json") })).toThrow(
    "none.json cannot be read as a JSON object",
  );
  expect(() => readConfig(write("[]"))).toThrow("it contains no object");
  expect(readConfig({ AUDIO_SERVER_STATION: "http://localhost:3000" }).station).toBe(
    "http://localhost:3000",
  );
});
