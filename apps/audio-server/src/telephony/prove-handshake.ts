import { constants, verify, X509Certificate } from "node:crypto";

import type { DtlsSocket } from "werift";

import { DtlsServer } from "./rtc-peer-connection.ts";

/** Messages of a handshake (RFC 5246 7.4), and the flight in which a client sends them. */
const CERTIFICATE = 11;
const CERTIFICATE_VERIFY = 15;
const CLIENT_KEY_EXCHANGE = 16;
const CLIENT_FLIGHT = 5;
/** Of the list, and of its first certificate. */
const LENGTH_BYTES = 3;
const RSA_PSS_SHA256 = 0x0804;
const SIGNATURES = new Set([0x0403, 0x0401, RSA_PSS_SHA256]);

/**
 * [AS125] Throws unless the other end has signed the handshake with the key of its certificate, and
 * the keys are made of what it signed: werift looks at the certificate alone, which everybody knows
 * who has ever seen a handshake of that end.
 */
export function proveHandshake(dtls: DtlsSocket | undefined): void {
  if (!(dtls instanceof DtlsServer)) {
    throw new Error("the other end did not begin the handshake");
  }
  const { dtls: context, cipher, remoteCertificate } = dtls;
  const sent = context.handshakeCache[CLIENT_FLIGHT]?.data ?? [];
  const find = (type: number) => sent.find(({ msg_type }) => msg_type === type)?.fragment;
  const [certificates, exchange, proof] = [
    find(CERTIFICATE),
    find(CLIENT_KEY_EXCHANGE),
    find(CERTIFICATE_VERIFY),
  ];
  const all = context.sortedHandshakeCache;
  const end = all.findIndex(({ msg_type }) => msg_type === CERTIFICATE_VERIFY);
  if (!certificates || !exchange || !proof || !remoteCertificate) {
    throw new Error("the handshake lacks the other end's signature");
  }
  const first = certificates.subarray(LENGTH_BYTES);
  const certificate = first.subarray(
    LENGTH_BYTES,
    LENGTH_BYTES + first.readUIntBE(0, LENGTH_BYTES),
  );
  const key = exchange.subarray(1);
  const signed = Buffer.concat(all.slice(0, end).map((message) => message.serialize()));
  const isProven =
    certificate.equals(remoteCertificate) &&
    key.equals(cipher.remoteKeyPair?.publicKey ?? Buffer.alloc(0)) &&
    isSignature(proof, signed, certificate);
  if (!isProven) {
    throw new Error("the handshake is not the other end's");
  }
}

function isSignature(proof: Buffer, signed: Buffer, certificate: Buffer): boolean {
  const algorithm = proof.readUInt16BE(0);
  const { publicKey } = new X509Certificate(certificate);
  const padding = algorithm === RSA_PSS_SHA256 ? { padding: constants.RSA_PKCS1_PSS_PADDING } : {};
  return (
    SIGNATURES.has(algorithm) &&
    verify("sha256", signed, { key: publicKey, ...padding }, proof.subarray(4))
  );
}
