import { join } from "node:path";

import { checkCertificate } from "../../../board/check-part.ts";
import { isUnspecifiedAddress } from "../../../config/is-loopback.ts";
import { type Check, runsExchange, runsServer, type Surroundings } from "../context/check.ts";
import { type Finding, leftOut, right, warning, wrong } from "../context/finding.ts";
import { describeCode, describeFailure } from "../probes/describe-failure.ts";
import { fetchCertificate, type Presented, presentFiles } from "../probes/fetch-certificate.ts";

/** Checks the certificates of the public address and of SIP over TLS: chain, name and days left. */
export const certificates: Check = {
  name: "tls",
  timeoutMs: 8_000,
  lateAdvice: "Check whether the public address answers at all.",
  async run(around) {
    return [await checkWeb(around), ...(await checkSip(around))];
  },
};

async function checkWeb(around: Surroundings): Promise<Finding> {
  const { http, dataDir } = around.config;
  const url = new URL(http.publicUrl);
  const name = url.hostname.replace(/^\[|\]$/g, "");
  if (http.tls === null) {
    return url.protocol === "https:"
      ? checkListener(
          { host: name, port: Number(url.port || 443), name },
          around,
          `The proxy of ${url.origin}`,
        )
      : leftOut(`${url.origin} is plain HTTP, which browsers accept only on this machine.`);
  }
  const isSelfSigned = http.tls === "self-signed";
  const files =
    http.tls === "self-signed"
      ? { cert: join(dataDir, "tls", "cert.pem"), key: join(dataDir, "tls", "key.pem") }
      : http.tls;
  if (isSelfSigned && !runsServer(around)) {
    return leftOut("The server makes its own certificate at its start.");
  }
  const found = await checkFiles({ files, name, what: "TLS_CERT", isSelfSigned }, around);
  if (!runsServer(around) || found.state === "wrong") {
    return found;
  }
  const port = Number(new URL(around.station.server?.url ?? http.publicUrl).port) || http.port;
  return (
    (await checkTaken({ host: http.host, port: http.port || port }, files.cert, name)) ?? found
  );
}

async function checkSip(around: Surroundings): Promise<Finding[]> {
  const { settings } = around;
  const { SIP_TLS_CERT: cert, SIP_TLS_KEY: key, SIP_TLS_PORT: port } = settings;
  if (cert === undefined || key === undefined || around.config.telephony.kind !== "exchange") {
    return [];
  }
  const name = new URL(around.config.http.publicUrl).hostname;
  const files = { cert, key };
  const found = await checkFiles({ files, name: null, what: "SIP_TLS_CERT" }, around);
  const listens = (settings.SIP_TRANSPORTS ?? "").includes("tls");
  if (found.state === "wrong" || !listens || !runsExchange(around)) {
    return [found];
  }
  const host = settings.SIP_HOST ?? settings.HOST;
  return [(await checkTaken({ host, port }, cert, name)) ?? found];
}

interface GivenFiles {
  files: { cert: string; key: string };
  /** The name that the certificate must contain; `null` for any name. */
  name: string | null;
  what: "TLS_CERT" | "SIP_TLS_CERT";
  isSelfSigned?: boolean;
}

async function checkFiles(given: GivenFiles, { now }: Surroundings): Promise<Finding> {
  const { files, name, what, isSelfSigned = false } = given;
  try {
    const presented = await presentFiles(files, name ?? "localhost");
    return judgeCertificate({
      ...presented,
      isSelfSigned,
      hasAnyName: name === null,
      what,
      now: now(),
    });
  } catch (error) {
    const { text } = describeFailure(error);
    return wrong(
      `${what} and its key cannot be used: ${text}.`,
      `Set ${what} and ${what.replace("CERT", "KEY")} to the paths of a certificate and its key in PEM format. The user of the station must be able to read both files.`,
    );
  }
}

async function checkListener(
  at: { host: string; port: number; name: string },
  { now }: Surroundings,
  what: string,
): Promise<Finding> {
  try {
    const presented = await fetchCertificate(at);
    return judgeCertificate({
      ...presented,
      isSelfSigned: false,
      hasAnyName: false,
      what,
      now: now(),
    });
  } catch (error) {
    const { text } = describeFailure(error);
    return wrong(
      `${what} does not answer on port ${at.port}: ${text}.`,
      "Start the proxy, and set PUBLIC_URL to its address.",
    );
  }
}

/** Returns a finding when the running part presents another certificate than the file contains. */
async function checkTaken(
  { host, port }: { host: string; port: number },
  cert: string,
  name: string,
): Promise<Finding | null> {
  const at = { host: isUnspecifiedAddress(host) ? "127.0.0.1" : host, port, name };
  try {
    const { fingerprint } = await fetchCertificate(at);
    const onDisk = await readFingerprint(cert);
    return fingerprint === onDisk
      ? null
      : warning(
          `Port ${port} still presents another certificate than ${cert} contains.`,
          'The station loads a renewed certificate within a minute. If it refuses the certificate, "linedesk logs" shows the reason.',
        );
  } catch {
    // The check of the ports reports a listener that does not answer.
    return null;
  }
}

async function readFingerprint(path: string): Promise<string> {
  const [{ X509Certificate }, { readFile }] = await Promise.all([
    import("node:crypto"),
    import("node:fs/promises"),
  ]);
  return new X509Certificate(await readFile(path)).fingerprint256;
}

interface Judged extends Pick<Presented, "validTo" | "problem"> {
  isSelfSigned: boolean;
  hasAnyName: boolean;
  what: string;
  now: Date;
}

export function judgeCertificate(judged: Judged): Finding {
  const { validTo, isSelfSigned, what, now } = judged;
  const seen = { kind: isSelfSigned ? ("self_signed" as const) : ("configured" as const), validTo };
  const { finding, amount } = checkCertificate(seen, now);
  const renew = "Renew the certificate. The station loads the new one without a restart.";
  if (finding === "ended") {
    return wrong(`${what}: the certificate expired on ${toDay(validTo)}.`, renew);
  }
  if (finding === "made_here") {
    return warning(
      `The server made its own certificate, which is valid for ${amount} days. Each browser warns once.`,
      "Set TLS_CERT and TLS_KEY, or put a proxy in front and set PUBLIC_URL.",
    );
  }
  const problem = judged.hasAnyName && isAboutName(judged.problem) ? null : judged.problem;
  if (problem !== null) {
    const { text, advice } = describeCode(problem);
    return wrong(`${what}: ${text}.`, advice ?? "Correct the certificate.");
  }
  return finding === "ends_soon"
    ? warning(`${what}: the certificate expires in ${amount} days.`, renew)
    : right(`${what}: the certificate is trusted, and valid for ${amount} days.`);
}

function isAboutName(problem: string | null): boolean {
  return problem === "ERR_TLS_CERT_ALTNAME_INVALID";
}

function toDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
