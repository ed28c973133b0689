import { type Element } from "../../calls/playback/twiml-document.ts";
export function childElements(element: Element): Element[] {
  return element.children.filter((child) => typeof child !== "string");
}

/** Returns the element's own text with single spaces, without the text of its children. */
export function readText(element: Element): string {
  return oneLine(element.children.filter((child) => typeof child === "string").join(""));
}

/** Returns the text, including the text of the children, for an element whose speech has markup. */
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
