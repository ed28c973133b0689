import { readPointers } from "../open-library.ts";
import { openAlsaLibrary } from "./alsa-library.ts";

const ALL_CARDS = -1;

interface AlsaName {
  name: string;
  description: string;
  isOutput: boolean;
  isInput: boolean;
}

/** What ALSA itself lists, as `aplay -L` and `arecord -L` do. */
export function listAlsa(): AlsaName[] {
  const library = openAlsaLibrary();
  const hints = [null];
  if (Number(library.listHints(ALL_CARDS, "pcm", hints)) < 0) {
    return [];
  }
  return readPointers(hints[0]).flatMap((hint) => {
    const [name, description, direction] = ["NAME", "DESC", "IOID"].map((id) =>
      library.readHint(hint, id),
    );
    if (typeof name !== "string") {
      return [];
    }
    const words = typeof description === "string" ? description.replaceAll("\n", ", ") : "";
    return [
      {
        name,
        description: words,
        isOutput: direction !== "Input",
        isInput: direction !== "Output",
      },
    ];
  });
}
