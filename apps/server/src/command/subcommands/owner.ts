import { applyStations, readStations } from "../../stations/apply-stations.ts";
import { parseStations } from "../../stations/stations-file.ts";
import { CommandError, type Subcommand } from "../context/subcommand.ts";
import { withDatabase } from "../context/with-database.ts";

export const owner: Subcommand = {
  name: "owner",
  usage: "EMAIL",
  summary: "Makes a person an owner of every station.",
  details: [
    "The person signs in with this e-mail address. For the owner of a site without a station, set",
    "OWNER_EMAIL.",
  ],
  options: {},
  async run({ args, env, print, printJson }) {
    const [email] = args;
    if (email === undefined || args.length > 1) {
      throw new CommandError('"linedesk owner" needs one e-mail address.');
    }
    const stations = await withDatabase(env, async (db) => {
      const known = await readStations(db);
      const people = [{ email, role: "owner" }];
      const given = known.map(({ callSign, name }) => ({ callSign, name, lines: [], people }));
      await applyStations(db, parseStations(JSON.stringify({ stations: given })).stations);
      return known.map(({ callSign }) => callSign);
    });
    if (stations.length === 0) {
      throw new CommandError(`There is no station yet. Set OWNER_EMAIL=${email} and sign in.`);
    }
    print(`${email} is an owner of ${stations.join(", ")}.`);
    printJson({ email, stations });
    return 0;
  },
};
