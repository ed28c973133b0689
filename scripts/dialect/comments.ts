import type { Breach } from "../breach.ts";
import type { SourceFile } from "../sources/source-file.ts";
import { parseSyntax } from "../sources/syntax.ts";

/** Words with which a comment may not begin, because such a comment is rarely a sentence. */
const OPENING = /^\W*(?:What|Of|Who|Whom|Whose|Whoever|Whether|How|Null|null|By|So|Where)\b/;

/** Private words for which another term is usual; see docs/vocabulary.md. */
const PRIVATE = /\b(?:strangers?|doors?|onlookers?|whoever|whomever|naught|thereof|heeds?)\b/i;

interface Comment {
  start: number;
  end: number;
  value: string;
}

/** Finds comments that begin with a word of a fragment, or that use a private word. */
export function findCommentBreaches(files: SourceFile[]): Breach[] {
  return files.flatMap((file) => {
    const { comments, locate } = parseSyntax(file);
    return joinLines(file.text, comments).flatMap(({ start, value }) => {
      const text = value.replaceAll(/^[\s*]+/gm, "");
      const at = locate(start);
      const word = PRIVATE.exec(text)?.[0];
      return [
        ...(OPENING.test(text)
          ? [
              {
                check: "comment-opening",
                at,
                message: "A comment is a sentence: begin with its subject or verb.",
              },
            ]
          : []),
        ...(word === undefined
          ? []
          : [
              {
                check: "comment-word",
                at,
                message: `"${word}" is a private word: use the trade's own.`,
              },
            ]),
      ];
    });
  });
}

/** Joins line comments that follow each other with only white space between them. */
function joinLines(text: string, comments: Comment[]): Comment[] {
  const joined: Comment[] = [];
  for (const comment of comments) {
    const last = joined.at(-1);
    const isLine = text.startsWith("//", comment.start);
    const between = last === undefined ? "x" : text.slice(last.end, comment.start);
    if (
      last !== undefined &&
      isLine &&
      between.trim() === "" &&
      text.startsWith("//", last.start)
    ) {
      last.end = comment.end;
      last.value += `\n${comment.value}`;
    } else {
      joined.push({ ...comment });
    }
  }
  return joined;
}
