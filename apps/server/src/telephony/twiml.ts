/** One verb with its attributes; texts are escaped here and nowhere else. */
interface Verb {
  name: string;
  attributes: Record<string, string | number | boolean | undefined>;
  content: string | Verb[];
}

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
const escapeXml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (one) => escapes[one] ?? one);

const render = (verb: Verb): string => {
  const attributes = Object.entries(verb.attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join("");
  const inside =
    typeof verb.content === "string" ? escapeXml(verb.content) : verb.content.map(render).join("");
  return inside === ""
    ? `<${verb.name}${attributes}/>`
    : `<${verb.name}${attributes}>${inside}</${verb.name}>`;
};

const verb = (
  name: string,
  attributes: Verb["attributes"],
  content: Verb["content"] = "",
): Verb => ({ name, attributes, content });

const document = (...verbs: Verb[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>${render(verb("Response", {}, verbs))}`;

/** The call is over. */
export const hangUp = (): string => document(verb("Hangup", {}));

/** A call that is never answered. */
export const reject = (reason: "rejected" | "busy" = "rejected"): string =>
  document(verb("Reject", { reason }));

/** Plays once and hangs up. */
export const playAndHangUp = (url: string): string =>
  document(verb("Play", {}, url), verb("Hangup", {}));

/** Plays until something else happens to the call. */
export const playForever = (url: string): string => document(verb("Play", { loop: 0 }, url));

export const enqueue = (queue: string, urls: { wait: string; action: string }): string =>
  document(verb("Enqueue", { waitUrl: urls.wait, action: urls.action, method: "POST" }, queue));

/** Connects the caller to another number for `timeLimitS` seconds at most. */
export const forward = (number: string, how: { timeLimitS: number; callerId: string }): string =>
  document(
    verb("Dial", { timeLimit: how.timeLimitS, callerId: how.callerId }, [
      verb("Number", {}, number),
    ]),
  );

export interface RoomEntry {
  room: string;
  label: string;
  statusUrl: string;
}

/**
 * Puts the call into a room. Nobody's leaving ends the room: the server decides what becomes of
 * who stays.
 */
export const joinRoom = ({ room, label, statusUrl }: RoomEntry): string =>
  document(
    verb("Dial", {}, [
      verb(
        "Conference",
        {
          participantLabel: label,
          startConferenceOnEnter: true,
          endConferenceOnExit: false,
          beep: false,
          waitUrl: "",
          statusCallback: statusUrl,
          statusCallbackEvent: "start end join leave mute hold modify",
          statusCallbackMethod: "POST",
        },
        room,
      ),
    ]),
  );
