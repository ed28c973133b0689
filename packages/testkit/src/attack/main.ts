import { attackStation } from "./attack-station.ts";

/**
 * `npm run attack -- http://localhost:3000` attacks a station, both without a session and as each
 * of the demonstration people.
 */
const [origin = "http://127.0.0.1:3000"] = process.argv.slice(2);
const worked = await attackStation({ origin, say: (line) => console.log(line) });
process.exitCode = worked === 0 ? 0 : 1;
