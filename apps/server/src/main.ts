import { announceReady } from "@linedesk/base";
import { makeConfig, readSettings } from "./config/config.ts";
import { loadSecrets } from "./config/secrets.ts";
import { DRAIN_MS } from "./platform/health/drain-time.ts";
import { createLogger } from "./platform/logger.ts";
import { startServer } from "./server.ts";

/** A shutdown that hangs after the drain must not delay the supervisor for longer than this. */
const CLOSE_TIMEOUT_MS = 10_000;

const RESTART_AFTER_MS = 300;

async function run(): Promise<void> {
  const settings = readSettings();
  const config = makeConfig(settings, await loadSecrets(settings.LINEDESK_DATA));
  const log = createLogger(config.log);
  process.on("uncaughtException", (err) => {
    log.fatal({ err }, "process error uncaught");
    process.exit(1);
  });
  const server = await startServer({
    config,
    log,
    restart: () => setTimeout(stop, RESTART_AFTER_MS).unref(),
  });
  announceReady(() => ({ calls: 0, media: null }));
  function stop(): void {
    const drainMs = config.http.drainMs ?? DRAIN_MS;
    setTimeout(() => process.exit(1), drainMs + CLOSE_TIMEOUT_MS).unref();
    server.close().then(
      () => process.exit(0),
      (err: unknown) => {
        log.error({ err }, "server shutdown failed");
        process.exit(1);
      },
    );
  }
  // Node would end the process at SIGHUP without this handler.
  process.on("SIGHUP", () => {
    log.info("server settings unchanged until a restart");
    void server.reload();
  });
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}

/** Our own errors have messages for people; other errors need their stack. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  return "code" in error && !(error instanceof TypeError) ? error.message : (error.stack ?? "");
}

run().catch((error: unknown) => {
  process.stderr.write(`${describe(error)}\n`);
  process.exit(1);
});
