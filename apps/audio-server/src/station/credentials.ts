import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

export interface Credentials {
  id: string;
  key: string;
}

export class CredentialsError extends Error {
  override readonly name = "CredentialsError";
  readonly code = "credentials";
}

const FILE = "credentials.json";
const TRIAL_BYTES = 1_000;
const CIPHER = "aes-256-gcm";
const stored = z.object({
  id: z.uuid(),
  salt: z.base64(),
  nonce: z.base64(),
  tag: z.base64(),
  sealed: z.base64(),
});

/**
 * Stores the key encrypted with a secret of this machine, in a file that only its owner can read. A
 * copy of the file is useless on another machine.
 */
export class CredentialsFile {
  readonly #folder: string;
  readonly #machine: string;

  constructor(folder: string, machine: string) {
    this.#folder = folder;
    this.#machine = machine;
  }

  /**
   * Returns `null` if this audio server was never paired. Throws CredentialsError if this machine
   * cannot decrypt the file.
   */
  read(): Credentials | null {
    let text: string;
    try {
      text = readFileSync(join(this.#folder, FILE), "utf8");
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") {
        return null;
      }
      throw error;
    }
    try {
      const { id, salt, nonce, tag, sealed } = stored.parse(JSON.parse(text));
      const decipher = createDecipheriv(
        CIPHER,
        this.#deriveKey(salt),
        Buffer.from(nonce, "base64"),
      );
      decipher.setAuthTag(Buffer.from(tag, "base64"));
      const key = decipher.update(Buffer.from(sealed, "base64"), undefined, "utf8");
      return { id, key: key + decipher.final("utf8") };
    } catch (error) {
      const path = join(this.#folder, FILE);
      throw new CredentialsError(
        `${path} cannot be decrypted on this machine. Pair the audio server again.`,
        { cause: error },
      );
    }
  }

  /** Throws CredentialsError if `write` would throw, so that no pairing code is wasted. */
  checkStorable(): void {
    const trial = join(this.#folder, `${FILE}.new`);
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      // The service could not read a key file that belongs to another user, such as root.
      const { uid } = statSync(this.#folder);
      if (process.getuid?.() === 0 && uid !== 0) {
        throw new Error(`it belongs to the user ${uid}, but this program runs as root`);
      }
      writeFileSync(trial, randomBytes(TRIAL_BYTES), { mode: 0o600, flush: true });
      rmSync(trial);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CredentialsError(
        `A key could not be stored in ${this.#folder}: ${reason}. The code was not used.`,
        { cause: error },
      );
    }
  }

  /** Replaces the file atomically, so that it is complete at any moment when the process ends. */
  write({ id, key }: Credentials): void {
    const salt = randomBytes(16).toString("base64");
    const nonce = randomBytes(12);
    const cipher = createCipheriv(CIPHER, this.#deriveKey(salt), nonce);
    const sealed = Buffer.concat([cipher.update(key, "utf8"), cipher.final()]).toString("base64");
    const tag = cipher.getAuthTag().toString("base64");
    const made = join(this.#folder, `${FILE}.new`);
    const text = JSON.stringify({ id, salt, nonce: nonce.toString("base64"), tag, sealed });
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(made, text, { mode: 0o600, flush: true });
      renameSync(made, join(this.#folder, FILE));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CredentialsError(
        `The key cannot be stored in ${this.#folder}: ${reason}. Free some space there, then pair with a new code.`,
        { cause: error },
      );
    }
  }

  #deriveKey(salt: string): Buffer {
    return scryptSync(this.#machine, Buffer.from(salt, "base64"), 32);
  }
}
