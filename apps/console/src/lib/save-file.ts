/** The browser keeps the text as a file of this name, as it does with any download. */
export function saveFile({ name, text }: { name: string; text: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
