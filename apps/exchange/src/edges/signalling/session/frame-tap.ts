/**
 * Records the frames of every socket. Without an inspector there is none: signalling calls it with
 * `?.`, and nothing is copied or formatted.
 */
export interface FrameTap {
  /** A socket has opened; returns the id that its frames bear. */
  socketOpened(): number;
  frame(socket: number, direction: "in" | "out", text: string): void;
  socketClosed(socket: number): void;
}
