/** Runs one bench in a separate process: its name and options come in, its rows go out. */
import type { Bench } from "./row.ts";

// A normal exit of this process also ends the browser.
process.once("SIGTERM", () => process.exit(1));

const [name = "", seconds = "", lapse = "", parts = "", seed = ""] = process.argv.slice(2);
const { run } = (await import(`../${name}.ts`)) as { run: Bench };
function toNumber(word: string): number | null {
  return word === "" ? null : Number(word);
}
const rows = await run({
  seconds: toNumber(seconds),
  lapse: toNumber(lapse),
  parts: parts === "" ? null : parts.split(","),
  seed: toNumber(seed),
});
process.send?.(rows, () => process.exit(0));
