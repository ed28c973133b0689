import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

export interface NetworkSwitch {
  port: number;
  /** `silent` loses all packets without an error. `refused` ends every connection. */
  block(how: "silent" | "refused"): void;
  restore(): void;
  close(): Promise<void>;
}

/** Sits between a browser and a station's port, and can simulate a network that is unavailable. */
export async function openNetworkSwitch(target: number): Promise<NetworkSwitch> {
  const pairs = new Set<[Socket, Socket]>();
  const hanging = new Set<Socket>();
  let blocked: "silent" | "refused" | null = null;
  const server = createServer((near) => {
    near.on("error", () => undefined);
    if (blocked === "refused") {
      near.destroy();
      return;
    }
    if (blocked === null) {
      return join(near);
    }
    // On a silent network new connections hang, because their first packet is lost.
    hanging.add(near.resume());
    near.on("close", () => hanging.delete(near));
  });
  function join(near: Socket): void {
    const far = connect({ port: target, host: "127.0.0.1" });
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    far.on("error", () => near.destroy());
    near.on("close", () => far.destroy());
    far.on("close", () => {
      near.destroy();
      pairs.delete(pair);
    });
    near.pipe(far).pipe(near);
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    block(how) {
      blocked = how;
      for (const [near, far] of pairs) {
        if (how === "refused") {
          near.destroy();
        } else {
          // The data is never delivered, because a retransmission would come much too late for it.
          near.unpipe(far).pause();
          far.unpipe(near).pause();
        }
      }
    },
    restore() {
      blocked = null;
    },
    close: () => closeAll(server, [...hanging, ...[...pairs].flat()]),
  };
}

async function closeAll(server: Server, sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) {
    socket.destroy();
  }
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
