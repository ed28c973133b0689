import { createSocket } from "node:dgram";

import { expect, test } from "vitest";

import { buildHostCandidates, ReservedPort } from "./reserved-port.ts";

async function canBind(port: number): Promise<boolean> {
  const socket = createSocket("udp4");
  return new Promise((resolve) => {
    socket.once("error", () => resolve(false));
    socket.bind({ port, address: "127.0.0.1", exclusive: true }, () => resolve(true));
  }).then((can) => {
    socket.close();
    return can === true;
  });
}

test("a reserved port stays reserved until it is freed, and can be freed twice", async () => {
  const reserved = await ReservedPort.reserve({ bindAddress: "127.0.0.1", portRange: null });

  expect(await canBind(reserved.port)).toBe(false);
  reserved.free();
  reserved.free();
  expect(await canBind(reserved.port)).toBe(true);
});

test("a range without a free port is refused", async () => {
  const taken = await ReservedPort.reserve({ bindAddress: "127.0.0.1", portRange: null });
  const portRange = { min: taken.port, max: taken.port };

  await expect(ReservedPort.reserve({ bindAddress: "127.0.0.1", portRange })).rejects.toMatchObject(
    { code: "no_port" },
  );
  taken.free();
});

test("the candidates of a port name the bound address, at a host's priority", () => {
  expect(buildHostCandidates(5000, "127.0.0.1")).toEqual([
    "candidate:1 1 UDP 2114185471 127.0.0.1 5000 typ host",
  ]);
});
