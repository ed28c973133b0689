export { up } from "./session-migration.ts";
