import { foldText } from "@linedesk/contract";

export function foldSearch(typed: string): string {
  return foldText(typed).replaceAll(/(?<=\d)[\s().-]+(?=\d)/g, "");
}
