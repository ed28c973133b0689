import type { DeveloperTools } from "../../developer-tools.ts";
import { InspectorServer } from "../inspector/inspector-server.ts";
import { createTestAccount } from "../test-account/create-test-account.ts";
import type { ToolsConfig } from "./tools-config.ts";

/** The inspector and the test account, as an exchange takes them; the sample stands beside it. */
export function createTools({
  inspector = null,
  testAccount = null,
}: Partial<ToolsConfig>): DeveloperTools {
  return {
    createInspector: (deps) => (inspector === null ? null : new InspectorServer(inspector, deps)),
    testAccount: testAccount === null ? null : createTestAccount(testAccount),
  };
}
