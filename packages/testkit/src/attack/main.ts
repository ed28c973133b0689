import { attackStation } from "./attack-station.ts";

/**
 * `npm run attack -- http://localhost:3000` attacks a station, first without and then with a seat.
 */
const [origin = "http://127.0.0.1:3000"] = process.argv.slice(2);
const worked = await attackStation({ origin, say: (line) => console.log(line) });
process.exitCode = worked === 0 ? 0 : 1;
