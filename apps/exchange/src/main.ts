import { announceReady } from "@linedesk/base";
import { awaitTakeOver, finishTakeOver, isSuccessor } from "./await-take-over.ts";
import { readConfig } from "./config/config.ts";
import { createLogger } from "./config/logger.ts";
import { startExchange } from "./exchange.ts";
import {
  installSignalHandlers,
  describeError,
  installCrashHandlers,
} from "./install-crash-handlers.ts";

async function main(): Promise<void> {
  const config = readConfig();
  const continues = isSuccessor(process.argv);
  const logger = createLogger(config.log);
  installCrashHandlers(logger);
  const exchange = await startExchange(config, {
    logger,
    onFatal: () => process.exit(1),
    ...(continues ? { untilFree: () => awaitTakeOver(logger) } : {}),
  });
  if (continues) {
    finishTakeOver();
  }
  installSignalHandlers(exchange, logger);
  logger.info({ url: exchange.url, sip: exchange.sip }, "exchange ready");
  announceReady(() => exchange.readFacts());
  process.send?.({ type: "ready", url: exchange.url });
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
});
