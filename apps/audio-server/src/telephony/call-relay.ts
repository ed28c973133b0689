import { lookup } from "node:dns/promises";

import type { Address, Connection, Protocol, Transport } from "werift";

import { RelayStream } from "./relay-stream.ts";
import {
  Candidate,
  candidateFoundation,
  candidatePriority,
  classes,
  Message,
  methods,
  StunOverTurnProtocol,
  TurnProtocol,
  UdpTransport,
} from "./rtc-peer-connection.ts";

const ALLOCATION_S = 600;

interface RelayAccount {
  server: Address;
  username: string;
  password: string;
  transport: "udp" | "tcp" | "tls";
}

type Found = Promise<Candidate | undefined>;

/**
 * Finds a call's relay in place of werift, which leaks a port when a relay refuses, stays silent,
 * or answers after the end of the call. Here the end of the call closes every port, even a port
 * that opens later.
 */
export class CallRelay {
  readonly #connection: Connection;
  readonly #account: RelayAccount | null;
  readonly #over = new AbortController();

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#account = readAccount(connection);
    delete connection.turnServer;
    const isRelayed = connection.options.forceTurn === true && this.#account !== null;
    const find = connection["getCandidatePromises"].bind(connection);
    connection["getCandidatePromises"] = (addresses: string[], timeoutS: number) => {
      const others: Found[] = isRelayed ? [] : find(addresses, timeoutS);
      const own = this.#find().catch(() => undefined);
      return [...others, own].map(async (found) => await this.#closeLate(found));
    };
    const close = connection.close.bind(connection);
    connection.close = async () => {
      await this.#releaseRelay();
      this.#over.abort();
      await close();
    };
  }

  get #protocols(): Protocol[] {
    return this.#connection["protocols"];
  }

  async #find(): Found {
    if (this.#account === null) {
      return undefined;
    }
    const { transport } = this.#account;
    const turn = await this.#open(this.#account, transport).catch((error: unknown) => {
      if (transport === "udp" && this.#account !== null && !this.#over.signal.aborted) {
        return this.#open(this.#account, "tcp");
      }
      throw error;
    });
    return this.#offer(turn);
  }

  async #open(account: RelayAccount, by: RelayAccount["transport"]): Promise<TurnProtocol> {
    const { username, password } = account;
    const { server, transport } = await connectToRelay(account.server, by, this.#over.signal);
    const turn = new TurnProtocol(server, username, password, ALLOCATION_S, transport);
    try {
      this.#over.signal.throwIfAborted();
      await turn.connectionMade();
      this.#over.signal.throwIfAborted();
      return turn;
    } catch (error) {
      await turn.close();
      throw error;
    }
  }

  #offer(turn: TurnProtocol): Candidate {
    const protocol = new StunOverTurnProtocol(turn);
    const connection = this.#connection;
    connection["ensureProtocol"](protocol);
    this.#protocols.push(protocol);
    const [host, port] = turn.relayedAddress;
    const [fromHost, fromPort] = turn.mappedAddress;
    protocol.localCandidate = new Candidate(
      candidateFoundation("relay", "udp", host),
      1,
      "udp",
      candidatePriority("relay"),
      host,
      port,
      "relay",
      fromHost,
      fromPort,
      undefined,
      connection.generation,
      connection.localUsername,
    );
    connection["appendLocalCandidate"](protocol.localCandidate);
    return protocol.localCandidate;
  }

  /**
   * Releases the relay's port. Otherwise the relay keeps it for ten minutes, and an account may
   * have only a few ports.
   */
  async #releaseRelay(): Promise<void> {
    const relays = this.#protocols.filter((one) => one instanceof StunOverTurnProtocol);
    const once = { retransmissions: 0, responseTimeout: 0 };
    await Promise.allSettled(
      relays.map(async ({ turn }) => {
        const request = new Message(methods.REFRESH, classes.REQUEST);
        request.setAttribute("LIFETIME", 0);
        await turn.request(request, turn.server, undefined, once);
      }),
    );
  }

  async #closeLate(found: Found): Found {
    const [candidate] = await Promise.allSettled([found]);
    if (this.#over.signal.aborted) {
      await Promise.allSettled(
        this.#protocols.splice(0).map(async (protocol) => await protocol.close()),
      );
    }
    return candidate.status === "fulfilled" ? candidate.value : undefined;
  }
}

function readAccount({ turnServer, options }: Connection): RelayAccount | null {
  const { turnUsername, turnPassword, turnTransport } = options;
  if (turnServer === undefined || !turnUsername || !turnPassword) {
    return null;
  }
  return {
    server: turnServer,
    username: turnUsername,
    password: turnPassword,
    transport: turnTransport ?? "udp",
  };
}

async function connectToRelay(
  [host, port]: Address,
  by: RelayAccount["transport"],
  over: AbortSignal,
): Promise<{ server: Address; transport: Transport }> {
  if (by !== "udp") {
    const transport = await RelayStream.open(by, [host, port], over);
    return { server: transport.relay, transport };
  }
  const { address } = await lookup(host, { family: 4 });
  const transport = await UdpTransport.init("udp4");
  over.addEventListener("abort", () => void transport.close());
  return { server: [address, port], transport };
}
