import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

import * as z from "zod";

import { hasCode } from "@linedesk/base";

const secretsSchema = z.object({
  accountSid: z.string(),
  authToken: z.string(),
  apiKey: z.string(),
  apiSecret: z.string(),
  appSid: z.string(),
  pusherAppId: z.string(),
  pusherKey: z.string(),
  pusherSecret: z.string(),
  oidcClientSecret: z.string(),
  sessionSecret: z.string(),
  ssoCookieSecret: z.string(),
  databasePassword: z.string(),
  databaseOwnerPassword: z.string(),
  databaseServerPassword: z.string(),
  integrationKey: z.string(),
});
export type Secrets = z.output<typeof secretsSchema>;

export class SecretsError extends Error {
  override name = "SecretsError";
  readonly code = "secrets_invalid";
}

function hex(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}

/** Returns new secrets, which are not stored. */
export function generateSecrets(): Secrets {
  return {
    accountSid: `AC${hex(16)}`,
    authToken: hex(16),
    apiKey: `SK${hex(16)}`,
    apiSecret: hex(16),
    appSid: `AP${hex(16)}`,
    pusherAppId: String(100_000 + randomBytes(2).readUInt16BE()),
    pusherKey: hex(10),
    pusherSecret: hex(16),
    oidcClientSecret: hex(24),
    sessionSecret: hex(32),
    ssoCookieSecret: hex(32),
    databasePassword: hex(16),
    databaseOwnerPassword: hex(16),
    databaseServerPassword: hex(16),
    integrationKey: hex(32),
  };
}

/**
 * Returns the secrets of this data folder. The first start generates them, readable only by their
 * owner; a secret that a later version adds is generated and stored too. Throws `SecretsError`, or
 * the system's error when the folder cannot be written.
 */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, "secrets.json");
  const stored = await readStoredSecrets(path);
  if (stored === null) {
    return createFile(path, dataDir);
  }
  const whole = secretsSchema.safeParse(stored);
  if (whole.success) {
    return whole.data;
  }
  const grown = secretsSchema.safeParse({ ...generateSecrets(), ...stored });
  if (!grown.success) {
    throw new SecretsError(`${path} contains a secret that is not a string.`);
  }
  await replaceFile(path, grown.data);
  return grown.data;
}

/**
 * Returns the secrets of this data folder without writing; `null` before the first start. Throws
 * `SecretsError`.
 */
export async function readSecrets(dataDir: string): Promise<Secrets | null> {
  const stored = await readStoredSecrets(join(dataDir, "secrets.json"));
  return stored === null ? null : secretsSchema.parse({ ...generateSecrets(), ...stored });
}

async function readStoredSecrets(path: string): Promise<object | null> {
  try {
    return z
      .object({})
      .loose()
      .parse(JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    if (hasCode(error, "ENOENT")) {
      return null;
    }
    if (hasCode(error, "EACCES")) {
      throw error;
    }
    throw new SecretsError(
      `${path} cannot be read. Restore it, or move it away and start once with "npm start -- --reset-database-password".`,
      {
        cause: error,
      },
    );
  }
}

async function createFile(path: string, dataDir: string): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true });
  const secrets = generateSecrets();
  const own = await writeTemporaryFile(path, secrets);
  try {
    // Unlike a rename, a link fails when another process has created the file first.
    await link(own, path);
    await syncFolder(dataDir);
    return secrets;
  } catch (error) {
    if (!hasCode(error, "EEXIST")) {
      throw error;
    }
    return loadSecrets(dataDir);
  } finally {
    await rm(own, { force: true });
  }
}

async function writeTemporaryFile(path: string, secrets: Secrets): Promise<string> {
  const own = `${path}.${process.pid}.${hex(4)}`;
  const file = await open(own, "wx", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(secrets, null, 2)}\n`);
    // A power failure must not leave an empty file in place of the secrets.
    await file.sync();
  } finally {
    await file.close();
  }
  return own;
}

/** At any moment the file has either its complete old content or its complete new content. */
async function replaceFile(path: string, secrets: Secrets): Promise<void> {
  await rename(await writeTemporaryFile(path, secrets), path);
  await syncFolder(dirname(path));
}

/**
 * Syncs the folder that contains the file's name. Systems that cannot sync a folder do not need it.
 */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => null);
  try {
    await folder?.sync();
  } catch (error) {
    if (!hasCode(error, "EINVAL") && !hasCode(error, "EPERM")) {
      throw error;
    }
  } finally {
    await folder?.close();
  }
}
