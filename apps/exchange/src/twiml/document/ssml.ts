import { type Element } from "../../calls/playback/twiml-document.ts";
import { childElements } from "./element.ts";

/** What of SSML is spoken as such, and by which attributes; of all else only the text is. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  break: ["strength", "time"],
  emphasis: ["level"],
  lang: ["xml:lang"],
  p: [],
  prosody: ["rate", "pitch", "volume"],
  s: [],
  "say-as": ["interpret-as", "format"],
  sub: ["alias"],
};
const MAX_BREAK_MS = 10_000;
const ALL_BREAKS_MS = 60_000;

/** The children of a `<Say>` as SSML; null when there is nothing but text. */
export function buildSsml(say: Element): string | null {
  if (childElements(say).length === 0) {
    return null;
  }
  const budget = { leftMs: ALL_BREAKS_MS };
  return `<speak>${renderContent(say, budget)}</speak>`;
}

function renderContent(element: Element, budget: { leftMs: number }): string {
  return element.children
    .map((child) => (typeof child === "string" ? escape(child) : renderElement(child, budget)))
    .join("");
}

function renderElement(element: Element, budget: { leftMs: number }): string {
  const inside = renderContent(element, budget);
  if (element.name === "break") {
    return renderBreak(element, budget);
  }
  const known = Object.hasOwn(ATTRIBUTES, element.name) ? ATTRIBUTES[element.name] : undefined;
  if (!known) {
    return inside;
  }
  const attributes = known
    .filter((name) => element.attributes[name] !== undefined)
    .map((name) => ` ${name}="${escape(element.attributes[name] ?? "")}"`);
  return `<${element.name}${attributes.join("")}>${inside}</${element.name}>`;
}

/** A document of many long breaks would fill the disk with silence. */
function renderBreak({ attributes }: Element, budget: { leftMs: number }): string {
  const [, number, unit] = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s)$/.exec(attributes["time"] ?? "") ?? [];
  const strength = attributes["strength"] === undefined ? "" : escape(attributes["strength"]);
  const requestedMs = number === undefined ? 500 : Number(number) * (unit === "s" ? 1000 : 1);
  const durationMs = Math.round(Math.min(requestedMs, MAX_BREAK_MS, budget.leftMs));
  budget.leftMs -= durationMs;
  if (durationMs <= 0) {
    return "";
  }
  return number === undefined && strength
    ? `<break strength="${strength}"/>`
    : `<break time="${durationMs}ms"/>`;
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
