import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { FastifyInstance } from "fastify";

import { findFreePort } from "@linedesk/base";
import { createSso, type Sso, type SsoClient } from "@linedesk/sso";
import type { AuthDeps } from "../../src/auth/auth-deps.ts";
import type { Auth } from "../../src/auth/auth-handler.ts";
import { registerAuth } from "../../src/auth/register-auth.ts";
import { createSessionStore } from "../../src/auth/session-store.ts";
import { type Config, makeConfig, readSettings } from "../../src/config/config.ts";
import { loadSecrets } from "../../src/config/secrets.ts";
import { People, type OidcIdentity } from "../../src/people/people.ts";
import type { Db } from "../../src/platform/db/database.ts";
import { createApp, createInternalServer } from "../../src/platform/http/app.ts";
import { MountedServices } from "../../src/platform/http/mounts/mounted-services.ts";
import { createLogger } from "../../src/platform/logger.ts";

export type AuthStation = Awaited<ReturnType<typeof startAuthStation>>;

interface AuthStationOptions {
  env?: Record<string, string>;
  deps?: Partial<AuthDeps>;
  /** Gets each line of the log. */
  onLog?: (line: Record<string, unknown>) => void;
}

function createStationLog(onLog: AuthStationOptions["onLog"]) {
  return onLog === undefined
    ? createLogger({ level: "silent" })
    : createLogger({ level: "info" }, { write: (line) => onLog(JSON.parse(line)) });
}

export async function startAuthStation(db: Db, options: AuthStationOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), "linedesk-auth-"));
  const port = Number(options.env?.["PORT"] ?? (await findFreePort()));
  const settings = readSettings({ NODE_ENV: "test", PORT: String(port), ...options.env });
  const config = makeConfig(settings, await loadSecrets(folder));
  const log = createStationLog(options.onLog);
  const mounted: { sso: Sso | null } = { sso: null };
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return mounted.sso?.handle(request, response);
  }
  const front = new MountedServices({
    hub: null,
    exchanges: [],
    sso: { handle },
    onError: () => undefined,
  });
  const app = await createApp({ config, log, front, tls: null });
  const internal = createInternalServer(app, front);
  const internalPort = await findFreePort();
  const people = new People(db, config.auth);
  /** People who have signed in, as the issuer described them. */
  const users = new Map<string, OidcIdentity>();
  const clock = { aheadMs: 0 };
  const auth = registerAuth(app, {
    config,
    store: createSessionStore(db),
    findOrCreateUser: async (person, source) => {
      users.set(`${person.issuer} ${person.sub}`, person);
      return people.findOrCreateUser(person, source);
    },
    noteSignOut: (userId, source) => people.noteSignOut(userId, source),
    noteForeignChange: (...change) => people.noteForeignChange(...change),
    log,
    now: () => Date.now() + clock.aheadMs,
    embeddedIssuerOrigin: config.auth.issuer === null ? `http://127.0.0.1:${internalPort}` : null,
    endsIssuerSession: false,
    ...options.deps,
  });
  addProbes(app, auth);
  await app.listen({ host: "127.0.0.1", port });
  await new Promise<void>((resolve) => internal.listen(internalPort, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${port}`;
  mounted.sso = await startEmbeddedIssuer(config, folder);
  return {
    app,
    auth,
    users,
    origin,
    pass: (ms: number) => void (clock.aheadMs += ms),
    close: async () => {
      internal.closeAllConnections();
      await new Promise((resolve) => internal.close(resolve));
      app.server.closeAllConnections();
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function startEmbeddedIssuer(config: Config, folder: string): Promise<Sso> {
  return createSso({
    issuer: `${config.http.publicUrl}/sso`,
    clients: [
      {
        clientId: config.auth.clientId,
        clientSecret: config.auth.clientSecret,
        redirectUris: [`${config.http.publicUrl}/api/auth/callback/sso`],
        postLogoutRedirectUris: [`${config.http.publicUrl}/`],
      },
    ],
    keys: { path: join(folder, "sso-keys.json") },
    allowsOwnOrigin: true,
  });
}

export async function startIssuer(client: SsoClient) {
  const folder = await mkdtemp(join(tmpdir(), "linedesk-issuer-"));
  const address = `http://127.0.0.1:${await findFreePort()}/realms/desk`;
  const keys = { path: join(folder, "keys.json") };
  const sso = await createSso({ issuer: address, clients: [client], keys });
  const server = createServer((request, response) => void sso.handle(request, response));
  const port = Number(new URL(address).port);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  async function close(): Promise<void> {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
  return { address, close };
}

function addProbes(app: FastifyInstance, { guard }: Auth): void {
  app.get("/api/probe", async (request) => (await guard.requireSession(request)).user);
  app.post("/api/unguarded", async () => ({}));
  app.post("/api/probe", async (request) => {
    const { user } = await guard.requireSession(request);
    await guard.requireCsrf(request);
    return user;
  });
}

// The original function, stored before a test replaces it with the function of a page.
const plainFetch = globalThis.fetch;

export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set("cookie", [...this.cookies].map((pair) => pair.join("=")).join("; "));
    const url = new URL(path, this.#origin);
    const response = await plainFetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      this.#storeCookie(line);
    }
    return response;
  };

  #storeCookie(line: string): void {
    const [pair = ""] = line.split(";", 1);
    const at = pair.indexOf("=");
    const isGone = /max-age=0(?:;|$)|expires=Thu, 01 Jan 1970/i.test(line);
    if (isGone) {
      this.cookies.delete(pair.slice(0, at));
    } else {
      this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  async json(path: string): Promise<unknown> {
    return (await this.fetch(path)).json();
  }

  async csrfToken(): Promise<string> {
    return ((await this.json("/api/auth/csrf")) as { csrfToken: string }).csrfToken;
  }

  /** Posts a form with the correct token, as the auth client does. */
  async post(path: string, fields: Record<string, string> = {}): Promise<Response> {
    const body = new URLSearchParams({
      csrfToken: await this.csrfToken(),
      json: "true",
      ...fields,
    });
    return this.fetch(path, { method: "POST", body });
  }

  /** Follows the issuer's page through all redirects and chooses a person on the way. */
  async chooseAt(url: string, name: string): Promise<{ url: string; response: Response }> {
    const page = await this.follow(url);
    const html = await page.response.text();
    const person = new RegExp(`value="([^"]+)"[^>]*><span class="name">${name}<`).exec(html)?.[1];
    const body = new URLSearchParams({ person: person ?? "" });
    return this.follow(page.url, { method: "POST", body });
  }

  async follow(url: string, init: RequestInit = {}): Promise<{ url: string; response: Response }> {
    let response = await this.fetch(url, init);
    let at = new URL(url, this.#origin).href;
    for (let hop = 0; hop < 10 && response.headers.has("location"); hop += 1) {
      at = new URL(response.headers.get("location") ?? "", at).href;
      response = await this.fetch(at);
    }
    return { url: at, response };
  }

  async signIn(name: string, callbackUrl = "/"): Promise<{ url: string; response: Response }> {
    return this.chooseAt(await this.leave({ callbackUrl }), name);
  }

  /** Starts a sign-in; returns the address of the issuer or of the error page. */
  async leave(fields: Record<string, string> = {}): Promise<string> {
    const answer = await this.post("/api/auth/signin/sso", fields);
    return ((await answer.json()) as { url: string }).url;
  }
}
