/** The hub's requirements on a logger, which a pino logger meets. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

function ignore(): void {}

export const silentLogger: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
