export { ConfigError, readConfig, type AccountConfig, type ExchangeConfig } from "./config.ts";
export { startExchange, type Exchange, type ExchangeOptions } from "./context.ts";
export { StartError } from "./start-error.ts";
