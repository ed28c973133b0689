/**
 * `npm run dev` runs the station from its sources behind one origin. Vite serves the console with
 * hot reload, and the server serves the API and the websockets. A change to the sources of the
 * server or the exchange restarts that part.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, relative } from "node:path";

import { createServer as createVite, type ViteDevServer } from "vite";

import { findFreePort } from "@linedesk/base";
import { readSettings } from "../apps/server/src/config/config.ts";
import { startDev } from "../apps/server/src/supervisor/start-dev.ts";
import { findChangedParts, findPartPackages, type Manifest } from "./dev/changed-parts.ts";
import { isServerPath, passRequest, passUpgrade, type ServerAddress } from "./dev/front.ts";
import { Restarter } from "./dev/restarter.ts";

const root = join(import.meta.dirname, "..");
const environment: Record<string, string | undefined> = process.env;

/** Starts Vite, which sets NODE_ENV, and restores the value for the station's parts. */
async function startVite(front: Server, host: string): Promise<ViteDevServer> {
  const before = environment["NODE_ENV"];
  const vite = await createVite({
    root: join(root, "apps", "console"),
    // In this mode the console contains the gallery as an additional page.
    mode: "gallery",
    server: { middlewareMode: true, hmr: { server: front }, allowedHosts: [host] },
    logLevel: "warn",
  });
  if (before === undefined) {
    delete environment["NODE_ENV"];
  } else {
    environment["NODE_ENV"] = before;
  }
  return vite;
}

/** Provides one origin: the server answers its own paths, and Vite answers the rest. */
function routeFront(front: Server, server: ServerAddress, vite: ViteDevServer): void {
  front.on("request", (request, response) => {
    if (isServerPath(request.url ?? "/")) {
      void passRequest(server, request, response);
    } else {
      vite.middlewares(request, response);
    }
  });
  front.on("upgrade", (request, socket, head) => {
    // Vite handles the sockets of its own protocol.
    if (request.headers["sec-websocket-protocol"]?.startsWith("vite-") !== true) {
      void passUpgrade(server, request, { socket, head });
    }
  });
}

function listen(front: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    front.once("error", reject);
    front.listen(port, host, () => resolve((front.address() as AddressInfo).port));
  });
}

function readManifests(): Manifest[] {
  return ["apps", "packages"].flatMap((top) =>
    readdirSync(join(root, top)).map((name) => {
      const text = readFileSync(join(root, top, name, "package.json"), "utf8");
      const manifest = JSON.parse(text) as { name: string; dependencies?: object };
      return { name: manifest.name, dependencies: Object.keys(manifest.dependencies ?? {}) };
    }),
  );
}

const { HOST: host, PORT: wantedPort, PUBLIC_URL: publicUrl } = readSettings();
const isEverywhere = host === "0.0.0.0" || host === "::";
const shownHost = isEverywhere || host === "127.0.0.1" ? "localhost" : host;
const front = createServer();
const port = await listen(front, wantedPort, host);
const server = { host: isEverywhere ? "127.0.0.1" : host, port: await findFreePort(host) };
const origin = publicUrl ?? `http://${shownHost}:${port}`;
const vite = await startVite(front, new URL(origin).hostname);
routeFront(front, server, vite);

// The server listens on another port, but gets the origin that the browser uses.
environment["PORT"] = String(server.port);
environment["PUBLIC_URL"] = origin;
const station = await startDev();
console.log(`  The console reloads itself; the gallery is at ${origin}/__gallery.\n`);

const restarter = new Restarter({
  restart: async (part) => {
    // If the sources have an error, the running exchange is not restarted.
    await station.restart(part).catch((error: unknown) => console.log(String(error)));
  },
  write: (line) => console.log(line),
});
const packages = findPartPackages(readManifests());
const watched = ["apps/server/src", "apps/exchange/src", "packages"];
vite.watcher.add(watched.map((folder) => join(root, folder)));
vite.watcher.on("all", (event, path) => {
  if (event !== "addDir" && event !== "unlinkDir") {
    restarter.note(findChangedParts(relative(root, path), packages));
  }
});
