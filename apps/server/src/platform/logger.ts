import { destination, type DestinationStream, pino, type Logger } from "pino";

import { formatLogLine, type LogFormat } from "@linedesk/base";

export type { Logger } from "pino";

const SECRETS = ["token", "authToken", "apiSecret", "password", "secret", "pairingCode"];

const secretPaths = [
  "req.headers.cookie",
  "req.headers.authorization",
  ...SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
];

/** Describes an error without the values that the error of a database or a client contains. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) {
    return { message: String(error) };
  }
  const { name: type, message, stack, cause } = error;
  const code = "code" in error ? error.code : undefined;
  return {
    type,
    code,
    message,
    stack,
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

/**
 * Creates the server's logger: lines of JSON or text on standard output. Each folder uses a
 * `logger.child({ area })`. Callers' numbers and names are logged only below a field `pii`, which
 * is dropped unless `keepPii` is set.
 */
export function createLogger(
  options: { level: string; keepPii?: boolean; format?: LogFormat },
  // The output is synchronous, so that the last lines before a crash are written in order.
  to: DestinationStream = destination({ fd: 1, sync: true }),
): Logger {
  return pino(
    {
      level: options.level,
      serializers: { err: describeError },
      base: { part: "server" },
      redact: {
        paths: options.keepPii === true ? secretPaths : [...secretPaths, "pii"],
        remove: true,
      },
    },
    options.format === "text" ? toText(to) : to,
  );
}

function toText(to: DestinationStream): DestinationStream {
  return { write: (line) => to.write(formatLogLine(line, "text")) };
}
