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
 * Upgrades one version to another while twelve callers wait, and downgrades again. The package's
 * own scripts restart the services. Returns false when the exchange differs, because its restart
 * then ends calls.
 */
export async function walkUpgrade(
  debian: DebianRoot,
  { last, next }: Packages,
  log: WalkLog,
): Promise<boolean> {
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
  log.assert(
    upgraded.running.server === next.version && upgraded.outdated.length === 0,
    `the server runs ${next.version}, and no part has to be restarted`,
  );
  const isSameExchange = (await readExchangeSum(debian)) === lastSum;
  if (isSameExchange) {
    await checkCallers(`the upgraded server lists the ${CALLERS} callers, who still wait`);
  } else {
    log.write("    The exchange has changed. Its restart, as the last step, has ended the calls.");
  }

  await install(debian, last.path, log, "--allow-downgrades");
  const back = await station.until(({ isReady, version }) => isReady && version === last.version);
  report(log, back, callers);
  log.assert(true, `${last.version} is ready on the database of ${next.version}`);
  if (isSameExchange) {
    await checkCallers(
      `after the downgrade the server lists the ${CALLERS} callers, who still wait`,
    );
  }
  return isSameExchange;

  async function checkCallers(sentence: string): Promise<void> {
    const { processes } = await station.until(({ waiting }) => waiting === CALLERS);
    const { connected, failed } = callers.count();
    log.assert(connected === CALLERS && failed === 0, sentence);
    const isSameProcess = processes["exchange"] === before.processes["exchange"];
    log.assert(isSameProcess, "the exchange is the same process");
  }
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

async function readExchangeSum({ path }: DebianRoot): Promise<string> {
  return readFile(join(path, "usr/lib/linedesk/exchange.sum"), "utf8");
}
