/** An argument or setting of the demonstration is wrong; the message names it. */
export class ArgumentError extends Error {
  override name = "ArgumentError";
  readonly code = "bad_argument";
}

export interface DemoConfig {
  listeners: number;
  host: string;
  port: number;
  /** The numbers that the listeners dial, one after another. */
  numbers: readonly string[];
  /** The limits of the random time after which a listener hangs up, from the start of the call. */
  ringS: { min: number; max: number };
  /** The duration of received speech after which a listener hangs up. */
  conversationS: number;
}

export const usage = `Usage: npm run demo:calls -- [listeners] [options]

  listeners          the number of listeners, 1 to 500 (12)
  --host <address>   the exchange's address (SIP_HOST, or 127.0.0.1)
  --port <port>      the exchange's SIP port (SIP_PORT, or 5060)
  --to <number,...>  the numbers to ring (the open lines of the demonstration station)
  --patience <a-b>   seconds after which a listener hangs up (60-600)
  --talk <seconds>   seconds of conversation after which a listener hangs up (90)`;

/** Most calls go to the main line, and some to the contest line and the priority line. */
const demoNumbers = [
  "+61255500101",
  "+61255500101",
  "+61255500102",
  "+61255500101",
  "+61255500104",
  "+61255500101",
];

type Environment = Record<string, string | undefined>;

/** Reads arguments and environment. Returns `null` if they request help. Throws ArgumentError. */
export function readConfig(args: readonly string[], environment: Environment): DemoConfig | null {
  if (args.includes("--help") || args.includes("-h")) {
    return null;
  }
  const host = hostOf(environment["SIP_HOST"] ?? "");
  const port =
    environment["SIP_PORT"] === undefined ? 5060 : portOf("SIP_PORT", environment["SIP_PORT"]);
  const ringS = { min: 60, max: 600 };
  const config: DemoConfig = {
    listeners: 12,
    host,
    port,
    numbers: demoNumbers,
    ringS,
    conversationS: 90,
  };
  const rest = [...args];
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    if (name.startsWith("--")) {
      readOption(config, name, rest.shift());
    } else {
      config.listeners = wholeNumber("the number of listeners", name, { min: 1, max: 500 });
    }
  }
  return config;
}

function readOption(config: DemoConfig, name: string, value: string | undefined): void {
  const readers: Record<string, (value: string) => void> = {
    "--host": (text) => void (config.host = hostOf(text)),
    "--port": (text) => void (config.port = portOf("--port", text)),
    "--to": (text) => void (config.numbers = text.split(",").map(numberOf)),
    "--patience": (text) => void (config.ringS = rangeOf(text)),
    "--talk": (text) =>
      void (config.conversationS = wholeNumber(name, text, { min: 1, max: 3600 })),
  };
  const read = readers[name];
  if (read === undefined) {
    throw new ArgumentError(`${name} is not an option`);
  }
  if (value === undefined) {
    throw new ArgumentError(`${name} needs a value`);
  }
  read(value);
}

/** Returns the loopback address for an exchange that listens on all interfaces. */
function hostOf(text: string): string {
  return text === "" || text === "0.0.0.0" || text === "::" ? "127.0.0.1" : text;
}

function portOf(name: string, text: string): number {
  return wholeNumber(name, text, { min: 1, max: 65_535 });
}

function numberOf(text: string): string {
  if (/^sip:\S+@\S+$/.test(text)) {
    return text;
  }
  const digits = text.replace(/[ ()-]/g, "");
  if (/^\+?[0-9]{3,15}$/.test(digits)) {
    return digits;
  }
  throw new ArgumentError(`--to: "${text}" is not a telephone number`);
}

function rangeOf(text: string): { min: number; max: number } {
  const [from = "", to = from] = text.split("-");
  const min = wholeNumber("--patience", from, { min: 1, max: 86_400 });
  const max = wholeNumber("--patience", to, { min: 1, max: 86_400 });
  if (min > max) {
    throw new ArgumentError(`--patience: ${min} is more than ${max}`);
  }
  return { min, max };
}

function wholeNumber(name: string, text: string, bounds: { min: number; max: number }): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= bounds.min && value <= bounds.max) {
    return value;
  }
  const range = `between ${bounds.min} and ${bounds.max}`;
  throw new ArgumentError(`${name}: "${text}" is not a whole number ${range}`);
}
