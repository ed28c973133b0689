// `npm run dev`: the station from its sources, with the console built anew at every change to it. A
// change to the server or the exchange is taken over when the command is started again.
import { join } from "node:path";
import { build, type Rolldown } from "vite";

const root = join(import.meta.dirname, "..");

/** Resolves when the console was built once, well or not; a mistake is told and may be mended. */
const watchConsole = async (): Promise<void> => {
  const environment: Record<string, string | undefined> = process.env;
  const before = environment["NODE_ENV"];
  const folder = join(root, "apps", "console");
  const watcher = await build({ root: folder, logLevel: "error", build: { watch: {} } });
  // Vite says "production", and the station would believe it.
  if (before === undefined) {
    delete environment["NODE_ENV"];
  } else {
    environment["NODE_ENV"] = before;
  }
  if (!("on" in watcher)) {
    return;
  }
  await new Promise<void>((resolve) => {
    watcher.on("event", (event: Rolldown.RolldownWatcherEvent) => {
      if (event.code === "BUNDLE_END") {
        console.log(`The console is built (${event.duration} ms).`);
        void event.result.close();
      }
      if (event.code === "ERROR") {
        console.error(event.error.message);
      }
      if (event.code === "END" || event.code === "ERROR") {
        resolve();
      }
    });
  });
};

await watchConsole();
await import("../apps/server/src/start/start-dev.ts");
