import { constants, verify, X509Certificate } from "node:crypto";

import type { DtlsSocket } from "werift";

import { DtlsServer } from "./rtc-peer-connection.ts";

/** Messages of a handshake (RFC 5246 7.4), and the flights in which each side sends them. */
const CERTIFICATE = 11;
const SERVER_KEY_EXCHANGE = 12;
const CERTIFICATE_VERIFY = 15;
const CLIENT_KEY_EXCHANGE = 16;
const SERVER_FLIGHT = 4;
const CLIENT_FLIGHT = 5;
const LENGTH_BYTES = 3;
/** The curve's type, its name and the length of the key that follows (RFC 8422 5.4). */
const CURVE_BYTES = 4;
const RSA_PSS_SHA256 = 0x0804;
const SIGNATURES = new Set([0x0403, 0x0401, RSA_PSS_SHA256]);

/** The key, the bytes that the far end signed in this handshake, and the signature. */
interface Proof {
  key: Buffer;
  signed: Buffer;
  signature: Buffer;
}

/**
 * Throws unless the far end has signed the handshake with the key of its certificate. The session
 * keys must derive from the key exchange that it signed. The library werift checks only the
 * certificate, which anyone can copy from an earlier handshake of that far end.
 */
export function proveHandshake(dtls: DtlsSocket | undefined): void {
  if (dtls === undefined) {
    throw new Error("no handshake took place");
  }
  const isClient = dtls instanceof DtlsServer;
  const sent = dtls.dtls.handshakeCache[isClient ? CLIENT_FLIGHT : SERVER_FLIGHT]?.data ?? [];
  const find = (type: number) => sent.find(({ msg_type }) => msg_type === type)?.fragment;
  const proof = isClient ? readClientProof(dtls, find) : readServerProof(dtls, find);
  const certificates = find(CERTIFICATE);
  if (!certificates || !proof || !dtls.remoteCertificate) {
    throw new Error("the handshake has no signature of the remote end");
  }
  const first = certificates.subarray(LENGTH_BYTES);
  const certificate = first.subarray(
    LENGTH_BYTES,
    LENGTH_BYTES + first.readUIntBE(0, LENGTH_BYTES),
  );
  const isProven =
    certificate.equals(dtls.remoteCertificate) &&
    proof.key.equals(dtls.cipher.remoteKeyPair?.publicKey ?? Buffer.alloc(0)) &&
    isSignature(proof, certificate);
  if (!isProven) {
    throw new Error("the handshake was not signed by the remote end");
  }
}

type Find = (type: number) => Buffer | undefined;

function readClientProof({ dtls }: DtlsSocket, find: Find): Proof | null {
  const [exchange, signature] = [find(CLIENT_KEY_EXCHANGE), find(CERTIFICATE_VERIFY)];
  const all = dtls.sortedHandshakeCache;
  const end = all.findIndex(({ msg_type }) => msg_type === CERTIFICATE_VERIFY);
  if (!exchange || !signature) {
    return null;
  }
  const signed = Buffer.concat(all.slice(0, end).map((message) => message.serialize()));
  return { key: exchange.subarray(1), signed, signature };
}

function readServerProof({ cipher }: DtlsSocket, find: Find): Proof | null {
  const exchange = find(SERVER_KEY_EXCHANGE);
  if (!exchange || exchange.length < CURVE_BYTES) {
    return null;
  }
  const end = CURVE_BYTES + exchange.readUInt8(CURVE_BYTES - 1);
  const numbers = [cipher.localRandom.serialize(), cipher.remoteRandom.serialize()];
  return {
    key: exchange.subarray(CURVE_BYTES, end),
    signed: Buffer.concat([...numbers, exchange.subarray(0, end)]),
    signature: exchange.subarray(end),
  };
}

function isSignature({ signed, signature }: Proof, certificate: Buffer): boolean {
  const algorithm = signature.readUInt16BE(0);
  const { publicKey } = new X509Certificate(certificate);
  const padding = algorithm === RSA_PSS_SHA256 ? { padding: constants.RSA_PKCS1_PSS_PADDING } : {};
  return (
    SIGNATURES.has(algorithm) &&
    verify("sha256", signed, { key: publicKey, ...padding }, signature.subarray(4))
  );
}
