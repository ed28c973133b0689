import type { ServerFrame } from "../frames/frames.ts";

/** A client's socket as a leg sees it. */
export interface ClientLink {
  /** Safe after the socket closed. */
  send(frame: ServerFrame): void;
}
