import type { DeveloperTools } from "../../developer-tools.ts";
import { InspectorServer } from "../inspector/inspector-server.ts";
import type { ToolsConfig } from "./tools-config.ts";

/** The inspector, as an exchange takes it; the sample stands beside it. */
export function createTools({ inspector = null }: Partial<ToolsConfig>): DeveloperTools {
  return {
    createInspector: (deps) => (inspector === null ? null : new InspectorServer(inspector, deps)),
  };
}
