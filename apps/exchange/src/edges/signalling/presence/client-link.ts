import type { ServerFrame } from "../frames/frames.ts";

export interface ClientLink {
  /**
   * Identifies the device across its sockets: a digest of the token that it shows, and shows again
   * when it returns. `null` until it shows one.
   */
  readonly device: string | null;
  send(frame: ServerFrame): void;
  whenRead(): Promise<void>;
}
