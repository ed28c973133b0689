import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { connect } from "node:tls";

import type { Config } from "../config/config.ts";
import type { SeenCertificate } from "./check-part.ts";

type CertificateConfig = Pick<Config, "http" | "dataDir" | "telephony">;

const CONNECT_TIMEOUT_MS = 2_000;

export async function readWebCertificate({
  http,
  dataDir,
}: CertificateConfig): Promise<SeenCertificate> {
  if (http.tls !== null) {
    const isSelfSigned = http.tls === "self-signed";
    const path = http.tls === "self-signed" ? join(dataDir, "tls", "cert.pem") : http.tls.cert;
    return { kind: isSelfSigned ? "self_signed" : "configured", validTo: await readExpiry(path) };
  }
  const address = new URL(http.publicUrl);
  return address.protocol === "https:"
    ? { kind: "configured", validTo: await fetchExpiry(address) }
    : { kind: "elsewhere" };
}

export async function readSipCertificate({
  telephony,
}: CertificateConfig): Promise<SeenCertificate | null> {
  const { sipCertificate: path } = telephony;
  return path === null ? null : { kind: "configured", validTo: await readExpiry(path) };
}

async function readExpiry(path: string): Promise<Date> {
  const { validTo } = new X509Certificate(await readFile(path));
  return new Date(validTo);
}

function fetchExpiry({ hostname, port }: URL): Promise<Date> {
  const host = hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 ? { servername: host } : {}),
      // The check must also connect to an expired or untrusted certificate, to report it.
      rejectUnauthorized: false,
    });
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => socket.destroy(new Error("no TLS answer")));
    socket.once("secureConnect", () => {
      const { valid_to: end } = socket.getPeerCertificate();
      socket.destroy();
      resolve(new Date(end));
    });
    socket.once("error", reject);
  });
}
