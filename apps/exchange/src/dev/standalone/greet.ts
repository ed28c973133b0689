/** Names that the sample's parts agree on. */
export const SAMPLE_IDENTITY = "demo";
const ROOM = "sample";
const ROUNDS = 3;

export type VoiceForm = Readonly<Record<string, string>>;

/** Escapes what stands in a document as text or as the value of an attribute. */
function text(value: string): string {
  const names: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot" };
  return value.replace(/[&<>"]/g, (sign) => `&${names[sign] ?? "amp"};`);
}

function response(...verbs: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Response>\n${verbs.map((verb) => `  ${verb}\n`).join("")}</Response>\n`;
}

const goodbye = ["<Say>Goodbye.</Say>", "<Hangup/>"];

/** A call arrives: of a telephone, or of the softphone, which may have said whom it wants. */
export function greet(form: VoiceForm, round: number, ownNumber: string): string {
  const wanted = form["To"] ?? "";
  const isSoftphone = (form["From"] ?? "").startsWith("client:");
  if (isSoftphone && wanted !== "" && wanted !== ownNumber && round === 1) {
    return dial(wanted, ownNumber);
  }
  if (round > ROUNDS) {
    return response(...goodbye);
  }
  return response(
    '<Gather numDigits="1" action="/menu" timeout="6">',
    "  <Play>/sounds/chime.wav</Play>",
    "  <Say>Welcome to your own telephone exchange. Press 1 for music, 2 for a room, 3 for the softphone, 9 to leave.</Say>",
    "</Gather>",
    `<Redirect>/voice?round=${round + 1}</Redirect>`,
  );
}

/** What a key of the menu does. */
export function choose(form: VoiceForm): string {
  switch (form["Digits"] ?? "") {
    case "1":
      return response('<Play loop="0">/sounds/music.wav</Play>');
    case "2":
      return response(`<Dial><Conference>${ROOM}</Conference></Dial>`);
    case "3":
      return response(
        `<Dial timeout="20" action="/dialled"><Client>${SAMPLE_IDENTITY}</Client></Dial>`,
      );
    case "9":
      return response(...goodbye);
    default:
      return response("<Redirect>/voice?round=2</Redirect>");
  }
}

/** After the softphone has been rung. */
export function afterDial(form: VoiceForm): string {
  if (form["DialCallStatus"] === "completed") {
    return response(...goodbye);
  }
  return response("<Say>Nobody is at the softphone.</Say>", "<Redirect>/voice?round=2</Redirect>");
}

/** `client:name`, a bare name, a number or a SIP address. */
function dial(to: string, callerId: string): string {
  const name = to.replace(/^client:/, "");
  const isNumber = /^\+?[0-9]{3,15}$/.test(name);
  const noun = /^sips?:/.test(name)
    ? `<Sip>${text(name)}</Sip>`
    : isNumber
      ? `<Number>${text(name)}</Number>`
      : `<Client>${text(name)}</Client>`;
  return response(`<Dial callerId="${text(callerId)}" timeout="20">${noun}</Dial>`);
}
