import type { Logger } from "pino";

import type { ExchangeConfig } from "./config/config.ts";
import type { InspectorServer } from "./dev/inspector/inspector-server.ts";
import type { AccountConfig } from "./directory/account-config.ts";

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
