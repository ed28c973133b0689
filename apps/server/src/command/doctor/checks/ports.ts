import { connect } from "node:net";

import { isUnspecifiedAddress } from "../../../config/is-loopback.ts";
import { ListenError } from "../../../platform/http/listener.ts";
import { listPorts, type PartPort, probeUdp, resolveSipHost } from "../../../supervisor/ports.ts";
import { type Check, runsExchange, runsServer, type Surroundings } from "../context/check.ts";
import { type Finding, leftOut, right, wrong } from "../context/finding.ts";
import { describeFailure } from "../probes/describe-failure.ts";

const CONNECT_TIMEOUT_MS = 2_000;

/** Checks that the ports of running parts answer, and that the ports of other parts are free. */
export const ports: Check = {
  name: "ports",
  timeoutMs: 8_000,
  lateAdvice: "Check the load of this machine.",
  async run(around) {
    const all = Object.values(listPorts(around.settings));
    const found = await Promise.all(all.map((one) => checkPort(one, around)));
    return [...found.flat(), await checkMediaPorts(around)];
  },
};

async function checkPort(one: PartPort, around: Surroundings): Promise<Finding[]> {
  const { setting, port, half } = one;
  if (!isUsed(setting, around)) {
    return [];
  }
  const runs = half === "server" ? runsServer(around) : runsExchange(around);
  const used = runs ? findRunningPort(setting, around) : null;
  if (runs && (used ?? port) !== 0) {
    return [await checkRunning({ ...one, port: used ?? port })];
  }
  if (port === 0) {
    return [right(`${setting} is 0: each start chooses a free port.`)];
  }
  return [await checkFree(one)];
}

function isUsed(setting: string, { config }: Surroundings): boolean {
  if (setting === "DATABASE_PORT") {
    return config.database.url === null;
  }
  return !["EXCHANGE_PORT", "SIP_PORT"].includes(setting) || config.telephony.kind === "exchange";
}

/** The report of the running parts contains the ports that a start chose itself. */
function findRunningPort(setting: string, around: Surroundings): number | null {
  const { station, config } = around;
  const { server, exchange } = station;
  const addresses: Record<string, string | undefined> = {
    // The public URL may belong to a proxy in front of the server.
    PORT: config.http.publicUrlGiven ? "" : server?.url,
    INTERNAL_PORT: server?.internalUrl,
    EXCHANGE_PORT: (exchange ?? server)?.exchangeUrl,
    DATABASE_PORT: server?.databaseUrl,
  };
  if (setting === "SIP_PORT") {
    return (exchange ?? server)?.sip.port ?? null;
  }
  const given = addresses[setting] ?? "";
  const port = URL.canParse(given) ? Number(new URL(given).port) : 0;
  return port === 0 ? null : port;
}

async function checkFree(request: PartPort): Promise<Finding> {
  const { setting, port, probe } = request;
  try {
    await probe(request);
    return right(`${setting} ${port} is free for the next start.`);
  } catch (error) {
    return wrong(...describeTaken(error, request));
  }
}

function describeTaken(error: unknown, { setting, port }: PartPort): [string, string] {
  if (!(error instanceof ListenError)) {
    throw error;
  }
  const [text = "", ...rest] = error.message.split(". ");
  const advice = rest.join(". ");
  return advice === ""
    ? [text, `Correct the address of this machine, or ${setting}, which is ${port}.`]
    : [`${text}.`, advice];
}

async function checkRunning(one: PartPort): Promise<Finding> {
  const { setting, host, port, half, probe } = one;
  const restart = `Restart it with "linedesk restart ${half}", and look at its log with "linedesk logs ${half}".`;
  if (setting === "SIP_PORT") {
    const isFree = await probe(one).then(
      () => true,
      () => false,
    );
    return isFree
      ? wrong(`The exchange runs, but does not listen on SIP_PORT ${port}.`, restart)
      : right(`The exchange listens on ${host}, SIP_PORT ${port}.`);
  }
  try {
    await connectOnce(isUnspecifiedAddress(host) ? "127.0.0.1" : host, port);
    return right(`${setting} ${port} answers on ${host}.`);
  } catch (error) {
    const { text } = describeFailure(error);
    return wrong(`${setting} ${port} does not answer on ${host}: ${text}.`, restart);
  }
}

function connectOnce(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => {
      socket.destroy();
      reject(Object.assign(new Error("no answer"), { code: "ETIMEDOUT" }));
    });
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.destroy();
      resolve();
    });
  });
}

/** The number of ports that a call may need: RTP and RTCP, each for two legs. */
const PORTS_A_CALL = 4;
const CALLS_AT_LEAST = 12;

async function checkMediaPorts(around: Surroundings): Promise<Finding> {
  const { settings, config } = around;
  if (config.telephony.kind !== "exchange") {
    return leftOut("Twilio carries the sound, so the exchange's ports are not used.");
  }
  const { RTP_PORT_MIN: min, RTP_PORT_MAX: max } = settings;
  const calls = Math.floor((max - min + 1) / PORTS_A_CALL);
  const range = `RTP_PORT_MIN ${min} to RTP_PORT_MAX ${max}`;
  if (calls < CALLS_AT_LEAST) {
    return wrong(
      `${range} has room for ${Math.max(0, calls)} calls.`,
      "Widen the range, and open it in the firewall.",
    );
  }
  if (!runsExchange(around)) {
    const host = settings.MEDIA_HOST ?? resolveSipHost(settings);
    const first = { setting: "RTP_PORT_MIN", host, port: min };
    try {
      await probeUdp(first);
    } catch (error) {
      const { text } = describeFailure(error instanceof Error ? error.cause : error);
      return wrong(
        `RTP_PORT_MIN ${min} cannot be opened on ${host}: ${text}.`,
        "Choose a range that no other program uses.",
      );
    }
  }
  return right(`${range} has room for ${calls} calls; the firewall must let UDP through to it.`);
}
