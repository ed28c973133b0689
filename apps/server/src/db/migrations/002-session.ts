export { up } from "../../auth/session-migration.ts";
