import { afterAll, afterEach, beforeAll } from "vitest";

import type { ExchangeConfig, ExchangeOptions } from "../../src/index.ts";
import { BootedExchange } from "./booted-exchange.ts";
import { Cleanup } from "./sip-support.ts";

type Config = Partial<ExchangeConfig>;

interface UseOptions {
  options?: ExchangeOptions;
  /** A function gets a cleanup that runs after the exchange has ended. */
  config?: Config | ((cleanup: Cleanup) => Promise<Config>);
  prepare?: (booted: BootedExchange) => Promise<unknown>;
  keepsClients?: boolean;
}

/**
 * Starts one exchange for all tests of a file. Its clients end after each test, unless
 * `keepsClients` is true.
 */
export function useExchange({
  options = {},
  config = {},
  prepare,
  keepsClients,
}: UseOptions = {}): () => BootedExchange {
  const cleanup = new Cleanup();
  let booted: BootedExchange | null = null;
  beforeAll(async () => {
    const settings = typeof config === "function" ? await config(cleanup) : config;
    booted = await BootedExchange.start(options, settings);
    await prepare?.(booted);
  });
  afterEach(() => (keepsClients === true ? undefined : booted?.endClients()));
  afterAll(async () => {
    await booted?.close();
    await cleanup.run();
  });
  return () => {
    if (booted === null) {
      throw new Error("the exchange exists only while tests run");
    }
    return booted;
  };
}
