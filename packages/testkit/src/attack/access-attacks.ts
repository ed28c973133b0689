import type { Endpoint } from "@linedesk/contract";
import * as contract from "@linedesk/contract";
import { type Attack, mustHold } from "./attack.ts";
import { askRaw, statusOf } from "./raw.ts";

const ID = "00000000-0000-4000-8000-000000000000";
const LONG = "Content-Length: 5000000";

/**
 * Returns every endpoint of the contract with its address. The ids in the addresses do not exist.
 */
export function listEndpoints(): (Endpoint & { at: string })[] {
  return (Object.values(contract) as unknown[])
    .filter(
      (value): value is Endpoint =>
        typeof value === "object" && value !== null && "path" in value && "access" in value,
    )
    .map((endpoint) => ({ ...endpoint, at: `/api${endpoint.path.replaceAll(/\{\w+\}/g, ID)}` }));
}

const bodies: Attack = {
  name: "make the server read a body without a session",
  run: async ({ origin }) => {
    const closed = listEndpoints().filter(({ access }) => access.type !== "public");
    for (const { method, at } of closed) {
      const answer = await askRaw(origin, [`${method} ${at} HTTP/1.1`, "Host: localhost", LONG]);
      mustHold(statusOf(answer) === 401, `${method} ${at} answers ${answer.slice(0, 40)}`);
    }
    const open = ["/api/phone/token", "/api/audioServers/pair", "/api/auth/signout", "/nowhere"];
    for (const path of open) {
      const lines = [`POST ${path} HTTP/1.1`, "Host: localhost", "Connection: close", LONG];
      const type = "Content-Type: application/json";
      const answer = await askRaw(origin, [...lines, type]);
      mustHold(statusOf(answer) === 413, `${path} answers ${answer.slice(0, 40)}`);
    }
    return `${closed.length} endpoints answer 401 before the body, ${open.length} public ones 413`;
  },
};

/**
 * The time limit for the server to end a connection whose body it refuses. It is much shorter than
 * the time that the server waits for a slow body.
 */
const ENDED_WITHIN_MS = 5_000;

const endless: Attack = {
  name: "make the server read the rest of a refused body",
  run: async ({ origin }) => {
    const paths = [
      "/nowhere",
      "/api/twilio/voice/incoming",
      "/apps/linedesk/events",
      "/sso/token",
      "/v4/EndpointEvents",
    ];
    for (const path of paths) {
      for (const length of [LONG, "Transfer-Encoding: chunked"]) {
        if (path.startsWith("/v4") && length !== LONG) {
          continue;
        }
        const startMs = performance.now();
        const type = "Content-Type: multipart/form-data; boundary=x";
        const lines = [`POST ${path} HTTP/1.1`, "Host: localhost", type, length];
        const status = statusOf(await askRaw(origin, lines));
        const tookMs = performance.now() - startMs;
        mustHold(status >= 400 && status < 500, `${path} answers ${status}`);
        mustHold(
          tookMs < ENDED_WITHIN_MS,
          `${path} keeps the connection open for ${Math.round(tookMs)} ms`,
        );
      }
    }
    return `${paths.length} paths outside of the contract close the connection after a refusal`;
  },
};

const names: Attack = {
  name: "reach the station under a foreign host name, or with two Host headers",
  run: async ({ origin }) => {
    for (const path of ["/", "/api/config", "/apps/1/events", "/sso", "/phone"]) {
      const get = [`GET ${path} HTTP/1.1`, "Connection: close"];
      const evil = statusOf(await askRaw(origin, [...get, "Host: evil.example"]));
      mustHold(evil === 403, `${path} answers ${evil} to a foreign host name`);
      const two = statusOf(await askRaw(origin, [...get, "Host: localhost", "Host: evil.example"]));
      mustHold(two === 400, `${path} answers ${two} to two Host headers`);
    }
    return "5 paths refuse a foreign host name with 403 and two Host headers with 400";
  },
};

const inside: Attack = {
  name: "reach internal paths: the exchange's API, metrics, files",
  run: async ({ origin }) => {
    const paths = [
      "/metrics",
      "/2010-04-01/Accounts.json",
      "/v4/../2010-04-01/Accounts.json",
      "/v4/%2e%2e/2010-04-01/Accounts.json",
      "/v4//EndpointEvents",
      "/signal/../inspect",
      "/inspect/trunks",
      "/assets/../../package.json",
      "/assets/%2e%2e/%2e%2e/package.json",
      "/..%2f..%2fpackage.json",
      "/sounds/station/../../package.json",
    ];
    for (const path of paths) {
      const lines = [`GET ${path} HTTP/1.1`, "Host: localhost", "Connection: close"];
      const answer = await askRaw(origin, lines);
      const isFound = statusOf(answer) === 200 && !/<!doctype html>/i.test(answer);
      mustHold(!isFound, `${path} answers ${answer.slice(0, 60)}`);
      mustHold(!/"workspaces"|process_cpu|auth_token/.test(answer), `${path} reveals a secret`);
    }
    return `${paths.length} paths return no file and reveal no secret`;
  },
};

const headers: Attack = {
  name: "frame or sniff a page",
  run: async ({ anonymous }) => {
    for (const path of ["/", "/api/config", "/sso/nothing", "/api/health/live", "/api/docs"]) {
      const reply = await anonymous.ask(path);
      const policy = reply.headers.get("content-security-policy") ?? "";
      mustHold(policy.includes("frame-ancestors 'none'"), `${path} can be framed`);
      mustHold(!/'unsafe-(?:inline|eval)'/.test(policy), `${path} allows inline scripts or eval`);
      mustHold(reply.headers.get("x-content-type-options") === "nosniff", `${path} has no nosniff`);
    }
    return "5 pages send a content security policy and nosniff";
  },
};

export const accessAttacks: readonly Attack[] = [bodies, endless, names, inside, headers];
