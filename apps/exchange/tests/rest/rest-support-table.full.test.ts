import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { type BootedExchange, eventually } from "../support/booted-exchange.ts";
import { stateWithCallerId } from "../support/stored-state.ts";
import { useExchange } from "../support/use-exchange.ts";
import {
  ignoredRows,
  refusedRows,
  shapeOf,
  supportedRows,
  type SupportRow,
  twilioPaths,
  unsupportedPaths,
} from "./support-table.ts";

const METHODS = ["GET", "POST", "DELETE", "PUT", "PATCH", "OPTIONS"];
const NOTHING = "0".repeat(32);
const CALLER_ID = `PN${"1".repeat(32)}`;

/** What stands for the first `{...}` of a path, and for the second. */
let ids: Map<string, string[]>;

const booted = useExchange({
  async config(cleanup) {
    const dataFolder = cleanup.folder();
    const state = stateWithCallerId(CALLER_ID, "+61255509999");
    await writeFile(join(dataFolder, "exchange.json"), state);
    return { dataFolder };
  },
  keepsClients: true,
  async furnish(exchange) {
    ids = await furnish(exchange);
  },
});

/** One of everything that the table names: alice talks in a room, bob waits in a queue. */
async function furnish(exchange: BootedExchange): Promise<Map<string, string[]>> {
  const { rest, web } = exchange;
  const silent = '<Dial><Conference beep="false" waitUrl="">table</Conference></Dial>';
  web.answer("/voice", ({ params }) =>
    params["From"] === "client:alice" ? silent : '<Enqueue waitUrl="">table</Enqueue>',
  );
  async function callSidOf(identity: string) {
    return (await exchange.inCall(identity)).callSid;
  }
  const [alice, bob] = [await callSidOf("alice"), await callSidOf("bob")];
  const [room] = await eventually(() => rest.conferences.list(), some, 20_000);
  const [queue] = await eventually(() => rest.queues.list(), some, 20_000);
  const number = await rest.incomingPhoneNumbers.create({ phoneNumber: "+61255500101" });
  const key = await rest.newKeys.create({});
  const conference = String(room?.sid);
  const { sid: recording } = await rest.calls(alice).recordings.create();
  const recordings = `/Conferences/${conference}/Recordings.json`;
  await exchange.request(recordings, { method: "POST", body: new URLSearchParams() });
  return new Map([
    ["Calls", [alice]],
    ["Recordings", [`RE${NOTHING}`]],
    ["Recordings/AddOnResults", [recording]],
    ["Recordings/Transcriptions", [recording]],
    ["Calls/Recordings", [alice, "Twilio.CURRENT"]],
    ["Conferences", [conference]],
    ["Conferences/Participants", [conference, alice]],
    ["Conferences/Recordings", [conference, "Twilio.CURRENT"]],
    ["Queues", [String(queue?.sid)]],
    ["Queues/Members", [String(queue?.sid), bob]],
    ["IncomingPhoneNumbers", [number.sid]],
    ["Applications", [exchange.applicationSid]],
    ["OutgoingCallerIds", [CALLER_ID]],
    ["Keys", [key.sid]],
  ]);
}

function some(list: unknown[]) {
  return list.length > 0;
}

/** With the ids of what is there, or of what is not. */
function addressOf(path: string, isThere: boolean): string {
  const words = path.split("/").filter((part) => part !== "" && !part.startsWith("{"));
  const known = isThere ? (ids.get(words.join("/")) ?? ids.get(words[0] ?? "")) : undefined;
  let at = 0;
  const filled = path.replaceAll(/\{[^}]*\}/g, () => known?.[at++] ?? `XX${NOTHING}`);
  const { sid } = booted().exchange.account;
  const account = `/2010-04-01/Accounts/${sid}${filled}`;
  return `${booted().exchange.url}${path === "/Accounts" ? "/2010-04-01/Accounts" : account}.json`;
}

