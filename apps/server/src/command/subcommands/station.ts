import { applyStations, readStations } from "../../stations/apply-stations.ts";
import { parseStations } from "../../stations/stations-file.ts";
import {
  CommandError,
  type CommandContext,
  type ExitCode,
  type Subcommand,
} from "../context/subcommand.ts";
import { withDatabase } from "../context/with-database.ts";

export const station: Subcommand = {
  name: "station",
  usage: "list | add CALLSIGN NAME",
  summary: "Lists the stations, or adds one.",
  details: [
    "Lines, sounds and people are set in the admin area, or by the file that STATIONS names.",
  ],
  options: { owner: { type: "string" } },
  async run(context) {
    const [what = "list", ...rest] = context.args;
    if (what === "list" && rest.length === 0) {
      return list(context);
    }
    if (what === "add" && rest.length === 2) {
      return add(context, rest);
    }
    throw new CommandError('"linedesk station" is followed by list, or by add CALLSIGN NAME.');
  },
};

async function list({ env, print, printJson }: CommandContext): Promise<ExitCode> {
  const stations = await withDatabase(env, readStations);
  printJson(stations);
  for (const { callSign, name, lines, people } of stations) {
    print(`${callSign}  ${name}  ${lines} lines, ${people} people`);
  }
  if (stations.length === 0) {
    print('There is no station. "linedesk station add CALLSIGN NAME" adds one.');
  }
  return 0;
}

async function add(
  { env, options, print, printJson }: CommandContext,
  [callSign = "", name = ""]: readonly string[],
): Promise<ExitCode> {
  const { owner } = options;
  const people = typeof owner === "string" ? [{ email: owner, role: "owner" }] : [];
  const { stations } = parseStations(
    JSON.stringify({ stations: [{ callSign, name, lines: [], people }] }),
  );
  await withDatabase(env, async (db) => {
    const known = await readStations(db);
    if (known.some((one) => one.callSign === stations[0]?.callSign)) {
      throw new CommandError(`The station ${callSign} exists already.`);
    }
    await applyStations(db, stations);
  });
  print(`The station ${callSign} is added. Its lines are added in the admin area.`);
  printJson({ callSign, name });
  return 0;
}
