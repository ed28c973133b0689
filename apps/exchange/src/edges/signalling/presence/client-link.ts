import type { ServerFrame } from "../frames/frames.ts";

export interface ClientLink {
  /**
   * Identifies the device across its sockets: a digest of its token, which it shows again when it
   * returns. `null` until it has shown one.
   */
  readonly device: string | null;
  send(frame: ServerFrame): void;
  whenRead(): Promise<void>;
}
