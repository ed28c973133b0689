import { type Element } from "../../calls/playback/twiml-document.ts";
export function childElements(element: Element): Element[] {
  return element.children.filter((child) => typeof child !== "string");
}

/** Its own text, with runs of white space made one space; not that of what it holds. */
export function readText(element: Element): string {
  return oneLine(element.children.filter((child) => typeof child === "string").join(""));
}

/** With the text of all that it holds: what is said of an element with marks in it. */
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
