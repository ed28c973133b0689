import { ConfigError, readConfig, type ExchangeConfig } from "./config.ts";
import { startExchange, type Exchange } from "./context.ts";
import { createLogger } from "./logger.ts";
import { StartError } from "./start-error.ts";
import type { Logger } from "pino";

/** Ending takes longer than this only when something hangs. */
const FAREWELL_MS = 10_000;
/** A mistake in one call must not end the others; a torrent of mistakes is another matter. */
const FAULTS_PER_MINUTE = 20;

async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.logLevel);
  surviveFaults(logger);
  const exchange = await startExchange(config, { logger, onFatal: () => process.exit(1) });
  endOnSignal(exchange, logger);
  if (config.account === null) introduce(exchange, config);
  logger.info({ url: exchange.url, sip: exchange.sip }, "the exchange is ready");
  process.send?.({ type: "ready", url: exchange.url });
}

function surviveFaults(logger: Logger): void {
  let faults: number[] = [];
  const onFault = (error: unknown): void => {
    logger.error({ err: error }, "an error that nobody caught");
    const now = Date.now();
    faults = [...faults.filter((at) => now - at < 60_000), now];
    if (faults.length <= FAULTS_PER_MINUTE) return;
    logger.fatal("too many errors, starting anew is safer");
    process.exit(1);
  };
  process.on("uncaughtException", onFault);
  process.on("unhandledRejection", onFault);
}

function endOnSignal(exchange: Exchange, logger: Logger): void {
  const end = (signal: string): void => {
    logger.info({ signal }, "the exchange is ending");
    setTimeout(() => process.exit(1), FAREWELL_MS).unref();
    void exchange.close().then(() => process.exit(0));
  };
  process.once("SIGTERM", () => end("SIGTERM"));
  process.once("SIGINT", () => end("SIGINT"));
}

/** For a person who started the exchange alone and needs to know how to talk to it. */
function introduce(exchange: Exchange, config: ExchangeConfig): void {
  const { account, sip } = exchange;
  process.stdout.write(
    [
      "",
      `REST API     ${exchange.url}/2010-04-01/Accounts/${account.sid}.json`,
      `Voice SDK    ${exchange.signalUrl}/signal`,
      `SIP          sip:${sip.address}:${sip.port}`,
      "",
      `A demo account, kept in ${config.dataFolder ?? "memory"}/account.json:`,
      `TWILIO_ACCOUNT_SID=${account.sid}`,
      `TWILIO_AUTH_TOKEN=${account.authToken}`,
      `TWILIO_API_KEY=${account.apiKey}`,
      `TWILIO_API_SECRET=${account.apiSecret}`,
      "",
      "",
    ].join("\n"),
  );
}

/** What can be helped by whoever started it is one sentence; all else keeps its stack. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
