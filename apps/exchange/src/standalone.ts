import { readConfig, type ExchangeConfig } from "./config/config.ts";
import { createLogger } from "./config/logger.ts";
import { writeAccountFile } from "./dev/standalone/account-file.ts";
import { createTools } from "./dev/standalone/create-tools.ts";
import { introduction, readyLine, type ReadyFacts } from "./dev/standalone/introduction.ts";
import { HELP_TEXT, OptionError, readOptions } from "./dev/standalone/options.ts";
import { findFree, startSample, type Sample } from "./dev/standalone/sample.ts";
import { readToolsConfig, type ToolsConfig } from "./dev/standalone/tools-config.ts";
import { startExchange, type Exchange } from "./exchange.ts";
import {
  installSignalHandlers,
  describeError,
  installCrashHandlers,
} from "./install-crash-handlers.ts";

const STANDARD_ERROR = 2;

/**
 * The exchange for a developer: with inspector, sample and test account, which nothing else loads
 * and with words on how to go on.
 */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    return void process.stdout.write(HELP_TEXT);
  }
  const toolsConfig = readToolsConfig();
  const { samplePort } = toolsConfig;
  const config = withSampleAllowed(readConfig(), samplePort);
  const logger = createLogger(config.logLevel, STANDARD_ERROR);
  installCrashHandlers(logger);
  if (samplePort !== null) {
    await findFree(samplePort);
  }
  const tools = createTools(toolsConfig);
  const exchange = await startExchange(config, { logger, tools, onFatal: () => process.exit(1) });
  const sample = await openSample(exchange, samplePort);
  installSignalHandlers(async () => {
    // The last callbacks of its calls are still to be taken.
    await exchange.close();
    await sample?.close();
  }, logger);
  const facts = { ...exchange, sample, accountFile: await accountFile(exchange, sample, config) };
  process.stdout.write(
    options.json ? `${readyLine(facts)}\n` : introduction(facts, process.stdout.isTTY),
  );
  logger.info({ url: exchange.url, sip: exchange.sip }, "the exchange is ready");
}

function withSampleAllowed(
  config: ExchangeConfig,
  samplePort: ToolsConfig["samplePort"],
): ExchangeConfig {
  if (samplePort === null) {
    return config;
  }
  return { ...config, webhookHosts: [...config.webhookHosts, "127.0.0.1"] };
}

async function openSample(exchange: Exchange, port: number | null): Promise<Sample | null> {
  if (port === null) {
    return null;
  }
  try {
    return await startSample(exchange, port);
  } catch (error) {
    await exchange.close();
    throw error;
  }
}

async function accountFile(
  { account, url }: Exchange,
  sample: Sample | null,
  { dataFolder }: ExchangeConfig,
): Promise<ReadyFacts["accountFile"]> {
  const applicationSid = sample?.applicationSid ?? null;
  return await writeAccountFile(dataFolder ?? ".", { account, url, applicationSid });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof OptionError ? error.message : describeError(error)}\n`);
  process.exit(1);
});
