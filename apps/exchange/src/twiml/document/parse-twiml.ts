import { SaxesParser } from "saxes";

import { TWILIO_CODES } from "@linedesk/base";
import type { Element } from "../../calls/playback/twiml-document.ts";

const MAX_CHARACTERS = 64 * 1024;
const MAX_DEPTH = 10;
const MAX_ELEMENTS = 2_000;

export class TwimlError extends Error {
  override readonly name = "TwimlError";
  readonly code = "twiml_malformed";
  readonly twilioCode = TWILIO_CODES.DOCUMENT_PARSE_FAILURE;
}

/**
 * Parses a document into its `<Response>`. Throws TwimlError and nothing else: for invalid XML, for
 * a DTD, and beyond 64 K characters, 10 levels or 2,000 elements.
 */
export function parseTwiml(text: string): Element {
  if (text.length > MAX_CHARACTERS) {
    throw new TwimlError("the document is longer than 65,536 characters");
  }
  const root: Element = { name: "", attributes: {}, children: [] };
  const open: Element[] = [root];
  let elementCount = 0;
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw new TwimlError(error.message, { cause: error });
  });
  parser.on("doctype", () => {
    throw new TwimlError("a document type is not allowed");
  });
  parser.on("opentag", ({ name, attributes }) => {
    elementCount += 1;
    if (open.length > MAX_DEPTH) {
      throw new TwimlError("the document is nested too deeply");
    }
    if (elementCount > MAX_ELEMENTS) {
      throw new TwimlError("the document has too many elements");
    }
    const element: Element = { name, attributes: { ...attributes }, children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());
  function addText(piece: string) {
    return void open.at(-1)?.children.push(piece);
  }
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.write(text.replace(/^\uFEFF/, "").trimStart()).close();

  const response = root.children.find((child) => typeof child !== "string");
  if (response?.name !== "Response") {
    throw new TwimlError("the document's root is not Response");
  }
  return response;
}
