import { readConfig } from "./config/config.ts";
import { createLogger } from "./config/logger.ts";
import { startExchange } from "./exchange.ts";
import { endOnSignal, explain, surviveFaults } from "./process-life.ts";

/** The exchange as a part of a station; alone it is started by standalone/main.ts. */
async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.logLevel);
  surviveFaults(logger);
  const exchange = await startExchange(config, { logger, onFatal: () => process.exit(1) });
  endOnSignal(() => exchange.close(), logger);
  logger.info({ url: exchange.url, sip: exchange.sip }, "the exchange is ready");
  process.send?.({ type: "ready", url: exchange.url });
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
