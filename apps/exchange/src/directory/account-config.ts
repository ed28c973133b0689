/** The account that the exchange accepts; null lets it make a demo account. */
export interface AccountConfig {
  sid: string;
  authToken: string;
  apiKey: string;
  apiSecret: string;
}
