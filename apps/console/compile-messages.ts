import compile from "icu-minify/compile";
import { type Plugin, parseAst } from "vite";

/** The modules whose texts are ICU messages. */
const CATALOGUE = /(-messages|\/action-words)(\.de)?\.ts$/;

interface Text {
  value: string;
  start: number;
  end: number;
}

/**
 * Compiles the ICU messages of the catalogues at build time, and replaces the formatter of use-intl
 * by the one that reads compiled messages. The parser then stays out of the bundle.
 */
export const compileMessages: Plugin = {
  name: "compile-messages",
  enforce: "post",
  // The pseudo-locale of the gallery changes the texts in the browser, so it needs the parser.
  apply: (_config, { command, mode }) => command === "build" && mode !== "gallery",
  config: () => ({
    resolve: {
      alias: { "use-intl/format-message": "use-intl/format-message/format-only" },
    },
  }),
  transform: {
    filter: { id: CATALOGUE },
    handler: (code) => ({ code: compileTexts(code), map: null }),
  },
};

/** Replaces each text of the module that is more than plain words by its compiled form. */
function compileTexts(code: string): string {
  return findTexts(parseAst(code)).reduceRight((result, { value, start, end }) => {
    const compiled = JSON.stringify(compile(value));
    return result.slice(0, start) + compiled + result.slice(end);
  }, code);
}

/** Lists the string values of all objects in the syntax tree, in their order. */
function findTexts(node: unknown): Text[] {
  if (typeof node !== "object" || node === null) {
    return [];
  }
  if ("type" in node && node.type === "Property" && "value" in node && isText(node.value)) {
    return [node.value];
  }
  return Object.values(node).flatMap(findTexts);
}

function isText(node: unknown): node is Text {
  return (
    typeof node === "object" &&
    node !== null &&
    "type" in node &&
    node.type === "Literal" &&
    "value" in node &&
    typeof node.value === "string"
  );
}
