import { type Element } from "../../calls/playback/twiml-document.ts";
export function childElements(element: Element): Element[] {
  return element.children.filter((child) => typeof child !== "string");
}

/** Returns its own text with single spaces, without the text of its children. */
export function readText(element: Element): string {
  return oneLine(element.children.filter((child) => typeof child === "string").join(""));
}

/** Returns the text with that of its children: the speech of an element with markup. */
export function readSpokenText(element: Element): string {
  return oneLine(readAllText(element));
}

function readAllText(element: Element): string {
  return element.children
    .map((child) => (typeof child === "string" ? child : readAllText(child)))
    .join("");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
