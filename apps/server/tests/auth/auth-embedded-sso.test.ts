import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import * as oidc from "openid-client";
import { expect, onTestFinished, test } from "vitest";

import { startEmbeddedSso } from "../../src/auth/embedded-sso.ts";
import { createSsoRecordStore, pruneSsoRecords } from "../../src/auth/sso-record-store.ts";
import { makeConfig, readSettings } from "../../src/config/config.ts";
import { loadSecrets } from "../../src/config/secrets.ts";
import { SecretSeal } from "../../src/integrations/secret-seal.ts";
import { createLogger } from "../../src/platform/logger.ts";
import { Browser } from "../support/auth-station.ts";
import { openTestDatabase } from "../support/database.ts";

const { db } = await openTestDatabase();
const seal = new SecretSeal("k".repeat(32));

/** Starts the embedded issuer of a server that has a data folder of its own. */
async function startIssuer(env: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), "linedesk-sso-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const settings = readSettings({ LINEDESK_DATA: folder, ...env });
  const config = makeConfig(settings, await loadSecrets(folder));
  return startEmbeddedSso({ config, db, seal, log: createLogger({ level: "silent" }) });
}

test("[SO3] with OIDC_ISSUER set the embedded issuer does not start", async () => {
  expect(await startIssuer({ OIDC_ISSUER: "https://login.example.com" })).toBeNull();
  expect(await startIssuer({})).toMatchObject({ issuer: "http://127.0.0.1:3000/sso" });
});

test("[SO7] two servers act as one issuer, and requests of one sign-in may reach both of them", async () => {
  const balancer = createServer().listen(0, "127.0.0.1");
  await once(balancer, "listening");
  onTestFinished(() => {
    balancer.closeAllConnections();
    balancer.close();
  });
  const origin = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`;
  const env = {
    PUBLIC_URL: origin,
    OIDC_CLIENT_SECRET: "a secret of both",
    SSO_COOKIE_SECRET: "c".repeat(32),
  };
  const servers = [await startIssuer(env), await startIssuer(env)];
  let requests = 0;
  balancer.on("request", (request, response) => {
    requests += 1;
    void servers[requests % 2]?.handle(request, response);
  });
  const client = await oidc.discovery(
    new URL(`${origin}/sso`),
    "linedesk",
    "a secret of both",
    undefined,
    { execute: [oidc.allowInsecureRequests] },
  );
  const verifier = oidc.randomPKCECodeVerifier();
  const checks = { pkceCodeVerifier: verifier, expectedState: oidc.randomState() };
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri: `${origin}/api/auth/callback/sso`,
    scope: "openid profile email",
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state: checks.expectedState,
  });

  const back = await new Browser(origin).chooseAt(url.href, "Alice");
  const tokens = await oidc.authorizationCodeGrant(client, new URL(back.url), checks);

  expect(tokens.claims()).toMatchObject({ name: "Alice" });
  await expect(
    oidc.authorizationCodeGrant(client, new URL(back.url), checks),
  ).rejects.toMatchObject({ error: "invalid_grant" });
});

test("[SO7] the database contains no code, uid or grant in clear, a code is used once, and what has expired is deleted", async () => {
  const storage = createSsoRecordStore(db, seal);
  const record = {
    model: "AuthorizationCode",
    payload: { uid: "uid-of-a", grantId: "grant-of-a" },
  };
  await storage.put({ ...record, id: "code-of-a", expiresInSeconds: 60 });
  await storage.put({ ...record, id: "code-of-b", expiresInSeconds: -1 });

  const rows = await db.selectFrom("sso_record").selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(/code-of|uid-of|grant-of/);
  expect(await storage.find("AuthorizationCode", "code-of-b")).toBeUndefined();
  expect(await storage.findByUid("AuthorizationCode", "uid-of-a")).toEqual(record.payload);
  await storage.consume("AuthorizationCode", "code-of-a");
  await expect(storage.consume("AuthorizationCode", "code-of-a")).rejects.toThrow("used twice");
  const readHashes = () => db.selectFrom("sso_record").select("id_hash").execute();
  await pruneSsoRecords(db);
  expect((await readHashes()).length).toBeLessThan(rows.length);
  await storage.deleteByGrant("grant-of-a");
  expect(await storage.find("AuthorizationCode", "code-of-a")).toBeUndefined();
  await pruneSsoRecords(db, 0);
  expect(await readHashes()).toEqual([]);
});
