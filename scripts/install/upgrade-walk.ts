import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { DebianRoot } from "./debian-root.ts";
import { InstalledStation, type Status } from "./installed-station.ts";
import { ServiceRunner } from "./service-runner.ts";
import { WaitingCallers } from "./waiting-callers.ts";
import type { WalkLog } from "./walk-log.ts";

const CALLERS = 12;
/** The first number of the demonstration station. */
const NUMBER = "0255500101";

interface Packages {
  /** The path of the last release's package in the root, and its version. */
  last: { path: string; version: string };
  next: { path: string; version: string };
}

/**
 * Upgrades the last release to this checkout while twelve callers wait, and goes back. The
 * package's own scripts restart the services.
 */
export async function walkUpgrade(
  debian: DebianRoot,
  { last, next }: Packages,
  log: WalkLog,
): Promise<void> {
  const station = new InstalledStation(debian);
  await using services = await ServiceRunner.open(debian, log);
  await install(debian, last.path, log);
  const sipPort = await station.configure();
  await services.start("linedesk-exchange");
  await services.start("linedesk");
  await station.until(({ isReady }) => isReady);
  await using callers = await WaitingCallers.start(CALLERS, NUMBER, sipPort);
  const before = await station.until(({ waiting }) => waiting === CALLERS);
  report(log, before, callers);
  const lastSum = await readExchangeSum(debian);

  await install(debian, next.path, log);
  const upgraded = await station.until(
    ({ isReady, version }) => isReady && version === next.version,
  );
  report(log, upgraded, callers);
  const isSameExchange = (await readExchangeSum(debian)) === lastSum;
  if (!isSameExchange) {
    log.write("    The exchange differs from that of the last release, and ended the calls.");
    return;
  }
  log.assert(isUndisturbed(callers), `after the upgrade ${CALLERS} callers still wait`);
  log.assert(
    (await station.until(({ waiting }) => waiting === CALLERS)).processes["exchange"] ===
      before.processes["exchange"],
    "the upgraded server lists them, and the exchange is the same process",
  );

  await install(debian, last.path, log, "--allow-downgrades");
  const back = await station.until(({ isReady, version }) => isReady && version === last.version);
  report(log, back, callers);
  log.assert(isUndisturbed(callers), `after going back ${CALLERS} callers still wait`);
  log.assert(
    (await station.until(({ waiting }) => waiting === CALLERS)).processes["exchange"] ===
      before.processes["exchange"],
    "the last release lists them on the database of this checkout",
  );
}

async function install(debian: DebianRoot, deb: string, log: WalkLog, ...options: string[]) {
  log.write(`$ apt install ${options.join(" ")} ${deb}`);
  const quiet = ["-y", "-q", "--no-install-recommends"];
  log.write(await debian.run("apt-get", "install", ...quiet, ...options, deb));
}

function report(log: WalkLog, { version, waiting, processes }: Status, callers: WaitingCallers) {
  const { connected, failed } = callers.count();
  log.write(
    `    Linedesk ${version}: ${waiting} callers wait; SIPp: ${connected} connected, ${failed} failed; ${JSON.stringify(processes)}`,
  );
}

function isUndisturbed(callers: WaitingCallers): boolean {
  const { connected, failed } = callers.count();
  return connected === CALLERS && failed === 0;
}

async function readExchangeSum({ path }: DebianRoot): Promise<string> {
  return readFile(join(path, "usr/lib/linedesk/exchange.sum"), "utf8");
}
