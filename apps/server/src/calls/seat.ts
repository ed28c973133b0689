import type { Role } from "@linedesk/contract";
import type { Actor } from "../platform/db/actor.ts";

export interface Seat {
  user: { id: string; name: string };
  role: Role;
  actor: Actor;
}
