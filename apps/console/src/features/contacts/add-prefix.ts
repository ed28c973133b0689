import { foldText } from "@linedesk/contract";

/** The words of a column with the code of a country, folded. */
const COUNTRY =
  /\b(?:country|international|intl|calling|dial(?:l?ing)?) (?:calling |dial(?:l?ing)? )?(?:code|prefix)\b|phone (?:number )?country|(?:lander|landes)vorwahl|landeskennzahl|indicatif (?:du )?pays|indicatif international|prefijo (?:del? )?(?:pais|internacional)|codigo de[l]? pais|prefisso internazionale|land(?:en)?(?:nummer|code|kode|skod)|kod kraju/;
/** The words of a column with the code of an area or a network, folded. */
const AREA =
  /\b(?:area|city|std) (?:code|prefix)\b|^(?:orts|netz)?vorwahl(?:nummer)?$|^indicatif(?: regional)?$|^prefijo$|^prefisso$|^codigo de area$|^ddd$|^netnummer$|^riktnummer$|^(?:numer )?kierunkowy$|^predvolba$/;

function fold(head: string): string {
  return foldText(head)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Returns true for the heading of a column with the country code or area code of a number. */
export function namesPrefix(head: string): boolean {
  const words = fold(head);
  return COUNTRY.test(words) || AREA.test(words);
}

/** Returns a country code with a plus, and an area code unchanged; `""` for other text. */
export function readPrefix(cell: string, head: string): string {
  const text = cell
    .normalize("NFKC")
    .replaceAll(/[\p{Cf}'"=]/gu, "")
    .trim();
  const country = /\+ ?(\d{1,3}(?:[ -]?\d{1,4})?)(?!\d)/.exec(text)?.[1];
  const digits = /^\(?(\d{1,5})\)?$/.exec(text)?.[1] ?? "";
  if (country !== undefined || digits === "") {
    return country === undefined ? "" : `+${country}`;
  }
  const isCountry = COUNTRY.test(fold(head)) || (digits.startsWith("00") && digits.length > 3);
  return isCountry ? `+${digits.replace(/^00/, "")}` : digits;
}

/** The minimum number of digits of a number that contains its country code. */
const WHOLE_DIGITS = 11;
/** The maximum number of digits of a number without its area code. */
const MOST_LOCAL = 8;

/**
 * Writes the codes of country and area before a number that does not begin with them. A number that
 * begins with the country code gets only a plus.
 */
export function addPrefix(number: string, prefixes: readonly string[]): string {
  const written = number.trim().replace(/^[='"]+/, "");
  if (/^(?:\+|00)/.test(written) || !/^[(\d]/.test(written)) {
    return number;
  }
  const digits = written.replaceAll(/\D/g, "");
  const country = prefixes.find((prefix) => prefix.startsWith("+")) ?? "";
  const area = prefixes.find((prefix) => prefix !== "" && !prefix.startsWith("+")) ?? "";
  const code = country.replaceAll(/\D/g, "");
  if (code !== "" && digits.startsWith(code) && digits.length >= WHOLE_DIGITS) {
    return `+${number.trim()}`;
  }
  const isWithin = digits.startsWith(area) && (area.startsWith("0") || digits.length > MOST_LOCAL);
  const hasArea = area === "" || isWithin;
  return [country, hasArea ? "" : area, number].filter((part) => part !== "").join(" ");
}
