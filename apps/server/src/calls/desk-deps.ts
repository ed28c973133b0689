import type { Clock } from "@linedesk/base";
import type { Role } from "@linedesk/contract";
import type { DiallingConfig } from "../config/dialling-config.ts";
import type { Actor } from "../platform/db/audit-store.ts";
import type { ServiceSet } from "../telephony/service-set.ts";
import type { TelephonyService } from "../telephony/telephony-service.ts";
import type { CallDeps } from "./change-call.ts";

export interface DeskDeps extends CallDeps {
  clock: Pick<Clock, "now" | "after">;
  /** Every command goes to the service that has the call. */
  services: ServiceSet<TelephonyService>;
  people: { listPresent: () => Promise<ReadonlySet<string>>; dialling: DiallingConfig };
}

/** The desk, as one telephony service sees it. */
export interface ServiceDeskDeps extends DeskDeps {
  at: TelephonyService;
}

export interface Seat {
  user: { id: string; name: string };
  role: Role;
  actor: Actor;
}
