import type { Role } from "@linedesk/contract";
import type { Actor } from "../platform/db/actor.ts";

/** Somebody at a desk: who he is, what he may do at the call's station, and from where he asks. */
export interface Seat {
  user: { id: string; name: string };
  role: Role;
  actor: Actor;
}
