import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { z } from "zod";

import type { AccountConfig } from "./account-config.ts";

const schema = z.object({
  sid: z.string().regex(/^AC[0-9a-f]{32}$/),
  authToken: z.string().min(16),
  apiKey: z.string().regex(/^SK[0-9a-f]{32}$/),
  apiSecret: z.string().min(16),
});

function hex() {
  return randomBytes(16).toString("hex");
}

function makeAccount(): AccountConfig {
  return { sid: `AC${hex()}`, authToken: hex(), apiKey: `SK${hex()}`, apiSecret: hex() };
}

/**
 * Creates the account of a standalone exchange once, and keeps it in the existing data folder,
 * where only its owner can read it.
 */
export async function demoAccount(dataFolder: string | null): Promise<AccountConfig> {
  if (dataFolder === null) {
    return makeAccount();
  }
  const path = join(dataFolder, "account.json");
  const stored = await readStoredAccount(path);
  if (stored !== null) {
    return stored;
  }
  const account = makeAccount();
  await writeFile(path, JSON.stringify(account, null, 2), { mode: 0o600 });
  return account;
}

async function readStoredAccount(path: string): Promise<AccountConfig | null> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return null;
    }
    throw error;
  }
  return schema.parse(JSON.parse(text));
}
