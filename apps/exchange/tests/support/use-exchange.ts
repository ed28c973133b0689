import { afterAll, afterEach, beforeAll } from "vitest";
import type { ExchangeConfig } from "../../src/index.ts";
import { BootedExchange } from "./booted-exchange.ts";

type Config = Partial<ExchangeConfig>;

interface UseOptions {
  config?: Config | (() => Promise<Config>);
  /** What it has before the first test. */
  furnish?: (booted: BootedExchange) => Promise<unknown>;
}

/** The exchange of a test file: there for all its tests, whose clients end with each. */
export function useExchange({ config = {}, furnish }: UseOptions = {}): () => BootedExchange {
  let booted: BootedExchange | null = null;
  beforeAll(async () => {
    const settings = typeof config === "function" ? await config() : config;
    booted = await BootedExchange.start({}, settings);
    await furnish?.(booted);
  });
  afterEach(() => booted?.endClients());
  afterAll(() => booted?.close());
  return () => {
    if (booted === null) throw new Error("the exchange is there in tests only");
    return booted;
  };
}
