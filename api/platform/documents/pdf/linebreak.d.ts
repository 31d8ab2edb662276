/** The part of the library that is used here; it comes without types. */
declare module 'linebreak' {
  /** Finds where a line may end (Unicode Standard Annex 14). */
  export default class LineBreaker {
    constructor(text: string);
    /** @returns the next place, as an index into the text; null after the last. */
    nextBreak(): { position: number } | null;
  }
}
