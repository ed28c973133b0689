import type { ServerFrame } from "../frames/frames.ts";

export interface ClientLink {
  /**
   * Says which device it belongs to, on whichever of its sockets: a digest of the token that the
   * device shows, and shows again when it comes back. Null before it showed one.
   */
  readonly device: string | null;
  send(frame: ServerFrame): void;
  whenRead(): Promise<void>;
}
