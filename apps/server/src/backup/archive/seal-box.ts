import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from "node:crypto";

import { BackupError } from "./backup-error.ts";

const KEY_BYTES = 32;
const TAG_BYTES = 16;
/** Each box has a key of its own, so the nonce never repeats under one key. */
const NONCE = Buffer.alloc(12);
const PURPOSE = "linedesk backup secrets 1";
const PRIVATE_KEY_LABEL = "LINEDESK BACKUP PRIVATE KEY";

export interface KeyPair {
  /** The value of BACKUP_KEY. */
  publicKey: string;
  /** The content of the file that is kept away from the machine. */
  privateKey: string;
}

export function makeKeyPair(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync("x25519");
  const scalar = privateKey.export({ format: "jwk" }).d ?? "";
  const shown = exportPublic(publicKey).toString("base64url");
  return {
    publicKey: shown,
    privateKey: `# ${PRIVATE_KEY_LABEL} of BACKUP_KEY ${shown}\n${scalar}\n`,
  };
}

/**
 * Encrypts bytes so that only the private key can decrypt them, with an ephemeral X25519 key,
 * HKDF-SHA-256, and AES-256-GCM.
 */
export function sealBox(content: Buffer, recipient: string): Buffer {
  const to = Buffer.from(recipient, "base64url");
  const ephemeral = generateKeyPairSync("x25519");
  const from = exportPublic(ephemeral.publicKey);
  const key = deriveKey(ephemeral.privateKey, importPublic(to), { from, to });
  const cipher = createCipheriv("aes-256-gcm", key, NONCE);
  return Buffer.concat([from, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** Throws `BackupError` if the text is not a private key, or if this key cannot decrypt the box. */
export function openBox(box: Buffer, privateKey: string): Buffer {
  const own = importPrivate(privateKey);
  const from = box.subarray(0, KEY_BYTES);
  try {
    const to = exportPublic(createPublicKey(own));
    const key = deriveKey(own, importPublic(from), { from, to });
    const decipher = createDecipheriv("aes-256-gcm", key, NONCE, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(box.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(box.subarray(KEY_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    throw new BackupError("This private key cannot decrypt the secrets of the backup.", { cause });
  }
}

function deriveKey(
  privateKey: KeyObject,
  publicKey: KeyObject,
  { from, to }: { from: Buffer; to: Buffer },
): Buffer {
  const shared = diffieHellman({ privateKey, publicKey });
  return Buffer.from(hkdfSync("sha256", shared, Buffer.concat([from, to]), PURPOSE, KEY_BYTES));
}

function exportPublic(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: "jwk" }).x ?? "", "base64url");
}

function importPublic(bytes: Buffer): KeyObject {
  const x = bytes.toString("base64url");
  return createPublicKey({ key: { kty: "OKP", crv: "X25519", x }, format: "jwk" });
}

/**
 * The bytes before the scalar in the PKCS #8 encoding of RFC 8410. Node computes the public key
 * from this encoding.
 */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b656e04220420", "hex");

function importPrivate(text: string): KeyObject {
  const scalar = text.split("\n").find((line) => line !== "" && !line.startsWith("#"));
  const bytes = Buffer.from(scalar ?? "", "base64url");
  if (bytes.length !== KEY_BYTES) {
    throw new BackupError(
      "The file with the private key is not one that linedesk backup-key made.",
    );
  }
  return createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, bytes]),
    format: "der",
    type: "pkcs8",
  });
}
