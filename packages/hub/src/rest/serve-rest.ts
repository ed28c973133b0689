import type { IncomingMessage, ServerResponse } from "node:http";

import type { RestAnswer, RestRequest } from "./rest-request.ts";

interface Api {
  maxBytes: number;
  refuse: (head: Omit<RestRequest, "body">) => RestAnswer | null;
  handle: (request: RestRequest) => Promise<RestAnswer>;
}

/**
 * Reads one request for the HTTP API from a plain node server, with a limited body, and answers it.
 * A request whose head is refused gets its answer before its body is read. Never rejects: a client
 * that disconnects before the end gets no answer.
 */
export async function serveRest(
  request: IncomingMessage,
  response: ServerResponse,
  api: Api,
): Promise<void> {
  const head = readHead(request);
  const refusal = api.refuse(head);
  if (refusal !== null) {
    closeAfterBody(request, response);
    return send(response, refusal);
  }
  const body = await readBody(request, api.maxBytes);
  if (body === "gone") {
    return;
  }
  if (body === "too_large") {
    // A client that still sends gets the answer and is disconnected, and the rest is not read.
    response.setHeader("connection", "close");
    return send(response, {
      status: 413,
      body: { error: `A request may have at most ${api.maxBytes} bytes` },
    });
  }
  send(response, await api.handle({ ...head, body: body.text }));
}

function readHead({ method = "GET", url = "/", headers }: IncomingMessage) {
  // URL cannot be used here: it throws for some paths, and rewrites others after they were signed.
  const [path = "/", ...rest] = url.split("?");
  const query = Object.fromEntries(new URLSearchParams(rest.join("?")));
  return { method, path, query, headers };
}

/**
 * Closes the connection after the answer if the request has a body, because the body of a refused
 * request is not read.
 */
function closeAfterBody({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0) {
    response.setHeader("connection", "close");
  }
}

type Body = { text: string } | "too_large" | "gone";

function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  return new Promise((resolve) => {
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) {
      return resolve("too_large");
    }
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
      } else {
        resolve("too_large");
      }
    });
    request.on("end", () => resolve({ text: Buffer.concat(chunks).toString() }));
    request.on("error", () => resolve("gone"));
    request.on("close", () => resolve("gone"));
  });
}

function send(response: ServerResponse, answer: RestAnswer): void {
  response.writeHead(answer.status, { "content-type": "application/json" });
  response.end(JSON.stringify(answer.body));
}
