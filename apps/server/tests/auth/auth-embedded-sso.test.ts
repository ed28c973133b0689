import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { startEmbeddedSso } from "../../src/auth/embedded-sso.ts";
import { makeConfig, readSettings } from "../../src/config/config.ts";
import { loadSecrets } from "../../src/config/secrets.ts";
import { createLogger } from "../../src/platform/logger.ts";

test("[SO3] with OIDC_ISSUER set the embedded issuer does not start", async () => {
  const folder = await mkdtemp(join(tmpdir(), "linedesk-sso-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  async function start(env: Record<string, string>) {
    const settings = readSettings({ LINEDESK_DATA: folder, ...env });
    const config = makeConfig(settings, await loadSecrets(folder));
    return startEmbeddedSso(config, createLogger({ level: "silent" }));
  }

  expect(await start({ OIDC_ISSUER: "https://login.example.com" })).toBeNull();
  expect(await start({})).toMatchObject({ issuer: "http://127.0.0.1:3000/sso" });
});
