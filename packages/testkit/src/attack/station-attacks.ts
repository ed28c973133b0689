import { listEndpoints } from "./access-attacks.ts";
import { type Attack, mustHold } from "./attack.ts";
import type { CookieClient } from "./cookie-client.ts";
import { findOrAdd } from "./find-or-add.ts";
import type { Target } from "./target.ts";

const ID = "00000000-0000-4000-8000-000000000000";

const roles: Attack = {
  name: "act beyond the rights of the role",
  run: async ({ as, stations, users }) => {
    const above = ["desk", "admin", "own", "deleteRecordings"];
    const closed = listEndpoints().filter(
      ({ access }) => "permission" in access && above.includes(access.permission),
    );
    for (const { at, method } of closed) {
      const path = at.replace(/^\/api/, "").replace(ID, stations[0]);
      const named = method === "GET" ? `${path}?station=${stations[0]}` : path;
      const json = { station: stations[0], call: ID };
      const sent = method === "GET" ? {} : { method, json };
      const status = await as.screener.status(named, sent);
      mustHold([400, 403, 404].includes(status), `${method} ${path}: ${status}`);
    }
    const member = `/admin/${stations[0]}/users/${users.owner}`;
    const demoted = await as.admin.status(member, { method: "PUT", json: { role: "screener" } });
    mustHold(demoted === 403, `an admin demotes an owner: ${demoted}`);
    const removed = await as.admin.status(member, { method: "DELETE" });
    mustHold(removed === 403, `an admin removes an owner: ${removed}`);
    const own = `/admin/${stations[0]}/users/${users.admin}`;
    const raised = await as.admin.status(own, { method: "PUT", json: { role: "owner" } });
    mustHold(raised === 403, `an admin becomes an owner: ${raised}`);
    return `${closed.length} endpoints above a screener's right; an admin against an owner`;
  },
};

interface Thing {
  /** The path below the station's admin area. */
  list: string;
  body: { name: string } & Record<string, unknown>;
  /** The requests that attempt to reach the object. */
  tries: { method: string; rest?: string; json?: object }[];
}

const remove = { method: "DELETE" };
const things: Thing[] = [
  {
    list: "audioServers",
    body: { name: "Attack rack" },
    tries: [
      { method: "PUT", json: { name: "Taken" } },
      { method: "POST", rest: "/code", json: {} },
      { method: "POST", rest: "/restart", json: {} },
      { method: "POST", rest: "/log", json: {} },
      remove,
    ],
  },
  {
    list: "integrations",
    body: { kind: "now_playing", name: "Attack input", url: null, events: [] },
    tries: [
      { method: "GET" },
      { method: "GET", rest: "/deliveries" },
      { method: "POST", rest: "/secret", json: {} },
      remove,
    ],
  },
  {
    list: "devicePresets",
    body: { name: "Attack", line1: null, line2: null, feedsAir: { line1: null, line2: null } },
    tries: [remove],
  },
];

/** Adds the object at the second station, runs the function, and removes the object. */
async function withThing(
  { list, body }: Thing,
  { owner, station }: { owner: CookieClient; station: string },
  run: (id: string) => Promise<void>,
): Promise<void> {
  const at = `/admin/${station}/${list}`;
  const id = await findOrAdd(owner, at, body);
  try {
    await run(id);
  } finally {
    await owner.ask(`/api${at}/${id}`, { method: "DELETE" });
  }
}

const neighbours: Attack = {
  name: "reach an object of another station through the attacker's own station",
  run: async ({ as: { owner }, stations: [own, other] }) => {
    let tried = 0;
    for (const thing of things) {
      await withThing(thing, { owner, station: other }, async (id) => {
        for (const { method, rest = "", json } of thing.tries) {
          const path = `/admin/${own}/${thing.list}/${id}${rest}`;
          const status = await owner.status(path, { method, ...(json && { json }) });
          mustHold(status === 404, `${method} ${thing.list}${rest}: ${status}`);
          tried += 1;
        }
      });
    }
    return `${tried} requests that name one station and an object of another`;
  },
};

const hostileWords: Attack = {
  name: "break the server with hostile text",
  run: async ({ as: { owner }, stations: [station] }: Target) => {
    const words = [
      "%00",
      "' or 1=1 --",
      "%25",
      "\\",
      "💥".repeat(40),
      "{{7*7}}",
      "../../etc/passwd",
    ];
    for (const word of words) {
      const find = encodeURIComponent(word);
      for (const path of ["/caller/caller_list", "/contacts"]) {
        const status = await owner.status(`${path}?station=${station}&find=${find}`);
        mustHold(status < 500, `${path} answers ${status} to ${word}`);
      }
    }
    for (const text of ['{"__proto__":{"a":1}}', "[".repeat(50_000), "{", "null"]) {
      const status = await owner.status("/user/settings", {
        form: { text },
        headers: { "content-type": "application/json" },
      });
      mustHold(status >= 400 && status < 500, `${text.slice(0, 12)} is answered ${status}`);
    }
    return `${words.length} searches and 4 bodies: no answer is a server error`;
  },
};

export const stationAttacks: readonly Attack[] = [roles, neighbours, hostileWords];
