/**
 * The upper half of the code pages in which Excel saves "CSV (MS-DOS)"; browsers do not support
 * them.
 */
export const dosCodePages = {
  cp850:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0",
  cp852:
    "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00AD˝˛ˇ˘§÷¸°¨˙űŘř■\u00A0",
} as const;

export type DosCodePage = keyof typeof dosCodePages;

export function isDosCodePage(encoding: string): encoding is DosCodePage {
  return Object.hasOwn(dosCodePages, encoding);
}

const PART_BYTES = 10_000;

export function decodeDos(bytes: Uint8Array, codePage: DosCodePage): string {
  const upper = Array.from(dosCodePages[codePage]);
  let text = "";
  for (let from = 0; from < bytes.length; from += PART_BYTES) {
    text += Array.from(bytes.subarray(from, from + PART_BYTES), (byte) =>
      byte < 0x80 ? String.fromCharCode(byte) : (upper[byte - 0x80] ?? "\uFFFD"),
    ).join("");
  }
  return text;
}
