import { foldText } from "@linedesk/contract";

export function foldFind(typed: string): string {
  return foldText(typed).replaceAll(/(?<=\d)[\s().-]+(?=\d)/g, "");
}
