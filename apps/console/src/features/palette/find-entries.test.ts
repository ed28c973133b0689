import { expect, test } from "vitest";

import { aCall } from "../../testing/a-call.ts";
import { aContact } from "../../testing/a-contact.ts";
import type { Command } from "../../ui/keys/command.ts";
import { addNotes, describeOwn, nobody } from "./describe-own.ts";
import { findEntries, listCommands, listContacts } from "./find-entries.ts";
import { paletteMessages } from "./palette-messages.ts";

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

const words = {
  own: (word: keyof typeof paletteMessages.own, name: string) =>
    paletteMessages.own[word].replace("{name}", name),
  also: (word: keyof typeof paletteMessages.also) => paletteMessages.also[word],
};

test("[KY57] the palette begins with the commands on the line's caller, the next caller and the caller on whom the keys act, by name", () => {
  const commands = [
    aCommand("Settings", { id: "panel.settings" }),
    aCommand("Verify or unverify", { id: "caller.verify" }),
    aCommand("Take next on the selected line", { id: "desk.takeNext" }),
    aCommand("Hold or resume the selected line", { id: "line.hold" }),
  ];
  const names = { onLine: "Kim Ng", keyed: "Kim Ng", next: "Lee", isOnAir: false };
  const listed = describeOwn(listCommands(commands), names, words);
  const found = (find: string) => findEntries(listed, [], find).map(({ label }) => label);

  expect(found("")).toEqual([
    "Hold or resume Kim Ng",
    "Take next: Lee",
    "Verify or unverify Kim Ng",
    "Settings",
  ]);
  expect(found("verify kim")).toEqual(["Verify or unverify Kim Ng"]);
  expect(found("kim")).toEqual([]);
  expect(found("lee")).toEqual([]);
});

test("[KY57] the palette finds commands by other words that people use", () => {
  const commands = [
    aCommand("Help", { id: "app.help" }),
    aCommand("Take next on the selected line", { id: "desk.takeNext" }),
    aCommand("Flags of the caller", { id: "caller.flags" }),
    aCommand("Sound check", { id: "panel.sound-check" }),
    aCommand("Settings", { id: "panel.settings" }),
  ];
  const listed = describeOwn(listCommands(commands), nobody, words);

  for (const find of ["manual", "air", "ban", "record", "theme"]) {
    expect(findEntries(listed, [], find).length).toBeGreaterThan(0);
  }
});

test("[KY57] the palette finds commands by the words on the keys of studio telephones", () => {
  const commands = [
    aCommand("Help", { id: "app.help" }),
    aCommand("Hand over to a colleague", { id: "line.give" }),
    aCommand("End the call", { id: "line.end" }),
    aCommand("Verify or unverify", { id: "caller.verify" }),
    aCommand("Flags of the caller", { id: "caller.flags" }),
    aCommand("Bulk reject", { id: "panel.bulk-reject" }),
    aCommand("Dial", { id: "panel.dial" }),
    aCommand("Phone book", { id: "panel.phone-book" }),
    aCommand("Caller history", { id: "caller.history" }),
    aCommand("Settings", { id: "panel.settings" }),
    aCommand("Drop all callers from air", { id: "desk.dropAir" }),
  ];
  const listed = describeOwn(listCommands(commands), nobody, words);
  const first = (find: string) => findEntries(listed, [], find)[0]?.label;

  expect({
    transfer: first("transfer"),
    drop: first("drop"),
    ready: first("ready"),
    vip: first("VIP"),
    clear: first("clear"),
    redial: first("redial"),
    directory: first("directory"),
    recording: first("recording"),
    preset: first("preset"),
    dump: first("dump"),
    busy: first("block all"),
  }).toEqual({
    transfer: "Hand over to a colleague",
    drop: "Drop all callers from air",
    ready: "Verify or unverify",
    vip: "Flags of the caller",
    clear: "Bulk reject",
    redial: "Dial",
    directory: "Phone book",
    recording: "Caller history",
    preset: "Settings",
    dump: "Drop all callers from air",
    busy: "Help",
  });
});

test("[KY57] the command that ends a call on air shows one long press of its key", () => {
  const end = aCommand("End the call", { id: "line.end", keyLabel: "F9 F9" });
  const names = { ...nobody, onLine: "Kim Ng", isOnAir: true };
  expect(describeOwn(listCommands([end]), names, words)).toMatchObject([
    { label: "End the call with Kim Ng, on air: press long", keyLabel: "F9" },
  ]);
});

test("[KY57] the palette explains what a console does not have, and who has the board", () => {
  const note = (word: keyof typeof paletteMessages.note) => paletteMessages.note[word];
  const help = aCommand("Help", { id: "app.help", keyLabel: "F1" });
  const board = aCommand("Go/no-go", { id: "admin.board" });
  const first = (find: string, ...commands: Command[]) =>
    findEntries(describeOwn(listCommands(addNotes(commands, note)), nobody, words), [], find)[0]
      ?.label;

  for (const find of ["delay", "profanity", "dump"]) {
    expect(first(find, help)).toBe(paletteMessages.note.delay);
  }
  expect(first("ready", help)).toBe(paletteMessages.note.board);
  expect(first("ready", help, board)).toBe("Go/no-go");
});

test("[KY39] everyday words find the panel or the admin page that has the setting", () => {
  const commands = [
    aCommand("Settings", { id: "panel.settings" }),
    aCommand("Phone book", { id: "panel.phone-book" }),
    aCommand("Contest", { id: "panel.contest" }),
    aCommand("Station", { id: "admin.station" }),
    aCommand("People and roles", { id: "admin.people" }),
    aCommand("Telephony", { id: "admin.telephony" }),
    aCommand("Privacy", { id: "admin.privacy" }),
  ];
  const words = {
    own: String,
    also: (word: keyof typeof paletteMessages.also) => paletteMessages.also[word],
  };
  const listed = describeOwn(listCommands(commands), nobody, words);
  const first = (find: string) => findEntries(listed, [], find)[0]?.label;

  expect(["microphone", "language", "german", "volume"].map(first)).toEqual(
    Array.from({ length: 4 }, () => "Settings"),
  );
  expect(first("import")).toBe("Phone book");
  expect(first("winner")).toBe("Contest");
  expect(first("hours")).toBe("Station");
  expect(first("invite")).toBe("People and roles");
  expect(first("trunk")).toBe("Telephony");
  expect(first("retention")).toBe("Privacy");
});
