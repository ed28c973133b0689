/** The account that the exchange accepts; `null` makes it create a demo account. */
export interface AccountConfig {
  sid: string;
  authToken: string;
  apiKey: string;
  apiSecret: string;
}
