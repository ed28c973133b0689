import { expect, test } from "vitest";

import { missingLibrary, toExitError } from "./start-error.ts";

test.each([
  [
    "postgres: error while loading shared libraries: libxml2.so.2: cannot open shared object file: No such file or directory",
    "The database needs libxml2.so.2, which this machine lacks. Run apt-get install -y libxml2",
  ],
  [
    "Error: libstdc++.so.6: cannot open shared object file: No such file or directory",
    "The database needs libstdc++.so.6, which this machine lacks. Run apt-get install -y libstdc++6",
  ],
  [
    "error while loading shared libraries: libodd.so.9: cannot open shared object file",
    "The database needs libodd.so.9, which this machine lacks. Run apt-get install -y libodd.so.9",
  ],
])(
  "[SR5] a missing library is reported with the apt-get command that installs it",
  (words, sentence) => {
    expect(missingLibrary("database", words)).toBe(sentence);
  },
);

test("[SR8] the reason of a failed start comes without the warnings before it", () => {
  const words = [
    "oidc-provider WARNING: Unsupported runtime. Use Node.js v22.x LTS, or a later LTS release.",
    "(node:7) [DEP0040] DeprecationWarning: The `punycode` module is deprecated.",
    "(Use `node --trace-deprecation ...` to show where the warning was created)",
    "The database of DATABASE_URL cannot be used.",
  ].join("\n");

  expect(toExitError("server", words).message).toBe(
    "The server could not be started. The database of DATABASE_URL cannot be used.",
  );
});

test("[SR5] a part that ends for another reason is not reported as lacking a library", () => {
  expect(missingLibrary("server", "TypeError: x is not a function\n at libfoo.so")).toBeNull();
});
