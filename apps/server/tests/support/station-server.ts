import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { FastifyInstance, FastifyRequest } from "fastify";

import { findFreePort, systemClock } from "@linedesk/base";
import { makeConfig, readSettings } from "../../src/config/config.ts";
import { loadSecrets, type Secrets } from "../../src/config/secrets.ts";
import { findRole, isMaskedAnywhere } from "../../src/people/role-store.ts";
import type { Db } from "../../src/platform/db/database.ts";
import { Api } from "../../src/platform/http/api.ts";
import { ApiError } from "../../src/platform/http/errors.ts";
import { ExportCursors } from "../../src/platform/http/export-cursors.ts";
import { MountedServices } from "../../src/platform/http/mounts/mounted-services.ts";
import { NumberGuesses } from "../../src/platform/http/number-guesses.ts";
import type { SessionGuard } from "../../src/platform/http/session-guard.ts";
import { createLogger } from "../../src/platform/logger.ts";
import { NumberSeal } from "../../src/platform/number-seal.ts";
import { startServer, type RunningServer } from "../../src/server.ts";
import { createTestDatabase } from "./database.ts";
import type { Person } from "./people.ts";

/** Signs in the person in the header, for tests of the routes behind sign-in. */
export const headerGuard: SessionGuard = {
  requireSession: async (request: FastifyRequest) => {
    const [id, name] = String(request.headers["x-test-user"] ?? "").split(" ");
    if (id === undefined || id === "") {
      throw new ApiError("sign_in_needed");
    }
    const user = { id, name: name ?? "", email: null };
    return { id, user, expires: new Date(Date.now() + 60_000) };
  },
  requireOwnOrigin: () => undefined,
  requireCsrf: (request) => {
    if (request.headers["x-csrf-token"] === "right") {
      return;
    }
    throw new ApiError("page_out_of_date");
  },
};

/** Returns the services below other paths, of which the tests have none. */
export function makeFront(): MountedServices {
  function onError(error: unknown): never {
    throw error;
  }
  return new MountedServices({ hub: null, exchanges: [], sso: null, onError });
}

export function makeTestApi(app: FastifyInstance, db: Db): Api {
  return new Api(app, {
    roles: {
      find: (user, station) => findRole(db, user, station),
      isMaskedAnywhere: (user) => isMaskedAnywhere(db, user),
    },
    numberSeal: new NumberSeal("a key of tests"),
    guesses: new NumberGuesses({ ...systemClock, elapsedMs: () => 0 }),
    exportCursors: new ExportCursors("a key of tests", systemClock),
    guard: headerGuard,
    checkAnswers: true,
  });
}

export function asPerson({ id, name }: Person): Record<string, string> {
  return {
    "x-test-user": `${id} ${name}`,
    "x-csrf-token": "right",
  };
}

export interface TestServer extends AsyncDisposable {
  url: string;
  db: Db;
  /** Uses the role that owns the database, for changes that the product never makes. */
  ownerDb: Db;
  secrets: Secrets;
  running: RunningServer;
  databaseUrl: string;
  dataDir: string;
  close(): Promise<void>;
  get(path: string, person?: Person): Promise<Response>;
  post(path: string, body: unknown, person?: Person): Promise<Response>;
}

interface TestServerOptions {
  /** Returns another address for the database, such as one that a test can cut. */
  reach?: (databaseUrl: string) => Promise<string>;
  /** Starts another server on the database of this one, with the same secrets. */
  beside?: Pick<TestServer, "databaseUrl" | "db" | "ownerDb" | "dataDir">;
}

/** Returns the database of another server, which closes it. */
function borrowDatabase({ databaseUrl, db, ownerDb }: NonNullable<TestServerOptions["beside"]>) {
  return { url: databaseUrl, db, ownerDb, close: async () => undefined };
}

export async function startTestServer(
  env: Record<string, string> = {},
  { reach = async (url) => url, beside }: TestServerOptions = {},
): Promise<TestServer> {
  const database = beside === undefined ? await createTestDatabase() : borrowDatabase(beside);
  const dataDir = await mkdtemp(join(tmpdir(), "linedesk-server-"));
  if (beside !== undefined) {
    await cp(join(beside.dataDir, "secrets.json"), join(dataDir, "secrets.json"));
  }
  const secrets = await loadSecrets(dataDir);
  const settings = readSettings({
    NODE_ENV: "test",
    LOG_LEVEL: "silent",
    PORT: String(await findFreePort()),
    LINEDESK_DATA: dataDir,
    DATABASE_URL: await reach(database.url),
    DATABASE_POOL: "4",
    DRAIN_SECONDS: "0",
    ...env,
  });
  const config = makeConfig(settings, secrets);
  const log = createLogger(config.log);
  const running = await startServer({ config, log, guard: headerGuard }).catch(
    async (error: unknown) => {
      await database.close();
      throw error;
    },
  );
  const url = `${config.http.tls === null ? "http" : "https"}://127.0.0.1:${running.port}`;
  async function close(): Promise<void> {
    await running.close();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
  return {
    url,
    secrets,
    running,
    close,
    dataDir,
    db: database.db,
    ownerDb: database.ownerDb,
    databaseUrl: database.url,
    get: (path, person) =>
      fetch(`${url}${path}`, { headers: person === undefined ? {} : asPerson(person) }),
    post: (path, body, person) =>
      fetch(`${url}${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(person === undefined ? {} : asPerson(person)),
        },
        body: JSON.stringify(body),
      }),
    [Symbol.asyncDispose]: close,
  };
}
