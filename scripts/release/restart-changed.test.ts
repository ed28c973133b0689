import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

const scripts = join(import.meta.dirname, "../../deploy/debian");

interface Machine {
  /** The services that run. */
  active?: string[];
  isReady?: boolean;
  /** Is true if the supervisor of the exchange accepts orders. */
  takesOrders?: boolean;
  /** Is true if the new exchange starts. */
  starts?: boolean;
}

/** Creates a machine with an installed package. Its `systemctl` only records the arguments. */
function aMachine(machine: Machine = {}) {
  const { active = ["linedesk", "linedesk-exchange"], isReady = true } = machine;
  const { takesOrders = true, starts = true } = machine;
  const root = mkdtempSync(join(tmpdir(), "linedesk-upgrade-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const lib = join(root, "usr/lib/linedesk");
  const data = join(root, "var/lib/linedesk");
  for (const folder of [lib, data, join(root, "run"), join(root, "bin")]) {
    mkdirSync(folder, { recursive: true });
  }
  if (takesOrders) {
    const server = createServer().listen(join(data, "supervisor-exchange.sock"));
    onTestFinished(() => void server.close());
  }
  const calls = join(root, "calls");
  const isActive = active.map((name) => `"--quiet is-active ${name}.service") exit 0;;`).join(" ");
  const systemctl = `case "$*" in ${isActive} *is-active*) exit 3;; esac; echo "$*" >>${calls}`;
  writeProgram(join(root, "bin/systemctl"), systemctl);
  writeProgram(
    join(root, "bin/linedesk"),
    `echo "linedesk $*" >>${calls}; case "$1" in status) echo '"isReady": ${isReady}'; exit 1;; esac; exit ${starts ? 0 : 1}`,
  );
  function run(script: string, ...args: string[]): string {
    const PATH = `${join(root, "bin")}:/usr/bin:/bin`;
    const env = { PATH, DPKG_ROOT: root, READY_TRIES: "1" };
    return execFileSync(join(scripts, script), args, { encoding: "utf8", env });
  }
  return {
    notes: join(root, "run/linedesk-upgrade"),
    unpack(exchange: string, audioServer = "same") {
      run("preinst", "upgrade", "0.1.0", "0.2.0");
      writeFileSync(join(lib, "exchange.sum"), exchange);
      writeFileSync(join(lib, "audio-server.sum"), audioServer);
    },
    configure: () => run("restart-changed"),
    readCalls: () => readFileSync(calls, "utf8").trimEnd().split("\n"),
  };
}

function writeProgram(path: string, text: string): void {
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
}

const RESTART_SERVER = "try-restart linedesk.service linedesk-backup.timer";
const RESTART_EXCHANGE = "linedesk restart exchange";
const KILL_EXCHANGE = "kill --kill-who=main --signal=SIGUSR2 linedesk-exchange.service";

test("[SR89] an upgrade does not restart an exchange whose programs are unchanged", () => {
  const machine = aMachine();
  machine.unpack("one");
  machine.configure();
  machine.unpack("one");

  expect(machine.configure()).toContain("The exchange has not changed, and its calls continue.");

  expect(machine.readCalls().slice(-1)).toEqual([RESTART_SERVER]);
  expect(existsSync(machine.notes)).toBe(false);
});

test("[SR89] a changed exchange is restarted last, when the new server is ready", () => {
  const machine = aMachine();
  machine.unpack("one", "first");
  machine.configure();
  machine.unpack("two", "second");

  expect(machine.configure()).toContain("The exchange has changed and was restarted.");

  expect(machine.readCalls().slice(-4)).toEqual([
    RESTART_SERVER,
    "try-restart linedesk-audio-server.service",
    "linedesk status --json",
    RESTART_EXCHANGE,
  ]);
});

test("[SR89] a changed exchange keeps its calls while the new server is not ready", () => {
  const machine = aMachine({ isReady: false });
  machine.unpack("one");

  expect(machine.configure()).toContain("and later: linedesk restart exchange");

  expect(machine.readCalls()).not.toContain(RESTART_EXCHANGE);
});

test("[SR89] a supervisor that accepts no commands is restarted together with its exchange", () => {
  const machine = aMachine({ takesOrders: false });
  machine.unpack("one");
  machine.configure();

  expect(machine.readCalls().at(-1)).toBe(KILL_EXCHANGE);
});

test("[SR89] an upgrade succeeds when the new exchange does not start, and reports this", () => {
  const machine = aMachine({ starts: false });
  machine.unpack("one");

  expect(machine.configure()).toContain("the exchange still runs as before the upgrade");
});

test("[SR89] an exchange without a server on its machine is restarted at once", () => {
  const machine = aMachine({ active: ["linedesk-exchange"], isReady: false });
  machine.unpack("one");
  machine.configure();

  expect(machine.readCalls().at(-1)).toBe(RESTART_EXCHANGE);
});

test("an upgrade after an interrupted one compares with the exchange that runs", () => {
  const machine = aMachine();
  machine.unpack("one");
  machine.configure();
  machine.unpack("two");
  machine.unpack("two");

  expect(machine.configure()).toContain("The exchange has changed and was restarted.");
});
