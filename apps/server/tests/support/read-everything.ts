import type { Eavesdropper } from "./eavesdropper.ts";
import { endpoints, fillPath } from "./probed-station.ts";
import { sampleInput } from "./sample-input.ts";

const reads = endpoints.filter(({ method }) => method === "GET");

/**
 * Requests every address that the seat can read, once for the caller and once for the whole
 * station.
 */
export async function readEverything(
  station: string,
  seat: Eavesdropper,
  named: Record<string, string>,
): Promise<void> {
  const known = { station, ...named };
  for (const { path, params, query } of reads) {
    const inPath: Record<string, unknown> = {
      ...sampleInput(params, known),
      ...(path.includes("/{id}") ? { id: station } : {}),
    };
    const filled = fillPath(path, inPath);
    // `to` is a day in other endpoints.
    const dialled = path.endsWith("/dial") ? { ...known, to: named["number"] } : known;
    for (const input of [dialled, { station }]) {
      const searched = Object.entries(sampleInput(query, input)).map(
        ([name, value]) => [name, String(value)] as [string, string],
      );
      await seat.ask("GET", `${filled}?${new URLSearchParams(searched).toString()}`);
    }
  }
}
