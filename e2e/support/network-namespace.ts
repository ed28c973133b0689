import { execFileSync } from "node:child_process";
import { networkInterfaces } from "node:os";

export interface NetworkNamespace {
  /** The station's address in the namespace. */
  here: string;
  /** The one address of the namespace. */
  there: string;
  /** The command prefix that runs a program there. */
  within: string[];
  /** Unplugs the cable, or plugs it in again. */
  plug(isIn: boolean): void;
  /**
   * Moves to another network there, so that its address changes. The station's address stays the
   * same.
   */
  roam(): void;
  /** Repeated calls change nothing. */
  close(): void;
}

/** Returns the reason why no namespace can be created, or `null`. Creating one needs root. */
export function findNamespaceObstacle(): string | null {
  return process.getuid?.() === 0 ? null : "only root may make a network namespace";
}

function ip(...words: string[]): void {
  execFileSync("ip", words, { stdio: ["ignore", "ignore", "pipe"] });
}

/** Returns a private network of two addresses that this machine does not use. */
function freeSubnet(): string {
  const taken = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  for (let turn = 0; turn < 50; turn += 1) {
    const prefix = `10.${200 + ((process.pid + turn) % 50)}.${process.pid % 251}`;
    if (!taken.some(({ address }) => address.startsWith(`${prefix}.`))) {
      return prefix;
    }
  }
  throw new Error("no free private network on this machine");
}

/**
 * Simulates another machine by a namespace whose only network is a cable to this one. It has its
 * own loopback, so it cannot reach listeners on the loopback of this machine.
 */
export function openNetworkNamespace(): NetworkNamespace {
  const name = `linedesk-${process.pid}`;
  const [cable, farCable] = [`ld${process.pid}a`, `ld${process.pid}b`];
  const prefix = freeSubnet();
  const network: NetworkNamespace = {
    here: `${prefix}.1`,
    there: `${prefix}.2`,
    within: ["ip", "netns", "exec", name],
    plug: (isIn) => ip("link", "set", cable, isIn ? "up" : "down"),
    roam: () => {
      ip("address", "add", `${prefix}.5/30`, "dev", cable);
      ip("-n", name, "address", "delete", `${network.there}/30`, "dev", farCable);
      ip("-n", name, "address", "add", `${prefix}.6/30`, "dev", farCable);
      ip("-n", name, "route", "add", "default", "via", `${prefix}.5`);
    },
    close: () => removeAll(name, cable),
  };
  try {
    ip("netns", "add", name);
    ip("link", "add", cable, "type", "veth", "peer", "name", farCable, "netns", name);
    ip("address", "add", `${network.here}/30`, "dev", cable);
    ip("link", "set", cable, "up");
    ip("-n", name, "address", "add", `${network.there}/30`, "dev", farCable);
    ip("-n", name, "link", "set", farCable, "up");
    ip("-n", name, "link", "set", "lo", "up");
    return network;
  } catch (error) {
    network.close();
    throw error;
  }
}

function removeAll(name: string, cable: string): void {
  for (const words of [
    ["link", "delete", cable],
    ["netns", "delete", name],
  ]) {
    try {
      ip(...words);
    } catch (error) {
      // The namespace was removed earlier, or never created. Any other error means that a namespace
      // is left over.
      if (!/cannot find|no such file/i.test(String(error))) {
        throw error;
      }
    }
  }
}