interface Answer {
  status: number;
  code?: number;
  message?: string;
}

async function ask(url: string, method: string, name?: string): Promise<Answer> {
  const { sid, authToken } = booted().exchange.account;
  const form = name === undefined ? null : new URLSearchParams({ [name]: "~~" });
  const isQuery = method === "GET" || method === "DELETE";
  const response = await fetch(isQuery && form ? `${url}?${form}` : url, {
    method,
    headers: { authorization: `Basic ${btoa(`${sid}:${authToken}`)}` },
    body: isQuery ? null : (form ?? new URLSearchParams()),
  });
  const body = response.status === 204 ? {} : ((await response.json()) as object);
  return { ...body, status: response.status };
}

/** Lists and whatever is posted to; a single thing is read without any. */
function takesParameters({ path, methods }: SupportRow): boolean {
  const isSingle = path.endsWith("}") || path === "" || path === "/Balance";
  return methods.includes("POST") || (methods.includes("GET") && !isSingle);
}

const rows = supportedRows();
const offered = twilioPaths();

describe("the support table", () => {
  test("[XR55] names every path that Twilio's client can ask for, as supported or not", () => {
    const supported = new Set(rows.map(({ path }) => shapeOf(path)));
    const unsupported = unsupportedPaths().map(shapeOf);
    function isNamed(shape: string) {
      return (
        supported.has(shape) ||
        unsupported.some((path) => shape === path || shape.startsWith(`${path}/`))
      );
    }

    const paths = [...offered.keys()];
    expect(paths.length).toBeGreaterThan(80);
    expect(paths.filter((shape) => !isNamed(shape))).toEqual([]);
  });

  test.each([...new Set(rows.map(({ path }) => path))])(
    "[XR55][XR8] says which methods %s has; others answer 405 with 20004",
    async (path) => {
      const known = rows.filter((row) => row.path === path).flatMap(({ methods }) => methods);
      for (const method of METHODS) {
        const answer = await ask(addressOf(path, false), method);
        if (known.includes(method)) {
          expect([method, answer.status]).not.toEqual([method, 405]);
        } else {
          expect(answer).toMatchObject({ status: 405, code: 20004 });
        }
      }
    },
  );

  test.each(rows.filter((row) => takesParameters(row)))(
    "[XR55][XR8] says which parameters $methods $path takes; others answer 20001",
    async ({ path, methods, parameters }) => {
      const method = methods.includes("POST") ? "POST" : "GET";
      function listed(table: SupportRow[]): string[] {
        const own = table.filter((row) => row.path === path && row.methods.includes(method));
        return own.flatMap((row) => row.parameters);
      }
      const documented = offered.get(shapeOf(path))?.[method] ?? [];
      const names = new Set([...parameters, ...documented, "Nonsense"]);
      const taken: string[] = [];
      const refused: string[] = [];
      for (const name of names) {
        const answer = await ask(addressOf(path, true), method, name);
        const isRefused = answer.message === `Parameter '${name}' is not supported`;
        if (isRefused) {
          expect(answer).toMatchObject({ status: 400, code: 20001 });
        }
        (isRefused ? refused : taken).push(name);
      }
      expect(taken.sort()).toEqual([...parameters, ...listed(ignoredRows())].sort());
      expect(refused.filter((name) => name !== "Nonsense").sort()).toEqual(
        listed(refusedRows()).sort(),
      );
    },
  );

  test.each(unsupportedPaths())(
    "[XR8] %s answers 404 with 20404, whatever is asked",
    async (path) => {
      const [get, post] = [
        await ask(addressOf(path, false), "GET"),
        await ask(addressOf(path, false), "POST"),
      ];

      for (const answer of [get, post]) {
        expect(answer).toMatchObject({
          status: 404,
          code: 20404,
          message: expect.stringContaining("was not found"),
        });
      }
    },
  );
});
