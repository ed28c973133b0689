import { expect, test } from "vitest";

import { readContactFile } from "./contact-files.ts";

/** Returns each contact as `name: number`, with its tags and note. */
async function readContacts(text: string): Promise<string[]> {
  const { rows, bad } = await readContactFile("book", text);
  expect(bad).toEqual([]);
  return rows.map(({ name, number, tags, note }) =>
    [`${name}: ${number}`, ...tags, note].filter((part) => part !== "").join(" | "),
  );
}

const KIM = "0491 570 006";
const DESK = "02 5550 0131";

test.each<[string, string, string[]]>([
  [
    "Google since 2024, with its own labels and a name to sort by",
    `First Name,Last Name,File As,Organization Name,Labels,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value\nKim,Ng,"Ng, Kim",,* myContacts ::: * starred ::: Panel,Studio,${KIM},,${DESK}\n,,,Ferry Desk,* myContacts,Main,02 5550 0133,,\n`,
    [`Kim Ng (studio): ${KIM} | Panel`, `Kim Ng (2): ${DESK} | Panel`, "Ferry Desk: 02 5550 0133"],
  ],
  [
    "Outlook, with numbers that are not telephone numbers",
    `First Name,Last Name,Mobile Phone,Account,Government ID Number,Organizational ID Number,User 1\nKim,Ng,${KIM},1234567890,0012345671,0012345678,0491 570 999\n`,
    [`Kim Ng: ${KIM}`],
  ],
  [
    "Mailchimp",
    `Email Address,First Name,Last Name,Phone Number,CONFIRM_IP,LATITUDE,LONGITUDE,LEID,TAGS\nk@example.com,Kim,Ng,${KIM},203.0.113.7,-33.8688,151.2093,512345678,"""Panel"",""Guest"""\n`,
    [`Kim Ng: ${KIM} | Panel | Guest`],
  ],
  [
    "HubSpot",
    `Record ID,First Name,Last Name,Phone Number,Contact owner,Associated Company,Associated Company IDs\n10245567801,Kim,Ng,${KIM},Dan,Ferry Desk,8812345670\n10245567802,,,${DESK},Dan,Ferry Desk,8812345670\n`,
    [`Kim Ng: ${KIM}`, `Ferry Desk: ${DESK}`],
  ],
  [
    "Yealink",
    `display_name,office_number,mobile_number,other_number,line,ring,auto_divert,priority,group_id_name\nKim Ng,0255500131,0491570006,,0,Auto,0255500132,1,Panel\n`,
    ["Kim Ng (office): 0255500131 | Panel", "Kim Ng (mobile): 0491570006 | Panel"],
  ],
  [
    "3CX, whose heads of telephones are also words for companies",
    `FirstName,LastName,Company,Mobile,Home,Business,Business2,Other\nKim,Ng,Ferry Desk,0491570006,0255500131,0255500132,,\n,,Town Hall,,,0255500133,,\n`,
    [
      "Kim Ng (mobile): 0491570006",
      "Kim Ng (home): 0255500131",
      "Kim Ng (business): 0255500132",
      "Town Hall: 0255500133",
    ],
  ],
  [
    "FreePBX, with kinds and extensions behind the numbers",
    `displayname,phone_1_number,phone_1_type,phone_1_extension,phone_1_flags,phone_1_locale,phone_1_speeddial,phone_2_number,phone_2_type,phone_2_extension,groupname\nKim Ng,0255500131,work,101,,AU,*10,0491570006,cell,,Panel\nSam Lee,0255500131,work,102,,AU,,,,,\n`,
    [
      "Kim Ng (work): 0255500131 ext. 101 | Panel",
      "Kim Ng (cell): 0491570006 | Panel",
      "Sam Lee: 0255500131 ext. 102",
    ],
  ],
  [
    "a list with a column of extensions",
    `Name;Telefon;Durchwahl;Mobil\nKim Ng;${DESK};101;${KIM}\nSam Lee;${DESK};102;\nJo;${DESK};131;-\n`,
    [
      `Kim Ng: ${DESK} ext. 101`,
      `Kim Ng (mobil): ${KIM}`,
      `Sam Lee: ${DESK} ext. 102`,
      `Jo: ${DESK}`,
    ],
  ],
  [
    "a list with words where a number is missing",
    `Name,Mobile,Home\nKim,${KIM},N/A\nSam,-,${DESK}\nJo,none,\n`,
    [`Kim: ${KIM}`, `Sam: ${DESK}`, "Jo: "],
  ],
])("[CT33] a book is read from %s", async (_kind, text, contacts) => {
  expect(await readContacts(text)).toEqual(contacts);
});

function card(version: string, ...lines: string[]): string {
  return ["BEGIN:VCARD", `VERSION:${version}`, ...lines, "END:VCARD", ""].join("\r\n");
}

test.each<[string, string, string[]]>([
  [
    "Google, with its own groups",
    card("3.0", "FN:Kim", `TEL:${KIM}`, "CATEGORIES:myContacts,starred,Panel"),
    [`Kim: ${KIM} | Panel`],
  ],
  [
    "Android, with labels of the person's own",
    card(
      "2.1",
      "FN:Kim",
      `TEL;X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,=53=74=C3=BC=64=69=6F):${KIM}`,
      `TEL;X-Desk:${DESK}`,
    ),
    [`Kim (stüdio): ${KIM}`, `Kim (desk): ${DESK}`],
  ],
])("[CT33] a vCard is read from %s", async (_kind, text, contacts) => {
  expect(await readContacts(text)).toEqual(contacts);
});
