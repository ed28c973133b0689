import type { Connection, Protocol } from "werift";

import { DtlsGate } from "./dtls-gate.ts";
import { StunOverTurnProtocol, StunProtocol } from "./rtc-peer-connection.ts";
import { isSigned, readStunClass, readUsername } from "./stun-class.ts";

/** The limit of addresses that may send connectivity checks. An answer names only a few. */
const MAX_REMOTE_CANDIDATES = 32;
const MAX_ADDRESSES = 256;
/**
 * werift stores the transaction id of each check, and keeps checks that arrive before the answer.
 */
const MAX_CHECKS = 256;

type From = readonly [host: string, port: number];
type Read = (datagram: Buffer, from: From) => void;

/**
 * Passes only the call's own datagrams to werift, which by itself reads everything. A check must be
 * signed with the password of an offer. DTLS and media must come from an address that has sent such
 * a check or that the answer names. werift itself matches STUN responses to its requests.
 */
export class PathGuard {
  readonly #connection: Connection;
  readonly #isEncrypted: () => boolean;
  readonly #handshake = new DtlsGate();
  readonly #names = new Set<string>();
  readonly #addresses = new Set<string>();

  constructor(connection: Connection, isEncrypted: () => boolean) {
    this.#connection = connection;
    this.#isEncrypted = isEncrypted;
    const ensure = connection["ensureProtocol"].bind(connection);
    connection["ensureProtocol"] = (protocol: Protocol) => {
      this.#guard(protocol);
      ensure(protocol);
    };
  }

  noteOffer(): void {
    this.#names.add(this.#connection.localUsername);
  }

  beginHandshake(): void {
    this.#handshake.begin();
  }

  #guard(protocol: Protocol): void {
    if (protocol instanceof StunProtocol) {
      const read = protocol["datagramReceived"].bind(protocol);
      protocol["datagramReceived"] = (datagram: Buffer, from: From) =>
        this.#pass(datagram, from, read);
    } else if (protocol instanceof StunOverTurnProtocol) {
      const read = protocol["handleStunMessage"].bind(protocol);
      protocol["handleStunMessage"] = (datagram: Buffer, from: From) =>
        this.#pass(datagram, from, read);
    }
  }

  #pass(datagram: Buffer, from: From, read: Read): void {
    const first = datagram[0] ?? 0;
    if (first < 4) {
      if (this.#isCheckOrAnswer(datagram, from)) {
        read(datagram, from);
        this.#forgetChecks();
      }
    } else if (this.#isFromOtherEnd(from)) {
      const admitted =
        first < 128 ? this.#handshake.admit(datagram, this.#isEncrypted()) : datagram;
      if (admitted.length > 0) {
        read(admitted, from);
      }
    }
  }

  #isCheckOrAnswer(datagram: Buffer, from: From): boolean {
    const kind = readStunClass(datagram);
    return kind === "answer" || (kind === "request" && this.#isFromTheCall(datagram, from));
  }

  /** A check must contain one of our user names and be signed, and few hosts may send checks. */
  #isFromTheCall(request: Buffer, [host, port]: From): boolean {
    const { own, other } = readUsername(request);
    const { localUsername, remoteUsername, remoteCandidates, userHistory } = this.#connection;
    const early: unknown[] = this.#connection["earlyChecks"];
    const isOfNow = own === localUsername && ["", other].includes(remoteUsername);
    const isOfBefore = own !== localUsername && this.#names.has(own);
    const isKnown = remoteCandidates.some((one) => one.host === host && one.port === port);
    return (
      (isOfNow || isOfBefore) &&
      (isKnown || remoteCandidates.length < MAX_REMOTE_CANDIDATES) &&
      early.length < MAX_CHECKS &&
      isSigned(request, userHistory[own] ?? "")
    );
  }

  /** The stored ids only count repeated checks, so they can be dropped. */
  #forgetChecks(): void {
    for (const pair of this.#connection.checkList) {
      const numbers: Set<string> = pair["requestTransactionIds"];
      if (numbers.size >= MAX_CHECKS) {
        numbers.clear();
      }
    }
  }

  #isFromOtherEnd([host, port]: From): boolean {
    const address = `${host} ${port}`;
    if (this.#addresses.has(address)) {
      return true;
    }
    const isKnown = this.#connection.remoteCandidates.some(
      (one) => one.host === host && one.port === port,
    );
    if (isKnown && this.#addresses.size < MAX_ADDRESSES) {
      this.#addresses.add(address);
    }
    return isKnown;
  }
}
