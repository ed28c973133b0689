import type { Membership, RoomId } from "../port/media-port.ts";
import type { MediaLeg } from "./media-leg.ts";
import { Room } from "./room.ts";

/** The room of each leg, at most one. A room exists while it has members. */
export class Rooms {
  readonly #rooms = new Map<RoomId, Room>();

  get all(): ReadonlyMap<RoomId, Room> {
    return this.#rooms;
  }

  join(leg: MediaLeg, roomId: RoomId, membership: Membership): void {
    if (leg.room?.id !== roomId) {
      this.leave(leg);
    }
    const room = this.#rooms.get(roomId) ?? new Room(roomId, leg.phase);
    this.#rooms.set(roomId, room);
    room.enter(leg);
    leg.room = room;
    leg.membership = { ...membership };
  }

  /** Runs between two ticks. Phases are counted from the time `startMs`. */
  alignPhases(startMs: number): void {
    for (const room of this.#rooms.values()) {
      room.alignPhase(startMs);
    }
  }

  leave(leg: MediaLeg): void {
    const { room } = leg;
    if (room === null) {
      return;
    }
    leg.room = null;
    leg.membership = { muted: false, hold: false };
    room.remove(leg);
    if (!room.isEmpty) {
      return;
    }
    this.#rooms.delete(room.id);
    room.close();
  }
}
