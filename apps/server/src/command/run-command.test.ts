import { expect, test } from "vitest";

import { CommandError, type Subcommand } from "./context/subcommand.ts";
import { runCommand } from "./run-command.ts";

const greet: Subcommand = {
  name: "greet",
  usage: "NAME",
  summary: "Greets a person.",
  details: ["It is polite."],
  options: { loud: { type: "boolean" } },
  run: async ({ args, options, print, printJson }) => {
    const [name] = args;
    if (name === undefined) {
      throw new CommandError('"linedesk greet" needs a name.');
    }
    if (name === "nowhere") {
      const refused = Object.assign(new Error("connect ECONNREFUSED ::1:5432"), {
        code: "refused",
      });
      throw Object.assign(new AggregateError([refused]), { code: "refused" });
    }
    print(`Hello ${name}${options["loud"] === true ? "!" : "."}`);
    printJson({ name });
    return 0;
  },
};

async function run(...args: string[]) {
  const out: string[] = [];
  const errors: string[] = [];
  const code = await runCommand({
    args,
    subcommands: [greet],
    version: "1.2.3",
    env: {},
    write: (text) => out.push(text),
    writeError: (text) => errors.push(text),
    signal: new AbortController().signal,
  });
  return { code, out: out.join("\n"), errors: errors.join("\n") };
}

test("[SR40] a subcommand writes text for people, or JSON for programs", async () => {
  expect(await run("greet", "Kim", "--loud")).toEqual({ code: 0, out: "Hello Kim!", errors: "" });
  expect(await run("greet", "Kim", "--json")).toMatchObject({
    code: 0,
    out: '{\n  "name": "Kim"\n}',
  });
});

test("[SR40] the help lists and explains every subcommand", async () => {
  expect(await run("--help")).toMatchObject({
    code: 0,
    out: expect.stringContaining("greet NAME  Greets a person."),
  });
  const { out, code } = await run("greet", "--help");
  expect(code).toBe(0);
  expect(out).toContain("It is polite.");
  expect(out).toContain("--loud");
});

test("[SR40] an unknown subcommand or option ends with code 2; an error of the subcommand ends with code 1", async () => {
  expect(await run("dance")).toEqual({
    code: 2,
    out: "",
    errors: 'linedesk has no subcommand "dance". "linedesk --help" lists its subcommands.',
  });
  expect(await run("greet", "Kim", "--soft")).toMatchObject({
    code: 2,
    errors: expect.stringContaining("--soft"),
  });
  expect(await run("greet")).toEqual({
    code: 1,
    out: "",
    errors: '"linedesk greet" needs a name.',
  });
});

test("an AggregateError without a message is shown with the messages of its errors", async () => {
  expect(await run("greet", "nowhere")).toEqual({
    code: 1,
    out: "",
    errors: "connect ECONNREFUSED ::1:5432",
  });
});
