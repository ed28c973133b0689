export function saveFile({ name, text }: { name: string; text: string }): void {
  saveBlob(name, new Blob([text], { type: "text/plain;charset=utf-8" }));
}

/** The same of what is no text, such as a picture. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
