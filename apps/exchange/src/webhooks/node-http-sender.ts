import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";

import {
  readIpLiteral,
  type AddressLookup,
  type AddressPolicy,
  checkedLookup,
} from "@linedesk/base";
import { decodeBody } from "./decode-body.ts";
import {
  HttpSendError,
  isAudio,
  type HttpReply,
  type HttpRequest,
  type HttpSender,
} from "./http-sender.ts";
import { startTimer } from "./start-timer.ts";

const SOCKETS_PER_HOST = 64;

export interface NodeHttpSenderOptions {
  isAllowedAddress: AddressPolicy;
  dns?: AddressLookup;
  ca?: string;
}

interface Agents {
  plain: http.Agent;
  tls: https.Agent;
  /** Node pools connections by host name; connections without a name need their own agent. */
  nameless: https.Agent;
}

interface Way {
  agents: Agents;
  rules: NodeHttpSenderOptions;
}

export function createNodeHttpSender(rules: NodeHttpSenderOptions): {
  send: HttpSender;
  close(): void;
} {
  const agentOptions = { keepAlive: true, maxSockets: SOCKETS_PER_HOST };
  const agents: Agents = {
    plain: new http.Agent(agentOptions),
    tls: new https.Agent(agentOptions),
    nameless: new https.Agent(agentOptions),
  };
  return {
    // A pooled socket needs no check, because its host and port have already been allowed.
    send: (request) => sendOnce(request, { agents, rules }),
    close() {
      for (const agent of Object.values(agents)) {
        agent.destroy();
      }
    },
  };
}

async function sendOnce(request: HttpRequest, { agents, rules }: Way): Promise<HttpReply> {
  const url = new URL(request.url);
  function isAllowed(ip: string): boolean {
    return rules.isAllowedAddress(url, ip);
  }
  function refusal(): HttpSendError {
    return new HttpSendError(
      "refused",
      `${url.host} is in a private network and is not an allowed host`,
    );
  }
  const address = readIpLiteral(url);
  if (address !== null && !isAllowed(address)) {
    throw refusal();
  }
  const isTls = url.protocol === "https:";
  const outgoing = (isTls ? https : http).request(url, {
    method: request.method,
    headers: request.headers,
    ...(isTls ? tlsWay(request, agents) : { agent: agents.plain }),
    lookup: checkedLookup({ isAllowed, refusal, ...(rules.dns ? { dns: rules.dns } : {}) }),
    ...(request.signal ? { signal: request.signal } : {}),
    ...(rules.ca === undefined ? {} : { ca: rules.ca }),
  });
  const timers = startTimers(outgoing, request);
  try {
    const response = await responseTo(outgoing, request.body);
    return await readReply(response, { maxBytes: request.maxBytes, onPacket: timers.restartRead });
  } catch (error) {
    request.signal?.throwIfAborted();
    throw error instanceof HttpSendError ? error : toSendError(error, outgoing.reusedSocket);
  } finally {
    timers.stop();
  }
}

/**
 * An empty name disables SNI. The certificate is checked against the URL's host with and without
 * SNI.
 */
function tlsWay({ sendsSni }: HttpRequest, { tls, nameless }: Agents) {
  return sendsSni ? { agent: tls } : { agent: nameless, servername: "" };
}

/**
 * Starts the timers of the connection, of the whole request, and of each wait for data of the
 * answer. A request that waits for a free socket of the pool has not begun to connect, so its
 * connection timer does not run yet.
 */
function startTimers(
  outgoing: http.ClientRequest,
  request: HttpRequest,
): { restartRead: () => void; stop: () => void } {
  function fail(kind: HttpSendError["kind"], afterMs: number) {
    return startTimer(afterMs, () =>
      outgoing.destroy(new HttpSendError(kind, `no answer within ${afterMs} ms (${kind})`)),
    );
  }
  const stopTotal = fail("read-timeout", request.totalTimeoutMs);
  let stopPhase: () => void = () => undefined;
  function restartRead() {
    stopPhase();
    stopPhase = fail("read-timeout", request.readTimeoutMs);
  }
  outgoing.once("socket", (socket: Socket) => {
    if (!socket.connecting) {
      return restartRead();
    }
    stopPhase = fail("connect-timeout", request.connectTimeoutMs);
    socket.once("connect", restartRead);
  });
  function stop() {
    stopTotal();
    stopPhase();
  }
  return { restartRead, stop };
}

function responseTo(
  outgoing: http.ClientRequest,
  body: string | null,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once("response", resolve);
    outgoing.on("error", reject);
    outgoing.end(body ?? undefined);
  });
}

async function readReply(
  response: http.IncomingMessage,
  { maxBytes, onPacket }: { maxBytes: number; onPacket: () => void },
): Promise<HttpReply> {
  onPacket();
  const status = response.statusCode ?? 0;
  const fullType = response.headers["content-type"] ?? "";
  const contentType = fullType.split(";")[0]?.trim() ?? "";
  const { location } = response.headers;
  const reply = {
    status,
    contentType: contentType.toLowerCase(),
    body: "",
    ...(location === undefined ? {} : { location }),
    ...(response.headers["retry-after"] === undefined ? {} : { namesRetry: true }),
  };
  if (isAudio(reply.contentType)) {
    // The media side fetches the sound itself, so only the content type matters here.
    response.destroy();
    return reply;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    onPacket();
    size += chunk.length;
    if (size > maxBytes) {
      response.destroy();
      throw new HttpSendError("too-large", `the answer is longer than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return { ...reply, ...decodeBody(Buffer.concat(chunks), fullType) };
}

/** These errors prove that the server is up, so there is no retry. */
const TLS_FAULTS: Readonly<Record<string, HttpSendError["kind"]>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: "certificate-host",
  CERT_HAS_EXPIRED: "certificate-expired",
  CERT_NOT_YET_VALID: "certificate-expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificate-path",
  SELF_SIGNED_CERT_IN_CHAIN: "certificate-path",
  UNABLE_TO_GET_ISSUER_CERT: "certificate-path",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "certificate-path",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "certificate-path",
};

function toSendError(error: unknown, wasReused: boolean): HttpSendError {
  const { code = "", message } = error as NodeJS.ErrnoException;
  const options = { cause: error };
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return new HttpSendError("host", message, options);
  }
  const untrusted = TLS_FAULTS[code] ?? (/^(?:EPROTO|ERR_SSL_)/.test(code) ? "handshake" : null);
  if (untrusted !== null) {
    return new HttpSendError(untrusted, message, options);
  }
  // An error on a reused socket usually means that the far end had closed it, so it counts as a
  // failed connection.
  const countsAsConnectFailure = code === "ECONNREFUSED" || code === "EHOSTUNREACH" || wasReused;
  return new HttpSendError(countsAsConnectFailure ? "connect" : "broken", message, options);
}
