import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";

import { ConfigError, type Config } from "../../../config/config.ts";
import type { TlsMaterial } from "../listener.ts";
import { selfSignedCertificate } from "./self-signed-certificate.ts";

/** What the public listener needs for TLS; null for plain HTTP. Throws `ConfigError`. */
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
    throw new ConfigError("TLS_CERT and TLS_KEY are no certificate and its key in PEM form.", {
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
