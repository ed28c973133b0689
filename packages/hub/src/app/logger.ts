/** The members of a logger that the hub uses; a pino logger has them. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

function ignore(): void {}

export const silentLogger: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
