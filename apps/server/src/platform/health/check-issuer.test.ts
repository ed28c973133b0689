import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";

import { generate } from "selfsigned";
import { afterEach, describe, expect, test } from "vitest";

import { checkIssuer } from "./check-issuer.ts";
import { IssuerWatch } from "./issuer-watch.ts";

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(
    servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))),
  );
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

async function anIssuer(answer: (url: string) => [status: number, body: unknown]) {
  let origin = "";
  const server = createServer((_request, response) => {
    const [status, body] = answer(origin);
    response.writeHead(status).end(JSON.stringify(body));
  });
  origin = `http://127.0.0.1:${await listen(server)}`;
  return origin;
}

function metadata(issuer: string) {
  return { issuer, authorization_endpoint: `${issuer}/authorize` };
}

describe("[SR81] an issuer", () => {
  test("with its discovery document is up, with or without a slash at the end", async () => {
    const plain = await anIssuer((url) => [200, metadata(url)]);
    const withSlash = await anIssuer((url) => [200, metadata(`${url}/`)]);

    expect((await checkIssuer(plain)).state).toBe("up");
    expect((await checkIssuer(`${withSlash}/`)).state).toBe("up");
  });

  test("that does not listen or does not exist is unreachable", async () => {
    const refused = await checkIssuer("http://127.0.0.1:1");
    expect(refused.state).toBe("unreachable");
    expect(refused.words).toContain("http://127.0.0.1:1 cannot be reached (");
    expect((await checkIssuer("https://issuer.invalid")).state).toBe("unreachable");
  });

  test("with a certificate of an unknown authority is untrusted, with the remedy", async () => {
    const made = await generate([{ name: "commonName", value: "localhost" }], { keyType: "ec" });
    const server = createTlsServer({ cert: made.cert, key: made.private });
    const found = await checkIssuer(`https://localhost:${await listen(server)}`);

    expect(found.state).toBe("untrusted");
    expect(found.words).toContain("NODE_EXTRA_CA_CERTS");
  });

  test.each([
    ["another address", 200, metadata("https://other.example.com"), "calls itself https://other"],
    ["no document", 404, { error: "not found" }, "answers 404 without a discovery document"],
    ["an invalid address", 200, metadata("tenant"), "calls itself tenant"],
  ])("that answers with %s is wrong", async (_kind, status, body, words) => {
    const found = await checkIssuer(await anIssuer(() => [status, body]));

    expect(found.state).toBe("wrong");
    expect(found.words).toContain(words);
  });
});

test("[SR81] each change of the issuer's state is logged once", async () => {
  const lines: unknown[] = [];
  const log = {
    warn: (fields: object, text: string) => lines.push([text, fields]),
    info: (_fields: object, text: string) => lines.push([text]),
  };
  let state: "up" | "unreachable" = "up";
  const watch = new IssuerWatch({
    issuer: "https://issuer.example.com",
    log: log as never,
    check: async () => ({ state, words: state === "up" ? "" : "It is away." }),
  });

  expect(watch.state).toBeNull();
  await watch.tick();
  state = "unreachable";
  await watch.tick();
  await watch.tick();
  expect(watch.state).toBe("unreachable");
  state = "up";
  await watch.tick();

  const issuer = "https://issuer.example.com";
  expect(lines).toEqual([
    ["issuer check failed", { issuer, state: "unreachable", reason: "It is away." }],
    ["issuer reached again"],
  ]);
});
