import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";

import { findRootFolder } from "@linedesk/base";
import { readSettings } from "../apps/server/src/config/config.ts";

const { path: root, version } = findRootFolder(import.meta.dirname);

function readExample(name: string): string {
  return readFileSync(join(root, "deploy", name), "utf8");
}

const compose = z.object({
  services: z.record(
    z.string(),
    z.object({ image: z.string(), command: z.array(z.string()).optional() }),
  ),
});

test("[SR84] the compose file runs both halves of this version beside database and relay", () => {
  const { services } = compose.parse(parse(readExample("container/compose.yaml")));

  expect(Object.keys(services)).toEqual(["database", "exchange", "server", "turn"]);
  for (const half of ["exchange", "server"]) {
    expect(services[half]).toMatchObject({
      image: `linedesk:${version}`,
      command: ["--part", half],
    });
  }
});

test("[SR84] the settings of the containers are valid for the server", () => {
  const lines = readExample("container/linedesk.env.example").matchAll(/^([A-Z_]+)=(.+)$/gm);
  const env = Object.fromEntries([...lines].map(([, name = "", value]) => [name, value]));

  const settings = readSettings({ ...env, SESSION_SECRET_FILE: undefined });

  expect(settings.PUBLIC_URL).toBe("https://desk.example.com");
});

test.each(["nginx/linedesk.conf", "caddy/Caddyfile"])(
  "[SR84] %s leads to the server's default port",
  (name) => {
    const { HOST, PORT } = readSettings({});

    expect(readExample(name)).toContain(`${HOST}:${PORT}`);
  },
);

test("[SR84] nginx passes WebSockets on, and sends the real address of the browser in place of a claimed one", () => {
  const proxy = readExample("nginx/linedesk.conf");

  expect(proxy).toContain("proxy_set_header Upgrade $http_upgrade;");
  expect(proxy).toContain("proxy_set_header X-Forwarded-For $remote_addr;");
});
