import type { Role } from "@linedesk/contract";
import type { Actor } from "../platform/db/actor.ts";

/** Somebody at a desk: who it is, with which rights, and from which address. */
export interface Seat {
  user: { id: string; name: string };
  role: Role;
  actor: Actor;
}
