import { randomBytes, timingSafeEqual } from "node:crypto";

/** What a client shows to have its call back on another socket; it is told nobody else. */
export class ReconnectToken {
  readonly text = randomBytes(24).toString("base64url");

  matches(shown: string | undefined): boolean {
    const ours = Buffer.from(this.text);
    const theirs = Buffer.from(shown ?? "");
    return ours.length === theirs.length && timingSafeEqual(ours, theirs);
  }
}
