import { generateKeyPair, randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";

import { z } from "zod";

import { hasCode } from "@linedesk/base";

const storedKeys = z.object({
  jwks: z.object({
    keys: z.array(z.looseObject({ kty: z.literal("RSA"), kid: z.string() })).min(1),
  }),
  cookieKeys: z.array(z.string().min(32)).min(1),
});

export type SigningKeys = z.infer<typeof storedKeys>;

/** The file with the issuer's keys is unusable. The message contains the path and the reason. */
export class SigningKeysError extends Error {
  override name = "SigningKeysError";
  readonly code = "signing_keys";
}

/**
 * Reads the issuer's keys, or creates them at the first start. Only the owner can read the file.
 */
export async function loadSigningKeys(path: string): Promise<SigningKeys> {
  const text = await readIfPresent(path);
  if (text === null) {
    const keys = await createSigningKeys();
    await writeKeys(path, keys);
    return keys;
  }
  const keys = parseSigningKeys(text);
  if (keys !== null) {
    return keys;
  }
  throw new SigningKeysError(
    `${path} contains no signing keys. Delete it. The next start then creates new keys, and everybody must sign in again.`,
  );
}

/** Parses the text of the file. Returns `null` if it has no valid keys. */
export function parseSigningKeys(text: string): SigningKeys | null {
  return storedKeys.safeParse(parseJson(text)).data ?? null;
}

export async function createSigningKeys(): Promise<SigningKeys> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  const jwk = privateKey.export({ format: "jwk" });
  const kid = randomBytes(8).toString("hex");
  return {
    jwks: { keys: [{ ...jwk, kty: "RSA" as const, kid, use: "sig", alg: "RS256" }] },
    cookieKeys: [randomBytes(32).toString("hex")],
  };
}

async function writeKeys(path: string, keys: SigningKeys): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  // The new file is renamed into place, so that a crash leaves no partial file.
  await writeFile(`${path}.new`, JSON.stringify(keys), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) {
      return null;
    }
    throw new SigningKeysError(`${path} cannot be read`, { cause: error });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller's schema rejects `undefined`.
    return undefined;
  }
}
