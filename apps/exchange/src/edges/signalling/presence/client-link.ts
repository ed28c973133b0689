import type { ServerFrame } from "../frames/frames.ts";

/** A client's socket as a leg sees it. */
export interface ClientLink {
  /**
   * Says which device it belongs to, on whichever of its sockets: a digest of the token that the
   * device shows, and shows again when it comes back. Null before it showed one.
   */
  readonly device: string | null;
  /** Safe after the socket closed. */
  send(frame: ServerFrame): void;
  /** Resolves when the client has read every frame that was sent until now. */
  whenRead(): Promise<void>;
}
