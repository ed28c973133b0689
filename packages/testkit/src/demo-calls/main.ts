import { ArgumentError, type DemoConfig, readConfig, usage } from "./config.ts";
import { runDemo } from "./demo-calls.ts";

/**
 * A terminal sends the signal to the program and to its runner, which sends it to the program
 * again. Both count as one press.
 */
const ONE_PRESS_MS = 500;

/** `npm run demo:calls -- 12` lets twelve listeners call the station over SIP. */
async function main(): Promise<number> {
  const config = readArguments();
  if (typeof config === "number") {
    return config;
  }
  const controller = new AbortController();
  let pressedAt = 0;
  function stop(): void {
    // A second press ends the program at once, even if some calls have not ended.
    if (controller.signal.aborted && performance.now() - pressedAt > ONE_PRESS_MS) {
      process.exit(130);
    }
    pressedAt = performance.now();
    controller.abort();
  }
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  function say(line: string): void {
    console.log(line);
  }
  if (await runDemo({ config, say, signal: controller.signal })) {
    return 0;
  }
  console.error(
    `No SIP answer from ${config.host}:${config.port}. Start the station first (npm start), ` +
      "or set its address with --host and --port.",
  );
  return 1;
}

/** Returns the configuration, or the exit code if there is nothing to run. */
function readArguments(): DemoConfig | number {
  try {
    const config = readConfig(process.argv.slice(2), process.env);
    if (config !== null) {
      return config;
    }
    console.log(usage);
    return 0;
  } catch (error) {
    if (!(error instanceof ArgumentError)) {
      throw error;
    }
    console.error(`${error.message}\n\n${usage}`);
    return 2;
  }
}

process.exitCode = await main();
