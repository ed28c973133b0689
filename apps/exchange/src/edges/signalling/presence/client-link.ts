import type { ServerFrame } from "../frames/frames.ts";

export interface ClientLink {
  /**
   * Identifies the device across its sockets: a digest of the device's token, which the device
   * shows again when it returns. `null` until the device has shown a token.
   */
  readonly device: string | null;
  send(frame: ServerFrame): void;
  whenRead(): Promise<void>;
}
