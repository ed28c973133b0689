import type { Breach } from "../breach.ts";
import { isShipped, type SourceFile } from "../sources/source-file.ts";
import { parseSyntax } from "../sources/syntax.ts";

/** The tables of the exchange's codes, the voice SDK's codes, and the console's words for them. */
const TABLES = /\/(?:twilio-codes|voice-errors|failure-words)\.ts$/;

/** Matches an error code. Every other number of five digits has a separator. */
const CODE = /^[12356]\d{4}$/;

/** Finds Twilio's five-digit codes outside the tables that name them. */
export function findTwilioCodeLiterals(files: SourceFile[]): Breach[] {
  return files
    .filter(({ path }) => isShipped(path) && !TABLES.test(path))
    .flatMap((file) => {
      const { find, locate } = parseSyntax(file);
      return find("Literal")
        .filter((node) => typeof node["value"] === "number" && CODE.test(String(node["raw"])))
        .map((node) => ({
          check: "twilio-code",
          at: locate(node.start),
          message: `${String(node["raw"])} is a bare error code: name the code in twilio-codes.ts, or separate the thousands.`,
        }));
    });
}
