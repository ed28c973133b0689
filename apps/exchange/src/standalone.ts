import { readConfig } from "./config/config.ts";
import { createLogger } from "./config/logger.ts";
import { writeAccountFile } from "./dev/account-file.ts";
import { introduction, readyLine } from "./dev/introduction.ts";
import { HELP_TEXT, OptionError, readOptions, type Options } from "./dev/options.ts";
import { setUpApplication } from "./dev/set-up-application.ts";
import { TrafficLog } from "./dev/traffic-log.ts";
import { startExchange } from "./exchange.ts";
import {
  installSignalHandlers,
  describeError,
  installCrashHandlers,
} from "./install-crash-handlers.ts";

const STANDARD_ERROR = 2;

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    return void process.stdout.write(HELP_TEXT);
  }
  const config = readConfig();
  const logger = createLogger(config.log, STANDARD_ERROR);
  installCrashHandlers(logger);
  const exchange = await startExchange(config, {
    logger,
    ...(options.verbose ? { traffic: createTrafficLog(options) } : {}),
    onFatal: () => process.exit(1),
  });
  installSignalHandlers(exchange, logger);
  const { url, account } = exchange;
  const application = await setUpApplication(exchange, options.voiceUrl);
  const accountFile = await writeAccountFile(config.dataFolder ?? ".", {
    account,
    url,
    applicationSid: application.sid,
  });
  const facts = { ...exchange, application, accountFile };
  process.stdout.write(
    options.json ? `${readyLine(facts)}\n` : introduction(facts, process.stdout.isTTY),
  );
  logger.info({ url, sip: exchange.sip }, "exchange ready");
}

function createTrafficLog({ json }: Options): TrafficLog {
  const output = json ? process.stderr : process.stdout;
  return new TrafficLog({
    write: (line) => output.write(`${line}\n`),
    now: () => new Date(),
    showsCallers: output.isTTY,
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof OptionError ? error.message : describeError(error)}\n`);
  process.exit(1);
});
