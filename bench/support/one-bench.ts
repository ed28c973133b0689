/** One bench in a process of its own: its name and its seconds come in, its rows go out. */
import type { Bench } from "./row.ts";

// Ending by itself, the browser ends too.
process.once("SIGTERM", () => process.exit(1));

const [name = "", seconds = ""] = process.argv.slice(2);
const { run } = (await import(`../${name}.ts`)) as { run: Bench };
const rows = await run({ seconds: seconds === "" ? null : Number(seconds) });
process.send?.(rows, () => process.exit(0));
