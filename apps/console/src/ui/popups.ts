// All overlays are in one chunk that is loaded after the first paint.
export { DialogPopup } from "./DialogPopup.tsx";
export { MenuPopup } from "./MenuPopup.tsx";
export { PopoverPopup } from "./PopoverPopup.tsx";
