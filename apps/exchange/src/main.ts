import { announceReady } from "@linedesk/base";
import { listToolSettings, readConfig } from "./config/config.ts";
import { createLogger } from "./config/logger.ts";
import { startExchange } from "./exchange.ts";
import {
  installSignalHandlers,
  describeError,
  installCrashHandlers,
} from "./install-crash-handlers.ts";

/** The exchange as a part of a station; with its developer's tools standalone.ts starts it. */
async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.logLevel);
  installCrashHandlers(logger);
  const foreign = listToolSettings();
  if (foreign.length > 0) {
    logger.warn(
      { settings: foreign },
      "these settings belong to `npm run exchange` alone and do nothing in a station",
    );
  }
  const exchange = await startExchange(config, { logger, onFatal: () => process.exit(1) });
  installSignalHandlers(() => exchange.close(), logger);
  logger.info({ url: exchange.url, sip: exchange.sip }, "the exchange is ready");
  announceReady(() => exchange.readFacts());
  process.send?.({ type: "ready", url: exchange.url });
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
});
