import type { Logger } from "pino";

export type SipLogger = Pick<Logger, "debug" | "info" | "warn" | "error">;
