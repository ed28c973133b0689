import { X509Certificate } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { join } from "node:path";
import { createSecureContext } from "node:tls";

import { generate } from "selfsigned";

import { hasCode } from "@linedesk/base";
import { type Config, ConfigError, type TlsFiles } from "../../../config/config.ts";
import type { TlsMaterial } from "../listener.ts";

/** Returns the TLS data of the public listener; `null` for plain HTTP. Throws `ConfigError`. */
export async function loadTls({ http, dataDir }: Config): Promise<TlsMaterial | null> {
  if (http.tls === null) {
    return null;
  }
  if (http.tls === "self-signed") {
    return selfSignedCertificate(dataDir, http.host);
  }
  const material = {
    cert: await readPem("TLS_CERT", http.tls.cert),
    key: await readPem("TLS_KEY", http.tls.key),
  };
  try {
    createSecureContext(material);
  } catch (error) {
    throw new ConfigError("TLS_CERT and TLS_KEY must be a certificate and its key in PEM format.", {
      cause: error,
    });
  }
  return material;
}

async function readPem(setting: string, path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new ConfigError(`${setting} is "${path}": this file cannot be read.`, { cause: error });
  }
}

const VALID_DAYS = 825;
const RENEW_BEFORE_MS = 30 * 24 * 3_600_000;

function listHostNames(host: string): string[] {
  const addresses = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .map((entry) => entry.address.split("%", 1)[0] ?? "");
  const given = host === "0.0.0.0" || host === "::" ? [] : [host];
  return [...new Set(["localhost", hostname(), ...given, ...addresses])].toSorted();
}

function isStillGood(cert: string, names: string[]): boolean {
  const parsed = new X509Certificate(cert);
  function covers(name: string): boolean {
    return (isIP(name) === 0 ? parsed.checkHost(name) : parsed.checkIP(name)) !== undefined;
  }
  return Date.parse(parsed.validTo) > Date.now() + RENEW_BEFORE_MS && names.every(covers);
}

async function readStoredCertificate(paths: TlsFiles): Promise<TlsMaterial | null> {
  try {
    const [cert, key] = await Promise.all([
      readFile(paths.cert, "utf8"),
      readFile(paths.key, "utf8"),
    ]);
    return { cert, key };
  } catch (error) {
    if (hasCode(error, "ENOENT")) {
      return null;
    }
    throw error;
  }
}

async function generateCertificate(names: string[]): Promise<TlsMaterial> {
  const altNames = names.map((name) =>
    isIP(name) === 0 ? { type: 2 as const, value: name } : { type: 7 as const, ip: name },
  );
  const made = await generate([{ name: "commonName", value: "Linedesk" }], {
    keyType: "ec",
    notAfterDate: new Date(Date.now() + VALID_DAYS * 24 * 3_600_000),
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames },
    ],
  });
  return { cert: made.cert, key: made.private };
}

/**
 * Returns the certificate of this data folder. It creates a new certificate only if the machine's
 * addresses have changed or the old one expires soon, so that a browser's exception stays valid.
 */
export async function selfSignedCertificate(dataDir: string, host: string): Promise<TlsMaterial> {
  const folder = join(dataDir, "tls");
  const paths = { cert: join(folder, "cert.pem"), key: join(folder, "key.pem") };
  const names = listHostNames(host);
  const stored = await readStoredCertificate(paths);
  if (stored !== null && isStillGood(stored.cert, names)) {
    return stored;
  }
  const made = await generateCertificate(names);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(paths.key, made.key, { mode: 0o600 });
  await writeFile(paths.cert, made.cert);
  return made;
}
