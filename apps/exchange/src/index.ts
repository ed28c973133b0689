export type { AccountConfig } from "./directory/account-config.ts";
export { ConfigError } from "./config/config-error.ts";
export { readConfig, type ExchangeConfig } from "./config/config.ts";
export { startExchange, type Exchange, type ExchangeOptions } from "./exchange.ts";
export { StartError } from "@linedesk/base";
