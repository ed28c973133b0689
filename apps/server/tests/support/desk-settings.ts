/** Further settings of a desk, which may need the address of its scripted service. */
export type DeskEnv = Record<string, string> | ((serviceUrl: string) => Record<string, string>);

/**
 * Returns the settings of a desk in tests. The scripted service is a possible exchange and account.
 */
export function deskSettings(serviceUrl: string, env: DeskEnv = {}): Record<string, string> {
  const quiet = { NODE_ENV: "test", LOG_LEVEL: "silent", DEMO_DATA: "false" };
  return {
    ...quiet,
    RATE_LIMIT: "1000000",
    EXCHANGE_URL: serviceUrl,
    TWILIO_API_URL: serviceUrl,
    ...(typeof env === "function" ? env(serviceUrl) : env),
  };
}
