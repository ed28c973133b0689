import { join } from "node:path";

import { expect, test } from "vitest";

import { serverSentencesDe } from "../apps/console/src/client/words/server-sentences.de.ts";
import { translateSentence } from "../apps/console/src/client/words/server-sentences.ts";
import { readSourceFiles } from "./sources/source-file.ts";
import {
  getNode,
  getNodes,
  getText,
  parseSyntax,
  type Syntax,
  type SyntaxNode,
} from "./sources/syntax.ts";

/** Which of the arguments is the sentence. */
const sentenceIndex: Record<string, number> = { ApiError: 1, InvalidStateError: 0 };
/** Answered to machines, at the start, or to a page without a language: no desk draws these. */
const UNSEEN =
  /\/(?:webhooks|auth|platform)\/|\/(?:apply-stations|request-restart|token-routes)\.ts/;

/** The sentences that stand in a node itself, with `{}` for what differs. */
function readSentences(node: SyntaxNode | undefined, { find }: Pick<Syntax, "find">): string[] {
  const read = (one: SyntaxNode | undefined) => readSentences(one, { find });
  switch (node?.type ?? "") {
    case "Literal":
      return [getText(node)];
    case "TemplateLiteral":
      return [getNodes(node, "quasis").map(readQuasi).join("{}")];
    case "ConditionalExpression":
      return ["consequent", "alternate"].flatMap((side) => read(getNode(node, side)));
    case "Identifier":
      return find("VariableDeclarator")
        .filter((made) => getText(getNode(made, "id")) === getText(node))
        .flatMap((made) => read(getNode(made, "init")));
    default:
      return [];
  }
}

function readQuasi(node: SyntaxNode): string {
  return (node["value"] as { cooked: string }).cooked;
}

/** What differs in the server's sentence may be a name, or be written out in several of them. */
function isKnown(sentence: string): boolean {
  const literal = sentence.replaceAll(/[$()*+.?[\\\]^|]/g, String.raw`\$&`);
  const pattern = new RegExp(`^${literal.replaceAll("{}", ".+")}$`, "u");
  return (
    translateSentence(sentence.replaceAll("{}", "x"), serverSentencesDe) !== null ||
    serverSentencesDe.some(([english]) => pattern.test(english))
  );
}

test("[LG12] every sentence with which the server refuses what a desk does has its German", () => {
  const files = readSourceFiles(join(import.meta.dirname, ".."), ["apps/server/src"]);
  let count = 0;
  const missing = files
    .filter(({ path }) => !UNSEEN.test(path))
    .flatMap((file) => {
      const syntax = parseSyntax(file);
      const { find, locate } = syntax;
      return find("NewExpression").flatMap((made) => {
        const index = sentenceIndex[getText(getNode(made, "callee"))];
        const words = index === undefined ? undefined : getNodes(made, "arguments")[index];
        const sentences = readSentences(words, syntax);
        count += sentences.length;
        return sentences
          .filter((sentence) => sentence !== "" && !isKnown(sentence))
          .map((sentence) => `${locate(made.start)}: ${sentence}`);
      });
    });

  expect(missing).toEqual([]);
  expect(count).toBeGreaterThan(150);
});
