import { expect, test } from "vitest";

import { findFileKind } from "./find-file-kind.ts";

function toUtf16(text: string): Uint8Array {
  return Uint8Array.from([
    0xff,
    0xfe,
    ...Array.from(text, (sign) => [sign.charCodeAt(0), 0]).flat(),
  ]);
}

const encode = (text: string) => new TextEncoder().encode(text);

test.each([
  ["workbook", Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 0x14)],
  ["workbook", Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1)],
  ["webPage", encode('\uFEFF\n<html xmlns:x="urn:x"><table><tr><td>Kim</td></tr></table></html>')],
  ["webPage", encode("<table border=1><tr><td>Kim</td></tr></table>")],
  ["webPage", toUtf16("<!DOCTYPE html><table>")],
  ["ldif", encode("dn: cn=Kim Ng,mail=k@example.com\nmobile: 0491 570 006\n")],
  ["ldif", encode("version: 1\n\ndn:: Y249S2lt\n")],
  ["other", encode('<?xml version="1.0"?><phonebooks></phonebooks>')],
  ["other", encode("%PDF-1.7\n")],
  ["other", encode("{\\rtf1\\ansi Kim}")],
  ["other", encode('[{"name":"Kim"}]')],
  ["other", Uint8Array.of(0x89, 0x50, 0x4e, 0x47)],
] as const)(
  "[CT17] [FL12] a %s that somebody chooses for an import is recognised",
  (kind, bytes) => {
    expect(findFileKind(bytes)).toBe(kind);
  },
);

test.each([
  "Name,Phone\nKim,1\n",
  "BEGIN:VCARD\n",
  "<3 Kim;0491570006\n",
  "[Kim];1\n",
  "",
  "Dn;1\n",
])("[CT17] %j is read as separated values or as a vCard", (text) => {
  expect(findFileKind(encode(text))).toBeNull();
});
