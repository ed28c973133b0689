import { readFileSync } from "node:fs";

function page() {
  return readFileSync(new URL("../../../../docs/exchange-rest.md", import.meta.url), "utf8");
}

function rowsUnder(heading: string): string[][] {
  const [, after = ""] = page().split(`\n${heading}\n`);
  const [, ...lines] = after.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("|"));
  return lines.slice(0, end).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The values that are the same in every record, according to the page: resource, field, value. */
export function fixedFields(): [of: string, field: string, value: unknown][] {
  return rowsUnder("| Of | Field | Value |").flatMap(([of = "", fields = "", value = ""]) =>
    of
      .split(", ")
      .flatMap((one) =>
        fields
          .split(", ")
          .map((field): [string, string, unknown] => [
            one,
            field,
            JSON.parse(value.replaceAll("`", "")),
          ]),
      ),
  );
}

/** Returns the codes of refused requests according to the page. */
export function refusalCodes(): number[] {
  const answers = rowsUnder("| Case | Answer |").map(([, answer = ""]) => answer);
  return [...new Set(answers.join(" ").match(/\b[12]\d{4}\b/g))].map(Number);
}
