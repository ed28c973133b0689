import type { DeviceLine } from "@linedesk/contract";
import type { OfferedView } from "./incoming-view.ts";
import type { Incoming } from "./select-incoming.ts";

interface OfferAnswers {
  mayAnswer: boolean;
  /** The lines that may not have it [SH53]. */
  barred: ReadonlySet<DeviceLine>;
  answer: (line: DeviceLine) => void;
  decline: () => void;
}

/** What can be done with a colleague's call: a barred line leaves it to the next one [SH71]. */
export function createOffered(
  { lines }: Extract<Incoming, { type: "offered" }>,
  { mayAnswer, barred, answer, decline }: OfferAnswers,
): Pick<OfferedView, "take" | "decline"> {
  const line = lines.find((one) => !barred.has(one));
  return {
    take: mayAnswer && line !== undefined ? () => answer(line) : null,
    decline: mayAnswer ? decline : null,
  };
}
