import type { Breach } from "../breach.ts";
import { isShipped, type SourceFile } from "../sources/source-file.ts";
import { parseSyntax } from "../sources/syntax.ts";

/** The exchange's codes, the codes of the voice SDK, and what the console writes for each. */
const TABLES = /\/(?:twilio-codes|voice-errors|failure-words)\.ts$/;

/** An error code as it is written; every other number of five digits has a separator. */
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
          message: `${String(node["raw"])} stands here as a number: name the code in twilio-codes.ts, or separate the thousands.`,
        }));
    });
}
