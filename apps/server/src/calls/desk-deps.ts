import type { Clock } from "@linedesk/base";
import type { Role } from "@linedesk/contract";
import type { DiallingConfig } from "../config/dialling-config.ts";
import type { Actor } from "../platform/db/audit-store.ts";
import type { ServiceNames } from "../telephony/service-names.ts";
import type { Telephony } from "../telephony/telephony.ts";
import type { VoiceUrls } from "../telephony/voice-urls.ts";
import type { CallDeps } from "./change-call.ts";

export interface DeskDeps extends CallDeps {
  clock: Pick<Clock, "now" | "after">;
  telephony: Telephony;
  urls: VoiceUrls;
  names: ServiceNames;
  people: { listPresent: () => Promise<ReadonlySet<string>>; dialling: DiallingConfig };
}

export interface Seat {
  user: { id: string; name: string };
  role: Role;
  actor: Actor;
}
