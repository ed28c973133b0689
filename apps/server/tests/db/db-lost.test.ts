import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { apiError } from "@linedesk/contract";
import { aPerson, type Person } from "../support/people.ts";
import { startTestServer, type TestServer } from "../support/station-server.ts";

/** The connection to the database, which a test can cut and restore. */
class Cable {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #isCut = false;

  constructor(target: URL) {
    this.#server = createServer((near) => {
      if (this.#isCut) {
        return near.destroy();
      }
      const far = connect(Number(target.port), target.hostname);
      for (const socket of [near, far]) {
        this.track(socket);
      }
      near.pipe(far).pipe(near);
    });
  }

  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) {
      socket.destroy();
    }
  }

  mend(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => this.#sockets.delete(socket));
  }
}

let cable: Cable;
let server: TestServer;
let alice: Person;

beforeAll(async () => {
  server = await startTestServer(
    {},
    {
      reach: async (databaseUrl) => {
        const url = new URL(databaseUrl);
        cable = new Cable(new URL(databaseUrl));
        url.hostname = "127.0.0.1";
        url.port = String(await cable.open());
        return url.href;
      },
    },
  );
  alice = await aPerson(server.db, "Alice");
});

afterAll(async () => {
  cable.mend();
  await server.close();
  cable.close();
});

test("[AP22] while the database is unavailable requests get not_ready, and are then served again", async () => {
  function ask() {
    return server.get("/api/user/settings", alice);
  }
  expect((await ask()).status).toBe(200);

  cable.cut();
  const refused = await ask();

  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("2");
  expect(apiError.parse(await refused.json()).error.code).toBe("not_ready");
  expect((await server.get("/api/health/live")).status).toBe(200);

  cable.mend();
  await vi.waitFor(async () => expect((await ask()).status).toBe(200), 20_000);
});

/** Makes the database refuse each change, as a standby does after a failover. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const name = new URL(server.databaseUrl).pathname.slice(1);
  const value = isReadOnly ? "on" : "off";
  await sql`alter database ${sql.id(name)} set default_transaction_read_only = ${sql.lit(value)}`.execute(
    server.ownerDb,
  );
}

test("[AP22] [AP13] a database that accepts no changes counts as unavailable, and its connections are replaced", async () => {
  async function change() {
    return server.post("/api/user/settings", { setting: "THEME", value: "dark" }, alice);
  }
  expect((await server.get("/api/health/ready")).status).toBe(200);
  // Existing sessions keep the earlier value, so the cut makes the server open new ones.
  await setReadOnly(true);
  cable.cut();
  cable.mend();

  await vi.waitFor(async () => {
    const ready = await server.get("/api/health/ready");
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: "not_ready", reasons: ["database"] },
    ]);
  }, 20_000);
  const refused = await change();
  expect(refused.status).toBe(503);
  expect(apiError.parse(await refused.json()).error.code).toBe("not_ready");

  await setReadOnly(false);
  await vi.waitFor(async () => {
    expect((await server.get("/api/health/ready")).status).toBe(200);
    expect((await change()).status).toBeLessThan(400);
  }, 20_000);
});
