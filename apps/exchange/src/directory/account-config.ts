/**
 * The account that the exchange accepts. Without an account in its configuration, the exchange
 * creates a demo account.
 */
export interface AccountConfig {
  sid: string;
  authToken: string;
  apiKey: string;
  apiSecret: string;
}
