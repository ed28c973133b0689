export type { AccountConfig } from "./account/account-config.ts";
export { ConfigError } from "./config/config-error.ts";
export { readConfig, type ExchangeConfig } from "./config/config.ts";
export { startExchange, type Exchange, type ExchangeOptions } from "./context.ts";
export { StartError } from "./start-error.ts";
