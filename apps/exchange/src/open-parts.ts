import type { Logger } from "pino";

export class OpenParts {
  readonly #closers: (() => Promise<void>)[] = [];

  add(close: () => Promise<void>): void {
    this.#closers.unshift(close);
  }

  async close(logger: Logger): Promise<void> {
    for (const close of this.#closers.splice(0)) {
      await close().catch((error: unknown) =>
        logger.error({ err: error }, "exchange part failed to close"),
      );
    }
  }
}
