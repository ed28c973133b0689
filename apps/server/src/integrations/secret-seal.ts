import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A secret cannot be read, because it was encrypted with another key. */
export class SealBrokenError extends Error {
  override name = "SealBrokenError";
  readonly code = "seal_broken";
}

/**
 * Encrypts the secrets of integrations for the database (AES-256-GCM), each bound to its owner, so
 * that a secret is invalid in another row.
 */
export class SecretSeal {
  readonly #key: Buffer;

  constructor(key: string) {
    this.#key = Buffer.from(hkdfSync("sha256", key, "", "linedesk integrations", 32));
  }

  seal(secret: string, owner: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonce).setAAD(Buffer.from(owner));
    const sealed = [cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat([nonce, ...sealed]).toString("base64url");
  }

  /** Throws `SealBrokenError` for a secret that another key or another owner sealed. */
  open(sealed: string, owner: string): string {
    const bytes = Buffer.from(sealed, "base64url");
    try {
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", this.#key, nonce, {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    } catch (cause) {
      const message = "A secret cannot be read: it was stored with another INTEGRATION_KEY";
      throw new SealBrokenError(message, { cause });
    }
  }
}
