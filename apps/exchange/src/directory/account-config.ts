/** The account that the exchange accepts. With `null` the exchange creates a demo account. */
export interface AccountConfig {
  sid: string;
  authToken: string;
  apiKey: string;
  apiSecret: string;
}
