import type { IncomingMessage, ServerResponse } from "node:http";

import type { RestAnswer, RestRequest } from "./rest-request.ts";

interface Api {
  maxBytes: number;
  refuse: (head: Omit<RestRequest, "body">) => RestAnswer | null;
  handle: (request: RestRequest) => RestAnswer;
}

/**
 * Reads one request for the HTTP API off a plain node server, its body bounded, and answers it. Who
 * did not sign it is answered before its body is read.
 * Never rejects: a client that goes away in the middle is not answered.
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
    // Whoever still sends is told and cut off, not read to their end.
    response.setHeader("connection", "close");
    return send(response, { status: 413, body: { error: `At most ${api.maxBytes} bytes` } });
  }
  send(response, api.handle({ ...head, body: body.text }));
}

function readHead({ method = "GET", url = "/", headers }: IncomingMessage) {
  // Not by URL, which throws at some paths and rewrites others after they were signed.
  const [path = "/", ...rest] = url.split("?");
  const query = Object.fromEntries(new URLSearchParams(rest.join("?")));
  return { method, path, query, headers };
}

/** What is refused is not read on; without a body the connection serves the next request. */
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
