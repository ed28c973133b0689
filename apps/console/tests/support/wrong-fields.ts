/** A field, an invalid text, and the message beside it. */
export type WrongField = [label: string, text: string, words: string];

const NEEDED = "Fill this in";
const NUMBER = "A telephone number, such as 02 5550 0101";
const URL = "Begins with https:// or http://";
const DAYS = "A whole number of days, or empty";

const HOST = "A host, or host:port";
const WORD = "No spaces and no quotes";

function aTrunk(): WrongField[] {
  return [
    ["Name", "two words", "Letters, digits, - and _ only"],
    ["Hosts", "two words", "One to eight hosts, each as host or host:port"],
    ["Domain", "two words", HOST],
    ["Health check", "3", "0, or 5 to 3600"],
    ["Networks", "203.0.113.0/40", "Addresses, or networks such as 203.0.113.0/24"],
    ["User", "two words", WORD],
    ["Password", "two words", WORD],
    ["Channels", "0", "1 to 10000, or empty"],
    ["Priority", "101", "1 to 100"],
    ["Carries", "02 5550", "*, a prefix such as +61*, or complete numbers, one on each line"],
    ["Shown number", "0255500101", "A number such as +61255500101"],
  ];
}

/** Lists the fields that a form shows only for a trunk with TLS, a user and national numbers. */
function aFullTrunk(): WrongField[] {
  return [
    ...aTrunk(),
    [
      "Certificate authority",
      "none",
      "A certificate in PEM, from BEGIN CERTIFICATE to END CERTIFICATE",
    ],
    ["Registered user", "two words", WORD],
    ["Registrar", "two words", HOST],
    ["Expiry", "59", "60 to 86400"],
    ["Country code", "0", "A country code such as 61"],
    ["National prefix", "x", "Up to six digits"],
    ["International prefix", "x", "Up to six digits"],
  ];
}

function aLine(): WrongField[] {
  return [
    ["Name", " ", NEEDED],
    ["Number", "listeners", NUMBER],
    ["Forward to", "the newsroom", NUMBER],
    ["Hold music of this line", "radio", URL],
    ["Closed message of this line", "radio", URL],
  ];
}

/** Every form of the admin area by its name, with its fields that can be invalid. */
export const wrongFields: Record<string, WrongField[]> = {
  Station: [
    ["Name", " ", NEEDED],
    ["Live programme", "radio", URL],
    ["Hold music", "radio", URL],
    ["Message of a closed line", "radio", URL],
    ["Message for rejected callers", "radio", URL],
    ["Forward calls to", "the newsroom", NUMBER],
    ["Monday", "all day", "Such as 06:00-10:00, 14:00-18:00"],
    ["Sunday", "9-5", "Such as 06:00-10:00, 14:00-18:00"],
    ["Time zone", "Sydney/Australia", "No time zone of this name"],
    ["Day", "Christmas", "A day such as 25/12/2026"],
    ["End dialled calls after (minutes)", "0", "A whole number from 1 to 1,440"],
  ],
  "Name your station": [
    ["Call sign", "2", "2 to 16 letters, digits and hyphens"],
    ["Name", " ", NEEDED],
    ["Number of the first phone line", "12", NUMBER],
  ],
  "Add a phone line": aLine(),
  "Edit Newsroom": aLine(),
  Invite: [["E-mail address", "erin", "An address such as erin@example.com"]],
  "Verify a number": [["Number", "12", NUMBER]],
  "Add a caller": [["Number", "12", NUMBER]],
  "Erase this person": [
    [
      "Reference of the request",
      " ",
      "Such as the date of the letter, without name or number: the proof shows it.",
    ],
  ],
  "Edit Abusive": [["Name", " ", NEEDED]],
  "Add an audio server": [["Name", " ", NEEDED]],
  "Edit Morning": [["Name", " ", NEEDED]],
  "Add a webhook": [
    ["Name", " ", NEEDED],
    ["Address", "radio", "Fill in an address that begins with https://"],
  ],
  "Set the promotion system": [
    ["Address", "radio", "Fill in an address that begins with https://"],
    ["Shared secret", "short", "At least 16 characters"],
  ],
  "Search the audit": [["To (included)", "2026-02-01", "Not before the first day"]],
  "How long data is stored": [
    ["Calls and callers", "1.5", DAYS],
    ["Notes of calls", "0", DAYS],
    ["Chat", "many", DAYS],
    ["Quality reports", "-1", DAYS],
    ["Audit", "30", "At least 366 days, or empty"],
  ],
  Recording: [
    [
      "Text of the announcement",
      " ",
      "Callers must hear an announcement: enter a text, or choose a sound",
    ],
    ["Sound of the announcement", "radio", URL],
  ],
  // This form has only a select field, which cannot be invalid.
  "Access to callers' numbers": [],
  "Data stored for a number": [["Number", "12", NUMBER]],
  "Add a trunk": aTrunk(),
  "Edit carrier": aFullTrunk(),
  "Use a Twilio account": [
    ["Account SID", "AC12", "AC and 32 characters of 0-9 and a-f"],
    ["Auth token", "short", "At least 16 characters"],
  ],
  "Test call": [["Your mobile number", "12", NUMBER]],
};
