import { FORMULA_START, type HistoryCall } from "@linedesk/contract";
import { classifyPastCall } from "./classify-past-call.ts";

export interface HistoryFileWords {
  station: string;
  heads: readonly string[];
  outcomes: Record<ReturnType<typeof classifyPastCall>, string>;
  time: (at: number) => string;
  rehearsal: string;
}

/** The calls as a spreadsheet reads them; no cell is a formula to it. */
export async function writeHistoryCsv(
  calls: readonly HistoryCall[],
  { station, heads, outcomes, time, rehearsal }: HistoryFileWords,
): Promise<string> {
  const { default: papa } = await import("papaparse");
  const data = calls.map((call) => [
    time(Date.parse(call.at)),
    station,
    call.phoneLine?.name ?? "",
    call.caller.name ?? "",
    call.caller.numberDisplay,
    outcomes[classifyPastCall(call)],
    String(call.durationS),
    String(call.waitS),
    call.answeredBy ?? "",
    call.description,
    call.quality?.stats?.mos.average.toFixed(1) ?? "",
    call.rehearsal === true ? rehearsal : "",
  ]);
  // With its mark at the beginning a spreadsheet reads UTF-8.
  return `\uFEFF${papa.unparse({ fields: [...heads], data }, { escapeFormulae: FORMULA_START })}\r\n`;
}
