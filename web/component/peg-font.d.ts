/** Peg solitaire that plays a text: `<peg-font text="HELLO">`. */

export type PegFontTheme = "dark" | "ivory" | "wood" | "light" | "contrast" | "led" | "auto";
export type PegFontOrder = "together" | "cascade" | "sequence";

/** The events of the element. They don't bubble, as those of a video don't. */
export interface PegFontEventMap extends HTMLElementEventMap {
    /** It begins to play, or goes on. */
    play: Event;
    /** It stops. */
    pause: Event;
    /** The film has reached its end: once, or in every round. */
    ended: Event;
}

/** A text whose letters play games of peg solitaire. Every property is the attribute of the same name. */
export interface PegFontElement extends HTMLElement {
    text: string;
    /** `""` is the default: `dark`, or `contrast` with forced colours. */
    theme: PegFontTheme | "";
    /** `""` is the default, `together`. */
    order: PegFontOrder | "";
    /** Milliseconds per jump; `""` is the default. */
    get jump(): string;
    set jump(value: string | number);
    /** The longest line, in characters; `""` is the default. */
    get wrap(): string;
    set wrap(value: string | number);
    /** Whether the pegs jump instead of sliding. */
    steps: boolean;
    /** Whether it stops at its end. */
    once: boolean;
    /** Whether it stands still. */
    readonly paused: boolean;
    /** Plays, from the beginning if it is at its end. */
    play(): void;
    pause(): void;

    addEventListener<K extends keyof PegFontEventMap>(type: K, listener: (this: PegFontElement, event: PegFontEventMap[K]) => unknown, options?: boolean | AddEventListenerOptions): void;
    addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
    removeEventListener<K extends keyof PegFontEventMap>(type: K, listener: (this: PegFontElement, event: PegFontEventMap[K]) => unknown, options?: boolean | EventListenerOptions): void;
    removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
}

declare global {
    interface HTMLElementTagNameMap {
        "peg-font": PegFontElement;
    }
}
