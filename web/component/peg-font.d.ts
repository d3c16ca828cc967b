/** A text whose letters play games of peg solitaire. Its attributes say what and how: see the README. */
export interface PegFontElement extends HTMLElement {}

declare global {
    interface HTMLElementTagNameMap {
        "peg-font": PegFontElement;
    }
}
