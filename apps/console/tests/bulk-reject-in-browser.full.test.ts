import type { Locator, Page, Route } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { aCall } from "../src/testing/a-call.ts";
import { Gallery } from "./support/gallery.ts";
import { StandInServer } from "./support/stand-in-server.ts";

let gallery: Gallery;

beforeAll(async () => {
  gallery = await Gallery.open();
});
afterAll(async () => {
  await gallery?.close();
});

interface RejectBody {
  calls: string[];
  named: string[];
  dryRun?: boolean;
}

/** A producer's desk with the panel open, before a server that rejects all whom it is asked to. */
class BulkDesk {
  readonly server: StandInServer;
  readonly rejected: RejectBody[] = [];
  readonly undone: string[] = [];
  /** Previews of this many callers and more are answered when the test says so. */
  heldFrom = Infinity;
  readonly #calls: readonly Call[];
  readonly #held: (() => void)[] = [];
  readonly page: Page;
  readonly panel: Locator;

  private constructor(page: Page, calls: readonly Call[]) {
    this.page = page;
    this.#calls = calls;
    this.server = new StandInServer("producer", calls);
    this.panel = page.getByRole("region", { name: "Bulk reject" });
  }

  static async open(calls: readonly Call[]): Promise<BulkDesk> {
    const page = await gallery.openAnother();
    const desk = new BulkDesk(page, calls);
    await desk.server.standIn(page);
    await page.route("**/reject_call", (route) => desk.#reject(route));
    await page.route("**/handle_call", (route) => desk.#undo(route));
    await page.goto(`${gallery.url}2zz?panels=bulk-reject`);
    await desk.tick("All ringing").click();
    return desk;
  }

  tick(name: string): Locator {
    return this.panel.getByRole("checkbox", { name: new RegExp(`^${name}`) });
  }

  button(name: string): Locator {
    return this.panel.getByRole("button", { name, exact: true });
  }

  release(): void {
    this.heldFrom = Infinity;
    for (const answer of this.#held.splice(0)) {
      answer();
    }
  }

  async #reject(route: Route): Promise<void> {
    const body = route.request().postDataJSON() as RejectBody;
    if (body.dryRun !== true) {
      this.rejected.push(body);
    } else if (body.calls.length >= this.heldFrom) {
      await new Promise<void>((answer) => this.#held.push(answer));
    }
    await route.fulfill({ json: { rejected: body.calls, spared: [] } });
  }

  async #undo(route: Route): Promise<void> {
    const { call: id } = route.request().postDataJSON() as { call: string };
    this.undone.push(id);
    const call = this.#calls.find((one) => one.id === id);
    await route.fulfill({ json: { call, claim: null } });
  }
}

const calls = [aCall(1), aCall(2)];
const ids = calls.map(({ id }) => id);

test("[AC31] a caller who rings between the preview and the press is not rejected", async () => {
  const desk = await BulkDesk.open(calls);
  await desk.button("Reject 2 callers").waitFor();
  desk.heldFrom = 3;

  desk.server.ring(aCall(3));
  await desk.page.locator("[data-row]").nth(2).waitFor();
  await desk.button("Reject 2 callers").click();

  await expect.poll(() => desk.rejected).toEqual([{ calls: ids, named: [] }]);
  desk.release();
});

test("[AC31] a changed choice cannot be pressed before its own preview", async () => {
  const desk = await BulkDesk.open(calls);
  await desk.button("Reject 2 callers").waitFor();
  desk.heldFrom = 0;

  await desk.tick("Ringing for more than 5 min").click();
  await desk.panel.getByText("Asking who may go").first().waitFor();
  const waiting = desk.button("Reject 0 callers");
  expect(await waiting.getAttribute("aria-disabled")).toBe("true");
  await waiting.click({ force: true });
  desk.release();

  await desk.button("Reject 2 callers").waitFor();
  expect(desk.rejected).toEqual([]);
});

test("[AC35] [KY22] one toast stands for all who were rejected together, and Z brings them all back", async () => {
  const desk = await BulkDesk.open(calls);
  const toasts = desk.page.getByRole("log", { name: "Messages" });

  await desk.button("Reject 2 callers").click();
  await toasts.getByText("Rejected 2 callers", { exact: true }).waitFor();
  const undo = toasts.getByRole("button");
  expect(await undo.count()).toBe(1);
  expect(await undo.getAttribute("aria-label")).toBe("Undo: bring 2 callers back");
  expect(await undo.getAttribute("aria-keyshortcuts")).toBe("Z");
  await desk.page.keyboard.press("z");

  await toasts.getByText("2 callers are brought back", { exact: true }).waitFor();
  expect(desk.undone.toSorted()).toEqual(ids);
  expect(await toasts.getByText("Rejected 2 callers").count()).toBe(0);
});
