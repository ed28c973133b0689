import { type Element } from "../../calls/playback/twiml-document.ts";
export function elementsIn(element: Element): Element[] {
  return element.children.filter((child) => typeof child !== "string");
}

/** Its own text, with runs of white space made one space; not that of what it holds. */
export function textOf(element: Element): string {
  return oneLine(rawTextOf(element));
}

/** The same as it was written. */
export function rawTextOf(element: Element): string {
  return element.children.filter((child) => typeof child === "string").join("");
}

/** With the text of all that it holds: what is said of an element with marks in it. */
export function spokenTextOf(element: Element): string {
  return oneLine(allTextOf(element));
}

function allTextOf(element: Element): string {
  return element.children
    .map((child) => (typeof child === "string" ? child : allTextOf(child)))
    .join("");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
