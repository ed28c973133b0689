import type { Logger } from "pino";

import type { ExchangeConfig } from "./config/config.ts";
import type { InspectorServer } from "./dev/inspector/inspector-server.ts";
import type { AccountConfig } from "./directory/account-config.ts";
import type { TestAccountRoutes } from "./edges/rest/requests/test-account-routes.ts";

/** Loads the inspector's code only where a setting asks for it. */
export async function loadInspector(
  { inspector }: Pick<ExchangeConfig, "inspector">,
  deps: { account: AccountConfig; logger: Logger },
): Promise<InspectorServer | null> {
  if (inspector === null) {
    return null;
  }
  const { InspectorServer: Server } = await import("./dev/inspector/inspector-server.ts");
  return new Server(inspector, deps);
}

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
