import { once } from "node:events";
import { connect } from "node:net";

import { expect, onTestFinished, test } from "vitest";

import { type GpioLine, GpioServer } from "./gpio-server.ts";

const line: GpioLine = {
  state: { status: "idle" },
  isFaulty: false,
  start: () => undefined,
  stop: () => undefined,
};

async function openClient() {
  const server = new GpioServer({
    host: "127.0.0.1",
    port: 0,
    lines: [() => line, () => line],
    version: "1",
  });
  const socket = connect(await server.listen(), "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (more: string) => void (text += more));
  onTestFinished(async () => {
    socket.destroy();
    await server.close();
  });
  return async (commands: string[], lines: number) => {
    text = "";
    socket.write(commands.map((one) => `${one}\r\n`).join(""));
    while (text.split("\r\n").length <= lines) {
      await once(socket, "data");
    }
    return text.trimEnd().split("\r\n");
  };
}

test("[AS58] clients read and subscribe to contacts and lamps, and end the subscription", async () => {
  const send = await openClient();

  expect(await send(["GPI"], 2)).toEqual(["GPI 1 hhhhh", "GPI 2 hhhhh"]);
  expect(await send(["GPO 2"], 1)).toEqual(["GPO 2 hhhlh"]);
  expect(await send(["ADD GPI", "GPI 1 lhhhh"], 3)).toEqual([
    "GPI 1 hhhhh",
    "GPI 2 hhhhh",
    "GPI 1 lhhhh",
  ]);
  expect(await send(["GPI 1 lhhhh", "GPI 1 xxlxx"], 1)).toEqual(["GPI 1 lhlhh"]);
  expect(await send(["DEL GPI", "GPI 1 hhhhh", "GPI 1"], 1)).toEqual(["GPI 1 hhhhh"]);
  expect(await send(["ADD GPO"], 2)).toEqual(["GPO 1 hhhlh", "GPO 2 hhhlh"]);
});
