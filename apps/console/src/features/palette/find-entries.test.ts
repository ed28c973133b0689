import { expect, test } from "vitest";

import { aCall } from "../../testing/a-call.ts";
import { aContact } from "../../testing/a-contact.ts";
import type { Command } from "../../ui/keys/command.ts";
import { findEntries, listCommands, listContacts } from "./find-entries.ts";

function aCommand(label: string, over: Partial<Command> = {}): Command {
  const rest = {
    scope: "page",
    group: "calls",
    keyLabel: "",
    run: () => undefined,
  } as const;
  return { ...rest, id: label, label, keys: [], ...over };
}

test("[KY10] the palette lists each possible action once, with all its keys", () => {
  const listed = listCommands([
    aCommand("Undo", { id: "one", keyLabel: "Ctrl ." }),
    aCommand("Undo", { id: "two", keyLabel: "Z" }),
    aCommand("Verify", { isPossible: () => false }),
    aCommand("Verify", { id: "other", keyLabel: "V", isPossible: () => true }),
    aCommand("Hold", { isPossible: () => false }),
  ]);

  expect(listed.map(({ id, label }) => [id, label])).toEqual([
    ["one", "Undo"],
    ["other", "Verify"],
  ]);
  expect(listed[0]).toMatchObject({ keyLabel: "Ctrl . or Z" });
});

test("[KY39] the palette finds actions by any part, first those that begin with it, and callers by name and number", () => {
  const commands = listCommands([aCommand("Hand over to a colleague"), aCommand("Colleagues")]);
  const call = aCall(1);
  const { name, numberDisplay } = call.caller;
  const found = findEntries(commands, [call], "colleag");

  expect(found.map(({ label }) => label)).toEqual(["Colleagues", "Hand over to a colleague"]);
  for (const find of [name ?? numberDisplay, numberDisplay, numberDisplay.replaceAll(" ", "")]) {
    expect(findEntries(commands, [call], find)).toMatchObject([{ type: "caller", id: call.id }]);
  }
  expect(findEntries(commands, [call], "")).toHaveLength(2);
  expect(findEntries(commands, [call], "zzz")).toEqual([]);
});

test("[KY39] the palette shows contacts of the phone book with the number to dial", () => {
  const contact = aContact();

  expect(listContacts([contact])).toEqual([
    {
      type: "contact",
      id: contact.id,
      label: contact.name,
      detail: contact.numberDisplay,
      number: contact.number,
    },
  ]);
});
