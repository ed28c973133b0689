import { vi } from "vitest";

import { connectPusher, subscribe } from "./connect-pusher.ts";
import type { Person } from "./people.ts";
import { asPerson, type TestServer } from "./station-server.ts";
import type { TelephoneDesk } from "./telephone-desk.ts";

/**
 * The digits before the last three of every caller's number in these tests, in every format. No
 * other text contains them.
 */
const SECRET_DIGITS = "491570";

/** Returns true when the number can be read in the text, in any format. */
export function revealsNumber(text: string): boolean {
  return text.replaceAll(/(?<=\d)[^\d]{1,6}(?=\d)/g, "").includes(SECRET_DIGITS);
}

export class Eavesdropper {
  readonly bytes: { from: string; text: string }[] = [];
  readonly person: Person;
  readonly #desk: TelephoneDesk;
  readonly #server: TestServer;

  constructor(person: Person, { desk, server }: { desk: TelephoneDesk; server: TestServer }) {
    this.person = person;
    this.#desk = desk;
    this.#server = server;
  }

  take(from: string, text: string): void {
    this.bytes.push({ from, text });
  }

  get sourcesOfNumber(): string[] {
    return this.bytes.filter(({ text }) => revealsNumber(text)).map(({ from }) => from);
  }

  async post(path: string, body: object) {
    const answer = await this.#desk.post(path, body, this.person);
    this.take(`POST ${path}`, JSON.stringify(answer.body));
    return answer;
  }

  async get(path: string) {
    const answer = await this.#desk.get(path, this.person);
    this.take(`GET ${path}`, JSON.stringify(answer.body));
    return answer;
  }

  async ask(method: string, path: string, body?: object): Promise<string> {
    const answer = await fetch(`${this.#server.url}/api${path}`, {
      method,
      headers: {
        ...asPerson(this.person),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    this.take(`${method} ${path}`, text);
    return text;
  }

  async follow(...channels: string[]): Promise<boolean[]> {
    const client = await connectPusher(this.#server, asPerson(this.person), (frame) =>
      this.take("frame", JSON.stringify(frame)),
    );
    const answers = await Promise.all(channels.map((name) => subscribe(client, name)));
    return answers.map((answer) => typeof answer !== "number");
  }

  /** Waits for a frame with this text; all earlier frames have then arrived. */
  async awaitFrame(part: string): Promise<void> {
    const came = () => this.bytes.some(({ from, text }) => from === "frame" && text.includes(part));
    await vi.waitUntil(came, { timeout: 60_000 });
  }
}
