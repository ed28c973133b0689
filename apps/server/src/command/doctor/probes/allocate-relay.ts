import { createHmac, randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { lookup } from "node:dns/promises";
import { connect, isIP, isIPv6, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

import {
  attribute,
  composeRequest,
  isAnswerTo,
  method,
  readAttributes,
  readErrorCode,
  readMessage,
  readXorAddress,
  type StunAttributes,
  type StunLogin,
  UDP_RELAY,
} from "./compose-request.ts";
import type { RelayAddress } from "./relay-url.ts";

const ANSWER_TIMEOUT_MS = 4_000;
const AGAIN_MS = 500;
const LOGIN_SECONDS = 60;

export interface Allocation {
  /** STUN's error code of the refusal; 0 for an allocation. */
  errorCode: number;
  /** The address of this machine, as the relay sees it; `null` when the relay did not send it. */
  mapped: string | null;
  relayed: string | null;
}

/**
 * Requests one allocation from a relay, with a login like those that the exchange issues to
 * browsers, and releases it. Throws when the relay does not answer.
 */
export async function allocateRelay(address: RelayAddress, secret: string): Promise<Allocation> {
  const channel = await openChannel(address);
  try {
    const wanted: StunAttributes = [[attribute.transport, UDP_RELAY]];
    const challenge = await channel.ask(method.allocate, wanted, null);
    const login = {
      ...createLogin(secret),
      realm: challenge.get(attribute.realm) ?? Buffer.alloc(0),
      nonce: challenge.get(attribute.nonce) ?? Buffer.alloc(0),
    };
    const answer = await channel.ask(method.allocate, wanted, login);
    const errorCode = readErrorCode(answer);
    if (errorCode === 0) {
      await channel.ask(method.refresh, [[attribute.lifetime, Buffer.alloc(4)]], login);
    }
    return {
      errorCode,
      mapped: readXorAddress(answer.get(attribute.mappedAddress)),
      relayed: readXorAddress(answer.get(attribute.relayedAddress)),
    };
  } finally {
    channel.close();
  }
}

/** Returns a login for coturn's `use-auth-secret`; its user name contains the expiry. */
function createLogin(secret: string): { username: string; password: string } {
  const username = `${Math.floor(Date.now() / 1000) + LOGIN_SECONDS}:linedesk-doctor`;
  return { username, password: createHmac("sha1", secret).update(username).digest("base64") };
}

interface Channel {
  ask: (
    type: number,
    attributes: StunAttributes,
    login: StunLogin | null,
  ) => Promise<Map<number, Buffer>>;
  close: () => void;
}

interface Line {
  send: (message: Buffer) => void;
  close: () => void;
}

async function openChannel(address: RelayAddress): Promise<Channel> {
  const waiting = new Map<string, (answer: Buffer) => void>();
  let fail: (error: Error) => void = () => undefined;
  function onMessage(message: Buffer): void {
    for (const [key, take] of waiting) {
      if (isAnswerTo(Buffer.from(key, "hex"), message)) {
        take(message);
      }
    }
  }
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => undefined);
  const open = address.transport === "udp" ? openDatagrams : openStream;
  const line = await open(address, onMessage, (error) => fail(error));
  function ask(type: number, attributes: StunAttributes, login: StunLogin | null) {
    const transaction = randomBytes(12);
    const message = composeRequest(type, transaction, attributes, login);
    const key = transaction.toString("hex");
    const answered = new Promise<Map<number, Buffer>>((resolve, reject) => {
      const late = setTimeout(() => reject(timeout()), ANSWER_TIMEOUT_MS);
      // A datagram may be lost; a stream needs no repetition.
      const again = setInterval(() => address.transport === "udp" && line.send(message), AGAIN_MS);
      waiting.set(key, (answer) => {
        clearTimeout(late);
        clearInterval(again);
        waiting.delete(key);
        resolve(readAttributes(answer));
      });
      failed.catch(() => {
        clearTimeout(late);
        clearInterval(again);
      });
      late.unref();
      again.unref();
      line.send(message);
    });
    return Promise.race([answered, failed]);
  }
  return { ask, close: line.close };
}

function timeout(): Error {
  return Object.assign(new Error("no answer"), { code: "ETIMEDOUT" });
}

type OpenLine = (
  address: RelayAddress,
  onMessage: (message: Buffer) => void,
  onError: (error: Error) => void,
) => Promise<Line>;

const openDatagrams: OpenLine = async ({ host, port }, onMessage, onError) => {
  const { address } = await lookup(host);
  const socket = createSocket(isIPv6(address) ? "udp6" : "udp4");
  socket.on("message", onMessage);
  socket.on("error", onError);
  return {
    send: (message) => socket.send(message, port, address),
    close: () => socket.close(),
  };
};

const openStream: OpenLine = async ({ host, port, transport }, onMessage, onError) => {
  const socket = await connectStream(host, port, transport);
  let bytes = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (let message = readMessage(bytes); message !== null; message = readMessage(bytes)) {
      bytes = bytes.subarray(message.length);
      onMessage(message);
    }
  });
  socket.on("error", onError);
  return { send: (message) => socket.write(message), close: () => socket.destroy() };
};

function connectStream(
  host: string,
  port: number,
  transport: RelayAddress["transport"],
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const named = isIP(host) === 0 ? { servername: host } : {};
    const socket = transport === "tls" ? connectTls({ host, port, ...named }) : connect(port, host);
    const late = setTimeout(() => socket.destroy(timeout()), ANSWER_TIMEOUT_MS);
    socket.once("error", reject);
    socket.once(transport === "tls" ? "secureConnect" : "connect", () => {
      clearTimeout(late);
      socket.off("error", reject);
      resolve(socket);
    });
    socket.once("close", () => clearTimeout(late));
  });
}
