/** The configurations of the two runners. Their globs name the files that `npm test` runs. */
export interface RunnerConfigs {
  vitest: string;
  playwright: string;
}

export function readTestIncludes({ vitest, playwright }: RunnerConfigs): RegExp[] {
  const lists = [...vitest.matchAll(/\binclude: \[([^\]]*)\]/g)].map(([, list = ""]) => list);
  const globs = lists.flatMap((list) =>
    [...list.matchAll(/"([^"]+)"/g)].map(([, one = ""]) => one),
  );
  const folder = /testDir: "([^"]+)"/.exec(playwright)?.[1] ?? ".";
  const match = /testMatch: "([^"]+)"/.exec(playwright)?.[1];
  return [...globs, ...(match === undefined ? [] : [`${folder}/${match}`])].map(toPattern);
}

/**
 * Converts a glob with `**`, `*`, `{a,b}` and `!(a)` to a pattern. The two runners share these
 * forms.
 */
export function toPattern(glob: string): RegExp {
  const written = glob.replaceAll(
    /\*\*\/|\*|\{|\}|,|!\(([^)]*)\)|[.+^$()|[\]\\]/g,
    (part, excluded: string | undefined) => {
      if (excluded !== undefined) {
        return `(?!(?:${excluded})(?:/|$))[^/]*`;
      }
      const known: Record<string, string> = {
        "**/": "(?:.*/)?",
        "*": "[^/]*",
        "{": "(?:",
        "}": ")",
        ",": "|",
      };
      return known[part] ?? `\\${part}`;
    },
  );
  return new RegExp(`^${written}$`);
}
