import type { ServerFrame } from "../frames/frames.ts";

export interface ClientLink {
  /**
   * The hash of the device's token; `null` until the device has shown one. The device shows the
   * same token when it returns, so the hash identifies the device across its sockets.
   */
  readonly tokenHash: string | null;
  send(frame: ServerFrame): void;
  whenRead(): Promise<void>;
}
