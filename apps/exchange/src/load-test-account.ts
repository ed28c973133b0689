import type { ExchangeConfig } from "./config/config.ts";
import type { TestAccountRoutes } from "./edges/rest/requests/test-account-routes.ts";

/** Loads the test account's code only where a setting asks for it. */
export async function loadTestAccount({
  testAccount,
}: Pick<ExchangeConfig, "testAccount">): Promise<TestAccountRoutes | null> {
  if (testAccount === null) {
    return null;
  }
  const { createTestAccountRoutes } =
    await import("./dev/test-account/create-test-account-routes.ts");
  return createTestAccountRoutes(testAccount.sid);
}
