import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A self-signed DTLS certificate of one leg, ECDSA with P-256 as RFC 8827 section 6.5 requires. */
export interface LegCertificate {
  certificatePem: string;
  keyPem: string;
  /** The form of SDP: `sha-256 AB:CD:...`. */
  fingerprint: string;
}

const DAY_MS = 86_400_000;
const LIFETIME_DAYS = 30;
const NAME = "linedesk";

const tag = { integer: 0x02, bits: 0x03, oid: 0x06, text: 0x0c, time: 0x17, sequence: 0x30 };
const SET_TAG = 0x31;
const VERSION_TAG = 0xa0;
/** The OID 1.2.840.10045.4.3.2, ecdsa-with-SHA256. */
const ecdsaWithSha256 = Buffer.from("2a8648ce3d040302", "hex");
/** The OID 2.5.4.3, the common name. */
const commonName = Buffer.from("550403", "hex");

/**
 * Makes a certificate at the present time `wallMs`. It is valid from the previous day on, for
 * clocks that are behind.
 */
export function makeLegCertificate(wallMs: number): LegCertificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = der(tag.sequence, der(tag.oid, ecdsaWithSha256));
  const who = der(
    tag.sequence,
    der(SET_TAG, der(tag.sequence, der(tag.oid, commonName), der(tag.text, Buffer.from(NAME)))),
  );
  const body = der(
    tag.sequence,
    der(VERSION_TAG, der(tag.integer, Buffer.of(2))),
    // The serial number is positive and never zero.
    der(tag.integer, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    algorithm,
    who,
    der(tag.sequence, time(wallMs - DAY_MS), time(wallMs + LIFETIME_DAYS * DAY_MS)),
    who,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = sign("sha256", body, privateKey);
  const certificate = der(tag.sequence, body, algorithm, der(tag.bits, Buffer.of(0), signature));
  return {
    certificatePem: pem(certificate),
    keyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    fingerprint: computeFingerprint(certificate),
  };
}

function computeFingerprint(certificate: Buffer): string {
  const hash = createHash("sha256").update(certificate).digest("hex").toUpperCase();
  return `sha-256 ${(hash.match(/../g) ?? []).join(":")}`;
}

function pem(certificate: Buffer): string {
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}

/** Returns a UTCTime, valid until 2049 (RFC 5280 section 4.1.2.5.1). */
function time(wallMs: number): Buffer {
  const digits = new Date(wallMs).toISOString().replaceAll(/[-:T]/g, "").slice(2, 14);
  return der(tag.time, Buffer.from(`${digits}Z`));
}

/** Returns one ASN.1 element. None of the elements here is longer than 65535 bytes. */
function der(type: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 128
      ? Buffer.of(length)
      : length < 256
        ? Buffer.of(0x81, length)
        : Buffer.of(0x82, length >>> 8, length & 0xff);
  return Buffer.concat([Buffer.of(type), size, content]);
}
