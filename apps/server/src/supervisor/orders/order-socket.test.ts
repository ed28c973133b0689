import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { beforeEach, expect, onTestFinished, test } from "vitest";

import { StartError } from "../start-error.ts";
import { OrderSocket } from "./order-socket.ts";
import { sendOrder } from "./send-order.ts";

const RESTART = { order: "restart", part: "exchange" } as const;
let path = "";

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "linedesk-orders-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  path = join(folder, "orders.sock");
});

async function open(obey: () => Promise<{ pid: number | null }>): Promise<OrderSocket> {
  const socket = new OrderSocket({ path, obey, onError: (error) => expect.fail(error.message) });
  onTestFinished(() => socket.close());
  return socket;
}

test("only the user of the supervisor may give orders, even if a killed supervisor left its socket behind", async () => {
  await writeFile(path, "");
  await open(async () => ({ pid: 7 }));

  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await sendOrder(path, RESTART)).toEqual({ pid: 7 });
});

test("[SR101] the command gets the reason of a refused order as text", async () => {
  await open(() => Promise.reject(new StartError("The new exchange could not be started.")));

  expect(await sendOrder(path, RESTART)).toEqual({
    code: "start_failed",
    message: "The new exchange could not be started.",
  });
});

test("a supervisor without a socket gives no answer", async () => {
  expect(await sendOrder(path, RESTART)).toBeNull();
});

test("a supervisor that ends before its answer is reported", async () => {
  const socket = await open(async () => {
    socket.close();
    return { pid: 7 };
  });

  const answer = sendOrder(path, RESTART);

  expect(await answer).toMatchObject({ code: "no_answer" });
});

test("an unknown order is refused", async () => {
  await open(async () => ({ pid: 7 }));
  const client = connect(path).on("error", () => undefined);
  client.write('{"order":"explode"}\n');

  const [answer] = (await once(client, "data")) as [Buffer];

  expect(answer.toString()).toContain("unknown_order");
});
